"""What the screens need beside the view: where the wheel stands, actions in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from json import dumps
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


def look(board: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the zones by key, with their names and the colours of this box."""
    zones = board["wheel"]["zones"] if board.get("wheel") else ()
    return {
        zone["key"]: {key: zone[key] for key in ("key", "name", "colour")}
        for zone in zones
    }


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
    moves: Sequence[Offered],
    me: Mapping[str, Any] | None,
    together: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return the actions with a card: by what is done with it, shown cards first.

    A card that asks for another one is a group of its own, with that card named; it
    may still be played first, and the other be chosen `later`.
    """
    seen = {entry["card"] for entry in me["hand"]["seen"]} if me else set()
    along, groups = _Together(together), _Groups(seen)
    for move in moves:
        action = move.action
        kind, card = action["type"], action.get("card")
        if kind not in CARD_ACTIONS or not card:
            continue
        cell = along.cell(card, [action], [move.label])
        if kind == "play" and card in along.named:
            groups.of("play")["later"].append(cell)
        else:
            groups.add(cell, kind, action.get("to"))
    for card, named in along.named.items():
        for one in named:
            last = one["actions"][-1]
            if len(named) > 1:
                cell = along.cell(last["card"], one["actions"], one["labels"])
                groups.add(cell, last["type"], by=card)
            else:
                cell = along.cell(card, one["actions"], one["labels"])
                groups.add(cell | {"with": last["card"]}, "play")
    # A card in sight that asks for another one is what was just taken: it comes first.
    return sorted(groups.found.values(), key=lambda group: group["by"] not in seen)


class _Groups:
    """Cards by what is done with them, to whom, and by which card."""

    def __init__(self, seen: set[str]) -> None:
        self.seen = seen
        self.found: dict[tuple[Any, ...], dict[str, Any]] = {}

    def of(self, kind: str, to: int | None = None, by: str = "") -> dict[str, Any]:
        """Return a group, a new one if there is none yet."""
        new: dict[str, Any] = {
            "type": kind,
            "to": to,
            "by": by,
            "seen": [],
            "other": [],
            "later": [],
        }
        return self.found.setdefault((kind, to, by), new)

    def add(
        self, cell: dict[str, Any], kind: str, to: int | None = None, by: str = ""
    ) -> None:
        """Add a button, before those of cards that the hand may not hold."""
        shown = "seen" if cell["card"] in self.seen else "other"
        self.of(kind, to, by)[shown].append(cell)


class _Together:
    """What one tap may say, sorted by where it stands on the page."""

    def __init__(self, together: Sequence[Mapping[str, Any]]) -> None:
        self.ends: dict[str, Mapping[str, Any]] = {}
        self.named: dict[str, list[Mapping[str, Any]]] = {}
        """Cards that ask for another one when they are played, with each of these."""

        for one in together:
            *before, last = one["actions"]
            if last["type"] == "end-turn":
                self.ends[dumps(before)] = one
            elif before[0]["type"] == "play":
                self.named.setdefault(before[0]["card"], []).append(one)

    def cell(self, card: str, actions: list[Any], labels: list[str]) -> dict[str, Any]:
        """Return a button for these actions, and one that ends the turn as well."""
        return {
            "card": card,
            "actions": actions,
            "labels": labels,
            "end": self.ends.get(dumps(actions)),
        }


def one_tap(
    together: Sequence[Mapping[str, Any]], action: Mapping[str, Any]
) -> list[Any]:
    """Return what one tap may say that begins with an action."""
    return [one for one in together if one["actions"][0] == action]


def answered(
    together: Sequence[Mapping[str, Any]], action: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return an action with each answer that one tap may give to what it asks."""
    along = _Together(together)
    return [
        along.cell(one["actions"][1].get("card", ""), one["actions"], one["labels"])
        for one in one_tap(together, action)
        if one["actions"][-1]["type"] != "end-turn"
    ]


def pairs(together: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the two cards that one tap may put back for a reincarnation."""
    last = ("put-back", "lack")
    return [
        one
        for one in together
        if one["actions"][0]["type"] == "put-back" and one["actions"][1]["type"] in last
    ]


def purchases(
    moves: Sequence[Offered], board: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the amulets that could be won, each with its payments; sure ones first."""
    me = board["me"]
    listed = _likely(me) if me else _listed(moves)
    shown = _counts(me["hand"]["seen"]) if me else Counter()
    found = []
    for action, ways in listed:
        group = {"action": action, "amulet": _amulet(action, board), "ways": ways}
        for way in ways:
            way["sure"] = not Counter(way["action"]["hand"]) - shown
            laid = way["action"]["hand"] + way["action"]["reserve"]
            way["cards"] = sorted(Counter(laid).items())
        ways.sort(key=lambda way: not way["sure"])
        group["sure"] = ways[0]["sure"]
        found.append(group)
    return sorted(found, key=_cheapness)


def _likely(me: Mapping[str, Any]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Return what this seat can pay, the likeliest payments of each amulet."""
    return [
        (
            offer["action"],
            [
                {
                    "action": offer["action"]
                    | {"hand": pay["hand"], "reserve": pay["reserve"]},
                    "dark": pay["dark"],
                    "likely": pay["likely"],
                }
                for pay in offer["pays"]
            ],
        )
        for offer in me["payable"]
        if offer["pays"]
    ]


def _listed(moves: Sequence[Offered]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Return the open purchases by amulet, for whoever plays for everybody."""
    groups: dict[tuple[Any, ...], tuple[Any, list[dict[str, Any]]]] = {}
    for move in moves:
        action = move.action
        if action["type"] in PURCHASES:
            key = tuple(action.get(part) for part in ("gap", "face", "amulet"))
            way = {"action": action, "dark": move.part("dark") or 0, "likely": 0}
            groups.setdefault(key, (action, []))[1].append(way)
    return list(groups.values())


def likely_first(groups: Sequence[Mapping[str, Any]], most: int) -> list[Any]:
    """Return the likeliest payments of all these amulets, each with its amulet."""
    ways = [(way, group) for group in groups for way in group["ways"] if way["likely"]]
    ways.sort(key=lambda entry: -entry[0]["likely"])
    return ways[:most]


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
        look,
        zone_moves,
        card_groups,
        one_tap,
        answered,
        pairs,
        likely_first,
        purchases,
        other_moves,
        card_kinds,
        may_hold,
    )
}
"""What the templates of this room call as `draw.<name>`."""
