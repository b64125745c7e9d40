"""A board that fits no turn: which discs to move until it lies as the app believes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.mismatch import Mismatch
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.games.samusara import rules
from companion.games.samusara.actions import Jump, Move, Reinforce, Step
from companion.games.samusara.board import Board, Cells, places
from companion.games.samusara.camera import laid, unlike
from companion.games.samusara.engine import TURNS
from companion.games.samusara.questions.moving import MoveDisc
from companion.games.samusara.state import COLOURS, State
from vision.readings import CellReading, Report

DISC_COLOURS = (say("yellow"), say("brown"))


def mismatch(state: State, report: Report[CellReading]) -> Mismatch | None:
    """Return how the board differs from ours; None if a turn explains it."""
    board = state.board
    shown = tuple(one.what for one in report.readings)
    if len(shown) != len(board.cells):
        return None
    if shown == laid(board, *state.discs):
        return Mismatch() if report.certain else None
    if not unlike(report):
        return None
    seen = tuple(
        sum(1 << place for place, what in enumerate(shown) if what == colour)
        for colour in COLOURS
    )
    return compared(state, (seen[0], seen[1]))


def compared(state: State, seen: tuple[Cells, Cells]) -> Mismatch:
    """Return what to do with a board on which the discs stand like this."""
    move = _attempted(state, seen)
    return Mismatch(
        tuple(_steps(state.board, state.discs, seen)),
        _against(state, seen, move),
        _patch(state, seen, move is not None),
    )


def _steps(
    board: Board, meant: tuple[Cells, Cells], seen: tuple[Cells, Cells]
) -> Iterator[Phrase]:
    turned = meant[0] & seen[1] | meant[1] & seen[0]
    for cell in board.ids(turned):
        shows = int(bool(board.bits([cell]) & meant[1]))
        yield say(
            "Turn the disc on {cell} over: it shows {colour}.",
            cell=cell,
            colour=DISC_COLOURS[shows],
        )
    for colour in (0, 1):
        name = DISC_COLOURS[colour]
        wrong = seen[colour] & ~meant[colour] & ~turned
        bare = meant[colour] & ~seen[colour] & ~turned
        for source, target in _pairs(board, wrong, bare):
            yield say(
                "Move the {colour} disc from {source} to {target}.",
                colour=name,
                source=board.cells[source].id,
                target=board.cells[target].id,
            )
            wrong, bare = wrong & ~(1 << source), bare & ~(1 << target)
        for cell in board.ids(wrong):
            yield say("Take the {colour} disc from {cell}.", colour=name, cell=cell)
        for cell in board.ids(bare):
            yield say("Put a {colour} disc on {cell}.", colour=name, cell=cell)


def _pairs(board: Board, wrong: Cells, bare: Cells) -> Iterator[tuple[int, int]]:
    """Yield which disc goes where, the shortest ways first."""
    while wrong and bare:
        source, target = min(
            ((one, two) for one in places(wrong) for two in places(bare)),
            key=lambda pair: _distance(board, *pair),
        )
        yield source, target
        wrong, bare = wrong & ~(1 << source), bare & ~(1 << target)


def _distance(board: Board, one: int, two: int) -> float:
    here, there = board.cells[one], board.cells[two]
    return (here.x - there.x) ** 2 + (here.y - there.y) ** 2


def _attempted(state: State, seen: tuple[Cells, Cells]) -> Move | None:
    """Return the turn that somebody seems to have tried, None if it looks like none."""
    board, colour = state.board, state.colour
    mine, theirs = state.discs[colour], state.discs[1 - colour]
    left, entered = mine & ~seen[colour], seen[colour] & ~mine
    gone, new = theirs & ~seen[1 - colour], seen[1 - colour] & ~theirs
    if new or not entered or not _may_move(state):
        return None
    if not left and not gone:
        return Reinforce(tuple(sorted(board.ids(entered))))
    if left.bit_count() != 1 or entered.bit_count() != 1:
        return None
    source, target = board.ids(left)[0], board.ids(entered)[0]
    return Jump(source, (target,)) if gone else Step(source, target)


def _may_move(state: State) -> bool:
    return bool(state.todo) and isinstance(state.todo[-1], MoveDisc)


def _against(state: State, seen: tuple[Cells, Cells], move: Move | None) -> Rule | None:
    """Name the rule against what was tried, if it can be named."""
    if move is not None:
        if isinstance(move, Step) and _far(state.board, move):
            # Nobody steps so far: it was a jump, and what it crossed is missing.
            move = Jump(move.source, (move.target,))
        return TURNS.broken_rule(state, move)
    colour = state.colour
    own_moved = seen[colour] != state.discs[colour]
    other_moved = seen[1 - colour] & ~state.discs[1 - colour]
    return rules.TURN_ORDER if other_moved and not own_moved else None


def _far(board: Board, move: Step) -> bool:
    here, there = board.index[move.source], board.index[move.target]
    return any(land == there for _, _, land in board.hops[here])


def _patch(
    state: State, seen: tuple[Cells, Cells], moved: bool
) -> dict[str, Any] | None:
    """Return the correction that takes the board as it lies, if the discs allow it."""
    board = state.board
    piles, cubes = list(state.piles), list(state.cubes)
    for colour in (0, 1):
        more = seen[colour].bit_count() - state.discs[colour].bit_count()
        if more > 0:
            piles[colour] -= more
        else:
            # A disc that left the board was captured by the other colour.
            piles[1 - colour] -= more
            cubes[1 - colour] -= more
    if min(piles) < 0 or max(cubes) > board.steps_to_centre:
        return None
    turn = 1 - state.colour if moved else state.colour
    return {
        "discs": {
            name: list(board.ids(cells))
            for name, cells in zip(COLOURS, seen, strict=True)
        },
        "piles": dict(zip(COLOURS, piles, strict=True)),
        "cubes": dict(zip(COLOURS, cubes, strict=True)),
        "turn": COLOURS[turn],
    }
