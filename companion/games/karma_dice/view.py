"""What one pair of eyes may see, ready for JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.seats import Seat
from companion.games.karma_dice import flow, solo
from companion.games.karma_dice.box import (
    CHAKRA,
    COLOUR_NAMES,
    POWER_NAMES,
    POWERS,
    SOURCES,
    TRACK,
)
from companion.games.karma_dice.options import OPTIONS
from companion.games.karma_dice.powers import totals
from companion.games.karma_dice.prompts import prompt, why
from companion.games.karma_dice.state import (
    Die,
    End,
    KarmaDiceState,
    Phase,
    Turn,
    hand_of,
    order_of,
)
from companion.games.karma_dice.words import steps_to, way_to


def view(state: KarmaDiceState, seat: Seat | None) -> dict[str, Any]:
    """Return the table as one seat (or a watcher) may see it."""
    waiting = state.phase in (Phase.TRAITS, Phase.OVER)
    return {
        "turn": None if waiting else state.turn.seat,
        "prompt": prompt(state, seat).to_json(),
        "why": why(state),
        "scores": [
            {"seat": place, "score": player.score}
            for place, player in enumerate(state.players)
        ],
        "board": _board(state, seat),
    }


def _board(state: KarmaDiceState, seat: Seat | None) -> dict[str, Any]:
    free = Counter(state.reserve)
    return {
        "phase": state.phase.value,
        "round": state.round,
        "rounds": planned_rounds(state),
        "last_round": state.phase is not Phase.OVER and _is_last(state),
        "first": state.first,
        "order": list(order_of(state)),
        "red": state.turn.seat,
        "yogi": state.yogi,
        "track": list(TRACK),
        "reserve": [
            {
                "colour": colour.value,
                "count": free[colour],
                "power": POWERS[colour].value,
                "name": COLOUR_NAMES[colour].to_json(),
                "power_name": POWER_NAMES[POWERS[colour]].to_json(),
            }
            for colour in CHAKRA
        ],
        "seats": [_seat(state, Seat(place), seat) for place in order_of_seats(state)],
        "now": _now(state),
        "picking": list(state.picking),
        "eye": _eye(state),
        "oracle": _oracle(state),
        "summary": _summary(state),
        "options": _options(state),
        "sources": [
            {
                "fact": source.fact,
                "provenance": source.provenance.value,
                "note": source.note.to_json(),
            }
            for source in SOURCES
        ],
    }


def order_of_seats(state: KarmaDiceState) -> range:
    """Return the places round the table."""
    return range(state.setup.players)


def planned_rounds(state: KarmaDiceState) -> int | None:
    """Return how many rounds there will be, None if the scores decide."""
    if not state.setup.solo and state.setup.end is End.TARGET:
        return None
    if not state.setup.solo and state.setup.end is End.ROUNDS:
        return state.setup.rounds
    drafting = state.phase is Phase.DRAFT
    waiting = len(state.picking) if drafting else 0
    later = max(0, len(state.reserve) - waiting)
    if state.phase is Phase.TRAITS:
        later -= state.setup.players
    drafts = -(-later // state.setup.players)
    return state.round + drafts + (1 if drafting else 0)


def _is_last(state: KarmaDiceState) -> bool:
    return planned_rounds(state) == state.round


def _seat(state: KarmaDiceState, place: Seat, eyes: Seat | None) -> dict[str, Any]:
    player = state.players[place]
    trait = player.trait
    open_cards = state.phase is not Phase.TRAITS or place == eyes
    return {
        "seat": place,
        "score": player.score,
        "dice": [die.value for die in player.dice],
        "hand": [die.value for die in hand_of(state, place)],
        "chosen": trait is not None,
        "trait": {"die": trait.die.value, "ability": trait.ability, "used": trait.used}
        if trait and open_cards
        else None,
    }


def _now(state: KarmaDiceState) -> dict[str, Any] | None:
    if state.phase not in (Phase.THROW, Phase.AIR, Phase.SETTLE):
        return None
    turn = state.turn
    done = len(turn.zones)
    return {
        "seat": turn.seat,
        "left": [die.value for die in turn.left],
        "zones": [
            {
                "points": points,
                "total": zone.total if zone else None,
                "dice": [_die(die) for die in zone.dice] if zone else [],
            }
            for points, zone in zip(TRACK, (*turn.zones, *_NOTHING), strict=False)
        ],
        "last": turn.last,
        "points": turn.points,
        "next": TRACK[done] if done < len(TRACK) else None,
        "if_failed": TRACK[done - 2] if done > 1 else 0,
        "roll": [
            {**_die(die), "place": place, "air": place in turn.air, "spent": die.spent}
            for place, die in enumerate(turn.roll)
        ],
        "rerolls": list(flow.can_reroll(turn)) if state.phase is Phase.SETTLE else [],
        "results": _results(turn) if state.phase is Phase.SETTLE else [],
    }


_NOTHING = (None,) * len(TRACK)


def _die(die: Die) -> dict[str, Any]:
    return {"colour": die.colour.value, "face": die.face or None}


def _results(turn: Turn) -> list[dict[str, Any]]:
    """Return every reachable result; the two that matter most are marked."""
    reachable = totals(turn.roll, turn.bonus)
    winning = [total for total in reachable if flow.beats(turn, total)]
    return [
        {
            "total": total,
            "beats": flow.beats(turn, total),
            "lowest": bool(winning) and total == winning[0],
            "highest": total == reachable[-1],
            "words": way_to(turn.roll, turn.bonus, total).to_json(),
            "steps": [s.to_json() for s in steps_to(turn.roll, turn.bonus, total)],
        }
        for total in reachable
    ]


def _summary(state: KarmaDiceState) -> dict[str, Any] | None:
    if state.summary is None:
        return None
    return {**state.summary._asdict(), "rolls": list(state.summary.rolls)}


def _oracle(state: KarmaDiceState) -> dict[str, Any] | None:
    """Ask the oracle only where it is switched on: it thinks for a moment."""
    if not state.setup.oracle:
        return None
    from companion.games.karma_dice.advice import oracle_view

    return oracle_view(state)


def _eye(state: KarmaDiceState) -> dict[str, Any] | None:
    if not state.setup.solo:
        return None
    return {
        "place": state.eye,
        "next": solo.next_place(state),
        "steps": solo.next_place(state) - state.eye,
        "level": state.setup.eye.value,
        "lead": state.players[0].score - state.eye,
        "catches": state.round > solo.GRACE,
    }


def _options(state: KarmaDiceState) -> list[dict[str, Any]]:
    chosen = state.setup._asdict()
    return [
        {
            "key": option.key,
            "value": chosen[option.key],
            "label": option.label.to_json(),
            "provenance": option.provenance.value,
            "note": option.note.to_json() if option.note else None,
        }
        for option in OPTIONS
        if not option.players or state.setup.players in option.players
    ]
