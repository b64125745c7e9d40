"""What the bot can do with its cards: pay, draw, end the turn, prefer some."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.samsara import actions as a
from companion.games.samsara.box import GOAL, distance
from companion.games.samsara.life import KINDS, B, G, Life, dark_for, wants
from companion.games.samsara.questions.moving import crosses

FEW = 3
"""Stacks weighed where any card may be taken: the most wanted ones."""


GOOD_GAINS = {
    "three-good": ("discard", 3),
    "good-reserve": ("reserve", 1),
    "good-next": ("next", 1),
    "purge-and-good": ("discard", 1),
}
"""Powers that bring Good Karma: where to, and how many."""

SAMSARA_GAINS = {
    "samsara-next": ("next", 1),
    "samsara-reserve": ("reserve", 1),
    "two-samsara": ("discard", 2),
}
"""Powers that bring cards of the Samsara: where to, and how many."""

CHEAPEST = 2
"""Amulets weighed at a time: those that need the fewest dark symbols."""


def purchases(life: Life) -> list[tuple[str, tuple[int, ...], int]]:
    """Return the amulets that can be paid best, with Reserve cards and dark symbols."""
    found = [
        (face, kept, dark)
        for face in dict.fromkeys(life.faces)
        for kept, dark in ways_to_pay(life, face)
    ]
    found.sort(key=lambda way: (way[2], len(way[1])))
    faces = list(dict.fromkeys(way[0] for way in found))[:CHEAPEST]
    return [way for way in found if way[0] in faces]


def ways_to_pay(life: Life, face: str) -> Iterator[tuple[tuple[int, ...], int]]:
    """Return which cards of the Reserve to spend on an amulet, with the dark symbols.

    Cards of the hand are discarded anyway, so all of them help. Each card of the
    Reserve must spare dark symbols; the fifth amulet allows none.
    """
    least: int | None = None
    for kept in _spendings(life, face):
        dark = dark_for(life, face, kept)
        if dark is None or (least is not None and dark >= least):
            continue
        least = dark
        if not dark or life.wins < GOAL - 1:
            yield kept, dark


def _spendings(life: Life, face: str) -> Iterator[tuple[int, ...]]:
    """Return parts of the Reserve that help, each one card larger than the last."""
    useful = [zone for zone, _ in wants(face) for _ in range(life.reserve[zone])] + [
        G
    ] * life.reserve[G]
    chosen: list[int] = []
    yield ()
    while useful:
        best = min(useful, key=lambda kind: _left(life, face, (*chosen, kind)))
        useful.remove(best)
        chosen.append(best)
        yield tuple(chosen)


def _left(life: Life, face: str, kept: tuple[int, ...]) -> int:
    """Return how many symbols no light one covers with these cards."""
    light = life.symbols.light
    lack = sum(
        max(0, wanted - light[zone] * (life.hand[zone] + kept.count(zone)))
        for zone, wanted in wants(face)
    )
    good = life.hand[G] + kept.count(G)
    return lack - life.symbols.joker_light * good


def buy(life: Life, face: str, kept: tuple[int, ...], dark: int) -> a.Buy:
    """Return the purchase with the fewest cards that needs no more dark symbols."""
    spent = life.copy()
    hand: list[int] = []
    for kind in (G, *(zone for zone, _ in wants(face))):
        while spent.hand[kind]:
            spent.hand[kind] -= 1
            if dark_for(spent, face, kept) != dark:
                spent.hand[kind] += 1
                break
        hand += [kind] * spent.hand[kind]
    cards = tuple(KINDS[kind] for kind in hand)
    return a.Buy(0, face, cards, tuple(KINDS[kind] for kind in kept))


class Shuffler:
    """Draws in thought: games have no chance of their own, so it comes from a seed."""

    def __init__(self, *seeds: int) -> None:
        self.state = 0
        for seed in seeds:
            self.state = self.state * 31 + seed + 1
            self.below(1)

    def below(self, count: int) -> int:
        """Return a number below this one; a congruential generator of 64 bits."""
        # Knuth's MMIX constants; the high bits are the ones that look random.
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % count


def draw(life: Life, count: int, shuffler: Shuffler) -> None:
    """Draw cards at random, shuffling the discard if the pile runs out."""
    for _ in range(count):
        if not any(life.pool):
            life.pool, life.discard = life.discard, life.pool
            if not any(life.pool):
                return
        place, kind = shuffler.below(sum(life.pool)), 0
        while place >= life.pool[kind]:
            place -= life.pool[kind]
            kind += 1
        life.pool[kind] -= 1
        life.hand[kind] += 1


def ended(life: Life) -> Life:
    """Return the life with everything discarded, before the new hand is drawn."""
    after = life.copy()
    after.discard = [
        x + y + z for x, y, z in zip(life.discard, life.hand, life.play, strict=True)
    ]
    after.hand = [0] * len(KINDS)
    after.play = [0] * len(KINDS)
    return after


def wish(life: Life, kind: int) -> float:
    """Return how much the amulets that are left want a card of this kind."""
    if kind in (G, B):
        return 1.0 if kind == G else -1.0
    wanted = sum(1 for face in life.faces for zone, _ in wants(face) if zone == kind)
    return wanted + 0.5


def promise(life: Life, steps: int) -> float:
    """Return at a glance what a move promises: a card the amulets want, less its cost.

    In wishes: a Good Karma is one, and a toll or a reincarnation costs about that much
    for each card.
    """
    zone = (life.pawn + steps) % 8
    neutral = life.neutral
    value = wish(life, zone) if life.stacks[zone] else 1.0
    light = life.symbols.light[zone]
    for face in life.faces:
        # A card that an amulet lacks beside the hand and the Reserve is worth most.
        for wanted_zone, wanted in wants(face):
            if wanted_zone == zone:
                held = life.hand[zone] + life.reserve[zone]
                value += 0.5 * (wanted > held * light)
            elif life.hand[wanted_zone] + life.reserve[wanted_zone]:
                value += 0.5 * any(zone == other for other, _ in wants(face))
    if neutral >= 0 and distance(neutral, zone) <= 1:
        value -= 1.5
    if crosses(life.pawn, steps):
        value -= 2.5
    return value


def least_wanted(life: Life) -> list[int]:
    """Return the kinds in hand but Bad Karma, the least wanted first."""
    held = [kind for kind in range(G + 1) if life.hand[kind]]
    return sorted(held, key=lambda kind: wish(life, kind))


def most_wanted(life: Life) -> list[int]:
    """Return the stacks that have cards, the most wanted first, and few."""
    zones = [zone for zone in range(8) if life.stacks[zone]]
    return sorted(zones, key=lambda zone: -wish(life, zone))[:FEW]
