"""Counting five turns deep: `python -m tests.games.samusara.count [--slow] [NAME ...]`.

Positions that are reached in several ways are counted once and remembered: five turns
from the start are three million positions, but far fewer different ones.
"""

from __future__ import annotations

import argparse
import time

from companion.games.samusara.moves import carry_out, listed, ways_won
from companion.games.samusara.series import Side
from tests.games.samusara import slow
from tests.games.samusara.positions import positions
from tests.games.samusara.shared import FILES, plain


def counted(state, depth):
    """Count with the moves of the engine, which the search and every turn use."""
    known = {}
    board = state.board

    def count(sides, depth):
        if (sides, depth) in known:
            return known[sides, depth]
        mover, other = sides
        found = set()
        for move in listed(board, mover):
            done = carry_out(board, mover, move)
            mine = Side(mover.colour, done.mine, done.theirs, done.pile, done.cube)
            found.add((other._replace(mine=done.theirs, theirs=done.mine), mine))
        total = len(found)
        if depth > 1:
            total = sum(
                count(after, depth - 1)
                for after in found
                if not ways_won(board, mover.colour, after[1].mine, after[1].cube)
            )
        known[sides, depth] = total
        return total

    sides = tuple(
        Side(
            colour,
            state.discs[colour],
            state.discs[1 - colour],
            state.piles[colour],
            state.cubes[colour],
        )
        for colour in (state.colour, 1 - state.colour)
    )
    return count(sides, depth)


def slowly_counted(state, depth):
    """Count with the second model, which shares no code with the engine."""
    board, known = slow.SlowBoard(FILES[state.board.id]), {}

    def count(position, depth):
        key = (*slow.frozen(position[:3]), position[3], depth)
        if key in known:
            return known[key]
        colour = position[3]
        found = {slow.frozen(after): after for after in slow.turns(board, position)}
        total = len(found)
        if depth > 1:
            total = sum(
                count((*after, slow.other(colour)), depth - 1)
                for after in found.values()
                if not slow.won(board, after[0], colour, after[2][colour])
            )
        known[key] = total
        return total

    return count(plain(state), depth)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*positions(), []])
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--slow", action="store_true", help="use the second model")
    args = parser.parse_args()
    for name in args.names or positions():
        began = time.process_time()
        found = (slowly_counted if args.slow else counted)(
            positions()[name], args.depth
        )
        print(f"{name} {found:,} in {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
