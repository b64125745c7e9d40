"""Matches between players of the search: `python -m tests.games.samusara.duel`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random

from companion.games.samusara import GAME
from companion.games.samusara.bot import STRENGTHS, Strength, move_of, ranked
from companion.games.samusara.questions import thought

OPENING = 3
"""Turns at random before thinking begins, so that no two games are alike."""

LONGEST = 300


@dataclass(frozen=True)
class Player:
    positions: int
    depth: int
    quiet: bool = True
    """Plays captures out at the end of its depth."""

    def choose(self, state, rng):
        strength = Strength(self.positions, self.depth)
        found = ranked(state.board, thought(state), strength)
        best = [key for value, key in found if value == found[0][0]]
        return move_of(state.board, thought(state), rng.choice(best))


@dataclass
class Result:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self):
        return self.won + self.drawn / 2


def duel(one, two, games, seed, board="rhombus"):
    result = Result()
    for number in range(games):
        rng = Random(f"{seed} {number // 2}")
        state = GAME.start({"players": 2, "board": board})
        first = number % 2  # sides are swapped after the same opening
        for turn in range(LONGEST):
            if not state.todo:
                break
            if turn < OPENING:
                action = rng.choice(GAME.legal_actions(state))
            else:
                player = (one, two)[state.colour ^ first]
                action = player.choose(state, rng)
            state = GAME.apply(state, action)
        if state.winner is None:
            result.drawn += 1
        elif state.winner ^ first == 0:
            result.won += 1
        else:
            result.lost += 1
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strength", default="hard", choices=STRENGTHS)
    parser.add_argument("--depth", type=int, default=1, help="1 is greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    strong = STRENGTHS[args.strength]
    one = Player(strong.positions, strong.depth)
    two = Player(10**9, args.depth)
    result = duel(one, two, args.games, args.seed)
    print(f"{args.strength} against depth {args.depth}: {result}")


if __name__ == "__main__":
    main()
