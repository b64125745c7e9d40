"""What a game of Samusara takes out of the box."""

from __future__ import annotations

from companion.core.phrase import say
from companion.core.pieces import Piece, Shape
from companion.games.samusara.state import State

YELLOW, BROWN, GREY = "#f2c11d", "#6b4226", "#8a8a8a"
"""As the screens of this room draw them."""

CUBES = 2


def pieces(first: State) -> tuple[Piece, ...]:
    """Return the pieces of this game, the largest first."""
    yellow, brown = (cells.bit_count() for cells in first.board.power)
    return (
        Piece(Shape.BOARD, 1, say("game board")),
        Piece(Shape.DISC, yellow, say("discs, yellow side up"), fill=YELLOW),
        Piece(Shape.DISC, brown, say("discs, brown side up"), fill=BROWN),
        Piece(Shape.DISC, sum(first.piles), say("discs for the Capture Piles")),
        Piece(Shape.CUBE, CUBES, say("grey cubes"), fill=GREY),
    )
