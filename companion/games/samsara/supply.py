"""The supplies on the table: eight stacks, Good Karma, Bad Karma."""

from __future__ import annotations

from companion.core.errors import Impossible
from companion.games.samsara.box import BAD, GOOD, ZONE_OF, ZONES
from companion.games.samsara.deck import draw
from companion.games.samsara.state import (
    HAND,
    Setting,
    Stack,
    State,
    Task,
    push,
    with_cards,
)


def gain_good(state: State, seat: int, zone: int, count: int) -> State:
    """Give Good Karma of the supply to a player, as many as there are."""
    count = min(count, state.good)
    cards = state.players[seat].cards
    for _ in range(count):
        cards = cards.put(zone, GOOD)
    return with_cards(state, seat, cards)._replace(good=state.good - count)


def gain_bad(state: State, seat: int, zone: int, count: int) -> State:
    """Give Bad Karma of the supply to a player, as many as there are."""
    count = min(count, state.bad)
    cards = state.players[seat].cards
    for _ in range(count):
        cards = cards.put(zone, BAD)
    return with_cards(state, seat, cards)._replace(bad=state.bad - count)


def put_back(state: State, seat: int, card: str, zone: int = HAND) -> State:
    """Return a card of a player to its supply."""
    cards = state.players[seat].cards.take(zone, card)
    state = with_cards(state, seat, cards)
    if card == GOOD:
        return state._replace(good=state.good + 1)
    if card == BAD:
        return state._replace(bad=state.bad + 1)
    place = ZONE_OF[card]
    return with_stack(state, place, _covered(state.stacks[place], card))


def with_stack(state: State, zone: int, stack: Stack) -> State:
    """Return the state with one stack changed."""
    stacks = (*state.stacks[:zone], stack, *state.stacks[zone + 1 :])
    return state._replace(stacks=stacks)


def _covered(stack: Stack, card: str) -> Stack:
    """Lay a card on a stack; a special one is shuffled in at once."""
    if card not in ZONES:
        return Stack(stack.normal, tuple(sorted((*stack.specials, card))))
    sure = stack.sure + 1 if stack.specials and stack.normal else 1
    return Stack(stack.normal + 1, stack.specials, sure)


def obtain(state: State, seat: int, zone: int, target: int) -> State:
    """Take the top card of a stack; what it uncovers may have to be reported."""
    if zone not in range(len(ZONES)):
        raise Impossible("There is no such place.")
    stack = state.stacks[zone]
    if not len(stack):
        raise Impossible("There is no {card} there.", card=ZONES[zone])
    if stack.normal and (not stack.specials or stack.sure > 1):
        sure = stack.sure - 1 if stack.specials else 1
        return _normal(state, seat, zone, target, sure)
    below = len(stack) - 1 if stack.normal else len(stack)
    if len(stack.specials) == 1 and below == 1:
        return uncover(state, seat, zone, target, stack.specials[0])
    return push(state, Task("uncover", seat, zone, (target,)))


def uncover(state: State, seat: int, zone: int, target: int, special: str) -> State:
    """Settle what lay under the card just taken: a special one, or nothing new."""
    if not special:
        return _normal(state, seat, zone, target, 1)
    stack = state.stacks[zone]
    if stack.normal and state.turn.special:
        return _normal(state, seat, zone, target, 1)
    specials = list(stack.specials)
    specials.remove(special)
    state = with_stack(state, zone, Stack(stack.normal, tuple(specials)))
    state = state._replace(turn=state.turn._replace(special=True))
    cards = state.players[seat].cards.put(target, special)
    return with_cards(state, seat, cards)


def _normal(state: State, seat: int, zone: int, target: int, sure: int) -> State:
    stack = state.stacks[zone]
    state = with_stack(state, zone, Stack(stack.normal - 1, stack.specials, sure))
    cards = state.players[seat].cards.put(target, ZONES[zone])
    return with_cards(state, seat, cards)


def hidden_outcomes(stack: Stack) -> tuple[tuple[str, int], ...]:
    """Return what may come to light under the top card, with how many chances."""
    normals = ("", stack.normal - 1)
    specials = tuple((special, 1) for special in stack.specials)
    return (normals, *specials) if stack.normal > 1 else specials


def starting_stacks(setting: Setting, size: int) -> tuple[Stack, ...]:
    """Return the eight stacks, with special cards in place of normal ones."""
    kinds = [
        kind
        for kind, used in (
            ("bhaga-", setting.bhaga),
            ("durmangala-", setting.durmangala),
        )
        if used
    ]
    return tuple(
        Stack(size - len(kinds), tuple(kind + zone for kind in kinds)) for zone in ZONES
    )


def auto_good(state: State, task: Task) -> State:
    """Settle a gain of Good Karma that had to wait."""
    return gain_good(state, task.seat, task.more[0], task.n)


def auto_bad(state: State, task: Task) -> State:
    """Settle a gain of Bad Karma that had to wait."""
    return gain_bad(state, task.seat, HAND, task.n)


def auto_draw(state: State, task: Task) -> State:
    """Settle a draw that had to wait."""
    return draw(state, task.seat, task.n)
