"""Cards the table has shown and cards it has not: zones that share one pool.

A spread is the knowledge about one set of cards: every card lies in one zone.
Where a card is known to lie, it is `seen` there. The others fill the `unseen`
places of the zones, and together they are the pool: known as a multiset, not by
place. So a card can be in a zone if it is seen there, or if the zone has an
unseen place and the pool still holds one.

A deck per player is one spread per player; a deck for the whole table is one
spread with a zone for every hand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from companion.core.errors import Impossible

Cards: TypeAlias = tuple[str, ...]
"""Cards by key, always sorted: equal multisets are equal values."""


def bag(cards: Iterable[str]) -> Cards:
    """Return cards as a multiset."""
    return tuple(sorted(cards))


def plus(cards: Cards, card: str) -> Cards:
    """Return the multiset with one more card."""
    place = bisect_left(cards, card)
    return (*cards[:place], card, *cards[place:])


def minus(cards: Cards, card: str) -> Cards:
    """Return the multiset with one card less.

    Raises:
        Impossible: if it holds no such card.
    """
    place = bisect_left(cards, card)
    if place == len(cards) or cards[place] != card:
        raise Impossible("There is no {card} there.", card=card)
    return cards[:place] + cards[place + 1 :]


def within(part: Iterable[str], cards: Cards) -> bool:
    """Tell whether every card of the part is in the multiset, often enough."""
    return not Counter(part) - Counter(cards)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards: some are known, the others only counted."""

    seen: Cards = ()
    unseen: int = 0

    def __len__(self) -> int:
        return len(self.seen) + self.unseen


EMPTY = Zone()


@dataclass(frozen=True, slots=True)
class Spread:
    """Zones of cards with one pool for everything unseen; never changed in place."""

    pool: Cards
    zones: tuple[Zone, ...]

    def size(self, zone: int) -> int:
        """Return how many cards lie in a zone."""
        return len(self.zones[zone])

    def count(self, card: str) -> int:
        """Return how many of one card the whole spread holds."""
        seen = sum(zone.seen.count(card) for zone in self.zones)
        return seen + self.pool.count(card)

    def everything(self) -> Cards:
        """Return all cards of the spread, wherever they lie."""
        cards = list(self.pool)
        for zone in self.zones:
            cards.extend(zone.seen)
        return bag(cards)

    def may_hold(self, zone: int, card: str) -> bool:
        """Tell whether a card can be in a zone, from all that was shown."""
        place = self.zones[zone]
        return card in place.seen or (place.unseen > 0 and card in self.pool)

    def may_hold_all(self, zone: int, cards: Iterable[str]) -> bool:
        """Tell whether these cards can be in a zone together."""
        place = self.zones[zone]
        seen, pool, unseen = list(place.seen), list(self.pool), place.unseen
        for card in cards:
            if card in seen:
                seen.remove(card)
            elif unseen and card in pool:
                pool.remove(card)
                unseen -= 1
            else:
                return False
        return True

    def choices(self, zone: int) -> tuple[str, ...]:
        """Return every different card that can be in a zone, sorted."""
        place = self.zones[zone]
        cards = set(place.seen)
        if place.unseen:
            cards.update(self.pool)
        return tuple(sorted(cards))

    def most(self, zone: int, card: str) -> int:
        """Return the largest number of one card a zone can hold."""
        place = self.zones[zone]
        return place.seen.count(card) + min(place.unseen, self.pool.count(card))

    def put(self, zone: int, *cards: str) -> Spread:
        """Return the spread with new cards, seen in a zone."""
        place = self.zones[zone]
        fuller = Zone(bag(place.seen + cards), place.unseen)
        return self._with(self.pool, (zone, fuller))

    def take(self, zone: int, *cards: str) -> Spread:
        """Return the spread without some cards of a zone, seen ones if there are any.

        Raises:
            Impossible: if the zone cannot hold them.
        """
        left, pool = self._taken(zone, cards)
        return self._with(pool, (zone, left))

    def shift(self, source: int, target: int, *cards: str) -> Spread:
        """Return the spread with cards moved openly from zone to another zone.

        Raises:
            Impossible: if the zone cannot hold them.
        """
        left, pool = self._taken(source, cards)
        return self._poured(pool, (source, left), target, cards)

    def shift_unseen(self, source: int, target: int, count: int) -> Spread:
        """Return the spread with unseen cards moved, face down.

        Raises:
            Impossible: if there are not so many.
        """
        place = self.zones[source]
        if count > place.unseen:
            raise Impossible("There are not that many cards there.")
        left = Zone(place.seen, place.unseen - count)
        return self._poured(self.pool, (source, left), target, unseen=count)

    def shift_all(self, source: int, target: int) -> Spread:
        """Return the spread with everything of one zone moved to another."""
        place = self.zones[source]
        rest = (source, EMPTY)
        return self._poured(self.pool, rest, target, place.seen, place.unseen)

    def show(self, zone: int, cards: Iterable[str]) -> Spread:
        """Return the spread with unseen cards of a zone turned up.

        Raises:
            Impossible: if the zone or the pool does not hold them.
        """
        place, pool, seen, unseen = self.zones[zone], self.pool, [], 0
        for card in cards:
            pool = minus(pool, card)
            seen.append(card)
            unseen += 1
        if unseen > place.unseen:
            raise Impossible("There are not that many cards there.")
        shown = Zone(bag((*place.seen, *seen)), place.unseen - unseen)
        return self._with(pool, (zone, shown))

    def hide(self, zone: int, card: str) -> Spread:
        """Return the spread with a seen card of a zone forgotten."""
        place = self.zones[zone]
        hidden = Zone(minus(place.seen, card), place.unseen + 1)
        return self._with(plus(self.pool, card), (zone, hidden))

    def shuffle(self, source: int, target: int) -> Spread:
        """Return the spread with a zone shuffled face down into another."""
        place = self.zones[source]
        goal = self.zones[target] if target != source else EMPTY
        pool = bag(self.pool + place.seen + goal.seen)
        full = Zone((), len(place) + len(goal))
        return self._with(pool, (source, EMPTY), (target, full))

    def deduced(self, secret: int, *, alike: bool = True) -> Spread:
        """Return the spread with what follows by counting; one zone stays secret.

        If all unseen cards lie in one zone, as everybody can see, they are known. If
        they are all alike, too, unless `alike` is off: not everybody knows that.
        """
        places = [i for i, zone in enumerate(self.zones) if zone.unseen]
        known = len(places) == 1 or (alike and self.pool[:1] == self.pool[-1:])
        if not places or not known:
            return self
        spread = self
        for place in places:
            if place != secret:
                cards = spread.pool[: spread.zones[place].unseen]
                spread = spread.show(place, cards)
        return spread

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with the books: nothing, unless there is a bug."""
        wrong = []
        unseen = sum(zone.unseen for zone in self.zones)
        if unseen != len(self.pool):
            wrong.append(f"{unseen} unseen places for {len(self.pool)} cards")
        if any(zone.unseen < 0 for zone in self.zones):
            wrong.append("a zone with less than no cards")
        piles = (self.pool, *(zone.seen for zone in self.zones))
        if any(pile != bag(pile) for pile in piles):
            wrong.append("cards out of order")
        return tuple(wrong)

    def _taken(self, zone: int, cards: Cards) -> tuple[Zone, Cards]:
        """Return what is left of a zone and of the pool without these cards."""
        place, pool = self.zones[zone], self.pool
        seen, unseen = place.seen, place.unseen
        for card in cards:
            if card in seen:
                seen = minus(seen, card)
            elif unseen:
                pool, unseen = minus(pool, card), unseen - 1
            else:
                raise Impossible("There is no {card} there.", card=card)
        return Zone(seen, unseen), pool

    def _poured(
        self,
        pool: Cards,
        rest: tuple[int, Zone],
        target: int,
        seen: Cards = (),
        unseen: int = 0,
    ) -> Spread:
        """Return the spread with the rest in one zone and these added to another."""
        goal = rest[1] if rest[0] == target else self.zones[target]
        cards = bag(goal.seen + seen) if seen else goal.seen
        fuller = Zone(cards, goal.unseen + unseen)
        return self._with(pool, rest, (target, fuller))

    def _with(self, pool: Cards, *changes: tuple[int, Zone]) -> Spread:
        zones = list(self.zones)
        for zone, place in changes:
            zones[zone] = place
        return Spread(pool, tuple(zones))


def deal(cards: Iterable[str], zones: int, into: int) -> Spread:
    """Return a spread with all cards unseen in one of its zones."""
    pool = bag(cards)
    places = [EMPTY] * zones
    places[into] = Zone((), len(pool))
    return Spread(pool, tuple(places))
