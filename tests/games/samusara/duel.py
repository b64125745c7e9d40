"""Matches between players of the search: `python -m tests.games.samusara.duel`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import sqrt
from random import Random

from companion.games.samusara import GAME
from companion.games.samusara.bot import STRENGTHS, move_of, node_of
from companion.games.samusara.questions import thought
from companion.games.samusara.search import Search

OPENING = 3
"""Turns at random before thinking begins, so that no two games are alike."""

LONGEST = 300


@dataclass(frozen=True)
class Player:
    positions: int
    depth: int
    plays_out: bool = True
    """Plays captures out at the end of its depth."""

    def choose(self, state, rng):
        position = thought(state)
        search = Search(
            state.board, self.positions, seen=position.seen, plays_out=self.plays_out
        )
        found = search.rank(node_of(position), self.depth)
        best = [key for value, key in found if value == found[0][0]]
        return move_of(state.board, thought(state), rng.choice(best))


@dataclass
class Result:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self):
        return self.won + self.drawn + self.lost

    @property
    def points(self):
        return self.won + self.drawn / 2

    def interval(self):
        """Return the share of points and where it lies, 19 times of 20 (Wilson)."""
        share, z = self.points / self.games, 1.96
        middle = share + z * z / (2 * self.games)
        spread = z * sqrt(
            share * (1 - share) / self.games + z * z / (4 * self.games**2)
        )
        whole = 1 + z * z / self.games
        return share, (middle - spread) / whole, (middle + spread) / whole


def duel(one, two, games, seed, board="rhombus"):
    *_, result = played(one, two, games, seed, board)
    return result


def played(one, two, games, seed, board="rhombus"):
    """Play game by game and yield how it stands after each."""
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
        yield result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strength", default="hard", choices=STRENGTHS)
    parser.add_argument("--positions", type=int, help="think about fewer of them")
    parser.add_argument("--depth", type=int, default=1, help="1 is greedy")
    parser.add_argument(
        "--plays-out", action="store_true", help="the other one plays captures out too"
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    strong = STRENGTHS[args.strength]
    one = Player(args.positions or strong.positions, strong.depth)
    two = Player(10**9, args.depth, args.plays_out)
    for result in played(one, two, args.games, args.seed):
        # Every tenth: whoever waits wants to see it move.
        if result.games % 10 == 0:
            share, low, high = result.interval()
            print(f"{result} {share:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
