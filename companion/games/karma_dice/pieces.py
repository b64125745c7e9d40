"""What a game of Karma Dice takes out of the box."""

from __future__ import annotations

from companion.core.colours import Colour
from companion.core.phrase import say, say_n
from companion.core.pieces import Piece, Shape
from companion.games.karma_dice.box import COLOUR_NAMES, RED_DICE
from companion.games.karma_dice.state import KarmaDiceState

DRAWN_TRAITS = 2
"""Trait cards each player chooses from."""


def pieces(first: KarmaDiceState) -> tuple[Piece, ...]:
    """Return the pieces of this game, the largest first."""
    setup = first.setup
    tokens = setup.players + setup.solo  # the Evil Eye has one too
    traits = setup.traits * DRAWN_TRAITS * setup.players
    others = [c for c in Colour if c not in (Colour.RED, Colour.WHITE)]
    found = (
        Piece(Shape.BOARD, 1, say("score track")),
        Piece(
            Shape.BOARD,
            setup.players,
            say_n("player board", "player boards", setup.players),
        ),
        Piece(Shape.DISC, tokens, say("score tokens")),
        Piece(Shape.DIE, 1, say("Yogi die"), Colour.WHITE.value),
        Piece(Shape.DIE, len(RED_DICE), COLOUR_NAMES[Colour.RED], Colour.RED.value),
        *(Piece(Shape.DIE, setup.players, COLOUR_NAMES[c], c.value) for c in others),
        Piece(Shape.CARD, traits, say("trait cards")),
        Piece(Shape.PAWN, 1, say("first-player token")),
    )
    return tuple(piece for piece in found if piece.count)
