"""What the screens need beside the view: where the wheel stands, actions in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from companion.core.game import Offered
from companion.games.samsara.box import ZONES

PLACES = len(ZONES)
OUTER, INNER = 190, 62
"""How far the octagon reaches, and where its hub ends."""

MIDDLE = 124
"""How far from the centre the words of a zone stand."""

TO_ZONE = ("move", "take", "place-ancestral")
CARD_ACTIONS = ("play", "put-back", "reserve", "give", "discard", "pick")
PURCHASES = ("buy", "buy-ancestral")


def _point(place: float, radius: float) -> tuple[float, float]:
    """Return a point of the wheel: place 0 is the rift, on top; clockwise."""
    angle = (place / PLACES) * 2 * pi - pi / 2
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)


def wheel_outline(zone: int) -> str:
    """Return the corners of a zone, for an SVG polygon."""
    corners = (
        _point(zone, INNER),
        _point(zone, OUTER),
        _point(zone + 1, OUTER),
        _point(zone + 1, INNER),
    )
    return " ".join(f"{x},{y}" for x, y in corners)


def wheel_middle(zone: int, radius: float = MIDDLE) -> tuple[float, float]:
    """Return where the words of a zone stand."""
    return _point(zone + 0.5, radius)


def wheel_edge(zone: int, radius: float) -> tuple[float, float]:
    """Return a point on the line between a zone and the next one clockwise."""
    return _point(zone + 1, radius)


def zone_moves(
    moves: Sequence[Offered], board: Mapping[str, Any]
) -> dict[int, Offered]:
    """Return the actions that mean a zone, by zone: they can be tapped there."""
    return {
        _zone_of(move.action, board): move
        for move in moves
        if move.action["type"] in TO_ZONE
    }


def _zone_of(action: Mapping[str, Any], board: Mapping[str, Any]) -> int:
    if action["type"] != "move":
        return int(action["zone"])
    pawn = board["players"][board["player"]]["pawn"]
    return int((-1 if pawn is None else pawn) + action["steps"]) % PLACES


def card_groups(
    moves: Sequence[Offered], me: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the actions with a card: by what is done with it, shown cards first."""
    seen = {entry["card"] for entry in me["hand"]["seen"]} if me else set()
    groups: dict[tuple[str, Any], dict[str, Any]] = {}
    for move in moves:
        kind, card = move.action["type"], move.action.get("card")
        if kind not in CARD_ACTIONS or not card:
            continue
        key = (kind, move.action.get("to"))
        group = groups.setdefault(
            key, {"type": kind, "to": key[1], "seen": [], "other": []}
        )
        group["seen" if card in seen else "other"].append(move)
    return list(groups.values())


def purchases(
    moves: Sequence[Offered], board: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the amulets that could be won, each with its payments; sure ones first."""
    shown = _counts(board["me"]["hand"]["seen"]) if board["me"] else Counter()
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for move in moves:
        action = move.action
        if action["type"] not in PURCHASES:
            continue
        sure = not Counter(action["hand"]) - shown
        way = {"move": move, "sure": sure, "dark": move.part("dark") or 0}
        key = tuple(action.get(part) for part in ("gap", "face", "amulet"))
        group = {"action": action, "amulet": _amulet(action, board), "ways": []}
        groups.setdefault(key, group)["ways"].append(way)
    found = list(groups.values())
    for group in found:
        group["ways"].sort(key=lambda way: not way["sure"])
        group["sure"] = group["ways"][0]["sure"]
    return sorted(found, key=_cheapness)


def _amulet(action: Mapping[str, Any], board: Mapping[str, Any]) -> Any:
    """Return what the amulet of a purchase looks like."""
    if action["type"] == "buy-ancestral":
        lying = {one["amulet"]: one for one in board["ancestral"]}
        return lying[action["amulet"]]
    places = [gap["amulets"] for gap in board["gaps"]]
    places += [player["held"] for player in board["players"]]
    return {one["face"]: one for place in places for one in place}[action["face"]]


def _cheapness(group: Mapping[str, Any]) -> tuple[bool, int]:
    first = group["ways"][0]
    return not first["sure"], first["dark"]


def other_moves(moves: Sequence[Offered]) -> list[Offered]:
    """Return the actions that mean neither a zone, a card nor an amulet to win."""
    grouped = {*TO_ZONE, *PURCHASES, "end-turn"}
    return [
        move
        for move in moves
        if move.action["type"] not in grouped
        and not (move.action["type"] in CARD_ACTIONS and move.action.get("card"))
    ]


def card_kinds(board: Mapping[str, Any]) -> list[str]:
    """Return every kind of card of this game, as far as it plays with them."""
    zones = [zone["key"] for zone in board["wheel"]["zones"]]
    extra = [kind for kind in ("bhaga", "durmangala") if board["parts"][kind]]
    specials = [f"{kind}-{zone}" for kind in extra for zone in zones]
    return ["good-karma", "bad-karma", *zones, *specials]


def may_hold(board: Mapping[str, Any], owner: int | None) -> list[dict[str, Any]]:
    """Return the cards a hand may hold, and how many: all kinds if it is not ours."""
    me = board["me"]
    if not me or me["seat"] != owner:
        return [{"card": card, "most": 9, "seen": 0} for card in card_kinds(board)]
    shown, pool = _counts(me["hand"]["seen"]), _counts(me["unseen"])
    free = me["hand"]["unseen"]
    return [
        {
            "card": card,
            "most": shown[card] + min(free, pool[card]),
            "seen": shown[card],
        }
        for card in card_kinds(board)
        if shown[card] or pool[card]
    ]


def _counts(entries: Iterable[Mapping[str, Any]]) -> Counter[str]:
    return Counter({entry["card"]: entry["count"] for entry in entries})


HELPERS = {
    helper.__name__: helper
    for helper in (
        wheel_outline,
        wheel_middle,
        wheel_edge,
        zone_moves,
        card_groups,
        purchases,
        other_moves,
        card_kinds,
        may_hold,
    )
}
"""What the templates of this room call as `draw.<name>`."""
