"""The host's word: turns that break a rule, and the board as it really is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.errors import Impossible, Malformed
from companion.games.samusara.actions import Action, Jump, Reinforce, Step
from companion.games.samusara.board import Cells
from companion.games.samusara.engine import TURNS
from companion.games.samusara.legality import mover
from companion.games.samusara.moves import can_move, ways_won
from companion.games.samusara.questions import asked
from companion.games.samusara.series import Side
from companion.games.samusara.state import COLOURS, State


def force(state: State, action: Action) -> State:
    """Return the state after a turn that a rule forbids but hands can do.

    Raises:
        Impossible: if a disc would be lost or doubled, or nothing can happen.
    """
    if TURNS.broken_rule(state, action) is None:
        return TURNS.settle(state, action)
    if state.ended:
        raise Impossible("The game is over. Take the last turn back first.")
    match action:
        case Step(source, target):
            return _moved(state, source, target)
        case Jump(source, path) if path:
            return _moved(state, source, path[-1])
        case Reinforce(cells):
            return _returned(state, cells)
    raise Impossible("That cannot be done now, not even by the host.")


def _moved(state: State, source: str, target: str) -> State:
    """Move a disc of the player in turn anywhere; nothing is captured."""
    board, side = state.board, mover(state)
    if source not in board.index or target not in board.index:
        raise Impossible("There is no such cell on this board.")
    here, there = 1 << board.index[source], 1 << board.index[target]
    if not side.mine & here or (side.mine | side.theirs) & there:
        raise Impossible("No disc can go there: it is not there, or the cell is taken.")
    return _handed_on(state, side.mine & ~here | there, side.pile)


def _returned(state: State, cells: tuple[str, ...]) -> State:
    """Put discs of the pile on any empty cells."""
    board, side = state.board, mover(state)
    if any(name not in board.index for name in cells) or not cells:
        raise Impossible("There is no such cell on this board.")
    bits = board.bits(cells)
    taken = bits & (side.mine | side.theirs)
    if taken or len(cells) > side.pile or bits.bit_count() != len(cells):
        raise Impossible("There are not that many discs, or the cells are taken.")
    return _handed_on(state, side.mine | bits, side.pile - len(cells))


def _handed_on(state: State, mine: Cells, pile: int) -> State:
    side = mover(state)
    two = (mine, side.theirs)
    piles = list(state.piles)
    piles[side.colour] = pile
    after = state._replace(
        discs=two if side.colour == 0 else two[::-1],
        piles=(piles[0], piles[1]),
        colour=1 - side.colour,
        last=(side.mine & ~mine, mine & ~side.mine, 0),
        turns=state.turns + 1,
    )
    return _judged(after, side.colour)


def correct(state: State, patch: Mapping[str, Any]) -> State:
    """Return the state with the host's corrections.

    Known keys: `discs {yellow: [cells], brown: [cells]}`, `piles {yellow, brown}`,
    `cubes {yellow, brown}`, `turn` (`yellow` or `brown`).

    Raises:
        Malformed: for a key or a value that cannot be read.
        Impossible: if a disc would be lost or doubled.
    """
    if not patch:
        raise Malformed("A correction names what is different.")
    for key, value in patch.items():
        if key not in _CORRECTED:
            raise Malformed("There is nothing called {key} to correct.", key=str(key))
        state = _CORRECTED[key](state, value)
    yellow, brown = state.discs
    board = state.board
    whole = sum(cells.bit_count() for cells in board.power) + sum(board.piles)
    if yellow & brown:
        raise Impossible("Two discs would stand on one cell.")
    if yellow.bit_count() + brown.bit_count() + sum(state.piles) != whole:
        raise Impossible("There are {n} discs in all: count again.", n=whole)
    return _judged(state, 1 - state.colour)


def _judged(state: State, moved: int) -> State:
    """Return the state with its end or its next question found anew."""
    board, colour = state.board, state.colour
    fresh = state._replace(since=((*state.discs, colour),), ended=(), winner=None)
    for side in (moved, colour):
        won = ways_won(board, side, state.discs[side], state.cubes[side])
        if won:
            return fresh._replace(ended=won, winner=side, todo=())
    discs, other = state.discs, 1 - colour
    side_ = Side(
        colour, discs[colour], discs[other], state.piles[colour], state.cubes[colour]
    )
    if not can_move(board, side_):
        return fresh._replace(ended=("blocked",), winner=other, todo=())
    return fresh.with_todo((asked(fresh, colour),))


def _both(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, Mapping) or set(value) != set(COLOURS):
        raise Malformed("Expected an object with: {names}.", names=", ".join(COLOURS))
    return value["yellow"], value["brown"]


def _discs(state: State, value: Any) -> State:
    sets = [_cells(state, cells) for cells in _both(value)]
    return state._replace(discs=(sets[0], sets[1]))


def _cells(state: State, value: Any) -> Cells:
    index = state.board.index
    if not isinstance(value, list | tuple) or not all(
        isinstance(name, str) and name in index for name in value
    ):
        raise Malformed("Expected a list of cells of this board.")
    if len(set(value)) < len(value):
        raise Malformed("A cell is named twice.")
    return state.board.bits(value)


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(
            "Expected a whole number from {least} to {most}.", least=0, most=most
        )
    return value


def _piles(state: State, value: Any) -> State:
    yellow, brown = (_whole(one, len(state.board.cells)) for one in _both(value))
    return state._replace(piles=(yellow, brown))


def _cubes(state: State, value: Any) -> State:
    most = state.board.steps_to_centre
    yellow, brown = (_whole(one, most) for one in _both(value))
    return state._replace(cubes=(yellow, brown))


def _turn(state: State, value: Any) -> State:
    if value not in COLOURS:
        raise Malformed("Expected one of: {names}.", names=", ".join(COLOURS))
    return state._replace(colour=COLOURS.index(value))


_CORRECTED: dict[str, Callable[[State, Any], State]] = {
    "discs": _discs,
    "piles": _piles,
    "cubes": _cubes,
    "turn": _turn,
}
