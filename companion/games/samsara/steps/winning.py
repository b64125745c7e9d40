"""Phase 4: paying for an amulet, and what winning it sets off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Buy, BuyAncestral
from companion.games.samsara.box import GOAL, Need, need
from companion.games.samsara.payments import Payment, Purse, dark_needed, payments
from companion.games.samsara.state import (
    DISCARD,
    HAND,
    PLAY,
    RESERVE,
    Player,
    State,
    Task,
    push,
    with_cards,
    with_player,
)
from companion.games.samsara.supply import gain_bad

HELD = -1
LISTED = 20
"""Payments listed at a time: every amulet's cheapest, then the next ones."""


def gaps_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the gaps beside a seat: its left, then its right."""
    gaps = state.setting.gaps
    return (0,) if gaps == 1 else (seat, (seat - 1) % gaps)


def purse(player: Player) -> Purse:
    """Return what a player could pay with."""
    hand = player.cards.zones[HAND]
    pool = player.cards.pool if hand.unseen else ()
    return Purse(hand.seen, player.cards.zones[RESERVE].seen, pool, hand.unseen)


def price(state: State, amulet: str) -> Need:
    """Return the symbols an Ancestral Amulet asks for."""
    return need(state.setting.box.ancestral[int(amulet[-1]) - 1])


def in_reach(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """Return the Eternity Amulets this seat may win, each with its gap."""
    for gap in gaps_of(state, seat):
        for face in dict.fromkeys(state.gaps[gap]):
            yield gap, face
    for face in dict.fromkeys(state.players[seat].held):
        yield HELD, face


def ancestral_in_reach(state: State, seat: int) -> Iterator[str]:
    """Return the Ancestral Amulets that touch the zone of this seat's pawn."""
    pawn = state.players[seat].pawn
    for amulet, zone in state.ancestral:
        if pawn in (zone, (zone + 1) % 8):
            yield amulet


def ways(state: State, seat: int, needed: Need) -> tuple[Payment, ...]:
    """Return how this seat could pay, the golden rule kept."""
    return _ways(state, state.players[seat].wins, purse(state.players[seat]), needed)


def _ways(state: State, wins: int, cards: Purse, needed: Need) -> tuple[Payment, ...]:
    found = payments(needed, cards, state.setting.box)
    if wins == GOAL - 1:
        return tuple(pay for pay in found if not pay.dark)
    return found


def _priced(state: State, seat: int) -> Iterator[tuple[Any, tuple[Payment, ...]]]:
    player = state.players[seat]
    cards = purse(player)
    for gap, face in in_reach(state, seat):
        yield (gap, face), _ways(state, player.wins, cards, need(face))
    for amulet in ancestral_in_reach(state, seat):
        yield amulet, _ways(state, player.wins, cards, price(state, amulet))


def buy_offers(state: State, task: Task) -> tuple[Any, ...]:
    """List the cheapest payments: one per amulet at least, then the next best."""
    ranked = [
        (place, pay.cost(), number, amulet, pay)
        for number, (amulet, pays) in enumerate(_priced(state, task.seat))
        for place, pay in enumerate(pays[:LISTED])
    ]
    ranked.sort(key=lambda entry: entry[:3])
    return tuple(_purchase(amulet, pay) for *_, amulet, pay in ranked[:LISTED])


def _purchase(amulet: Any, pay: Payment) -> Buy | BuyAncestral:
    if isinstance(amulet, str):
        return BuyAncestral(amulet, pay.hand, pay.reserve)
    return Buy(amulet[0], amulet[1], pay.hand, pay.reserve)


def _where_broken(state: State, seat: int, action: Buy | BuyAncestral) -> Rule | None:
    if isinstance(action, BuyAncestral):
        reached = action.amulet in ancestral_in_reach(state, seat)
        return None if reached else rules.ANCESTRAL_WIN
    reached = (action.gap, action.face) in in_reach(state, seat)
    return None if reached else rules.AMULET_GAP


def needed_for(state: State, action: Buy | BuyAncestral) -> Need:
    """Return the symbols that what is bought asks for."""
    if isinstance(action, BuyAncestral):
        return price(state, action.amulet)
    return need(action.face)


def buy_broken(state: State, task: Task, action: Buy | BuyAncestral) -> Rule | None:
    """Name the rule that a purchase would break."""
    player = state.players[task.seat]
    if player.wins >= GOAL:
        return rules.END_OF_GAME
    if rule := _where_broken(state, task.seat, action):
        return rule
    if not player.cards.may_hold_all(HAND, action.hand):
        return rules.CARD_IN_HAND
    if not player.cards.may_hold_all(RESERVE, action.reserve):
        return rules.PAYMENT_CARDS
    cards = action.hand + action.reserve
    dark = dark_needed(needed_for(state, action), cards, state.setting.box)
    if dark is None:
        return rules.PAYMENT_COMPLETE
    return rules.GOLDEN_RULE if dark and player.wins == GOAL - 1 else None


def buy_settle(state: State, task: Task, action: Buy | BuyAncestral) -> State:
    """Pay, take the amulet, and begin what it sets off."""
    seat, needed = task.seat, needed_for(state, action)
    cards = state.players[seat].cards
    for card in action.hand:
        cards = cards.shift(HAND, PLAY, card)
    for card in action.reserve:
        cards = cards.shift(RESERVE, PLAY, card)
    dark = dark_needed(needed, action.hand + action.reserve, state.setting.box)
    state = gain_bad(with_cards(state, seat, cards), seat, DISCARD, dark or 0)
    turn = state.turn._replace(won=True)
    state = push(state._replace(turn=turn), Task("close", seat))
    if isinstance(action, BuyAncestral):
        return _won(_claim_ancestral(state, seat, action.amulet), seat)
    return _won(_claim(state, seat, action.gap, action.face), seat)


def _claim(state: State, seat: int, gap: int, face: str) -> State:
    player = state.players[seat]
    if gap == HELD:
        held = without(player.held, face)
        player = player._replace(held=held)
    else:
        state = with_gap(state, gap, without(state.gaps[gap], face))
    player = player._replace(amulets=(*player.amulets, face))
    return push(with_player(state, seat, player), Task("power", seat))


def _claim_ancestral(state: State, seat: int, amulet: str) -> State:
    left = tuple(entry for entry in state.ancestral if entry[0] != amulet)
    player = state.players[seat]
    owned = (*player.ancestral, amulet)
    state = with_player(state, seat, player._replace(ancestral=owned))
    state = state._replace(ancestral=left)
    return push(state, Task("trigger", seat, 0, owned), Task("power", seat))


def _won(state: State, seat: int) -> State:
    """Note who has reached the goal first."""
    if state.players[seat].wins >= GOAL and state.ended is None:
        return state._replace(ended=seat)
    return state


def without(faces: tuple[str, ...], face: str) -> tuple[str, ...]:
    """Return the faces with one of a kind taken away."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def with_gap(state: State, gap: int, faces: tuple[str, ...]) -> State:
    """Return the state with the amulets of one gap changed."""
    gaps = (*state.gaps[:gap], tuple(sorted(faces)), *state.gaps[gap + 1 :])
    return state._replace(gaps=gaps)
