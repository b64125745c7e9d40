"""The three kinds of turn on bare sets of cells: listing them, and carrying them out.

This is the hot loop of simulation and search, so it speaks of bits and places; the
rest of the room speaks of cells by name.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from companion.games.samusara.actions import Jump, Move, Reinforce, Step
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


class Done(NamedTuple):
    """What a turn did to the mover's side and the discs across."""

    mine: Cells
    theirs: Cells
    pile: int
    cube: int
    captured: Cells


def ways_won(board: Board, colour: int, mine: Cells, cube: int) -> tuple[str, ...]:
    """Return which of the first three ways of winning a colour has reached."""
    found = []
    if (mine & board.power[1 - colour]).bit_count() >= board.power_to_win:
        found.append("power-cells")
    if (mine & board.hilltop).bit_count() >= board.hilltops_to_win:
        found.append("hilltops")
    if cube >= board.steps_to_centre:
        found.append("track")
    return tuple(found)


def can_move(board: Board, side: Side) -> bool:
    """Tell whether a side has any legal turn."""
    occupied = side.mine | side.theirs
    if side.pile and board.power[side.colour] & ~occupied:
        return True
    near, hops = board.near, board.hops
    for place in places(side.mine):
        if near[place] & ~occupied:
            return True
        for over, land, _ in hops[place]:
            if over & occupied and not land & occupied:
                return True
    return False


def listed(board: Board, side: Side) -> list[Move]:
    """Return every legal turn: one series for each different end of a disc."""
    known = lookups_of(board)
    rings, steps, near = known.rings, known.steps, board.near
    occupied = side.mine | side.theirs
    empty = board.everything & ~occupied
    found: list[Move] = []
    trails: list[Trail] = []
    goals = goals_of(board, side)
    rest = side.mine
    while rest:
        low = rest & -rest
        rest ^= low
        place = low.bit_length() - 1
        around = near[place]
        free = around & empty
        if free:
            found += steps[place][free]
        if free != around:
            ring = rings[place]
            if ring[occupied & ring.around]:
                find_series(board, side, place, goals, (trails, []))
    found += [trail.jump for trail in trails]
    if side.pile:
        homes = board.power[side.colour] & empty
        if homes:
            found += _returns(board, homes, side.pile)
    return found


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


# A pile holds up to seven discs and there are ten homes: 968 sets at the most.
@lru_cache(maxsize=1 << 11)
def _returns(board: Board, homes: Cells, pile: int) -> tuple[Reinforce, ...]:
    names = sorted(board.ids(homes))
    most = min(pile, len(names))
    return tuple(
        Reinforce(cells)
        for count in range(1, most + 1)
        for cells in combinations(names, count)
    )


@lru_cache(maxsize=1 << 14)
def crossings(board: Board, here: int, land: int) -> tuple[int, ...]:
    """Return the cells a jump between two cells could cross, usually one."""
    return tuple(
        over.bit_length() - 1 for over, _, at in board.hops[here] if at == land
    )


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

    def __init__(self, board: Board, path: tuple[int, ...], over: tuple[int, ...]):
        self.path = path
        """The cells the disc stood on, the first one included."""

        self.over = over
        self.on: dict[Cells, Trail] = {}
        """Longer series, by the cells crossed and landed on with the next jump."""

        names = [board.cells[at].id for at in path]
        crossed: tuple[str, ...] = ()
        if any(len(crossings(board, *hop)) > 1 for hop in pairwise(path)):
            crossed = tuple(board.cells[at].id for at in over)
        self.jump = Jump(names[0], tuple(names[1:]), crossed)


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
            tuple(Trail(board, (place,), ()) for place in count),
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
    trails, takings = into
    lookups = lookups_of(board)
    rings, theirs = lookups.rings, side.theirs
    others = side.mine & ~(1 << start)
    if goals:
        goals = goals_of(board, side._replace(mine=others))
    to_centre = board.steps_to_centre - side.cube
    known = {start}
    queue = [(lookups.roots[start], start, 0)]
    for trail, here, captured in queue:
        ring = rings[here]
        for over, land, at in ring[(others | theirs & ~captured) & ring.around]:
            taken = captured | over & theirs
            # One number for both: tuples would cost a third of the loop.
            key = taken << 8 | at
            if key in known:
                continue
            known.add(key)
            longer = trail.on.get(over | land) or _longer(board, trail, over, at)
            trails.append(longer)
            takings.append(taken)
            if not land & goals and (not taken or taken.bit_count() < to_centre):
                queue.append((longer, at, taken))


def _longer(board: Board, trail: Trail, over: Cells, at: int) -> Trail:
    crossed = (*trail.over, over.bit_length() - 1)
    longer = Trail(board, (*trail.path, at), crossed)
    if len(longer.path) <= LONGEST_KEPT:
        trail.on[over | 1 << at] = longer
    return longer


def goals_of(board: Board, side: Side) -> Cells:
    """Return the cells on which one more disc could win."""
    goals, foreign = 0, board.power[1 - side.colour]
    if (side.mine & foreign).bit_count() >= board.power_to_win - 1:
        goals = foreign
    if (side.mine & board.hilltop).bit_count() >= board.hilltops_to_win - 1:
        goals |= board.hilltop
    return goals


def carry_out(board: Board, side: Side, move: Move) -> Done:
    """Return what a legal turn leaves behind."""
    index = board.index
    _, mine, theirs, pile, cube = side
    match move:
        case Step(source, target):
            mine = mine & ~(1 << index[source]) | 1 << index[target]
            return Done(mine, theirs, pile, cube, 0)
        case Jump(source, path):
            captured = captured_by(board, side, move)
            count = captured.bit_count()
            mine = mine & ~(1 << index[source]) | 1 << index[path[-1]]
            return Done(mine, theirs & ~captured, pile + count, cube + count, captured)
        case Reinforce(cells):
            home = board.bits(cells)
            return Done(mine | home, theirs, pile - len(cells), cube, 0)


def captured_by(board: Board, side: Side, move: Jump) -> Cells:
    """Return the discs a legal series takes."""
    captured = 0
    for number in range(len(move.path)):
        over = crossed_at(board, side, move, number, captured)
        assert over is not None, "the rule has been asked before"
        captured |= (1 << over) & side.theirs
    return captured


def crossed_at(
    board: Board, side: Side, move: Jump, number: int, captured: Cells
) -> int | None:
    """Return the disc that one jump of a series crosses, None if it is not clear."""
    land = board.index[move.path[number]]
    here = board.index[move.path[number - 1] if number else move.source]
    ways = crossings(board, here, land)
    if len(ways) == 1:
        over = ways[0]
    elif move.over:
        over = board.index.get(move.over[number], -1)
    else:
        there = side.mine | side.theirs & ~captured
        there &= ~(1 << board.index[move.source])
        standing = [way for way in ways if 1 << way & there]
        over = standing[0] if len(standing) == 1 else -1
    return over if over in ways else None
