"""What lies in the box, as far as a game takes it out: ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.phrase import Phrase


class Shape(StrEnum):
    """What a piece looks like from above."""

    BOARD = "board"
    CARD = "card"
    CUBE = "cube"
    DIE = "die"
    DISC = "disc"
    PAWN = "pawn"
    RING = "ring"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some equal pieces: how many, what they look like, what they are called."""

    shape: Shape
    count: int
    name: Phrase
    colour: str = ""
    """A colour of the palette, drawn with its sign."""

    fill: str = ""
    """Any other colour of the real thing, such as `#6b4226`; empty for plain paper."""

    def to_json(self) -> dict[str, Any]:
        """Return what a page needs to draw it, its name still to be put into words."""
        return {
            "shape": self.shape.value,
            "count": self.count,
            "name": self.name.to_json(),
            "colour": self.colour,
            "fill": self.fill,
        }


def no_pieces(first: Any) -> tuple[Piece, ...]:
    """Draw nothing: for games whose steps say it all."""
    del first
    return ()
