"""What is in the box of Karmaka: 64 cards, 12 Rings and the Ladder."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.cards import bag


class Colour(StrEnum):
    """The character of a card; mosaic counts as every colour."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    MOSAIC = "mosaic"


SUITS = (Colour.RED, Colour.GREEN, Colour.BLUE)


class Design(NamedTuple):
    """One of the 23 different cards."""

    colour: Colour
    points: int
    copies: int


DESIGNS: dict[str, Design] = {
    "panic": Design(Colour.RED, 1, 3),
    "dwindle": Design(Colour.RED, 1, 3),
    "crisis": Design(Colour.RED, 2, 3),
    "roulette": Design(Colour.RED, 2, 3),
    "hells-heart": Design(Colour.RED, 2, 3),
    "vengeance": Design(Colour.RED, 3, 2),
    "spite": Design(Colour.RED, 3, 2),
    "another-day": Design(Colour.GREEN, 1, 3),
    "recycle": Design(Colour.GREEN, 1, 3),
    "salvage": Design(Colour.GREEN, 2, 3),
    "longevity": Design(Colour.GREEN, 2, 3),
    "sowing": Design(Colour.GREEN, 2, 3),
    "voyage": Design(Colour.GREEN, 3, 2),
    "jubilee": Design(Colour.GREEN, 3, 2),
    "transmigrate": Design(Colour.BLUE, 1, 3),
    "peek": Design(Colour.BLUE, 1, 3),
    "destiny": Design(Colour.BLUE, 2, 3),
    "stolen-dreams": Design(Colour.BLUE, 2, 3),
    "denial": Design(Colour.BLUE, 2, 3),
    "swindle": Design(Colour.BLUE, 3, 2),
    "thievery": Design(Colour.BLUE, 3, 2),
    "embody": Design(Colour.MOSAIC, 1, 5),
    "mimic": Design(Colour.MOSAIC, 1, 2),
}
"""Every card by its key; the camera's lexicon uses the same keys."""

CARDS = tuple(sorted(DESIGNS))
DECK = bag(card for card, design in DESIGNS.items() for _ in range(design.copies))
POINTS = {card: design.points for card, design in DESIGNS.items()}

LEVELS = ("dung-beetle", "snake", "wolf", "monkey", "transcendence")
NEED = (4, 5, 6, 7)
"""Points a life must bring to climb from each level."""

WOLF = LEVELS.index("wolf")
TOP = LEVELS.index("transcendence")

RINGS = 12
HAND = 4
"""Cards of the opening Hand."""

PILE = 2
"""Cards of the opening Deck."""

LIFE = 6
"""Hand and Deck of a new life together."""

REACH = 3
"""How deep powers reach into the Ruins, and what a refill leaves there."""


def score(deeds: tuple[str, ...]) -> int:
    """Return what a life brought: the best colour and every mosaic card."""
    sums = dict.fromkeys(Colour, 0)
    for card in deeds:
        sums[DESIGNS[card].colour] += DESIGNS[card].points
    return max(sums[suit] for suit in SUITS) + sums[Colour.MOSAIC]


def best(deeds: tuple[str, ...]) -> Colour:
    """Return the colour that counts, the first one of equals."""
    sums = dict.fromkeys(SUITS, 0)
    for card in deeds:
        if DESIGNS[card].colour in sums:
            sums[DESIGNS[card].colour] += DESIGNS[card].points
    return max(SUITS, key=sums.__getitem__)
