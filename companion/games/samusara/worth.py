"""What a position is worth, as far as it can be seen without thinking ahead."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from companion.games.samusara.board import Board, Cells, places

Node: TypeAlias = "tuple[int, Cells, Cells, int, int, int, int]"
"""Colour to move; own and other discs; own and other pile; own and other cube."""

Half: TypeAlias = "tuple[int, Cells, int, int]"
"""One side of a position: colour, discs, pile and cube."""


class Weights(NamedTuple):
    """What a position is worth beside a win."""

    capture: int = 100
    """One step of the cube."""

    near_centre: int = 30
    """More for each step the closer the cube is to the centre."""

    disc: int = 12
    """A disc on the board; one in the pile waits for a turn."""

    pile: int = 8
    hilltop: int = 14
    invader: int = 22
    """A disc on a Power Cell of the other colour."""

    advance: int = 3
    """One cell nearer to the other side."""


@lru_cache(maxsize=16)
def depths_of(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how far each cell is from the farthest home of Yellow and of Brown."""
    return _depth_from(board, board.power[0]), _depth_from(board, board.power[1])


def _depth_from(board: Board, homes: Cells) -> tuple[int, ...]:
    """Count steps from the home cell that lies farthest from all foreign cells."""
    rest = board.everything & ~homes
    far = homes
    while True:
        border = 0
        for place in places(rest):
            border |= board.near[place]
        inner = far & ~border
        if not inner:
            break
        far, rest = inner, rest | far & border
    depth, edge, reached, step = [0] * len(board.cells), far, far, 0
    while edge:
        for place in places(edge):
            depth[place] = step
        near = 0
        for place in places(edge):
            near |= board.near[place]
        edge, step = near & ~reached, step + 1
        reached |= near
    return tuple(depth)


def side_worth(board: Board, side: Half, weights: Weights) -> int:
    """Return what one side is worth."""
    colour, discs, pile, cube = side
    depth = depths_of(board)[colour]
    invaders = (discs & board.power[1 - colour]).bit_count()
    tops = (discs & board.hilltop).bit_count()
    worth = weights.capture * cube + weights.near_centre * cube * cube
    worth += weights.disc * discs.bit_count() + weights.pile * pile
    # The last cells before a win are worth more than the first ones.
    worth += weights.hilltop * tops + (tops * tops * tops)
    worth += weights.invader * invaders * invaders
    return worth + weights.advance * sum(depth[place] for place in places(discs))
