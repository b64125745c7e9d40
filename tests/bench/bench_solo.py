"""How often the bot wins Samsara alone, by character and length: a table.

`python -m tests.bench.bench_solo --games 100` plays whole games by the rules of the
engine, every draw reported; the bot sees what a player at the table sees.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.games.samsara import GAME
from companion.games.samsara.actions import ChooseCharacter
from companion.games.samsara.characters import BASE
from companion.games.samsara.questions.setup import PickCharacter
from companion.games.samsara.solo_player import SoloPlayer

LENGTHS = ("easy", "normal")


class Ending(NamedTuple):
    """How one game ended."""

    won: bool
    turns: int
    """Turns that were over when it ended."""


def play(character: str, length: str, number: int) -> Ending:
    """Let the bot play one game; the same number is the same game."""
    rng = Random(f"solo {character} {length} {number}")
    options = {"players": 1, "length": length, "hands": "every-draw"}
    state, bot = GAME.start(options), SoloPlayer(number)
    while (ended := GAME.outcome(state)) is None:
        chance = GAME.chance(state)
        if chance is not None:
            action = chance.sample(rng)
        elif isinstance(state.asked, PickCharacter):
            action = ChooseCharacter(character)
        else:
            action = bot.choose(state)
        state = GAME.apply(state, action)
    return Ending(bool(ended.winners), state.neutral)


def line(character: str, length: str, games: range) -> str:
    """Play some games and say how they ended."""
    endings = [play(character, length, number) for number in games]
    count = len(endings)
    won = sum(ending.won for ending in endings)
    # One win and one loss more than played: otherwise 100 of 100 would be certain.
    likely = (won + 1) / (count + 2)
    error = sqrt(likely * (1 - likely) / count)
    turns = sum(ending.turns + 1 for ending in endings if ending.won) / max(1, won)
    return (
        f"{length:6} {character:8} {won / count:4.0%} ± {error:.1%} (n = {count}), "
        f"a won game takes {turns:.1f} turns"
    )


def main() -> int:
    """Print a line for every character and length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--characters", nargs="*", default=BASE)
    parser.add_argument("--lengths", nargs="*", default=LENGTHS)
    args = parser.parse_args()
    games = range(args.first, args.first + args.games)
    for length in args.lengths:
        for character in args.characters:
            print(line(character, length, games), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
