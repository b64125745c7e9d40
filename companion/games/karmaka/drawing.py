"""What Karmaka's screens look up: cards by their keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.karmaka.box import DESIGNS
from companion.games.karmaka.words import CARD_NAMES


def face(board: dict[str, Any], card: str) -> dict[str, Any]:
    """Return a card as it is drawn, by its own name where the view tells it."""
    for known in _told(board):
        if known["card"] == card:
            return known
    design = DESIGNS[card]
    return {
        "card": card,
        "name": str(CARD_NAMES[card]),
        "colour": design.colour.value,
        "points": design.points,
    }


def faces(board: dict[str, Any], may: Iterable[str]) -> list[dict[str, Any]]:
    """Return the cards that may come, in the order of the box."""
    possible = set(may)
    return [face(board, card) for card in DESIGNS if card in possible]


def _told(board: dict[str, Any]) -> list[dict[str, Any]]:
    me = board.get("me") or {}
    return [*me.get("choices", ()), *board["ruins"]["top"]]


DRAWING = {"face": face, "faces": faces}
