"""Phases 3 and 4: play a card, win an amulet, or end the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Buy, BuyAncestral, EndTurn, Play
from companion.games.samsara.box import EVANESCENT as STAYS
from companion.games.samsara.box import ZONE_OF
from companion.games.samsara.deck import draw
from companion.games.samsara.state import (
    DISCARD,
    EVANESCENT,
    HAND,
    PLAY,
    State,
    Task,
    push,
    with_cards,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.choosing import ask_back, is_karma
from companion.games.samsara.steps.closing import end_turn
from companion.games.samsara.steps.moving import from_hand
from companion.games.samsara.steps.winning import buy_broken, buy_offers, buy_settle
from companion.games.samsara.supply import gain_good

DRAWS = {
    "jann": 2,
    "vikaas": 1,
    "bhaga-jann": 3,
    "bhaga-vikaas": 2,
    "durmangala-jann": 2,
}
MORE_ACTIONS = {
    "jann": 1,
    "vikaas": 2,
    "bhaga-jann": 1,
    "bhaga-vikaas": 2,
    "durmangala-vikaas": 2,
}


def _samsara(seat: int) -> Task:
    return Task("samsara", seat, 1, (HAND,))


def _tasks(card: str, seat: int) -> tuple[Task, ...]:
    """Return what the action of a card asks for, in order."""
    match card:
        case "yugal":
            return (ask_back(seat, "any", 1, _samsara(seat)),)
        case "bhaga-yugal":
            good = Task("good", seat, 1, (HAND,))
            return (ask_back(seat, "any", 1, _samsara(seat), good),)
        case "durmangala-yugal":
            return (ask_back(seat, "good", 1, _samsara(seat)),)
        case "gyaan":
            return (Task("reserve", seat),)
        case "bhaga-gyaan":
            return (Task("draw", seat, 1), Task("reserve", seat))
        case "durmangala-gyaan":
            return (Task("reserve", seat), Task("bad", seat, 1))
    return _more_tasks(card, seat)


def _more_tasks(card: str, seat: int) -> tuple[Task, ...]:
    match card:
        case "maut":
            return (ask_back(seat, "bad"),)
        case "bhaga-maut":
            return (ask_back(seat, "bad", 2),)
        case "durmangala-maut":
            return (ask_back(seat, "bad"), Task("discard", seat, 1))
        case "durmangala-kaam-kar" | "durmangala-bachcha":
            return (Task("discard", seat, 1),)
    return ()


GOOD_GAINS = {
    "dhyann": (DISCARD, 2),
    "bhaga-dhyann": (HAND, 2),
    "durmangala-dhyann": (DISCARD, 1),
}


def _play(state: State, seat: int, card: str) -> State:
    zone = EVANESCENT if card in STAYS else PLAY
    cards = state.players[seat].cards.shift(HAND, zone, card)
    actions = max(0, state.turn.actions - 1) + MORE_ACTIONS.get(card, 0)
    state = with_cards(state, seat, cards)._replace(
        turn=state.turn._replace(actions=actions)
    )
    state = push(state, Task("act", seat))
    if card in GOOD_GAINS:
        zone, count = GOOD_GAINS[card]
        return gain_good(state, seat, zone, count)
    if card in DRAWS:
        return draw(state, seat, DRAWS[card])
    return push(state, *_tasks(card, seat))


def _play_broken(state: State, task: Task, action: Play) -> Rule | None:
    if is_karma(action.card):
        return rules.NO_ACTION_ON_KARMA
    if action.card not in ZONE_OF:
        return rules.CARD_IN_HAND
    if state.turn.actions < 1:
        return rules.ONE_ACTION
    return from_hand(state, task.seat, action.card)


def _act_offers(state: State, task: Task) -> Iterator[Any]:
    if state.turn.actions:
        for card in state.players[task.seat].cards.choices(HAND):
            yield Play(card)
    yield from buy_offers(state, task)
    yield EndTurn()


def _act_broken(state: State, task: Task, action: Any) -> Rule | None:
    match action:
        case Play():
            return _play_broken(state, task, action)
        case Buy() | BuyAncestral():
            return buy_broken(state, task, action)
    return None


def _act_settle(state: State, task: Task, action: Any) -> State:
    match action:
        case Play(card):
            return _play(state, task.seat, card)
        case Buy() | BuyAncestral():
            return buy_settle(state, task, action)
    return end_turn(state, task.seat)


def _close_broken(state: State, task: Task, action: Any) -> Rule | None:
    match action:
        case Buy() | BuyAncestral():
            return rules.ONE_AMULET_PER_TURN
        case Play():
            return rules.PHASES
    return None


STEPS = {
    "act": Step(
        (Play, Buy, BuyAncestral, EndTurn), _act_offers, _act_broken, _act_settle
    ),
    "close": Step(
        (Play, Buy, BuyAncestral, EndTurn),
        lambda state, task: (EndTurn(),),
        _close_broken,
        _act_settle,
    ),
}
