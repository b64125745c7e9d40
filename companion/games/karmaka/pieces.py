"""What a game of Karmaka takes out of the box."""

from __future__ import annotations

from companion.core.phrase import say
from companion.core.pieces import Piece, Shape
from companion.games.karmaka.box import DECK, RINGS
from companion.games.karmaka.state import State

AMBER = "#d9a520"


def pieces(first: State) -> tuple[Piece, ...]:
    """Return the pieces of this game, the largest first."""
    return (
        Piece(Shape.BOARD, 1, say("Karmic Ladder")),
        Piece(Shape.CARD, len(DECK), say("cards")),
        Piece(Shape.RING, RINGS, say("Rings"), fill=AMBER),
        Piece(Shape.PAWN, first.setting.seats, say("pawns")),
    )
