"""Cards of the hand that an effect asks for: put back, reserve, discard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Discard, Lack, PutBack, Reserve
from companion.games.samsara.box import BAD, GOOD
from companion.games.samsara.deck import WANTED, lacking, may_lack, not_bad
from companion.games.samsara.state import (
    DISCARD,
    HAND,
    RESERVE,
    State,
    Task,
    push,
    with_cards,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.moving import clean_from_hand, from_hand
from companion.games.samsara.supply import put_back

ASKS_FOR = {"any": rules.YUGAL, "bad": rules.MAUT, "good": rules.DURMANGALA_YUGAL}
"""The rule against putting back another card than the effect wants."""


def ask_back(seat: int, wanted: str, count: int = 1, *then: Task) -> Task:
    """Return the task to put back cards; what follows needs them put back."""
    return Task("put-back", seat, count, (wanted, then))


def _back_offers(state: State, task: Task) -> Iterator[Any]:
    yield from map(PutBack, state.players[task.seat].cards.choices(HAND))
    yield Lack()


def _back_broken(state: State, task: Task, action: Any) -> Rule | None:
    wanted = task.more[0]
    if isinstance(action, Lack):
        lacks = may_lack(state.players[task.seat].cards, WANTED[wanted])
        return None if lacks else ASKS_FOR[wanted]
    if not WANTED[wanted](action.card):
        return rules.BAD_KARMA_STICKS if action.card == BAD else ASKS_FOR[wanted]
    return from_hand(state, task.seat, action.card)


def _back_settle(state: State, task: Task, action: Any) -> State:
    wanted, then = task.more
    if isinstance(action, Lack):
        cards = lacking(state.players[task.seat].cards, WANTED[wanted])
        return with_cards(state, task.seat, cards)
    state = put_back(push(state, *then), task.seat, action.card)
    if task.n > 1:
        return push(state, task._replace(n=task.n - 1))
    return state


def no_hand(state: State, task: Task) -> bool:
    """Tell whether everybody can see that the hand is empty."""
    return not state.players[task.seat].cards.size(HAND)


def _reserve_offers(state: State, task: Task) -> Iterator[Any]:
    yield from map(Reserve, state.players[task.seat].cards.choices(HAND))
    yield Lack()


def _reserve_broken(state: State, task: Task, action: Any) -> Rule | None:
    if isinstance(action, Reserve):
        return clean_from_hand(state, task.seat, action.card)
    lacks = may_lack(state.players[task.seat].cards, not_bad)
    return None if lacks else rules.GYAAN


def _reserve_settle(state: State, task: Task, action: Any) -> State:
    cards = state.players[task.seat].cards
    if isinstance(action, Lack):
        return with_cards(state, task.seat, lacking(cards, not_bad))
    return with_cards(state, task.seat, cards.shift(HAND, RESERVE, action.card))


def _discard_offers(state: State, task: Task) -> Iterator[Discard]:
    yield from map(Discard, state.players[task.seat].cards.choices(HAND))


def _discard_broken(state: State, task: Task, action: Discard) -> Rule | None:
    """Name the rule; `more` tells whether Bad Karma must go last."""
    cards = state.players[task.seat].cards
    forced = bool(task.more) and action.card == BAD
    if forced and cards.may_hold(HAND, BAD) and not may_lack(cards, not_bad):
        return rules.FORCED_DISCARD
    return from_hand(state, task.seat, action.card)


def _discard_settle(state: State, task: Task, action: Discard) -> State:
    cards = state.players[task.seat].cards
    if task.more and action.card == BAD:
        cards = lacking(cards, not_bad)
    cards = cards.shift(HAND, DISCARD, action.card)
    state = with_cards(state, task.seat, cards)
    return push(state, task._replace(n=task.n - 1)) if task.n > 1 else state


def is_karma(card: str) -> bool:
    """Tell whether a card is Good or Bad Karma."""
    return card in (GOOD, BAD)


STEPS = {
    "put-back": Step(
        (PutBack, Lack), _back_offers, _back_broken, _back_settle, idle=no_hand
    ),
    "reserve": Step(
        (Reserve, Lack), _reserve_offers, _reserve_broken, _reserve_settle, idle=no_hand
    ),
    "discard": Step(
        (Discard,), _discard_offers, _discard_broken, _discard_settle, idle=no_hand
    ),
}
