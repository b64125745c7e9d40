"""Phase 1: the move, the reincarnation on the way and the toll on arrival."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import (
    Give,
    Grant,
    Lack,
    Move,
    PutBack,
    TakeBad,
)
from companion.games.samsara.box import BAD, distance
from companion.games.samsara.deck import lacking, may_lack, not_bad
from companion.games.samsara.state import (
    HAND,
    OFF_BOARD,
    State,
    Task,
    others,
    push,
    with_cards,
    with_player,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.supply import gain_bad, gain_good, put_back

TOLL_BAD = 2
REBIRTH_CARDS = 2


def longest(pawn: int) -> int:
    """Return the most steps a pawn may make: it never ends where it began."""
    return 8 if pawn == OFF_BOARD else 7


def crosses(pawn: int, steps: int) -> bool:
    """Tell whether a move passes the rift; entering the wheel does not count."""
    return pawn != OFF_BOARD and pawn + steps >= 8


def occupants(state: State, seat: int) -> tuple[int, ...]:
    """Return the opponents whose pawns make this seat's zone cost a toll."""
    zone = state.players[seat].pawn
    reach = 1 if state.setting.seats == 2 else 0
    return tuple(
        other
        for other in others(state, seat)
        if (pawn := state.players[other].pawn) != OFF_BOARD
        and distance(pawn, zone) <= reach
    )


def toll_due(state: State, seat: int) -> bool:
    """Tell whether this seat's arrival costs a toll."""
    if state.setting.seats > 1:
        return bool(occupants(state, seat))
    neutral = state.neutral_zone
    return neutral != OFF_BOARD and distance(neutral, state.players[seat].pawn) <= 1


def _move_offers(state: State, task: Task) -> Iterator[Move]:
    yield from map(Move, range(1, longest(state.players[task.seat].pawn) + 1))


def _move_broken(state: State, task: Task, action: Move) -> Rule | None:
    if action.steps < 1:
        return rules.MOVE_COMPULSORY
    if action.steps > longest(state.players[task.seat].pawn):
        return rules.MOVE_STEPS
    return None


def _move_settle(state: State, task: Task, action: Move) -> State:
    seat, player = task.seat, state.players[task.seat]
    zone = (player.pawn + action.steps) % 8
    moved = player._replace(pawn=zone)
    state = with_player(state, seat, moved)
    tasks = [Task("take", seat)]
    if toll_due(state, seat):
        tasks.insert(0, Task("toll", seat))
    if crosses(player.pawn, action.steps):
        tasks.insert(0, Task("rebirth", seat, REBIRTH_CARDS))
    return push(state, *tasks)


def from_hand(state: State, seat: int, card: str) -> Rule | None:
    """Return the rule against using a card that this hand cannot hold."""
    held = state.players[seat].cards.may_hold(HAND, card)
    return None if held else rules.CARD_IN_HAND


def clean_from_hand(state: State, seat: int, card: str) -> Rule | None:
    """Return the rule against a card that must not be Bad Karma."""
    return rules.BAD_KARMA_STICKS if card == BAD else from_hand(state, seat, card)


def _rebirth_offers(state: State, task: Task) -> Iterator[Any]:
    yield from map(PutBack, state.players[task.seat].cards.choices(HAND))
    yield Lack()


def _rebirth_broken(state: State, task: Task, action: Any) -> Rule | None:
    if isinstance(action, PutBack):
        return clean_from_hand(state, task.seat, action.card)
    lacks = may_lack(state.players[task.seat].cards, not_bad)
    return None if lacks else rules.REINCARNATION_COMPULSORY


def _rebirth_settle(state: State, task: Task, action: Any) -> State:
    if isinstance(action, Lack):
        cards = lacking(state.players[task.seat].cards, not_bad)
        return gain_bad(with_cards(state, task.seat, cards), task.seat, HAND, task.n)
    state = put_back(state, task.seat, action.card)
    return push(state, task._replace(n=task.n - 1)) if task.n > 1 else state


def grants(state: State) -> bool:
    """Tell whether the toll brings an occupant a Good Karma instead of a card."""
    return state.setting.seats == 5 and state.good > 0


def _toll_offers(state: State, task: Task) -> Iterator[Any]:
    cards = state.players[task.seat].cards.choices(HAND)
    if state.setting.seats == 1:
        yield from map(PutBack, cards)
    elif grants(state):
        yield from map(Grant, occupants(state, task.seat))
    else:
        for to in occupants(state, task.seat):
            yield from (Give(card, to) for card in cards)
    yield TakeBad()


def _toll_broken(state: State, task: Task, action: Any) -> Rule | None:
    if isinstance(action, TakeBad):
        return None
    if isinstance(action, PutBack):
        if state.setting.seats > 1:
            return rules.TOLL
        return clean_from_hand(state, task.seat, action.card)
    if state.setting.seats == 1:
        return rules.TOLL_SOLO
    if isinstance(action, Grant) != grants(state):
        return rules.TOLL_FIVE_PLAYERS
    if action.to not in occupants(state, task.seat):
        return rules.TOLL_OCCUPANT
    if isinstance(action, Give):
        return clean_from_hand(state, task.seat, action.card)
    return None


def _toll_settle(state: State, task: Task, action: Any) -> State:
    match action:
        case TakeBad():
            return gain_bad(state, task.seat, HAND, TOLL_BAD)
        case PutBack(card):
            return put_back(state, task.seat, card)
        case Grant(to):
            return gain_good(state, to, HAND, 1)
        case _:
            return hand_over(state, task.seat, action.to, action.card, HAND)


def hand_over(state: State, giver: int, taker: int, card: str, zone: int) -> State:
    """Move a card from one player's hand to another player."""
    state = with_cards(state, giver, state.players[giver].cards.take(HAND, card))
    return with_cards(state, taker, state.players[taker].cards.put(zone, card))


STEPS = {
    "move": Step((Move,), _move_offers, _move_broken, _move_settle),
    "rebirth": Step((PutBack, Lack), _rebirth_offers, _rebirth_broken, _rebirth_settle),
    "toll": Step(
        (Give, Grant, PutBack, TakeBad), _toll_offers, _toll_broken, _toll_settle
    ),
}
