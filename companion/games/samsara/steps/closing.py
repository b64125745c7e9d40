"""Phases 5 and 6, the next turn, the neutral pawn and the end of the game."""

from __future__ import annotations

from companion.games.samsara.actions import MoveNeutral
from companion.games.samsara.box import HAND as CARDS_DRAWN
from companion.games.samsara.box import SOLO_TURNS
from companion.games.samsara.deck import clear_table, draw, in_play, join_next
from companion.games.samsara.state import State, Task, Turn, push, with_player
from companion.games.samsara.steps.base import Step


def new_hand_size(state: State, seat: int) -> int:
    """Return how many cards this seat draws at the end of this turn."""
    bachcha = in_play(state.players[seat].cards, "bachcha")
    return max(0, CARDS_DRAWN + bachcha + state.turn.extra)


def is_last_turn(state: State) -> bool:
    """Tell whether the game ends with the present turn."""
    if state.ended is None:
        return False
    setting = state.setting
    return (state.seat + 1) % setting.seats == setting.first or setting.seats == 1


def end_turn(state: State, seat: int) -> State:
    """Discard, draw and pass on; after the last turn nothing is drawn."""
    player = state.players[seat]
    cleared = player._replace(cards=clear_table(player.cards), opening=False)
    state = with_player(state, seat, cleared)
    if is_last_turn(state):
        return state._replace(todo=(), over=True)
    state = state._replace(todo=())
    return push(state, Task("new-hand", seat, new_hand_size(state, seat)), _next(state))


def _next(state: State) -> Task:
    kind = "neutral" if state.setting.seats == 1 else "pass"
    return Task(kind, state.seat)


def auto_new_hand(state: State, task: Task) -> State:
    """Draw the new hand and add what was set aside for it."""
    return draw(join_next(state, task.seat), task.seat, task.n)


def begin_turn(state: State, seat: int) -> State:
    """Let a seat begin its turn."""
    return state._replace(seat=seat, turn=Turn(), todo=(Task("move", seat),))


def auto_pass(state: State, task: Task) -> State:
    """Pass the turn to the left."""
    seat = (task.seat + 1) % state.setting.seats
    if seat == state.setting.first:
        state = state._replace(round=state.round + 1)
    return begin_turn(state, seat)


def _neutral_settle(state: State, task: Task, action: MoveNeutral) -> State:
    state = state._replace(neutral=state.neutral + 1)
    if state.neutral >= SOLO_TURNS:
        return state._replace(todo=(), over=True)
    return begin_turn(state._replace(round=state.round + 1), task.seat)


STEPS = {
    "neutral": Step(
        (MoveNeutral,),
        lambda state, task: (MoveNeutral(),),
        lambda state, task, action: None,
        _neutral_settle,
    )
}
