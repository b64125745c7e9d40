"""What the oracle shows on a phone for the position at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.phrase import say
from companion.games.karma_dice.box import CUBE, TRACK
from companion.games.karma_dice.oracle import FALL, Choice, choices, expected
from companion.games.karma_dice.powers import (
    can_reroll,
    changed,
    early_copies,
    totals,
)
from companion.games.karma_dice.questions import SettleRoll, ThrowOrStop, asked
from companion.games.karma_dice.state import KarmaDiceState, Turn, Zone
from companion.games.karma_dice.words import handful

MOST_SHOWN = 6


def oracle_view(state: KarmaDiceState) -> dict[str, Any] | None:
    """Return the chances of the player in turn; None where there is nothing to ask."""
    match asked(state):
        case ThrowOrStop():
            return _before_a_throw(state.turn)
        case SettleRoll():
            return _after_a_throw(state.turn)
    return None


def _before_a_throw(turn: Turn) -> dict[str, Any]:
    found = choices(turn.left, len(turn.zones), turn.last)
    shown = sensible(found)
    stop = turn.points if turn.zones else None
    best = shown[0].points
    return {
        "stop": stop,
        "go_on": round(best, 2),
        "advice": "stop" if stop is not None and stop >= best else "throw",
        "throws": [_choice(choice) for choice in shown],
        "note": say(
            "Chances are exact. Points are what the whole turn is worth on average "
            "if you play on as well as possible."
        ).to_json(),
    }


def sensible(found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the best throw of each size, best first, and few of them."""
    by_size: dict[int, Choice] = {}
    for choice in found:
        by_size.setdefault(len(choice.dice), choice)
    return tuple(by_size.values())[:MOST_SHOWN]


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "dice": [die.value for die in choice.dice],
        "words": handful(choice.dice).to_json(),
        "beats": round(min(1.0, choice.beats), 4),
        "points": round(choice.points, 2),
    }


def _after_a_throw(turn: Turn) -> dict[str, Any]:
    total = lowest_winner(turn)
    rerolls = [
        {"place": place, "points": round(reroll_worth(turn, place), 2)}
        for place in can_reroll(turn.roll)
    ]
    return {
        "settle": total,
        "points": round(settle_worth(turn), 2),
        "rerolls": rerolls,
        "copies": [
            {
                "place": place,
                "source": source,
                "points": round(roll_worth(_copied(turn, place, source)), 2),
            }
            for place, source in early_copies(turn.roll)
        ],
    }


def lowest_winner(turn: Turn) -> int | None:
    """Return the lowest result that beats the last one, None if none does."""
    reachable = totals(turn.roll, turn.bonus)
    return next((total for total in reachable if turn.beats(total)), None)


def settle_worth(turn: Turn) -> float:
    """Return the expected points of the turn if the roll is settled now."""
    total = lowest_winner(turn)
    zones = len(turn.zones)
    if total is None:
        return float(FALL[zones])
    if zones + 1 == len(TRACK) or not turn.left:
        done = (*turn.zones, Zone(turn.roll, total))
        return float(turn._replace(zones=done).points)
    return expected(turn.left, zones + 1, total)


@lru_cache(maxsize=1 << 14)
def roll_worth(turn: Turn) -> float:
    """Return the expected points with the best use of rerolls still possible."""
    worth = settle_worth(turn)
    for place in can_reroll(turn.roll):
        worth = max(worth, reroll_worth(turn, place))
    for place, source in early_copies(turn.roll):
        worth = max(worth, roll_worth(_copied(turn, place, source)))
    return worth


def reroll_worth(turn: Turn, place: int) -> float:
    """Return the expected points if this die is thrown again."""
    ends = [roll_worth(_changed(turn, place, face)) for face in CUBE]
    return sum(ends) / len(ends)


def _copied(turn: Turn, place: int, source: int) -> Turn:
    return _changed(turn, place, turn.roll[source].face)


def _changed(turn: Turn, place: int, face: int) -> Turn:
    return turn._replace(roll=changed(turn.roll, place, face))
