"""Series of jumps, the innermost loop of simulation and search.

It speaks of bits and places and fills lists that the caller brings along.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.games.samusara.actions import Jump, Step
from companion.games.samusara.board import Board, Cells, Hop, places

LONGEST_KEPT = 5
"""Cells of a series that is remembered: longer ones are rare and would add up."""


class Side(NamedTuple):
    """What a turn is made from: the mover's side of the table, and the discs across."""

    colour: int
    mine: Cells
    theirs: Cells
    pile: int
    cube: int


class Steps(dict[Cells, tuple[Step, ...]]):
    """The steps from one cell, by which of its neighbours are free."""

    def __init__(self, board: Board, place: int) -> None:
        super().__init__()
        self._names = [cell.id for cell in board.cells]
        self._source = self._names[place]

    def __missing__(self, free: Cells) -> tuple[Step, ...]:
        self[free] = steps = tuple(
            Step(self._source, self._names[target]) for target in places(free)
        )
        return steps


class Ring(dict[Cells, tuple[Hop, ...]]):
    """The jumps from one cell, by which of the cells around it are occupied.

    Twelve cells decide at the most, so that the table stays small; it is filled in as
    it is asked.
    """

    def __init__(self, hops: tuple[Hop, ...]) -> None:
        super().__init__()
        self.hops = hops
        self.around = 0
        for over, land, _ in hops:
            self.around |= over | land

    def __missing__(self, occupied: Cells) -> tuple[Hop, ...]:
        self[occupied] = open_ = tuple(
            hop for hop in self.hops if hop[0] & occupied and not hop[1] & occupied
        )
        return open_


class Trail:
    """A series of jumps that was looked at before, with those that go on from it.

    Series are few and come up again in thousands of positions: their actions are
    made once and found by walking from jump to jump.
    """

    __slots__ = ("jump", "on", "over", "path")

    def __init__(self, path: tuple[int, ...], over: tuple[str, ...], jump: Jump):
        self.path = path
        """The cells the disc stood on, the first one included."""

        self.over = over
        """The cells it crossed, by name."""

        self.jump = jump
        self.on: dict[Cells, Trail] = {}
        """Longer series, by the cells crossed and landed on with the next jump."""

    def longer(self, board: Board, over: Cells, at: int) -> Trail:
        """Return the series that goes on with one more jump."""
        path, jump = (*self.path, at), self.jump
        crossed = (*self.over, board.cells[over.bit_length() - 1].id)
        # Only where two lines join the same two cells must it be said what is crossed.
        said = jump.over or len(crossings(board, self.path[-1], at)) > 1
        landed = (*jump.path, board.cells[at].id)
        longer = Trail(
            path, crossed, Jump(jump.source, landed, crossed if said else ())
        )
        if len(path) <= LONGEST_KEPT:
            self.on[over | 1 << at] = longer
        return longer


@lru_cache(maxsize=1 << 14)
def crossings(board: Board, here: int, land: int) -> tuple[int, ...]:
    """Return the cells a jump between two cells could cross, usually one."""
    return tuple(
        over.bit_length() - 1 for over, _, at in board.hops[here] if at == land
    )


class Lookups(NamedTuple):
    """Tables of one board, filled in as they are asked."""

    rings: tuple[Ring, ...]
    steps: tuple[Steps, ...]
    roots: tuple[Trail, ...]


def lookups_of(board: Board) -> Lookups:
    """Return the tables of a board, made once."""
    found: Lookups | None = board.lookups.get("turns")
    if found is None:
        count = range(len(board.cells))
        found = board.lookups["turns"] = Lookups(
            tuple(Ring(hops) for hops in board.hops),
            tuple(Steps(board, place) for place in count),
            tuple(Trail((n,), (), Jump(board.cells[n].id, ())) for n in count),
        )
    return found


def series_from(board: Board, side: Side, start: int) -> list[tuple[Trail, Cells]]:
    """Return a shortest series of jumps for each end and set of captured discs."""
    trails: list[Trail] = []
    taken: list[Cells] = []
    find_series(board, side, start, goals_of(board, side), (trails, taken))
    return list(zip(trails, taken, strict=True))


def find_series(
    board: Board,
    side: Side,
    start: int,
    goals: Cells,
    into: tuple[list[Trail], list[Cells]],
) -> None:
    """Add the series of one disc, and what each of them captures.

    A series ends at the jump that wins, and one that comes back to its start without
    a capture would be a pass: neither is continued or listed.
    """
    lookups = lookups_of(board)
    rings, _, roots = lookups
    _, mine, theirs, _, cube = side
    others = mine & ~(1 << start)
    ring = rings[start]
    hops = ring[(others | theirs) & ring.around]
    if not hops:
        return
    if goals:
        goals = goals_of(board, side._replace(mine=others))
    trails, takings = into
    to_centre = board.steps_to_centre - cube
    known = {start}
    queue = [(roots[start], hops, 0)]
    for trail, hops, captured in queue:
        on = trail.on
        for over, land, at in hops:
            taken = captured | over & theirs
            # One number for both: tuples would cost a third of the loop.
            key = taken << 8 | at
            if key in known:
                continue
            known.add(key)
            longer = on.get(over | land) or trail.longer(board, over, at)
            trails.append(longer)
            takings.append(taken)
            if land & goals or (taken and taken.bit_count() >= to_centre):
                continue
            ring = rings[at]
            further = ring[(others | theirs & ~taken) & ring.around]
            # A single way on is the way back, over the same disc.
            if len(further) > 1 or over & taken:
                queue.append((longer, further, taken))


def goals_of(board: Board, side: Side) -> Cells:
    """Return the cells on which one more disc could win."""
    goals, foreign = 0, board.power[1 - side.colour]
    if (side.mine & foreign).bit_count() >= board.power_to_win - 1:
        goals = foreign
    if (side.mine & board.hilltop).bit_count() >= board.hilltops_to_win - 1:
        goals |= board.hilltop
    return goals
