"""How often whoever follows the oracle escapes the Evil Eye, by level.

`python -m tests.bench.bench_eye` prints the exact chances and those of games played;
`--write` keeps the chances that the oracle aims at (after a change of the Eye's steps).
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from random import Random

from companion.games.karma_dice import GAME, careful
from companion.games.karma_dice.actions import (
    Action,
    CopyFirst,
    Reroll,
    Settle,
    Stop,
    Throw,
)
from companion.games.karma_dice.advice import (
    lowest_winner,
    reroll_worth,
    roll_worth,
    settle_worth,
    stop_worth,
)
from companion.games.karma_dice.escape import KEPT, LEADS, aim_of, chances, kept, key
from companion.games.karma_dice.oracle import Aim, choices
from companion.games.karma_dice.powers import (
    can_reroll,
    changed,
    early_copies,
    totals,
)
from companion.games.karma_dice.questions import SettleRoll, ThrowOrStop, asked
from companion.games.karma_dice.state import KarmaDiceState, Level, Turn

LEVELS = (Level.GENTLE, Level.FAIR, Level.HARSH)


def follow(state: KarmaDiceState) -> Action:
    """Return what the oracle advises; dice are drafted by a careful player's taste."""
    match asked(state):
        case ThrowOrStop():
            return _throw_or_stop(state.turn, aim_of(state))
        case SettleRoll():
            return _settle(state.turn, aim_of(state))
    return careful.choose(state)


def _throw_or_stop(turn: Turn, aim: Aim) -> Action:
    best = choices(turn.left, len(turn.zones), turn.last, aim)[0]
    stop = stop_worth(turn, aim)
    return Stop() if stop is not None and stop >= best.worth else Throw(best.dice)


def _settle(turn: Turn, aim: Aim) -> Action:
    total = lowest_winner(turn)
    settled = totals(turn.roll, turn.bonus)[-1] if total is None else total
    found: list[tuple[float, Action]] = [(settle_worth(turn, aim), Settle(settled))]
    for place in can_reroll(turn.roll):
        found.append((reroll_worth(turn, place, aim), Reroll(place)))
    for place, source in early_copies(turn.roll):
        roll = changed(turn.roll, place, turn.roll[source].face)
        worth = roll_worth(turn._replace(roll=roll), aim)
        found.append((worth, CopyFirst(place, source)))
    return max(found, key=lambda way: way[0])[1]


def escapes(level: Level, number: int) -> bool:
    """Play one game after the oracle and tell whether it was won."""
    rng = Random(f"oracle {level.value} {number}")
    state = GAME.start({"players": 1, "eye": level.value})
    while (ended := GAME.outcome(state)) is None:
        chance = GAME.chance(state)
        action = chance.sample(rng) if chance else follow(state)
        state = GAME.apply(state, action)
    return bool(ended.winners)


def promised(level: Level, *, traits: bool = False) -> float:
    """Return the chance that is kept for the beginning of the first round."""
    return kept()[key(level, traits)][0][-LEADS[0]]


def write() -> None:
    """Compute the chances of every level anew and keep them."""
    tables = {
        key(level, traits): [
            [round(float(chance), 4) for chance in row]
            for row in chances(level, traits=traits)
        ]
        for traits in (False, True)
        for level in LEVELS
    }
    KEPT.write_text(json.dumps(tables, separators=(",", ":")) + "\n", "utf-8")


def main() -> int:
    """Print a line per level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--levels", nargs="*", default=[lv.value for lv in LEVELS])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write:
        write()
        return 0
    for level in map(Level, args.levels):
        games = range(args.first, args.first + args.games)
        rate = sum(escapes(level, number) for number in games) / args.games
        error = sqrt(rate * (1 - rate) / args.games)
        print(
            f"{level.value}: exact {promised(level):.1%}, with traits "
            f"{promised(level, traits=True):.1%}; played {rate:.1%} ± {error:.1%} "
            f"(n = {args.games})",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
