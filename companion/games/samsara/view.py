"""What one pair of eyes may see of a game of Samsara, ready for JSON."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from companion.core.cards import Cards, Zone
from companion.core.colours import SIGNS
from companion.core.seats import Seat
from companion.games.samsara.box import GOAL, SOLO_TURNS, ZONES, Box, is_gold, need
from companion.games.samsara.characters import POWERS
from companion.games.samsara.ending import bad_karma
from companion.games.samsara.offers import payable
from companion.games.samsara.prompts import PHASE_NAMES, PHASES, phase, prompt, why
from companion.games.samsara.provenance import notes
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
    HAND,
    NEXT,
    OFF_BOARD,
    PLAY,
    RESERVE,
    Player,
    State,
)
from companion.games.samsara.steps.ancestral import effect_of
from companion.games.samsara.steps.setup import cast
from companion.games.samsara.steps.taking import reach
from companion.games.samsara.steps.winning import gaps_of
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    EFFECT_NAMES,
    MEANINGS,
    POWER_NAMES,
    ZONE_NAMES,
    name,
)


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the table as one seat (or a watcher) may see it."""
    task = state.task
    return {
        "turn": task.seat if task else None,
        "prompt": prompt(state, seat).to_json(),
        "why": why(state),
        "scores": [
            {"seat": place, "score": player.wins}
            for place, player in enumerate(state.players)
        ],
        "board": _board(state, seat),
    }


def _board(state: State, seat: Seat | None) -> dict[str, Any]:
    task = state.task
    return {
        "task": task.kind if task else None,
        "phases": _phases(state),
        "player": state.seat,
        "actions": state.turn.actions,
        "round": state.round,
        "goal": GOAL,
        "first": state.setting.first,
        "ended": state.ended,
        "wheel": _wheel(state),
        "karma": {"good": state.good, "bad": state.bad},
        "gaps": [_gap(state, gap) for gap in range(state.setting.gaps)],
        "ancestral": _ancestral(state),
        "cast": _cast(state),
        "players": [_player(state, place) for place in range(state.setting.seats)],
        "me": _me(state, seat) if seat is not None else None,
        "solo": _solo(state),
        "parts": {
            "bhaga": state.setting.bhaga,
            "durmangala": state.setting.durmangala,
            "ancestral": state.setting.ancestral,
            "characters": state.setting.characters,
        },
        "hands": "open-report" if state.setting.open else "private",
        "notes": notes(state.setting),
    }


def _phases(state: State) -> list[dict[str, Any]]:
    now = phase(state)
    place = PHASES.index(now) if now else -1
    return [
        {
            "key": key,
            "name": PHASE_NAMES[key].to_json(),
            "now": key == now,
            "done": index < place,
        }
        for index, key in enumerate(PHASES)
    ]


def _wheel(state: State) -> dict[str, Any]:
    pawns: dict[int, list[int]] = {}
    for seat, player in enumerate(state.players):
        pawns.setdefault(player.pawn, []).append(seat)
    colours = state.setting.box.colours
    neutral = state.neutral_zone if state.setting.seats == 1 else None
    reachable = _reachable(state)
    return {
        "zones": [
            {
                "zone": place,
                "key": key,
                "name": ZONE_NAMES[key].to_json(),
                "meaning": MEANINGS[key].to_json(),
                "colour": colours[place].value,
                "sign": SIGNS[colours[place]],
                "cards": len(state.stacks[place]),
                "top": _top(state, place),
                "specials": list(state.stacks[place].specials),
                "pawns": pawns.get(place, []),
                "neutral": neutral == place,
                "reach": place in reachable,
            }
            for place, key in enumerate(ZONES)
        ],
        "start": pawns.get(OFF_BOARD, []),
        "neutral_at_start": neutral == OFF_BOARD,
    }


def _reachable(state: State) -> tuple[int, ...]:
    """Return the zones the present player may take a card from."""
    task = state.task
    return reach(state, task.seat) if task and task.kind == "take" else ()


def _top(state: State, zone: int) -> str | None:
    stack = state.stacks[zone]
    if stack.normal:
        return ZONES[zone]
    return stack.specials[0] if len(stack.specials) == 1 else None


@lru_cache(maxsize=512)
def amulet_json(face: str, box: Box) -> dict[str, Any]:
    """Return a face of an amulet with its symbols."""
    return {
        "face": face,
        "metal": "gold" if is_gold(face) else "copper",
        "symbols": symbols_json(face, box),
    }


def symbols_json(face: str, box: Box) -> list[dict[str, Any]]:
    """Return the symbols of a face by zone, colour and number."""
    return [
        {"zone": ZONES[place], "colour": box.colours[place].value, "count": count}
        for place, count in enumerate(need(face))
        if count
    ]


def _gap(state: State, gap: int) -> dict[str, Any]:
    seats = state.setting.seats
    box = state.setting.box
    return {
        "gap": gap,
        "between": [gap, (gap + 1) % seats] if seats > 2 else list(range(seats)),
        "amulets": [amulet_json(face, box) for face in state.gaps[gap]],
    }


def _ancestral(state: State) -> list[dict[str, Any]]:
    box = state.setting.box
    return [
        {
            **_ancestral_json(amulet),
            "zones": [zone, (zone + 1) % 8],
            "symbols": symbols_json(box.ancestral[int(amulet[-1]) - 1], box),
        }
        for amulet, zone in state.ancestral
    ]


def _ancestral_json(amulet: str) -> dict[str, Any]:
    return {
        "amulet": amulet,
        "face": amulet.split("-", maxsplit=1)[0],
        "power": EFFECT_NAMES[effect_of(amulet)].to_json(),
    }


def counted(cards: Cards) -> list[dict[str, Any]]:
    """Return cards by number, each with its name."""
    return [
        {"card": card, "count": count, "name": name(card).to_json()}
        for card, count in sorted(Counter(cards).items())
    ]


def _player(state: State, seat: int) -> dict[str, Any]:
    player, box = state.players[seat], state.setting.box
    zones = player.cards.zones
    left, *right = gaps_of(state, seat)
    return {
        "seat": seat,
        "pawn": player.pawn if player.pawn != OFF_BOARD else None,
        "character": player.character or None,
        "character_name": CHARACTER_NAMES[player.character].to_json()
        if player.character
        else None,
        "powers": _powers(player),
        "amulets": [amulet_json(face, box) for face in player.amulets],
        "ancestral": [_ancestral_json(amulet) for amulet in player.ancestral],
        "held": [amulet_json(face, box) for face in player.held],
        "left": left,
        "right": right[0] if right else left,
        "hand": len(zones[HAND]),
        "draw": len(zones[DRAW]),
        "discard": len(zones[DISCARD]),
        "next": len(zones[NEXT]),
        "play": counted(zones[PLAY].seen),
        "evanescent": counted(zones[EVANESCENT].seen),
        "reserve": counted(zones[RESERVE].seen),
        "bad_karma": bad_karma(state, seat) if state.over else None,
    }


def _cast(state: State) -> list[dict[str, Any]]:
    """Return the characters with their powers, while somebody chooses one."""
    if state.task is None or state.task.kind != "character":
        return []
    return [
        {
            "character": character,
            "powers": [POWER_NAMES[power].to_json() for power in POWERS[character]],
        }
        for character in cast(state.setting)
    ]


def _powers(player: Player) -> list[dict[str, Any]]:
    return [
        {
            "power": power,
            "name": POWER_NAMES[power].to_json(),
            "covered": power in player.markers,
        }
        for power in POWERS.get(player.character, ())
    ]


def _zone(zone: Zone) -> dict[str, Any]:
    return {"seen": counted(zone.seen), "unseen": zone.unseen}


def _me(state: State, seat: int) -> dict[str, Any]:
    """Return what only this seat may know."""
    cards = state.players[seat].cards
    return {
        "seat": seat,
        "hand": _zone(cards.zones[HAND]),
        "discard": _zone(cards.zones[DISCARD]),
        "next": _zone(cards.zones[NEXT]),
        "draw": len(cards.zones[DRAW]),
        "deck": counted(cards.everything()),
        "unseen": counted(cards.pool),
        "payable": payable(state, seat),
    }


def _solo(state: State) -> dict[str, Any] | None:
    if state.setting.seats > 1:
        return None
    zone = state.neutral_zone
    return {
        "moves": state.neutral,
        "turns_left": SOLO_TURNS - state.neutral,
        "turns": SOLO_TURNS,
        "zone": None if zone == OFF_BOARD else zone,
        "next": state.neutral % 8,
    }
