"""A board as a sheet of paper can show it: for games whose board can be printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A place of a board."""

    name: str
    x: float
    y: float
    fill: tuple[int, int, int]
    """Red, green and blue, 0 to 255."""

    square: bool = False


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board with what lies beside it; y grows downwards, units are its own."""

    cells: tuple[DrawnCell, ...]
    lines: tuple[tuple[int, ...], ...]
    """Places of cells in the order in which a line passes them."""

    piles: tuple[tuple[int, int, int], ...] = ()
    """A large circle of each of these colours, the uppermost first."""

    track: int = 0
    """Spots of a track beside the board; the middle one is marked."""
