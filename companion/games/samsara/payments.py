"""How an amulet can be paid: exact, and the cheapest way first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from companion.core.cards import Cards, bag
from companion.games.samsara.box import Box, Need, Symbols


class Purse(NamedTuple):
    """The cards somebody could pay with."""

    hand: Cards
    """Cards seen in the hand."""

    reserve: Cards = ()
    pool: Cards = ()
    """Cards that the unseen places of the hand may hold."""

    unseen: int = 0


class Payment(NamedTuple):
    """Cards for an amulet and how many dark symbols of them are needed."""

    hand: Cards
    reserve: Cards
    dark: int
    jokers: int
    unseen: int
    """Cards of the hand that nobody has shown: possible, not certain."""

    def cost(self) -> tuple[int, ...]:
        """Return the order of preference: fewest dark, then fewest jokers."""
        cards = len(self.hand) + len(self.reserve)
        return self.dark, self.jokers, self.unseen, cards, len(self.reserve)


@lru_cache(maxsize=64)
def symbols_of(box: Box) -> dict[str, Symbols]:
    """Return the symbols of every card of a box."""
    return dict(box.symbols)


def dark_needed(needed: Need, cards: Iterable[str], box: Box) -> int | None:
    """Return how many dark symbols these cards need, None if they are not enough."""
    table = symbols_of(box)
    shown = [(table[card], n) for card, n in Counter(cards).items()]
    missing, short = _uncovered(shown, needed)
    light = sum(n * symbols.joker_light for symbols, n in shown)
    dark = sum(n * symbols.joker_dark for symbols, n in shown)
    return None if short > light + dark else max(0, missing - light)


class _Holding(NamedTuple):
    """Cards of one kind in one place. Without symbols: it is a key of caches."""

    card: str
    reserve: bool
    seen: int
    most: int


_Chosen: TypeAlias = tuple[tuple[_Holding, int], ...]
"""Some cards, and how many of each."""


class Shelf(NamedTuple):
    """What a purse holds, by the zone whose symbols it shows."""

    zones: tuple[tuple[_Holding, ...], ...]
    most: tuple[int, ...]
    """Symbols of each zone, dark ones too, that all these cards would cover."""

    jokers: tuple[_Holding, ...]
    spare: int
    """Symbols of any zone that the jokers would cover."""

    unseen: int


class _Part(NamedTuple):
    """Some cards for one zone: what they leave uncovered, and what each is worth."""

    lack: int
    """Symbols that no light one covers."""

    short: int
    """Symbols that not even a dark one covers."""

    guessed: int
    worth: tuple[tuple[int, int], ...]
    """For each kind of card: how much lack and short would grow without one."""


class _Jokers(NamedTuple):
    """Some jokers: they cover anything that is left."""

    light: int
    dark: int
    guessed: int
    worth: tuple[tuple[int, int], ...]


_P = TypeVar("_P", _Part, _Jokers)


class _Choice(NamedTuple, Generic[_P]):
    """Ways to take cards: what each does, and by which cards of hand and Reserve."""

    parts: tuple[_P, ...]
    cards: tuple[tuple[Cards, Cards], ...]


def payments(needed: Need, purse: Purse, box: Box) -> tuple[Payment, ...]:
    """Return every minimal payment: without any one card it would cost more dark.

    The cheapest comes first: fewest dark symbols, then fewest jokers.
    """
    return payments_from(needed, shelved(purse, box), box)


def payments_from(needed: Need, shelf: Shelf, box: Box) -> tuple[Payment, ...]:
    """Return the same from a purse that was sorted before: for many amulets at once."""
    price, short = _price(needed, box), 0
    for zone, wanted in price.wants:
        if wanted > shelf.most[zone]:
            short += wanted - shelf.most[zone]
    if short > shelf.spare:
        return ()
    held = tuple([_held(shelf, zones) for zones in price.zones])
    return solved(price.groups, held, shelf.jokers, shelf.unseen, box)


class _Price(NamedTuple):
    """What an amulet asks for, parted by zone if no card can help two zones at once."""

    wants: tuple[tuple[int, int], ...]
    """The zones it asks for, each with its number."""

    groups: tuple[Need, ...]
    zones: tuple[tuple[int, ...], ...]
    """The zones of each group."""


@lru_cache(maxsize=1024)
def _price(needed: Need, box: Box) -> _Price:
    wants = tuple((zone, wanted) for zone, wanted in enumerate(needed) if wanted)
    if not _one_zone_each(box):
        return _Price(wants, (needed,), (tuple(zone for zone, _ in wants),))
    alone = tuple(
        tuple(wanted if place == zone else 0 for place in range(8))
        for zone, wanted in wants
    )
    return _Price(wants, alone, tuple((zone,) for zone, _ in wants))


# Hands differ at nearly every step, what they hold of two or three zones does not:
# remembered by that, more than half of all questions have been answered before.
@lru_cache(maxsize=32768)
def solved(
    groups: tuple[Need, ...],
    held: tuple[tuple[_Holding, ...], ...],
    jokers: tuple[_Holding, ...],
    unseen: int,
    box: Box,
) -> tuple[Payment, ...]:
    """Return every minimal payment from what is held for each group of symbols."""
    fillers = _joker_choice(sum(map(sum, groups)), jokers, box)
    choices = [
        _choice(group, one, box) for group, one in zip(groups, held, strict=True)
    ]
    parts = tuple([choice.parts for choice in choices])
    found = [
        _payment([choice.cards for choice in choices], fillers.cards, fit)
        for fit in _fitting(parts, fillers.parts, unseen)
    ]
    return tuple(sorted(found, key=lambda pay: (pay.cost(), pay.hand, pay.reserve)))


class _Fit(NamedTuple):
    """Parts that make a minimal payment with some jokers, each by its place."""

    parts: tuple[int, ...]
    jokers: int
    dark: int
    guessed: int


# Which parts fit together does not depend on the names of their cards, so that nearly
# every combination comes again: this is where the solver spends its time.
@lru_cache(maxsize=8192)
def _fitting(
    groups: tuple[tuple[_Part, ...], ...], jokers: tuple[_Jokers, ...], unseen: int
) -> tuple[_Fit, ...]:
    places = product(*(range(len(group)) for group in groups))
    return tuple(
        _Fit(place, number, dark, guessed)
        for place, chosen in zip(places, product(*groups), strict=True)
        for number, dark, guessed in _completed(chosen, jokers, unseen)
    )


@lru_cache(maxsize=64)
def _one_zone_each(box: Box) -> bool:
    """Tell whether every card of a box shows symbols of one zone at most."""
    return all(len(_zones_of(card)) < 2 for card in symbols_of(box).values())


def shelved(purse: Purse, box: Box) -> Shelf:
    """Return the cards of a purse, each kind in each place once."""
    zones: list[list[_Holding]] = [[] for _ in range(8)]
    jokers: list[_Holding] = []
    most, spare, covers = [0] * 8, 0, _covers(box)
    for card in sorted({*purse.hand, *purse.pool, *purse.reserve}):
        anything, by_zone = covers[card]
        if not anything and not by_zone:
            continue
        seen = purse.hand.count(card)
        held = seen + min(purse.unseen, purse.pool.count(card))
        kept = purse.reserve.count(card)
        found = [_Holding(card, False, seen, held)] if held else []
        if kept:
            found.append(_Holding(card, True, kept, kept))
        if anything:
            jokers += found
            spare += anything * (held + kept)
        for zone, covered in by_zone:
            zones[zone] += found
            most[zone] += covered * (held + kept)
    filled = tuple(map(tuple, zones))
    return Shelf(filled, tuple(most), tuple(jokers), spare, purse.unseen)


@lru_cache(maxsize=64)
def _covers(box: Box) -> dict[str, tuple[int, tuple[tuple[int, int], ...]]]:
    """Return how many symbols a card covers: of any zone as a joker, or of each.

    What helps as a joker is not counted for its zone too.
    """
    table: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}
    for card, symbols in box.symbols:
        light, dark = symbols.light, symbols.dark
        own = tuple((zone, light[zone] + dark[zone]) for zone in _zones_of(symbols))
        anything = symbols.joker_light + symbols.joker_dark
        table[card] = (anything, () if anything else own)
    return table


def _held(shelf: Shelf, zones: tuple[int, ...]) -> tuple[_Holding, ...]:
    """Return the cards that show symbols of these zones, each once and in order."""
    if len(zones) == 1:
        return shelf.zones[zones[0]]
    return tuple(sorted({one for zone in zones for one in shelf.zones[zone]}))


@lru_cache(maxsize=8192)
def _choice(needed: Need, held: tuple[_Holding, ...], box: Box) -> _Choice[_Part]:
    """Return every choice of cards for these symbols in which each card matters."""
    table = symbols_of(box)
    items = [
        holding._replace(most=min(holding.most, useful))
        for holding in held
        if (useful := _useful(needed, table[holding.card]))
    ]
    pairs = [(_part(chosen, needed, box), chosen) for chosen in _taken(items)]
    kept = [(part, _named(chosen)) for part, chosen in pairs if part]
    return _Choice(tuple(part for part, _ in kept), tuple(cards for _, cards in kept))


@lru_cache(maxsize=2048)
def _joker_choice(most: int, held: tuple[_Holding, ...], box: Box) -> _Choice[_Jokers]:
    items = [holding._replace(most=min(holding.most, most)) for holding in held]
    taken = tuple(_taken(items))
    parts = tuple(_joker_part(chosen, box) for chosen in taken)
    return _Choice(parts, tuple(map(_named, taken)))


@lru_cache(maxsize=256)
def _zones_of(symbols: Symbols) -> tuple[int, ...]:
    """Return the zones whose symbols a card shows."""
    pairs = zip(symbols.light, symbols.dark, strict=True)
    return tuple(zone for zone, (light, dark) in enumerate(pairs) if light or dark)


def _useful(needed: Need, symbols: Symbols) -> int:
    """Return how many copies of a card a minimal payment can hold at most."""
    most = 0
    for wanted, light, dark in zip(needed, symbols.light, symbols.dark, strict=True):
        if wanted and (light or dark):
            most = max(most, -(-wanted // (light or dark)))
    return most


def _taken(items: list[_Holding]) -> Iterator[_Chosen]:
    """Return every way to take some of these cards."""
    for counts in product(*(range(item.most + 1) for item in items)):
        yield tuple((item, n) for item, n in zip(items, counts, strict=True) if n)


def _uncovered(chosen: Iterable[tuple[Symbols, int]], needed: Need) -> tuple[int, int]:
    """Return what is lacking after the light symbols, and after the dark ones."""
    lack = short = 0
    for zone, wanted in enumerate(needed):
        if wanted:
            left, spare = wanted, 0
            for symbols, n in chosen:
                left -= n * symbols.light[zone]
                spare += n * symbols.dark[zone]
            if left > 0:
                lack += left
                short += max(0, left - spare)
    return lack, short


def _part(chosen: _Chosen, needed: Need, box: Box) -> _Part | None:
    """Return these cards as a part, None if one of them does nothing at all."""
    table = symbols_of(box)
    shown = [(table[item.card], n) for item, n in chosen]
    lack, short = _uncovered(shown, needed)
    worth = []
    for place, (symbols, n) in enumerate(shown):
        less = [*shown[:place], (symbols, n - 1), *shown[place + 1 :]]
        more_lack, more_short = _uncovered(less, needed)
        worth.append((more_lack - lack, more_short - short))
    if (0, 0) in worth:
        return None
    return _Part(lack, short, _guessed(chosen), tuple(worth))


def _named(chosen: _Chosen) -> tuple[Cards, Cards]:
    """Return the cards by name: those of the hand, those of the Reserve."""
    hand = [item.card for item, n in chosen if not item.reserve for _ in range(n)]
    kept = [item.card for item, n in chosen if item.reserve for _ in range(n)]
    return tuple(hand), tuple(kept)


def _guessed(chosen: _Chosen) -> int:
    return sum(max(0, n - item.seen) for item, n in chosen)


def _joker_part(chosen: _Chosen, box: Box) -> _Jokers:
    table = symbols_of(box)
    shown = [(table[item.card], n) for item, n in chosen]
    light = sum(n * symbols.joker_light for symbols, n in shown)
    dark = sum(n * symbols.joker_dark for symbols, n in shown)
    worth = tuple((symbols.joker_light, symbols.joker_dark) for symbols, _ in shown)
    return _Jokers(light, dark, _guessed(chosen), worth)


def _completed(
    chosen: tuple[_Part, ...], jokers: tuple[_Jokers, ...], unseen: int
) -> Iterator[tuple[int, int, int]]:
    """Return which jokers make these parts a minimal payment: place, dark, guessed."""
    lack = short = guessed = 0
    for part in chosen:
        lack += part.lack
        short += part.short
        guessed += part.guessed
    worth = [each for part in chosen for each in part.worth]
    for place, joker in enumerate(jokers):
        room = joker.light + joker.dark
        if short > room or guessed + joker.guessed > unseen:
            continue
        dark = max(0, lack - joker.light)
        most = dark + joker.light
        if any(lack + a <= most and short + b <= room for a, b in worth):
            continue
        if any(lack + a <= most and short + a + b <= room for a, b in joker.worth):
            continue
        yield place, dark, guessed + joker.guessed


def _payment(
    choices: list[tuple[tuple[Cards, Cards], ...]],
    jokers: tuple[tuple[Cards, Cards], ...],
    fit: _Fit,
) -> Payment:
    hand, reserve = jokers[fit.jokers]
    count = len(hand) + len(reserve)
    for cards, place in zip(choices, fit.parts, strict=True):
        hand += cards[place][0]
        reserve += cards[place][1]
    kept = bag(reserve) if reserve else ()
    return Payment(bag(hand), kept, fit.dark, count, fit.guessed)
