"""Phase 4: which amulets are in reach, how they can be paid, and paying."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypedDict

from companion.core.cards import Cards, within
from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Buy, BuyAncestral
from companion.games.samsara.box import GOAL, Need, need
from companion.games.samsara.hands import names_uniform
from companion.games.samsara.likely import held, held_only
from companion.games.samsara.payments import (
    Payment,
    Purse,
    dark_needed,
    payments_from,
    shelved,
)
from companion.games.samsara.state import (
    DISCARD,
    HAND,
    PLAY,
    RESERVE,
    Player,
    State,
)
from companion.games.samsara.supply import gain_bad

HELD = -1
"""In place of a gap: an amulet that Kasyapa has set aside."""

ANCESTRAL = -2
"""In place of a gap: an Ancestral Amulet on the board."""

LISTED = 20
"""Payments listed at a time: every amulet's cheapest, then the next ones. More would
not fit a phone, and any other payment may still be entered card by card."""

Purchase = Buy | BuyAncestral


def gaps_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the gaps beside a seat: its left, then its right."""
    gaps = state.setting.gaps
    return (0,) if gaps == 1 else (seat, (seat - 1) % gaps)


def without(faces: tuple[str, ...], face: str) -> tuple[str, ...]:
    """Return the faces with one of a kind taken away."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def last_one(player: Player) -> bool:
    """Tell whether the next amulet is the last: the golden rule is for it."""
    return player.wins == GOAL - 1


def purse(player: Player) -> Purse:
    """Return what a player could pay with."""
    hand = player.cards.zones[HAND]
    pool = player.cards.pool if hand.unseen else ()
    return Purse(hand.seen, player.cards.zones[RESERVE].seen, pool, hand.unseen)


def price(state: State, amulet: str) -> Need:
    """Return the symbols an Ancestral Amulet asks for."""
    return need(state.setting.box.ancestral[int(amulet[-1]) - 1])


def in_reach(state: State, seat: int) -> list[tuple[int, str]]:
    """Return the Eternity Amulets this seat may win, each with its gap."""
    places = [(gap, state.gaps[gap]) for gap in gaps_of(state, seat)]
    places.append((HELD, state.players[seat].held))
    return [(gap, face) for gap, faces in places for face in dict.fromkeys(faces)]


def ancestral_in_reach(state: State, seat: int) -> Iterator[str]:
    """Return the Ancestral Amulets that touch the zone of this seat's pawn."""
    pawn = state.players[seat].pawn
    for amulet, zone in state.ancestral:
        if pawn in (zone, (zone + 1) % 8):
            yield amulet


def priced(
    state: State, seat: int
) -> Iterator[tuple[tuple[int, str], tuple[Payment, ...]]]:
    """Return every amulet in reach that can be paid, with the ways to do it.

    An Ancestral Amulet has its name where others have their face.
    """
    player, box = state.players[seat], state.setting.box
    shelf, golden = shelved(purse(player), box), last_one(player)
    for place, wanted in _wanted(state, seat):
        pays = payments_from(wanted, shelf, box)
        if golden:
            pays = tuple(pay for pay in pays if not pay.dark)
        if pays:
            yield place, pays


def _wanted(state: State, seat: int) -> list[tuple[tuple[int, str], Need]]:
    found = [(place, need(place[1])) for place in in_reach(state, seat)]
    if state.ancestral:
        for amulet in ancestral_in_reach(state, seat):
            found.append(((ANCESTRAL, amulet), price(state, amulet)))
    return found


def listed(state: State, seat: int) -> Iterator[Purchase]:
    """List the cheapest payments: one per amulet at least, then the next best."""
    player = state.players[seat]
    if player.wins >= GOAL:
        return
    found, opening = list(priced(state, seat)), player.opening
    count = depth = 0
    while found and count < LISTED:
        found = [entry for entry in found if len(entry[1]) > depth]
        row = sorted(found, key=lambda entry: entry[1][depth].cost())
        for (gap, face), pays in row[: LISTED - count]:
            pay = pays[depth]
            if not (opening and names_uniform(player, pay.hand)):
                yield purchase(gap, face, pay.hand, pay.reserve)
        count += len(row)
        depth += 1


# The same few payments are listed again and again while a hand stays the same.
@lru_cache(maxsize=4096)
def purchase(gap: int, face: str, hand: Cards, reserve: Cards) -> Purchase:
    """Return the action that wins an amulet with these cards."""
    if gap == ANCESTRAL:
        return BuyAncestral(face, hand, reserve)
    return Buy(gap, face, hand, reserve)


def needed_for(state: State, action: Purchase) -> Need:
    """Return the symbols that what is bought asks for."""
    if isinstance(action, BuyAncestral):
        return price(state, action.amulet)
    return need(action.face)


def dark_of(state: State, action: Purchase) -> int | None:
    """Return the dark symbols a purchase needs, None if its cards are not enough."""
    cards = action.hand + action.reserve
    return dark_needed(needed_for(state, action), cards, state.setting.box)


def purchase_broken(state: State, seat: int, action: Purchase) -> Rule | None:
    """Name the rule that a purchase would break."""
    player = state.players[seat]
    if player.wins >= GOAL:
        return rules.END_OF_GAME
    if rule := _where_broken(state, seat, action):
        return rule
    if not player.cards.may_hold_all(HAND, action.hand):
        return rules.CARD_IN_HAND
    if not player.cards.may_hold_all(RESERVE, action.reserve):
        return rules.PAYMENT_CARDS
    dark = dark_of(state, action)
    if dark is None:
        return rules.PAYMENT_COMPLETE
    if dark and last_one(player):
        return rules.GOLDEN_RULE
    return rules.OPENING_HAND if names_uniform(player, action.hand) else None


def _where_broken(state: State, seat: int, action: Purchase) -> Rule | None:
    if isinstance(action, BuyAncestral):
        reached = action.amulet in ancestral_in_reach(state, seat)
        return None if reached else rules.ANCESTRAL_WIN
    reached = (action.gap, action.face) in in_reach(state, seat)
    return None if reached else rules.AMULET_GAP


def paid(state: State, seat: int, action: Purchase) -> State:
    """Return the state with the cards put down and the dark symbols paid for."""
    dark = dark_of(state, action)
    cards = state.players[seat].cards
    cards = cards.shift(HAND, PLAY, *action.hand)
    cards = cards.shift(RESERVE, PLAY, *action.reserve)
    return gain_bad(state.with_cards(seat, cards), seat, DISCARD, dark or 0)


FIVE, LIKELY, LIKELY_OF_FIVE = 5, 10, 24
"""Ways to pay that are told of each amulet, folded: with ten, five players often had to
name whole hands for want of the right one; more would only make the pages of others
heavy."""


class Pay(TypedDict):
    """Cards that would win an amulet, and how likely the hand holds just these."""

    hand: list[str]
    reserve: list[str]
    dark: int
    likely: float


class Offer(TypedDict):
    """An amulet that could be won now, and the cheapest way."""

    action: dict[str, Any]
    sure: bool
    """Every card of the payment has been seen in the hand or the Reserve."""

    dark: int
    jokers: int
    ways: int
    pays: list[Pay]
    """The likeliest payments, while this seat may win an amulet."""


def payable(state: State, seat: int, *, now: bool = False) -> list[Offer]:
    """Return the amulets this seat could pay for, the cheapest payment of each."""
    found = [_offer(gap, face, pays) for (gap, face), pays in priced(state, seat)]
    if now and state.players[seat].wins < GOAL:
        most = LIKELY_OF_FIVE if len(state.players) == FIVE else LIKELY
        for offer, (_, pays) in zip(found, priced(state, seat), strict=True):
            offer["pays"] = likeliest(state.players[seat], pays, most)
    found.sort(key=lambda offer: (not offer["sure"], offer["dark"], offer["jokers"]))
    return found


def _offer(gap: int, face: str, pays: tuple[Payment, ...]) -> Offer:
    pay = next((pay for pay in pays if not pay.unseen), pays[0])
    what: dict[str, Any] = {"type": "buy", "gap": gap, "face": face}
    if gap == ANCESTRAL:
        what = {"type": "buy-ancestral", "amulet": face}
    return Offer(
        action={**what, "hand": list(pay.hand), "reserve": list(pay.reserve)},
        sure=not pay.unseen,
        dark=pay.dark,
        jokers=pay.jokers,
        ways=len(pays),
        pays=[],
    )


def likeliest(player: Player, pays: tuple[Payment, ...], most: int) -> list[Pay]:
    """Return the payments a hand is likeliest to make; the best if it is known.

    Whoever pays puts down every card that spares a dark symbol, so that a payment with
    dark ones says what else the hand does not hold.
    """
    kinds = {card for pay in pays for card in pay.hand}
    known = not player.cards.zones[HAND].unseen
    found = []
    for pay in _best(pays) if known else pays:
        if names_uniform(player, pay.hand):
            continue
        if known:
            likely = 1.0
        elif pay.dark:
            likely = held_only(player.cards, pay.hand, kinds)
        else:
            likely = held(player.cards, pay.hand)
        hand, reserve = list(pay.hand), list(pay.reserve)
        found.append(Pay(hand=hand, reserve=reserve, dark=pay.dark, likely=likely))
    found.sort(key=lambda pay: -pay["likely"])
    return found if known else found[:most]


def _best(pays: tuple[Payment, ...]) -> list[Payment]:
    """Leave out what spends more of the Reserve and spares no dark symbol by it.

    What is left of the hand is discarded anyway: only the Reserve can be saved.
    """
    return [
        pay
        for pay in pays
        if not any(
            other.dark <= pay.dark
            and len(other.reserve) < len(pay.reserve)
            and within(other.reserve, pay.reserve)
            for other in pays
        )
    ]
