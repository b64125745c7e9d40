"""The three kinds of turn on bare sets of cells: listing them, and carrying them out.

This is the hot loop of simulation and search, so it speaks of bits and places; the
rest of the room speaks of cells by name.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.games.samusara.actions import Jump, Move, Reinforce, Step
from companion.games.samusara.board import Board, Cells, places
from companion.games.samusara.series import (
    Side,
    Trail,
    crossings,
    find_series,
    goals_of,
    lookups_of,
)


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
    steps, near = lookups_of(board).steps, board.near
    occupied = side.mine | side.theirs
    empty = board.everything & ~occupied
    found: list[Move] = []
    trails: list[Trail] = []
    into: tuple[list[Trail], list[Cells]] = (trails, [])
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
            find_series(board, side, place, goals, into)
    found += [trail.jump for trail in trails]
    if side.pile:
        homes = board.power[side.colour] & empty
        if homes:
            found += _returns(board, homes, side.pile)
    return found


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
