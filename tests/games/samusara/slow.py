"""A second model of the turns, slow and plain, written from the facts alone.

It shares nothing with the engine but the board file: cells are names, discs a dict.
"""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

BOARDS = Path(__file__).parents[3] / "companion" / "games" / "samusara" / "boards"


class SlowBoard:
    def __init__(self, name):
        data = json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8"))
        self.kind = {cell["id"]: cell["kind"] for cell in data["cells"]}
        self.lines = data["lines"]
        self.goal = data["capture_track"]["steps_to_centre"]
        self.power_goal = data["win"]["opponent_power_cells"]
        self.hill_goal = data["win"]["hilltop_cells"]

    def neighbours(self, cell):
        for line in self.lines:
            for one, two in pairwise(line):
                if one == cell:
                    yield two
                if two == cell:
                    yield one

    def leaps(self, cell):
        for line in self.lines:
            for one, two, three in zip(line, line[1:], line[2:], strict=False):
                if one == cell:
                    yield two, three
                if three == cell:
                    yield two, one

    def homes(self, colour):
        return [cell for cell, kind in self.kind.items() if kind == f"{colour}_power"]


def other(colour):
    return {"yellow": "brown", "brown": "yellow"}[colour]


def won(board, discs, colour, cube):
    mine = [cell for cell, disc in discs.items() if disc == colour]
    foreign = sum(board.kind[cell] == f"{other(colour)}_power" for cell in mine)
    hills = sum(board.kind[cell] == "hilltop" for cell in mine)
    return foreign >= board.power_goal or hills >= board.hill_goal or cube >= board.goal


def turns(board, position):
    """Yield every position a turn can lead to, many of them more than once."""
    discs, piles, cubes, colour = position
    free = [cell for cell in board.kind if cell not in discs]
    for cell, disc in list(discs.items()):
        if disc != colour:
            continue
        for target in board.neighbours(cell):
            if target not in discs:
                moved = {k: v for k, v in discs.items() if k != cell}
                yield (moved | {target: colour}, piles, cubes)
        yield from _series(board, position, cell)
    homes = [cell for cell in board.homes(colour) if cell in free]
    for count in range(1, min(piles[colour], len(homes)) + 1):
        for cells in combinations(homes, count):
            placed = discs | dict.fromkeys(cells, colour)
            yield placed, piles | {colour: piles[colour] - count}, cubes


def _series(board, position, start):
    discs, piles, cubes, colour = position
    air = {cell: disc for cell, disc in discs.items() if cell != start}
    stack = [(start, air, 0)]
    known = set()
    while stack:
        here, around, taken = stack.pop()
        for over, land in board.leaps(here):
            if over not in around or land in around:
                continue
            enemy = around[over] != colour
            left = {k: v for k, v in around.items() if not (enemy and k == over)}
            count = taken + enemy
            mark = (land, frozenset(left.items()))
            if mark in known:
                continue
            known.add(mark)
            after = left | {land: colour}
            if land != start or count:
                yield (
                    after,
                    piles | {colour: piles[colour] + count},
                    cubes | {colour: cubes[colour] + count},
                )
            if not won(board, after, colour, cubes[colour] + count):
                stack.append((land, left, count))


def frozen(position):
    discs, piles, cubes = position
    return tuple(frozenset(part.items()) for part in (discs, piles, cubes))


def perft(board, position, depth):
    """Count distinct resulting positions per node; won positions are not expanded."""
    colour = position[3]
    found = {frozen(after): after for after in turns(board, position)}
    if depth == 1:
        return len(found)
    total = 0
    for after in found.values():
        if won(board, after[0], colour, after[2][colour]):
            continue
        following = (*after, other(colour))
        total += perft(board, following, depth - 1)
    return total
