"""Samusara: how a game begins, ends, and what every position promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.game import Outcome
from companion.core.seats import Seat
from companion.core.turn import TurnMachine
from companion.games.samusara import rules
from companion.games.samusara.actions import Action
from companion.games.samusara.moves import ways_won
from companion.games.samusara.options import read_setting
from companion.games.samusara.questions import STANDING, asked, pretend
from companion.games.samusara.state import (
    BROWN,
    YELLOW,
    State,
    is_apps,
    seat_of,
)
from companion.games.samusara.words import reason

TURNS: TurnMachine[State, Action] = TurnMachine(rules.GAME_OVER, pretend, STANDING)


def start(options: Mapping[str, Any]) -> State:
    """Return the first position for these options.

    Raises:
        Malformed: naming the option that cannot be read.
    """
    setting = read_setting(options)
    board = setting.board
    state = State(
        setting,
        discs=board.power,
        piles=board.piles,
        cubes=(0, 0),
        since=((*board.power, YELLOW),),
    )
    return state.with_todo((asked(state, YELLOW),))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    if not state.ended:
        return None
    setting, won = state.setting, state.winner
    winners: tuple[Seat, ...] = ()
    if won is not None and not is_apps(setting, won):
        winners = (seat_of(setting, won),)
    cubes = state.cubes if setting.own == YELLOW else state.cubes[::-1]
    scores = cubes[:1] if setting.alone else cubes
    return Outcome(winners, scores, state.ended[0], reason(state))


def faults(state: State) -> tuple[str, ...]:
    """Return every promise this position breaks, in words for a programmer."""
    found = [*_discs_lost(state), *_beyond(state)]
    if bool(state.todo) == bool(state.ended):
        found.append("asked after the end, or silent before it")
    if not state.since or (*state.discs, state.colour) != state.since[-1]:
        found.append("the present position is not remembered")
    return tuple(found)


def _discs_lost(state: State) -> Iterator[str]:
    board, (yellow, brown) = state.board, state.discs
    if yellow & brown:
        yield "two discs on one cell"
    if (yellow | brown) & ~board.everything:
        yield "a disc beside the board"
    there = yellow.bit_count() + brown.bit_count() + sum(state.piles)
    meant = sum(cells.bit_count() for cells in board.power) + sum(board.piles)
    if there != meant:
        yield f"{there} discs instead of {meant}"


def _beyond(state: State) -> Iterator[str]:
    board = state.board
    for colour in (YELLOW, BROWN):
        if state.piles[colour] < 0:
            yield "a pile with less than no discs"
        if not 0 <= state.cubes[colour] <= board.steps_to_centre:
            yield "a cube beside its track"
        won = ways_won(board, colour, state.discs[colour], state.cubes[colour])
        if won and not state.ended:
            yield f"won by {won} but not ended"
