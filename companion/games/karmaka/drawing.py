"""What Karmaka's screens look up: cards by their keys, and actions in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from companion.core.game import Offered
from companion.games.karmaka.box import DESIGNS
from companion.games.karmaka.words import CARD_NAMES

Face = dict[str, Any]
"""A card as the view tells it."""


class Row(TypedDict):
    """A card, and what can be done with it."""

    face: Face
    moves: list[Offered]


class Untold(TypedDict):
    """A Future Life with places the app does not know."""

    known: list[str]
    """From bottom to top, an empty text where a card is to be named."""

    count: int


class FaceDown(TypedDict):
    """Cards laid face down that may be told to the app."""

    answer: dict[str, Any]
    faces: list[Face]
    count: int
    fewer: bool


def face(board: dict[str, Any], card: str) -> Face:
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


def faces(board: dict[str, Any], may: Iterable[str] = DESIGNS) -> list[Face]:
    """Return the cards that may come, in the order of the box."""
    possible = set(may)
    return [face(board, card) for card in DESIGNS if card in possible]


def rows(board: dict[str, Any], moves: Sequence[Offered], seat: int) -> list[Row]:
    """Return the cards to choose from: in the order of the box, or as they lie."""
    named: dict[str, list[Offered]] = {card: [] for card in DESIGNS}
    placed: list[Row] = []
    for move in moves:
        card = move.action.get("card")
        if card:
            named[card].append(move)
        elif there := _there(board, move, seat):
            placed.append({"face": there, "moves": [move]})
    held = [(card, some) for card, some in named.items() if some]
    listed: list[Row] = [{"face": face(board, card), "moves": m} for card, m in held]
    return listed + placed


def others(board: dict[str, Any], moves: Sequence[Offered], seat: int) -> list[Offered]:
    """Return what is said without pointing at a card."""
    return [
        move
        for move in moves
        if not move.action.get("card")
        and not move.action.get("cards")
        and not _there(board, move, seat)
    ]


def foremost(
    board: dict[str, Any], moves: Sequence[Offered], seat: int
) -> Mapping[str, Any] | None:
    """Return what most players will say; None where nobody can tell."""
    if not moves or moves[0].action["type"] in ("destine", "draw"):
        return None
    short = board["players"][seat]["short"]
    climbs = (m.action for m in moves if m.action.get("rings") == short)
    return next(climbs, moves[0].action)


def told_face_down(board: dict[str, Any], moves: Sequence[Offered]) -> FaceDown | None:
    """Return what a form needs to name cards laid face down; None if it cannot."""
    told = [move.action for move in moves if move.action.get("cards")]
    if not told:
        return None
    lengths = {len(action["cards"]) for action in told}
    return {
        "answer": {**told[0], "cards": []},
        "faces": faces(board, {card for action in told for card in action["cards"]}),
        "count": max(lengths),
        "fewer": len(lengths) > 1,
    }


def untold_future(me: dict[str, Any]) -> Untold:
    """Return what a form needs to name a Future Life: what is not told, else it all."""
    told = [card["card"] if card else "" for card in me["future"]]
    if "" not in told:
        seen = zip(told, me["open_future"], strict=True)
        told = [card if is_open else "" for card, is_open in seen]
    return {"known": told, "count": told.count("")}


def _there(board: dict[str, Any], move: Offered, seat: int) -> Face | None:
    """Return the card that lies where an action points, if these eyes may see it."""
    if move.action["type"] != "pick":
        return None
    piles = {
        "fetch": board["ruins"]["top"],
        "forsake": board["players"][seat]["deeds"][::-1],
        "recall": (board["me"] or {}).get("future", [])[::-1],
    }
    pile, place = piles.get(board["asking"], []), move.action["place"]
    found: Face | None = pile[place] if place < len(pile) else None
    return found


def _told(board: dict[str, Any]) -> list[Face]:
    me = board.get("me") or {}
    held = [*me.get("choices", ()), *me.get("unseen", ())]
    return [*held, *board["ruins"]["top"]]


DRAWING: dict[str, Callable[..., Any]] = {
    "faces": faces,
    "rows": rows,
    "others": others,
    "foremost": foremost,
    "told_face_down": told_face_down,
    "untold_future": untold_future,
}
