"""Handfuls of dice: sorted tuples of colours, so that equal handfuls are equal."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, TypeAlias

from companion.core.colours import Colour
from companion.games.karma_dice.box import VALUES

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


def parts(dice: Dice) -> list[Dice]:
    """Return every different part of these dice, none and all of them included."""
    found: list[Dice] = [()]
    for kind, count in Counter(dice).items():
        more = [(kind,) * n for n in range(count + 1)]
        found = [some + extra for extra in more for some in found]
    return found


@lru_cache(maxsize=1 << 9)
def handfuls(dice: Dice) -> tuple[Dice, ...]:
    """Return every different handful of at least one die, small ones first."""
    return tuple(sorted(parts(dice), key=len)[1:])


def is_within(some: Dice, dice: Dice) -> bool:
    """Tell whether all these dice are among those."""
    return without(dice, some) is not None


def fits(dice: Dice, faces: tuple[int, ...]) -> bool:
    """Tell whether these dice can show these faces."""
    if len(dice) != len(faces):
        return False
    return all(face in VALUES[die] for die, face in zip(dice, faces, strict=True))


def prior(die: Colour) -> dict[str, Any]:
    """Return what a reader is told about one die."""
    return {"colour": die.value, "faces": list(VALUES[die])}
