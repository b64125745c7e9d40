"""How an amulet can be paid: exact, and the cheapest way first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

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
    counts = Counter(cards)
    shown = [(_Item(c, False, 0, 0, table[c]), n) for c, n in counts.items()]
    missing, short = _uncovered(shown, needed)
    light = sum(n * item.symbols.joker_light for item, n in shown)
    dark = sum(n * item.symbols.joker_dark for item, n in shown)
    return None if short > light + dark else max(0, missing - light)


class _Item(NamedTuple):
    """Cards of one kind in one place."""

    card: str
    reserve: bool
    seen: int
    most: int
    symbols: Symbols


class _Part(NamedTuple):
    """Some cards for one zone: what they leave uncovered, and what each is worth."""

    cards: tuple[tuple[_Item, int], ...]
    lack: int
    """Symbols that no light one covers."""

    short: int
    """Symbols that not even a dark one covers."""

    guessed: int
    worth: tuple[tuple[int, int], ...]
    """For each kind of card: how much lack and short would grow without one."""


class _Jokers(NamedTuple):
    """Some jokers: they cover anything that is left."""

    cards: tuple[tuple[_Item, int], ...]
    light: int
    dark: int
    guessed: int
    worth: tuple[tuple[int, int], ...]


@lru_cache(maxsize=8192)
def payments(needed: Need, purse: Purse, box: Box) -> tuple[Payment, ...]:
    """Return every minimal payment: without any one card it would cost more dark.

    The cheapest comes first: fewest dark symbols, then fewest jokers.
    """
    jokers = _joker_parts(sum(needed), purse, box)
    parts = [_parts(group, purse, box) for group in _groups(needed, box)]
    short = sum(min(part.short for part in group) for group in parts)
    if short > max(joker.light + joker.dark for joker in jokers):
        return ()
    found = [
        _payment(chosen, joker, dark)
        for chosen in product(*parts)
        for joker, dark in _completed(chosen, jokers, purse.unseen)
    ]
    return tuple(sorted(found, key=lambda pay: (pay.cost(), pay.hand, pay.reserve)))


@lru_cache(maxsize=64)
def _one_zone_each(box: Box) -> bool:
    """Tell whether every card of a box shows symbols of one zone at most."""
    return all(
        sum(bool(a or b) for a, b in zip(card.light, card.dark, strict=True)) < 2
        for card in symbols_of(box).values()
    )


@lru_cache(maxsize=512)
def _groups(needed: Need, box: Box) -> tuple[Need, ...]:
    """Part what is needed by zone, if no card can help two zones at once."""
    if not _one_zone_each(box):
        return (needed,)
    return tuple(
        tuple(wanted if place == zone else 0 for place in range(8))
        for zone, wanted in enumerate(needed)
        if wanted
    )


@lru_cache(maxsize=8192)
def _parts(needed: Need, purse: Purse, box: Box) -> tuple[_Part, ...]:
    """Return every choice of cards for these symbols in which each card matters."""
    items = [
        item._replace(most=min(item.most, useful))
        for item in _holdings(purse, box)
        if not _is_joker(item.symbols) and (useful := _useful(needed, item.symbols))
    ]
    parts = (_part(chosen, needed) for chosen in _choices(items))
    return tuple(part for part in parts if part)


@lru_cache(maxsize=2048)
def _joker_parts(most: int, purse: Purse, box: Box) -> tuple[_Jokers, ...]:
    items = [
        item._replace(most=min(item.most, most))
        for item in _holdings(purse, box)
        if _is_joker(item.symbols)
    ]
    return tuple(map(_joker_part, _choices(items)))


@lru_cache(maxsize=2048)
def _holdings(purse: Purse, box: Box) -> tuple[_Item, ...]:
    """Return the cards of a purse, each kind in each place once."""
    table = symbols_of(box)
    items = []
    for card in sorted({*purse.hand, *purse.pool, *purse.reserve}):
        seen = purse.hand.count(card)
        held = seen + min(purse.unseen, purse.pool.count(card))
        kept = purse.reserve.count(card)
        if held:
            items.append(_Item(card, False, seen, held, table[card]))
        if kept:
            items.append(_Item(card, True, kept, kept, table[card]))
    return tuple(items)


def _is_joker(symbols: Symbols) -> bool:
    return bool(symbols.joker_light or symbols.joker_dark)


def _useful(needed: Need, symbols: Symbols) -> int:
    """Return how many copies of a card a minimal payment can hold at most."""
    most = 0
    for wanted, light, dark in zip(needed, symbols.light, symbols.dark, strict=True):
        if wanted and (light or dark):
            most = max(most, -(-wanted // (light or dark)))
    return most


def _choices(
    items: list[_Item],
) -> Iterator[tuple[tuple[_Item, int], ...]]:
    """Return every way to take some of these cards."""
    for counts in product(*(range(item.most + 1) for item in items)):
        yield tuple((item, n) for item, n in zip(items, counts, strict=True) if n)


def _uncovered(chosen: Iterable[tuple[_Item, int]], needed: Need) -> tuple[int, int]:
    """Return what is lacking after the light symbols, and after the dark ones."""
    lack = short = 0
    for zone, wanted in enumerate(needed):
        if wanted:
            left, spare = wanted, 0
            for item, n in chosen:
                left -= n * item.symbols.light[zone]
                spare += n * item.symbols.dark[zone]
            if left > 0:
                lack += left
                short += max(0, left - spare)
    return lack, short


def _less(
    chosen: tuple[tuple[_Item, int], ...],
) -> Iterator[tuple[tuple[_Item, int], ...]]:
    """Return the same cards without one, for each kind."""
    for place, (item, n) in enumerate(chosen):
        yield (*chosen[:place], (item, n - 1), *chosen[place + 1 :])


def _part(chosen: tuple[tuple[_Item, int], ...], needed: Need) -> _Part | None:
    """Return these cards as a part, None if one of them does nothing at all."""
    lack, short = _uncovered(chosen, needed)
    worth = []
    for rest in _less(chosen):
        more_lack, more_short = _uncovered(rest, needed)
        worth.append((more_lack - lack, more_short - short))
    if (0, 0) in worth:
        return None
    return _Part(chosen, lack, short, _guessed(chosen), tuple(worth))


def _guessed(chosen: tuple[tuple[_Item, int], ...]) -> int:
    return sum(max(0, n - item.seen) for item, n in chosen)


def _joker_part(chosen: tuple[tuple[_Item, int], ...]) -> _Jokers:
    worth = tuple(
        (item.symbols.joker_light, item.symbols.joker_dark) for item, _ in chosen
    )
    counts = [n for _, n in chosen]
    light = sum(n * each for n, (each, _) in zip(counts, worth, strict=True))
    dark = sum(n * each for n, (_, each) in zip(counts, worth, strict=True))
    return _Jokers(chosen, light, dark, _guessed(chosen), worth)


def _completed(
    chosen: tuple[_Part, ...], jokers: tuple[_Jokers, ...], unseen: int
) -> Iterator[tuple[_Jokers, int]]:
    """Return the jokers that make a minimal payment of these parts, with its dark."""
    lack = short = guessed = 0
    for part in chosen:
        lack += part.lack
        short += part.short
        guessed += part.guessed
    worth = [each for part in chosen for each in part.worth]
    for joker in jokers:
        room = joker.light + joker.dark
        if short > room or guessed + joker.guessed > unseen:
            continue
        dark = max(0, lack - joker.light)
        most = dark + joker.light
        if any(lack + a <= most and short + b <= room for a, b in worth):
            continue
        if any(lack + a <= most and short + a + b <= room for a, b in joker.worth):
            continue
        yield joker, dark


def _payment(chosen: tuple[_Part, ...], jokers: _Jokers, dark: int) -> Payment:
    hand: list[str] = []
    reserve: list[str] = []
    guessed = jokers.guessed
    for cards in (*(part.cards for part in chosen), jokers.cards):
        for item, n in cards:
            (reserve if item.reserve else hand).extend([item.card] * n)
    for part in chosen:
        guessed += part.guessed
    count = sum(n for _, n in jokers.cards)
    return Payment(bag(hand), bag(reserve), dark, count, guessed)
