"""New characters who take from opponents, or search the own draw pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Give, Kept, Pick, Stolen, Target
from companion.games.samsara.box import BAD
from companion.games.samsara.deck import claim, lacking, may_lack, not_bad
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    HAND,
    NEXT,
    State,
    Task,
    others,
    push,
    with_cards,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.moving import from_hand, hand_over

ZONE_AIMED_AT = {"steal": HAND, "search": DRAW, "ask": HAND}
AIMS = {"steal": rules.KUTI, "search": rules.MUYARATI, "ask": rules.MARJARI}


def _targets(state: State, task: Task) -> Iterator[int]:
    zone = ZONE_AIMED_AT[task.more[0]]
    for other in others(state, task.seat):
        if state.players[other].cards.size(zone):
            yield other


def _target_offers(state: State, task: Task) -> Iterator[Target]:
    yield from map(Target, _targets(state, task))


def _target_broken(state: State, task: Task, action: Target) -> Rule | None:
    return None if action.seat in _targets(state, task) else AIMS[task.more[0]]


def _target_settle(state: State, task: Task, action: Target) -> State:
    aim = task.more[0]
    if aim == "search":
        return push(state, Task("search", task.seat, action.seat))
    kind = "stolen" if aim == "steal" else "asked"
    return push(state, Task(kind, action.seat, task.seat))


def _target_idle(state: State, task: Task) -> bool:
    return next(_targets(state, task), None) is None


def _stolen_broken(state: State, task: Task, action: Stolen) -> Rule | None:
    return from_hand(state, task.seat, action.card)


def _stolen_settle(state: State, task: Task, action: Stolen) -> State:
    return hand_over(state, task.seat, task.n, action.card, DISCARD)


def _kept_broken(state: State, task: Task, action: Kept) -> Rule | None:
    found = claim(state.players[task.n].cards, DRAW, action.card)
    return rules.MUYARATI if found is None else None


def _kept_settle(state: State, task: Task, action: Kept) -> State:
    found = claim(state.players[task.n].cards, DRAW, action.card)
    if found is None:
        found = state.players[task.n].cards.take(DRAW, action.card)
    state = with_cards(state, task.n, found)
    cards = state.players[task.seat].cards.put(HAND, action.card)
    return with_cards(state, task.seat, cards)


def _asked_offers(state: State, task: Task) -> Iterator[Give]:
    for card in state.players[task.seat].cards.choices(HAND):
        yield Give(card, task.n)


def _asked_broken(state: State, task: Task, action: Give) -> Rule | None:
    if action.to != task.n:
        return rules.MARJARI
    cards = state.players[task.seat].cards
    if action.card == BAD and not may_lack(cards, not_bad):
        return rules.MARJARI
    return from_hand(state, task.seat, action.card)


def _asked_settle(state: State, task: Task, action: Give) -> State:
    if action.card == BAD:
        cards = lacking(state.players[task.seat].cards, not_bad)
        state = with_cards(state, task.seat, cards)
    return hand_over(state, task.seat, task.n, action.card, NEXT)


def _pick_offers(state: State, task: Task) -> Iterator[Pick]:
    if not state.setting.open:
        yield Pick()
    yield from map(Pick, state.players[task.seat].cards.choices(DRAW))


def _pick_broken(state: State, task: Task, action: Pick) -> Rule | None:
    if not action.card:
        return rules.REPORT_CARDS if state.setting.open else None
    held = state.players[task.seat].cards.may_hold(DRAW, action.card)
    return None if held else rules.IRIAKIE


def _pick_settle(state: State, task: Task, action: Pick) -> State:
    cards, zone = state.players[task.seat].cards, task.more[0]
    if action.card:
        cards = cards.shift(DRAW, zone, action.card)
    else:
        cards = cards.shift_unseen(DRAW, zone, 1)
    state = with_cards(state, task.seat, cards.deduced(DRAW))
    if zone == NEXT:
        extra = state.turn.extra - 1
        state = state._replace(turn=state.turn._replace(extra=extra))
    return push(state, task._replace(n=task.n - 1)) if task.n > 1 else state


def _pick_idle(state: State, task: Task) -> bool:
    return task.n < 1 or not state.players[task.seat].cards.size(DRAW)


def _nothing(state: State, task: Task) -> tuple[Any, ...]:
    return ()


STEPS = {
    "target": Step(
        (Target,), _target_offers, _target_broken, _target_settle, idle=_target_idle
    ),
    "stolen": Step((Stolen,), _nothing, _stolen_broken, _stolen_settle, chance=True),
    "search": Step((Kept,), _nothing, _kept_broken, _kept_settle, chance=True),
    "asked": Step((Give,), _asked_offers, _asked_broken, _asked_settle),
    "pick": Step((Pick,), _pick_offers, _pick_broken, _pick_settle, idle=_pick_idle),
}
