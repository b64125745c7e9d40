"""How an amulet can be paid: exact, and the cheapest way first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import sub

from companion.core.cards import Cards
from companion.games.samsara.box import Box, Need, Symbols


@dataclass(frozen=True, slots=True)
class Purse:
    """The cards somebody could pay with."""

    hand: Cards
    """Cards seen in the hand."""

    reserve: Cards = ()
    pool: Cards = ()
    """Cards that the unseen places of the hand may hold."""

    unseen: int = 0


@dataclass(frozen=True, slots=True)
class Payment:
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
    shown = [table[card] for card in cards]
    missing = short = 0
    for zone, wanted in enumerate(needed):
        if wanted:
            lack = max(0, wanted - sum(card.light[zone] for card in shown))
            missing += lack
            short += max(0, lack - sum(card.dark[zone] for card in shown))
    light = sum(card.joker_light for card in shown)
    dark = sum(card.joker_dark for card in shown)
    return None if short > light + dark else max(0, missing - light)


@dataclass(frozen=True, slots=True)
class _Item:
    """Cards of one kind in one place: what they show of the zones that count."""

    card: str
    reserve: bool
    seen: int
    most: int
    light: tuple[int, ...]
    dark: tuple[int, ...]
    joker_light: int
    joker_dark: int


@lru_cache(maxsize=8192)
def payments(needed: Need, purse: Purse, box: Box) -> tuple[Payment, ...]:
    """Return every minimal payment: without any one card it would cost more dark.

    The cheapest comes first: fewest dark symbols, then fewest jokers.
    """
    zones = tuple(zone for zone in range(8) if needed[zone])
    wanted = tuple(needed[zone] for zone in zones)
    items = tuple(_items(needed, zones, purse, box))
    if not _within_reach(wanted, items):
        return ()
    found = [
        payment
        for counts in _counts(wanted, items, purse.unseen)
        if (payment := _payment(wanted, items, counts)) is not None
    ]
    return tuple(sorted(found, key=lambda pay: (pay.cost(), pay.hand, pay.reserve)))


def _items(
    needed: Need, zones: tuple[int, ...], purse: Purse, box: Box
) -> Iterator[_Item]:
    """List the cards that can help, each no more often than it could."""
    table = symbols_of(box)
    for card in sorted({*purse.hand, *purse.pool, *purse.reserve}):
        symbols = table[card]
        useful = _useful(needed, symbols)
        if not useful:
            continue
        seen = purse.hand.count(card)
        held = seen + min(purse.unseen, purse.pool.count(card))
        light = tuple(symbols.light[zone] for zone in zones)
        dark = tuple(symbols.dark[zone] for zone in zones)
        jokers = (symbols.joker_light, symbols.joker_dark)
        if held:
            most = min(held, useful)
            yield _Item(card, False, seen, most, light, dark, *jokers)
        if kept := purse.reserve.count(card):
            yield _Item(card, True, kept, min(kept, useful), light, dark, *jokers)


def _useful(needed: Need, symbols: Symbols) -> int:
    """Return how many copies of a card a minimal payment can hold at most."""
    if symbols.joker_light or symbols.joker_dark:
        return sum(needed)
    most = 0
    for wanted, light, dark in zip(needed, symbols.light, symbols.dark, strict=True):
        if wanted and (light or dark):
            most = max(most, -(-wanted // (light or dark)))
    return most


def _within_reach(wanted: tuple[int, ...], items: tuple[_Item, ...]) -> bool:
    """Tell quickly whether all symbols together could be enough."""
    short = sum(wanted)
    for zone, count in enumerate(wanted):
        has = sum(item.most * (item.light[zone] + item.dark[zone]) for item in items)
        short -= min(count, has)
    jokers = (item.most * (item.joker_light + item.joker_dark) for item in items)
    return short <= sum(jokers)


def _counts(
    wanted: tuple[int, ...], items: tuple[_Item, ...], unseen: int
) -> Iterator[tuple[int, ...]]:
    """Return how many of each item to try, never more than could be minimal."""
    stack: list[tuple[tuple[int, ...], tuple[int, ...], int]] = [((), wanted, unseen)]
    while stack:
        counts, missing, guesses = stack.pop()
        if len(counts) == len(items):
            yield counts
            continue
        item = items[len(counts)]
        joker = item.joker_light or item.joker_dark
        for count in range(item.most + 1):
            guessed = max(0, count - item.seen)
            if guessed > guesses:
                break
            stack.append(((*counts, count), missing, guesses - guessed))
            if not joker and not _helps(item, missing):
                break
            missing = tuple(map(sub, missing, item.light))


def _helps(item: _Item, missing: tuple[int, ...]) -> bool:
    """Tell whether one more of this card could do any good."""
    return any(
        left > 0 and (light or dark)
        for left, light, dark in zip(missing, item.light, item.dark, strict=True)
    )


def _payment(
    wanted: tuple[int, ...], items: tuple[_Item, ...], counts: tuple[int, ...]
) -> Payment | None:
    """Return the payment with so many of each item, if it is a minimal one."""
    dark = _dark(wanted, items, counts)
    if dark is None or not _minimal(wanted, items, counts, dark):
        return None
    hand: list[str] = []
    reserve: list[str] = []
    jokers = guessed = 0
    for item, count in zip(items, counts, strict=True):
        (reserve if item.reserve else hand).extend([item.card] * count)
        jokers += count * (item.joker_light > 0)
        guessed += max(0, count - item.seen)
    return Payment(tuple(hand), tuple(reserve), dark, jokers, guessed)


def _minimal(
    wanted: tuple[int, ...],
    items: tuple[_Item, ...],
    counts: tuple[int, ...],
    dark: int,
) -> bool:
    for place, count in enumerate(counts):
        if count:
            fewer = (*counts[:place], count - 1, *counts[place + 1 :])
            without = _dark(wanted, items, fewer)
            if without is not None and without <= dark:
                return False
    return True


def _dark(
    wanted: tuple[int, ...], items: tuple[_Item, ...], counts: tuple[int, ...]
) -> int | None:
    """Return how many dark symbols are needed, None if there are not enough."""
    missing = short = light = dark = 0
    used = [(item, n) for item, n in zip(items, counts, strict=True) if n]
    for item, n in used:
        light += n * item.joker_light
        dark += n * item.joker_dark
    for zone, count in enumerate(wanted):
        lack, spare = count, 0
        for item, n in used:
            lack -= n * item.light[zone]
            spare += n * item.dark[zone]
        if lack > 0:
            missing += lack
            short += max(0, lack - spare)
    return None if short > light + dark else max(0, missing - light)
