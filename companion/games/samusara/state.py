"""A position in Samusara, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.seats import Seat
from companion.core.turn import Todo
from companion.games.samusara.board import Board, Cells

YELLOW, BROWN = 0, 1
COLOURS = ("yellow", "brown")


@dataclass(frozen=True, slots=True)
class Setting:
    """What was agreed before the game; it never changes."""

    board: Board
    alone: bool
    """One person plays; the app moves the other colour."""

    own: int
    """The colour of the first seat."""

    repetition: bool
    """The third time the same position comes up, nobody wins."""

    quiet: int
    """So many turns without capture or return are a draw; 0 for never."""

    strength: str
    """How well the app plays: `easy`, `normal` or `hard`."""

    hints: bool = False
    """The app shows a good turn to whoever asks."""


class State(NamedTuple):
    """A position. Equal positions are equal values."""

    setting: Setting
    discs: tuple[Cells, Cells]
    """Where the discs of Yellow and Brown stand."""

    piles: tuple[int, int]
    cubes: tuple[int, int]
    """Captures so far: how far each cube has come."""

    colour: int = YELLOW
    """Whose turn it is."""

    since: tuple[tuple[Cells, Cells, int], ...] = ()
    """The positions since something happened that cannot be undone, this one last.

    A capture or a return changes cubes and piles for good, so that no earlier
    position can come again: only these must be remembered for the draw.
    """

    last: tuple[Cells, Cells, Cells] = (0, 0, 0)
    """What the last turn left, entered and captured: for arrows and the camera."""

    turns: int = 0
    ended: tuple[str, ...] = ()
    """Every way in which the game has ended, empty while it goes on."""

    winner: int | None = None
    """The colour that won; None while it goes on and for a draw."""

    hint: tuple[str, ...] = ()
    """The cells of the turn that the app has shown on request."""

    todo: Todo = ()

    def with_todo(self, todo: Todo) -> State:
        """Return the same position with another stack of questions."""
        return State(*self[:-1], todo)

    @property
    def board(self) -> Board:
        """The board of this table."""
        return self.setting.board


def seat_of(setting: Setting, colour: int) -> Seat:
    """Return who sits at a colour; whoever plays alone moves both discs."""
    if setting.alone:
        return Seat(0)
    return Seat(colour ^ setting.own)


def colour_of(setting: Setting, seat: int) -> int:
    """Return the colour of a seat."""
    return setting.own ^ seat


def is_apps(setting: Setting, colour: int) -> bool:
    """Tell whether the app decides for this colour."""
    return setting.alone and colour != setting.own
