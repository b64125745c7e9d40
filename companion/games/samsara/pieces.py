"""What a game of Samsara takes out of the box."""

from __future__ import annotations

from companion.core.phrase import say, say_n
from companion.core.pieces import Piece, Shape
from companion.games.samsara.box import (
    ANCESTRAL_PIECES,
    BAD_IN_BOX,
    GOOD_IN_BOX,
    STACKS,
    ZONES,
)
from companion.games.samsara.dealing import layout
from companion.games.samsara.state import State
from companion.games.samsara.words import ZONE_NAMES

GOLD, COPPER = "#d9a520", "#b5622d"
"""The two faces of an amulet, as the eye remembers them."""


def pieces(first: State) -> tuple[Piece, ...]:
    """Return the pieces of this game, the largest first."""
    setting = first.setting
    gold, copper = (faces * setting.gaps for faces in layout(setting))
    stacks = zip(ZONES, setting.box.colours, strict=True)
    found = (
        Piece(Shape.BOARD, 1, say("game board")),
        *(
            Piece(Shape.CARD, STACKS[setting.seats], ZONE_NAMES[zone], colour.value)
            for zone, colour in stacks
        ),
        Piece(Shape.CARD, GOOD_IN_BOX, say("Good Karma")),
        Piece(Shape.CARD, BAD_IN_BOX, say("Bad Karma"), fill="#3a3530"),
        Piece(Shape.DISC, gold, say("amulets, gold face up"), fill=GOLD),
        Piece(Shape.DISC, copper, say("amulets, copper face up"), fill=COPPER),
        Piece(
            Shape.DISC, setting.ancestral * ANCESTRAL_PIECES, say("Ancestral Amulets")
        ),
        Piece(
            Shape.BOARD,
            setting.seats,
            say_n(
                "character with its board",
                "characters with their boards",
                setting.seats,
            ),
        ),
        Piece(Shape.PAWN, max(2, setting.seats), say("pawns")),
        Piece(Shape.RING, int(setting.seats > 1), say("first-player token")),
    )
    return tuple(piece for piece in found if piece.count)
