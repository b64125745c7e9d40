"""Handfuls of dice: sorted tuples of colours, so that equal handfuls are equal."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from companion.core.colours import Colour

Dice: TypeAlias = tuple[Colour, ...]
"""Colours in the order of the rainbow."""

ORDER = {colour: place for place, colour in enumerate(Colour)}


@lru_cache(maxsize=1 << 16)
def sort_dice(dice: Dice) -> Dice:
    """Return the same dice in the order of the rainbow."""
    return tuple(sorted(dice, key=ORDER.__getitem__))


@lru_cache(maxsize=1 << 16)
def without(dice: Dice, taken: Dice) -> Dice | None:
    """Return the dice that stay when some are taken, None if they are not all there."""
    rest = list(dice)
    for die in taken:
        if die not in rest:
            return None
        rest.remove(die)
    return tuple(rest)


@lru_cache(maxsize=1 << 12)
def handfuls(dice: Dice) -> tuple[Dice, ...]:
    """Return every different handful of at least one die, small ones first."""
    counts = Counter(dice)
    kinds = sorted(counts, key=ORDER.__getitem__)
    choices = product(*(range(counts[kind] + 1) for kind in kinds))
    found = (
        tuple(k for k, n in zip(kinds, some, strict=True) for _ in range(n))
        for some in choices
    )
    return tuple(sorted((f for f in found if f), key=len))


def is_within(some: Dice, dice: Dice) -> bool:
    """Tell whether all these dice are among those."""
    return without(dice, some) is not None
