"""Which rule speaks against a turn."""

from __future__ import annotations

from typing import Any

from companion.core.rules import Rule
from companion.games.samusara import rules
from companion.games.samusara.actions import Jump, Move, Reinforce, Step
from companion.games.samusara.board import Board, Cells
from companion.games.samusara.moves import crossed_at, ways_won
from companion.games.samusara.series import Side, crossings
from companion.games.samusara.state import State


def mover(state: State) -> Side:
    """Return the side of whoever is to move."""
    colour = state.colour
    other = 1 - colour
    return Side(
        colour,
        state.discs[colour],
        state.discs[other],
        state.piles[colour],
        state.cubes[colour],
    )


def broken_by(state: State, move: Move) -> Rule | None:
    """Name the rule that speaks against a turn."""
    board, side = state.board, mover(state)
    match move:
        case Step(source, target):
            named: tuple[str, ...] = (source, target)
            judge = _step_broken
        case Jump(source, path):
            named, judge = (source, *path), _jump_broken
        case Reinforce(cells):
            named, judge = cells, _return_broken
    if any(name not in board.index for name in named):
        return rules.BOARD
    return judge(board, side, move)


def _step_broken(board: Board, side: Side, move: Any) -> Rule | None:
    here, there = board.index[move.source], board.index[move.target]
    if not side.mine >> here & 1:
        return rules.OWN_DISC
    if not board.near[here] >> there & 1:
        return rules.ALONG_LINES
    taken = (side.mine | side.theirs) >> there & 1
    return rules.EMPTY_CELL if taken else None


def _return_broken(board: Board, side: Side, move: Any) -> Rule | None:
    cells = move.cells
    if not 1 <= len(cells) <= side.pile:
        return rules.REINFORCE_NUMBER
    homes = board.power[side.colour] & ~(side.mine | side.theirs)
    fit = len(set(cells)) == len(cells) and not board.bits(cells) & ~homes
    return None if fit else rules.REINFORCE_CELLS


def _jump_broken(board: Board, side: Side, move: Any) -> Rule | None:
    if not move.path or (move.over and len(move.over) != len(move.path)):
        return rules.SERIES
    start = board.index[move.source]
    if not side.mine >> start & 1:
        return rules.OWN_DISC
    captured, here = 0, start
    for number, name in enumerate(move.path):
        mine = side.mine & ~(1 << start) | 1 << here
        cube = side.cube + captured.bit_count()
        if number and ways_won(board, side.colour, mine, cube):
            return rules.WIN_AT_ONCE
        over = crossed_at(board, side, move, number, captured)
        there = side.mine & ~(1 << start) | side.theirs & ~captured
        if rule := _hop_broken(there, over, board.index[name]):
            known = crossings(board, here, board.index[name])
            return rule if known else rules.SHORT_JUMP
        captured |= (1 << (over or 0)) & side.theirs
        here = board.index[name]
    return rules.NO_STANDING_STILL if here == start and not captured else None


def _hop_broken(occupied: Cells, over: int | None, land: int) -> Rule | None:
    if occupied >> land & 1:
        return rules.EMPTY_CELL
    crossed = over is not None and occupied >> over & 1
    return None if crossed else rules.JUMPS
