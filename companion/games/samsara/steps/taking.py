"""Taking cards from the Samsara: phase 2, and whatever else takes one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import (
    Take,
    TakeGood,
    TakeNothing,
    Uncovered,
)
from companion.games.samsara.box import ZONES, distance
from companion.games.samsara.deck import in_play
from companion.games.samsara.state import (
    EVANESCENT,
    HAND,
    OFF_BOARD,
    State,
    Task,
    push,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.supply import (
    gain_good,
    hidden_outcomes,
    obtain,
    uncover,
)


def reach(state: State, seat: int) -> tuple[int, ...]:
    """Return the zones this seat may take a card from, the own zone first."""
    player = state.players[seat]
    if player.pawn == OFF_BOARD:
        return ()
    far = in_play(player.cards, "kaam-kar")
    if not far:
        return (player.pawn,)
    zones = [zone for zone in range(8) if distance(zone, player.pawn) <= far]
    return tuple(sorted(zones, key=lambda zone: (distance(zone, player.pawn), zone)))


def _take_offers(state: State, task: Task) -> Iterator[Any]:
    yield from map(Take, reach(state, task.seat))
    yield TakeGood()
    yield TakeNothing()


def _take_broken(state: State, task: Task, action: Any) -> Rule | None:
    zones = reach(state, task.seat)
    match action:
        case Take(zone):
            if zone not in zones:
                return rules.TAKE_CARD if len(zones) == 1 else rules.KAAM_KAR_REACH
            return None if len(state.stacks[zone]) else rules.EMPTY_STACK
        case TakeGood():
            if all(len(state.stacks[zone]) for zone in zones):
                return rules.EMPTY_STACK
            return None if state.good else rules.SUPPLY_EMPTY
        case _:
            own = zones and len(state.stacks[zones[0]])
            return rules.TAKE_CARD if own else None


def _take_settle(state: State, task: Task, action: Any) -> State:
    state = push(state, Task("act", task.seat))
    match action:
        case Take(zone):
            return obtain(state, task.seat, zone, HAND)
        case TakeGood():
            return gain_good(state, task.seat, HAND, 1)
        case _:
            return state


def _stacks_open(state: State, task: Task) -> Iterator[int]:
    for zone in range(8):
        fits = task.more[0] != EVANESCENT or ZONES[zone] in ("kaam-kar", "bachcha")
        if fits and len(state.stacks[zone]):
            yield zone


def _samsara_offers(state: State, task: Task) -> Iterator[Take]:
    yield from map(Take, _stacks_open(state, task))


def _samsara_broken(state: State, task: Task, action: Take) -> Rule | None:
    if action.zone in _stacks_open(state, task):
        return None
    if 0 <= action.zone < 8 and len(state.stacks[action.zone]):
        return rules.VANARAH
    return rules.SAMSARA_CARDS


def _samsara_settle(state: State, task: Task, action: Take) -> State:
    if task.n > 1:
        state = push(state, task._replace(n=task.n - 1))
    return obtain(state, task.seat, action.zone, task.more[0])


def _samsara_idle(state: State, task: Task) -> bool:
    return next(_stacks_open(state, task), None) is None


def _uncover_broken(state: State, task: Task, action: Uncovered) -> Rule | None:
    possible = dict(hidden_outcomes(state.stacks[task.n]))
    return None if action.card in possible else rules.SPECIAL_REVEALED


def _uncover_settle(state: State, task: Task, action: Uncovered) -> State:
    return uncover(state, task.seat, task.n, task.more[0], action.card)


STEPS = {
    "take": Step(
        (Take, TakeGood, TakeNothing), _take_offers, _take_broken, _take_settle
    ),
    "samsara": Step(
        (Take,), _samsara_offers, _samsara_broken, _samsara_settle, idle=_samsara_idle
    ),
    "uncover": Step(
        (Uncovered,),
        lambda state, task: (),
        _uncover_broken,
        _uncover_settle,
        chance=True,
    ),
}
