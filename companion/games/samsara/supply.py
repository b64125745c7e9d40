"""The supplies on the table: eight stacks, Good Karma, Bad Karma."""

from __future__ import annotations

from functools import lru_cache

from companion.games.samsara.box import (
    BAD,
    BHAGA,
    DURMANGALA,
    GOOD,
    STACKS,
    ZONE_OF,
    ZONES,
)
from companion.games.samsara.state import HAND, Setting, Stack, State


def gain_good(state: State, seat: int, zone: int, count: int) -> State:
    """Give Good Karma of the supply to a player, as many as there are."""
    count = min(count, state.good)
    if not count:
        return state
    cards = state.players[seat].cards.put(zone, *[GOOD] * count)
    return state.with_cards(seat, cards)._replace(good=state.good - count)


def gain_bad(state: State, seat: int, zone: int, count: int) -> State:
    """Give Bad Karma of the supply to a player, as many as there are."""
    count = min(count, state.bad)
    if not count:
        return state
    cards = state.players[seat].cards.put(zone, *[BAD] * count)
    return state.with_cards(seat, cards)._replace(bad=state.bad - count)


def put_back(state: State, seat: int, card: str, zone: int = HAND) -> State:
    """Return a card of a player to its supply."""
    state = state.with_cards(seat, state.players[seat].cards.take(zone, card))
    return with_supplied(state, card)


def with_supplied(state: State, card: str) -> State:
    """Return the state with one more card in its supply."""
    if card == GOOD:
        return state._replace(good=state.good + 1)
    if card == BAD:
        return state._replace(bad=state.bad + 1)
    place = ZONE_OF[card]
    return state.with_stack(place, _covered(state.stacks[place], card))


def _covered(stack: Stack, card: str) -> Stack:
    """Lay a card on a stack; a special one is shuffled in at once."""
    if card not in ZONES:
        return Stack(stack.normal, tuple(sorted((*stack.specials, card))))
    sure = stack.sure + 1 if stack.specials and stack.normal else 1
    return Stack(stack.normal + 1, stack.specials, sure)


def hidden_outcomes(stack: Stack) -> tuple[tuple[str, int], ...]:
    """Return what may come to light under the top card, with how many chances."""
    normals = ("", stack.normal - 1)
    specials = tuple((special, 1) for special in stack.specials)
    return (normals, *specials) if stack.normal > 1 else specials


def starting_stacks(setting: Setting) -> tuple[Stack, ...]:
    """Return the eight stacks, with special cards in place of normal ones."""
    used = ((BHAGA, setting.bhaga), (DURMANGALA, setting.durmangala))
    kinds = tuple(kind for kind, is_used in used if is_used)
    return _stacks(STACKS[setting.seats], kinds)


@lru_cache(maxsize=32)
def _stacks(size: int, kinds: tuple[str, ...]) -> tuple[Stack, ...]:
    return tuple(
        Stack(size - len(kinds), tuple(kind + zone for kind in kinds)) for zone in ZONES
    )
