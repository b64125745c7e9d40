"""Boards and random games for drawn photos: a slow, plain list of legal turns.

Independent of every engine on purpose: the reader is judged with positions that this
file, not the room of a game, says are reachable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from types import SimpleNamespace

import numpy as np

from vision.boards.files import prior_of
from vision.readings import BoardPrior, Position, Successor


def _joined(spots, directions, kind) -> BoardPrior:
    """Return the board whose cells are these, joined along these directions."""
    cells = [
        SimpleNamespace(id=name, x=x, y=y, kind=kind(name, x, y))
        for name, (x, y) in spots.items()
    ]
    lines = []
    at = {(round(c.x, 2), round(c.y, 2)): c.id for c in cells}
    for dx, dy, every in directions:
        for c in cells:
            before = (round(c.x - dx, 2), round(c.y - dy, 2))
            if before in at or round(c.x + c.y) % every:
                continue
            line, x, y = [], c.x, c.y
            while (round(x, 2), round(y, 2)) in at:
                line.append(at[round(x, 2), round(y, 2)])
                x, y = x + dx, y + dy
            if len(line) > 1:
                lines.append(line)
    piles = SimpleNamespace(yellow=1, brown=1)
    return prior_of(SimpleNamespace(cells=cells, lines=lines, capture_pile_start=piles))


def _kind_by_row(row: float, last: float, hill: bool) -> str:
    if hill:
        return "hilltop"
    return "brown_power" if row < 4 else "yellow_power" if row > last - 4 else "plain"


def _tilted(
    dx: float, dy: float, lines: tuple[tuple[float, float, int], ...]
) -> BoardPrior:
    """Return a 7 x 7 board that stands on its tip."""
    spots = {
        f"{'ABCDEFGHIJKLM'[12 - a - b]}{b + 1}": ((b - a) * dx + 6 * dx, (a + b) * dy)
        for a in range(7)
        for b in range(7)
    }

    def kind(_: str, x: float, y: float) -> str:
        row, column = round(y / dy), round(x / dx) - 6
        a, b = (row - column) // 2, (row + column) // 2
        return _kind_by_row(row, 12, 2 <= a <= 4 and 2 <= b <= 4)

    return _joined(spots, lines, kind)


@cache
def boards() -> dict[str, BoardPrior]:
    """Return the three geometries that are shipped, built from their description."""
    high = 3**0.5 / 2
    rhombus = _tilted(0.5, high, ((1, 0, 1), (0.5, high, 1), (-0.5, high, 1)))
    diamond = _tilted(0.5, 0.5, ((0.5, 0.5, 1), (-0.5, 0.5, 1)))
    spots = {f"{'abcde'[x]}{7 - y}": (x, y) for y in range(7) for x in range(5)}

    def kind(_: str, x: float, y: float) -> str:
        if 2 <= y <= 4 and 1 <= x <= 3:
            return "hilltop"
        return "brown_power" if y < 2 else "yellow_power" if y > 4 else "plain"

    # Diagonals pass every other cell only.
    ways = ((1, 0, 1), (0, 1, 1), (1, 1, 2), (-1, 1, 2))
    rectangle = _joined(spots, ways, kind)
    return {"rhombus": rhombus, "diamond": diamond, "rectangle": rectangle}


@dataclass(frozen=True)
class Turns:
    """The steps and jumps of a board."""

    board: BoardPrior

    @property
    def tables(self) -> tuple[list[set[int]], list[set[tuple[int, int]]]]:
        return _tables(self.board.lines, tuple(c.id for c in self.board.cells))

    def start(self) -> Position:
        """Return the position in which all discs stand at home."""
        names = {"yellow_power": "yellow", "brown_power": "brown"}
        return tuple(names.get(ground, "") for ground in self.board.grounds)

    def after(self, position: Position, mover: str) -> set[Position]:
        """Return every position one turn of a colour can lead to."""
        near, hops = self.tables
        found = set(self._returns(position, mover))
        for here, what in enumerate(position):
            if what != mover:
                continue
            for there in near[here]:
                if not position[there]:
                    found.add(_moved(position, here, there))
            found |= self._series(position, here, hops)
        return found

    def _series(self, position, here, hops) -> set[Position]:
        found, queue = set(), [(position, here)]
        while queue:
            now, at = queue.pop()
            for over, land in hops[at]:
                if now[over] and not now[land]:
                    then = list(_moved(now, at, land))
                    if now[over] != now[at]:
                        then[over] = ""
                    after = tuple(then)
                    if after not in found and after != position:
                        found.add(after)
                        queue.append((after, land))
        return found

    def _returns(self, position: Position, mover: str) -> Iterator[Position]:
        """Put one or two discs of the pile back; the pile holds at least one here."""
        home = [
            n
            for n, ground in enumerate(self.board.grounds)
            if ground == f"{mover}_power" and not position[n]
        ]
        for count in (1, 2):
            for cells in combinations(home, count):
                back = list(position)
                for n in cells:
                    back[n] = mover
                yield tuple(back)


def _moved(position: Position, here: int, there: int) -> Position:
    changed = list(position)
    changed[there], changed[here] = changed[here], ""
    return tuple(changed)


@cache
def _tables(lines, ids):
    index = {name: n for n, name in enumerate(ids)}
    near = [set() for _ in ids]
    hops = [set() for _ in ids]
    for line in lines:
        for way in (line, line[::-1]):
            for a, b in pairwise(way):
                near[index[a]].add(index[b])
            for a, b, c in zip(way, way[1:], way[2:], strict=False):
                hops[index[a]].add((index[b], index[c]))
    return near, hops


@dataclass(frozen=True)
class Scene:
    """What lay on a board, what lies there now, and what the rules allowed between."""

    board: BoardPrior
    last: Position
    now: Position
    successors: tuple[Successor, ...]
    turns: int


MOST_SUCCESSORS = 4000


def scene(rng: np.random.Generator, board: BoardPrior) -> Scene:
    """Return a random moment of a game, one or two turns after the last photo."""
    turns = Turns(board)
    position, colours = turns.start(), ("yellow", "brown")
    played = int(rng.integers(0, 40))
    for n in range(played):
        after = sorted(turns.after(position, colours[n % 2]))
        position = after[rng.integers(len(after))]
    last, mover = position, colours[played % 2]
    once = sorted(turns.after(last, mover))
    twice = {
        then
        for first in once[:: max(1, len(once) // 60)]
        for then in turns.after(first, colours[(played + 1) % 2])
    } - set(once)
    twice = sorted(twice)[:: max(1, len(twice) // MOST_SUCCESSORS)]
    count = 2 if rng.random() < 0.25 and twice else 1
    there = once if count == 1 else twice
    now = there[rng.integers(len(there))]
    successors = tuple(Successor(one, 1) for one in once) + tuple(
        Successor(one, 2) for one in twice
    )
    return Scene(board, last, now, successors, count)
