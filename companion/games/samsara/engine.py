"""The rules of Samsara: what may happen, and what happens then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import IllegalMove, Impossible
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.samsara import rules
from companion.games.samsara.actions import Action, Show
from companion.games.samsara.chance import Awaited
from companion.games.samsara.deck import shown
from companion.games.samsara.options import first_state
from companion.games.samsara.state import State, Task, pop, with_cards
from companion.games.samsara.steps import AUTO, STEPS
from companion.games.samsara.steps.setup import opening_broken

MAIN = ("take", "act", "close")
"""The phases of a turn; everything else is a question inside one."""


def start(options: Mapping[str, Any]) -> State:
    """Return the first position for these options; raises Malformed."""
    return advance(first_state(options))


def broken_rule(state: State, action: Action) -> Rule | None:
    """Name the rule this action would break, or None if it is legal."""
    if state.over:
        return rules.GAME_OVER
    if isinstance(action, Show):
        return _show_broken(state, action)
    task = state.todo[-1]
    step = STEPS[task.kind]
    if not isinstance(action, step.takes):
        return _out_of_turn(task)
    rule = step.broken(state, task, action)
    if rule is None and state.players[task.seat].opening:
        return _opening_broken(state, task, action)
    return rule


def _opening_broken(state: State, task: Task, action: Action) -> Rule | None:
    """Name the rule if this would show that an opening hand should not exist."""
    after = STEPS[task.kind].settle(pop(state), task, action)
    return opening_broken(state, task.seat, after.players[task.seat].cards)


def _out_of_turn(task: Task) -> Rule:
    """Return the rule against doing something else than what comes now."""
    if task.kind == "move":
        return rules.MOVE_COMPULSORY
    if STEPS[task.kind].chance:
        return rules.REPORT_CARDS
    return rules.PHASES if task.kind in MAIN else rules.SETTLE_FIRST


def _show_broken(state: State, action: Show) -> Rule | None:
    if not 0 <= action.seat < state.setting.seats:
        return rules.CARD_IN_HAND
    after = shown(state.players[action.seat].cards, action.cards)
    if after is None:
        return rules.CARD_IN_HAND
    return opening_broken(state, action.seat, after)


def legal_actions(state: State) -> tuple[Action, ...]:
    """List what the seat in question may do now, always in the same order."""
    if state.over:
        return ()
    task = state.todo[-1]
    offers = STEPS[task.kind].offers(state, task)
    return tuple(action for action in offers if broken_rule(state, action) is None)


def apply(state: State, action: Action) -> State:
    """Return the state after the action.

    Raises:
        IllegalMove: naming the rule, if the action is not legal here.
    """
    if rule := broken_rule(state, action):
        raise IllegalMove(action, rule)
    return settle(state, action)


def settle(state: State, action: Action) -> State:
    """Return the state after an action that is known to be legal."""
    if isinstance(action, Show):
        return show(state, action)
    task = state.todo[-1]
    return advance(STEPS[task.kind].settle(pop(state), task, action))


def show(state: State, action: Show) -> State:
    """Return the state in which the app has been told of these cards."""
    cards = shown(state.players[action.seat].cards, action.cards)
    if cards is None:
        raise Impossible("That hand cannot hold these cards.")
    return advance(with_cards(state, action.seat, cards))


def advance(state: State) -> State:
    """Let everything happen that needs no word from anybody."""
    while state.todo:
        task = state.todo[-1]
        if task.kind in AUTO:
            state = AUTO[task.kind](pop(state), task)
        elif STEPS[task.kind].idle(state, task):
            state = pop(state)
        else:
            return state
    return state


def chance(state: State) -> Awaited | None:
    """Return what the table must report, if only it can say what comes next."""
    if state.over:
        return None
    task = state.todo[-1]
    return Awaited(state, task) if STEPS[task.kind].chance else None


def actor(state: State, action: Action) -> Seat:
    """Return the seat whose word this action is."""
    if isinstance(action, Show):
        return Seat(action.seat)
    return Seat(state.todo[-1].seat if state.todo else state.seat)
