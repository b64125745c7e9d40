"""What happens to the cards of one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.cards import Spread
from companion.games.samsara.box import BAD, DRAWN, GOOD, base
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
    HAND,
    NEXT,
    PLAY,
    State,
)

Wanted = Callable[[str], bool]


def not_bad(card: str) -> bool:
    """Tell whether a card is anything but Bad Karma."""
    return card != BAD


def is_bad(card: str) -> bool:
    """Tell whether a card is Bad Karma."""
    return card == BAD


def is_good(card: str) -> bool:
    """Tell whether a card is Good Karma."""
    return card == GOOD


def anything(card: str) -> bool:
    """Want any card."""
    del card
    return True


WANTED: dict[str, Wanted] = {"any": not_bad, "bad": is_bad, "good": is_good}


def may_lack(cards: Spread, wanted: Wanted, zone: int = HAND) -> bool:
    """Tell whether a zone can be without any wanted card."""
    place, pool = cards.zones[zone], cards.pool
    if any(wanted(card) for card in place.seen):
        return False
    others = sum(pool.count(card) for card in set(pool) if not wanted(card))
    return place.unseen <= others


def lacking(cards: Spread, wanted: Wanted) -> Spread:
    """Return the deck of someone who declared to hold no wanted card."""
    unseen = cards.zones[HAND].unseen
    rest = {card for card in cards.pool if not wanted(card)}
    if unseen and len(rest) == 1:
        cards = cards.show(HAND, [rest.pop()] * unseen)
    return cards.deduced(DRAW)


def clear_table(cards: Spread) -> Spread:
    """Discard what was played and what is left in the hand."""
    return cards.shift_all(PLAY, DISCARD).shift_all(HAND, DISCARD)


def discard_evanescent(state: State, seat: int) -> State:
    """Discard the Evanescent cards in play."""
    cards = state.players[seat].cards
    if not cards.zones[EVANESCENT].seen:
        return state
    return state.with_cards(seat, cards.shift_all(EVANESCENT, DISCARD))


def in_play(cards: Spread, kind: str) -> int:
    """Return how many Evanescent cards of a type are in play."""
    return sum(base(card) == kind for card in cards.zones[EVANESCENT].seen)


def new_hand_size(state: State, seat: int) -> int:
    """Return how many cards this seat draws at the end of this turn."""
    bachcha = in_play(state.players[seat].cards, "bachcha")
    return max(0, DRAWN + bachcha + state.turn.extra)


def shown(
    cards: Spread, report: tuple[str, ...], *, alike: bool = True
) -> Spread | None:
    """Return the deck after somebody showed these cards of the hand.

    A whole hand replaces what was believed before; a part adds to it. None if
    the deck cannot hold them there. `alike` is that of `Spread.deduced`.
    """
    hand = cards.zones[HAND]
    if len(report) > len(hand):
        return None
    if len(report) == len(hand):
        for card in hand.seen:
            cards = cards.hide(HAND, card)
        new = list(report)
    else:
        known = list(hand.seen)
        new = [card for card in report if not _cross_out(known, card)]
    fits = len(new) <= cards.zones[HAND].unseen and not _missing(new, cards.pool)
    return cards.show(HAND, new).deduced(DRAW, alike=alike) if fits else None


def _cross_out(known: list[str], card: str) -> bool:
    if card in known:
        known.remove(card)
        return True
    return False


def _missing(cards: list[str], pool: tuple[str, ...]) -> bool:
    left = list(pool)
    return not all(_cross_out(left, card) for card in cards)


def claim(cards: Spread, zone: int, card: str) -> Spread | None:
    """Take a card out of a secret zone on the word of someone who looked there.

    Should the owner have shown it elsewhere, that was a mistake and is forgotten.
    """
    if cards.may_hold(zone, card):
        return cards.take(zone, card)
    if not cards.zones[zone].unseen:
        return None
    for place in (HAND, NEXT, DISCARD):
        if card in cards.zones[place].seen:
            return cards.hide(place, card).take(zone, card)
    return None


def random_card(cards: Spread, zone: int, rng: Any) -> str:
    """Return a card of a zone at random; an unseen one may be any of the pool."""
    place = cards.zones[zone]
    number = rng.randrange(len(place))
    if number < len(place.seen):
        return str(place.seen[number])
    return str(rng.choice(cards.pool))
