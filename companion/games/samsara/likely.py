"""How likely a hand that the app has not seen holds some cards: what to offer first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import comb

from companion.core.cards import Spread
from companion.games.samsara.state import HAND


def held(cards: Spread, named: Collection[str]) -> float:
    """Return how many times a hand holds these cards on average: an order, no chance.

    Cards that were shown count as held. Nobody asks for more precision here: it only
    decides which button stands first.
    """
    unseen, pool = _unseen(cards, named), Counter(cards.pool)
    places, size = cards.zones[HAND].unseen, unseen.total()
    if size > places:
        return 0.0
    found = comb(len(cards.pool) - size, places - size)
    for card, count in unseen.items():
        found *= comb(pool[card], count)
    return found / comb(len(cards.pool), places)


def held_only(cards: Spread, named: Collection[str], kinds: Collection[str]) -> float:
    """Return the chance that a hand holds these cards and no other of these kinds."""
    unseen, pool = _unseen(cards, named), Counter(cards.pool)
    places = cards.zones[HAND].unseen - unseen.total()
    others = len(cards.pool) - sum(pool[kind] for kind in kinds)
    if not 0 <= places <= others:
        return 0.0
    found = comb(others, places)
    for card, count in unseen.items():
        found *= comb(pool[card], count)
    return found / comb(len(cards.pool), cards.zones[HAND].unseen)


def _unseen(cards: Spread, named: Collection[str]) -> Counter[str]:
    """Return the named cards that nobody has shown."""
    return Counter(named) - Counter(cards.zones[HAND].seen)
