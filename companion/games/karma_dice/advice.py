"""What the oracle shows on a phone for the position at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.phrase import say
from companion.games.karma_dice.box import CUBE, TRACK
from companion.games.karma_dice.escape import aim_of
from companion.games.karma_dice.oracle import (
    MOST_POINTS,
    POINTS,
    Aim,
    Choice,
    choices,
    expected,
)
from companion.games.karma_dice.own_box import (
    Kinds,
    own_dice,
    usual_dice,
    usual_roll,
)
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

NOTE = say(
    "Chances are exact. Points are what the whole turn is worth on average "
    "if you play on as well as possible."
)
NOTE_ALONE = say(
    "The oracle looks for the best chance to escape the Eye, not for the most points."
)


def oracle_view(state: KarmaDiceState) -> dict[str, Any] | None:
    """Return the chances of the player in turn; None where there is nothing to ask."""
    kinds = state.setup.kinds
    match asked(state):
        case ThrowOrStop():
            return _before_a_throw(_usual(state), aim_of(state), kinds)
        case SettleRoll():
            return _after_a_throw(_usual(state), aim_of(state))
    return None


def _usual(state: KarmaDiceState) -> Turn:
    """Return the turn as it would lie with the dice of the usual box."""
    kinds, turn = state.setup.kinds, state.turn
    left = usual_dice(kinds, turn.left)
    return turn._replace(left=left, roll=usual_roll(kinds, turn.roll))


def stop_worth(turn: Turn, aim: Aim) -> float | None:
    """Return what stopping now is worth; None where one must throw."""
    return float(aim.worth[min(turn.points, MOST_POINTS)]) if turn.zones else None


def _rounded(worth: float, aim: Aim) -> float:
    """Return points with two decimals, chances with four."""
    return round(worth, 2 if aim is POINTS else 4)


def _before_a_throw(turn: Turn, aim: Aim, kinds: Kinds) -> dict[str, Any]:
    found = choices(turn.left, len(turn.zones), turn.last, aim)
    shown = sensible(found)
    stop = stop_worth(turn, aim)
    best = shown[0].worth
    return {
        "aim": "points" if aim is POINTS else "escape",
        "stop": None if stop is None else _rounded(stop, aim),
        "go_on": _rounded(best, aim),
        "advice": "stop" if stop is not None and stop >= best else "throw",
        "throws": [_choice(choice, aim, kinds) for choice in shown],
        "note": (NOTE if aim is POINTS else NOTE_ALONE).to_json(),
    }


def sensible(found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the best throw of each size, best first, and few of them."""
    by_size: dict[int, Choice] = {}
    for choice in found:
        by_size.setdefault(len(choice.dice), choice)
    return tuple(by_size.values())[:MOST_SHOWN]


def _choice(choice: Choice, aim: Aim, kinds: Kinds) -> dict[str, Any]:
    dice = own_dice(kinds, choice.dice)
    return {
        "dice": [die.value for die in dice],
        "words": handful(dice).to_json(),
        "beats": round(min(1.0, choice.beats), 4),
        "points": _rounded(choice.worth, aim),
    }


def _after_a_throw(turn: Turn, aim: Aim) -> dict[str, Any]:
    total = lowest_winner(turn)
    rerolls = [
        {"place": place, "points": _rounded(reroll_worth(turn, place, aim), aim)}
        for place in can_reroll(turn.roll)
    ]
    return {
        "aim": "points" if aim is POINTS else "escape",
        "settle": total,
        "points": _rounded(settle_worth(turn, aim), aim),
        "rerolls": rerolls,
        "copies": [
            {
                "place": place,
                "source": source,
                "points": _rounded(roll_worth(_copied(turn, place, source), aim), aim),
            }
            for place, source in early_copies(turn.roll)
        ],
    }


def lowest_winner(turn: Turn) -> int | None:
    """Return the lowest result that beats the last one, None if none does."""
    reachable = totals(turn.roll, turn.bonus)
    return next((total for total in reachable if turn.beats(total)), None)


def settle_worth(turn: Turn, aim: Aim = POINTS) -> float:
    """Return what the turn is worth on average if the roll is settled now."""
    total = lowest_winner(turn)
    zones = len(turn.zones)
    if total is None:
        return float(aim.fall[zones])
    if zones + 1 == len(TRACK) or not turn.left:
        done = (*turn.zones, Zone(turn.roll, total))
        return float(aim.worth[min(turn._replace(zones=done).points, MOST_POINTS)])
    return expected(turn.left, zones + 1, total, aim)


@lru_cache(maxsize=1 << 14)
def roll_worth(turn: Turn, aim: Aim = POINTS) -> float:
    """Return what it is worth with the best use of rerolls still possible."""
    worth = settle_worth(turn, aim)
    for place in can_reroll(turn.roll):
        worth = max(worth, reroll_worth(turn, place, aim))
    for place, source in early_copies(turn.roll):
        worth = max(worth, roll_worth(_copied(turn, place, source), aim))
    return worth


def reroll_worth(turn: Turn, place: int, aim: Aim = POINTS) -> float:
    """Return what it is worth on average if this die is thrown again."""
    ends = [roll_worth(_changed(turn, place, face), aim) for face in CUBE]
    return sum(ends) / len(ends)


def _copied(turn: Turn, place: int, source: int) -> Turn:
    return _changed(turn, place, turn.roll[source].face)


def _changed(turn: Turn, place: int, face: int) -> Turn:
    return turn._replace(roll=changed(turn.roll, place, face))
