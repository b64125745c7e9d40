"""Photos of the board: what can lie there now, and which turn leads there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import overload

from companion.core.seats import Seat
from companion.games.samusara.actions import Action, Move, TwoTurns
from companion.games.samusara.board import Board, places
from companion.games.samusara.legality import mover
from companion.games.samusara.moves import Done, carry_out, listed, ways_won
from companion.games.samusara.questions.moving import MoveDisc
from companion.games.samusara.series import Side
from companion.games.samusara.state import COLOURS, State
from vision.readings import BoardPrior, Cell, CellReading, Position, Report, Successor

SURE = 0.9
"""Chance from which on a board that lies as it lay suggests no turn."""

MOST = 4_000
"""Positions two turns away that are compared: the reader weighs so many in 20 ms."""


def expects(state: State, seat: Seat | None) -> BoardPrior | None:
    """Return what a photo taken now can show; everybody sees the same board."""
    del seat
    if not state.todo:
        return None
    cells, aspect = _shares(state.board)
    return BoardPrior(
        cells=cells,
        lines=_lines(state.board),
        pieces=COLOURS,
        last=laid(state.board, *state.discs),
        successors=Reachable(state),
        aspect=aspect,
        grounds=tuple(cell.kind for cell in state.board.cells),
    )


def observe(
    state: State, seat: Seat | None, report: Report[CellReading]
) -> tuple[tuple[Action, float], ...]:
    """Return the turns that lead to what a photo shows, the likeliest first.

    Where one was missed, both are meant: nobody has to take a second photo.
    """
    del seat
    if unlike(report) or _unmoved(state, report):
        return ()
    ways = _ways(state)
    found: list[tuple[Action, float]] = []
    for whole in report.wholes:
        shown = tuple(piece.what for piece in whole.pieces)
        if shown in ways:
            found.append((ways[shown][0], whole.chance))
    return tuple(found)


def _unmoved(state: State, report: Report[CellReading]) -> bool:
    """Tell whether the board surely lies as it lay: a camera sees that all the time.

    What is hardly possible beside it must not be taken for a turn.
    """
    if not report.wholes:
        return False
    likeliest = report.wholes[0]
    same = tuple(piece.what for piece in likeliest.pieces) == laid(
        state.board, *state.discs
    )
    return same and (report.certain or likeliest.chance >= SURE)


def unlike(report: Report[CellReading]) -> bool:
    """Tell whether the reader is sure that nothing legal lies there."""
    return report.problem is not None and report.problem.code == "unlike"


def laid(board: Board, yellow: int, brown: int) -> Position:
    """Return what lies on every cell, in the order of the board."""
    found = [""] * len(board.cells)
    for colour, cells in zip(COLOURS, (yellow, brown), strict=True):
        for place in places(cells):
            found[place] = colour
    return tuple(found)


class Reachable(Sequence[Successor]):
    """The positions that can follow, found when they are asked for.

    Every view asks whether a photo can help; only a photo asks what it can show.
    """

    def __init__(self, state: State) -> None:
        self._state = state

    def _all(self) -> tuple[Successor, ...]:
        ways = _ways(self._state)
        if ways:
            return tuple(Successor(shown, turns) for shown, (_, turns) in ways.items())
        state = self._state
        return (Successor(laid(state.board, *state.discs), 0),)

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return True  # what lies there now always can

    def __iter__(self) -> Iterator[Successor]:
        return iter(self._all())

    @overload
    def __getitem__(self, at: int) -> Successor: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Successor]: ...
    def __getitem__(self, at: int | slice) -> Successor | Sequence[Successor]:
        return self._all()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reachable) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)


# A handful of tables read photos at the same time.
@lru_cache(maxsize=16)
def _ways(state: State) -> Mapping[Position, tuple[Action, int]]:
    """Return the turn that leads to each position that can follow, and how far."""
    if not state.todo or not isinstance(state.todo[-1], MoveDisc):
        return {}
    board, side = state.board, mover(state)
    found: dict[Position, tuple[Action, int]] = {}
    once = []
    for move in listed(board, side):
        done = carry_out(board, side, move)
        shown = _shown(board, side.colour, done)
        if shown not in found:
            found[shown] = (move, 1)
            once.append((move, done))
    if not state.setting.alone:
        _add_twice(state, once, found)
    return found


def _add_twice(
    state: State,
    once: Sequence[tuple[Move, Done]],
    found: dict[Position, tuple[Action, int]],
) -> None:
    """Add what lies two turns away: somebody forgot to read in between."""
    board, colour = state.board, state.colour
    other = 1 - colour
    for move, done in once:
        if ways_won(board, colour, done.mine, done.cube):
            continue
        side = Side(
            other, done.theirs, done.mine, state.piles[other], state.cubes[other]
        )
        for answer in listed(board, side):
            shown = _shown(board, other, carry_out(board, side, answer))
            found.setdefault(shown, (TwoTurns(move, answer), 2))
        if len(found) > MOST:
            return


def _shown(board: Board, colour: int, done: Done) -> Position:
    two = (done.mine, done.theirs)
    return laid(board, *(two if colour == 0 else two[::-1]))


# Few boards are in use at a time.
@lru_cache(maxsize=8)
def _shares(board: Board) -> tuple[tuple[Cell, ...], float]:
    """Return the cells as shares of width and height, and how wide the board is."""
    xs, ys = [cell.x for cell in board.cells], [cell.y for cell in board.cells]
    left, top = min(xs), min(ys)
    wide, high = max(xs) - left or 1.0, max(ys) - top or 1.0
    cells = tuple(
        Cell(cell.id, (cell.x - left) / wide, (cell.y - top) / high)
        for cell in board.cells
    )
    return cells, wide / high


@lru_cache(maxsize=8)
def _lines(board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(board.cells[at].id for at in line) for line in board.lines)
