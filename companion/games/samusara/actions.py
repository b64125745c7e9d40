"""What can be said at a Samusara table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.core.codec import Codec
from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Step:
    """Move a disc to an empty neighbour along a line."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Make a series of jumps with one disc, landing on these cells in order."""

    source: str
    path: tuple[str, ...]
    over: tuple[str, ...] = ()
    """The discs crossed; needed only where two lines join the same two cells."""


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Put discs of the Capture Pile on own empty Power Cells."""

    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer the other player a draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Agree that nobody wins."""


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Play on."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game to the other player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask the app for a good turn."""

    seat: Seat


Move: TypeAlias = Step | Jump | Reinforce


@dataclass(frozen=True, slots=True)
class TwoTurns:
    """Say a turn and the answer to it at once: nobody read the board in between."""

    first: Move
    second: Move


Action: TypeAlias = (
    Move | TwoTurns | OfferDraw | AcceptDraw | DeclineDraw | Resign | AskHint
)

CODEC = Codec(
    Step,
    Jump,
    Reinforce,
    TwoTurns,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    AskHint,
)


def from_json(data: Any) -> Action:
    """Return the action this JSON stands for; the cells of a return in any order.

    Raises:
        Malformed: saying which field cannot be read.
    """
    action: Action = CODEC.from_json(data)
    if isinstance(action, Reinforce):
        return Reinforce(tuple(sorted(action.cells)))
    return action
