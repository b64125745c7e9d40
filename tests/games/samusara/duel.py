"""Matches between players of the search: `python -m tests.games.samusara.duel`.

A long match is played in pieces (`--first 40 --seconds 200 --into FILE`): each game is
a line of the file, a game that stands there is not played again, and the sum is of all.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
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
    """Play a match and return how it ended."""
    ends = Counter(ended(one, two, number, seed, board) for number in range(games))
    return Result(**ends)


def ended(one, two, number, seed, board="rhombus"):
    """Play one game of a match and return how it ended for the first player."""
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
        return "drawn"
    return "won" if state.winner ^ first == 0 else "lost"


def match(one, two, args, into):
    """Play the games that are missing, and say how all of them stand."""
    lines = into.read_text().splitlines() if into and into.exists() else []
    known = dict(line.split() for line in lines)
    until = time.monotonic() + args.seconds
    for number in range(args.first, args.first + args.games):
        if str(number) in known or time.monotonic() > until:
            continue
        known[str(number)] = ended(one, two, number, args.seed)
        if into:
            into.write_text("".join(f"{n} {end}\n" for n, end in known.items()))
        share, low, high = (result := Result(**Counter(known.values()))).interval()
        print(f"{result} {share:.1%} ({low:.1%} to {high:.1%})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strength", default="hard", choices=STRENGTHS)
    parser.add_argument("--positions", type=int, help="think about fewer of them")
    parser.add_argument("--depth", type=int, default=1, help="1 is greedy")
    parser.add_argument(
        "--plays-out", action="store_true", help="the other one plays captures out too"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1e9, help="then no new game")
    parser.add_argument("--into", type=Path, help="a file that keeps the games")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    strong = STRENGTHS[args.strength]
    one = Player(args.positions or strong.positions, strong.depth)
    match(one, Player(10**9, args.depth, args.plays_out), args, args.into)


if __name__ == "__main__":
    main()
