"""How one handful of dice can land, with its powers, as tables of numbers.

Everything is exact: faces are enumerated, and rolls with the same reachable results
are counted together. Rows of a table stand for the result to beat: row 0 for none,
row r for a last result of r - 1. An entry is the lowest reachable result that beats
it, which is always the best one to take: less to beat means more ways to go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np

from companion.core.colours import Colour
from companion.games.karma_dice.box import CUBE, FACES, POWERS, Power
from companion.games.karma_dice.dice import Dice
from companion.games.karma_dice.rerolls import (
    Lying,
    Numbers,
    Places,
    Rerolls,
    rerolls,
)

LARGE = 6
"""Rerolls of so many dice are big tables that are asked once: they are not kept."""

Reach: TypeAlias = tuple[int, ...]
"""Bits of the sums that can be made with 0, 1, 2 ... dice removed."""


@lru_cache(maxsize=1 << 14)
def highest(dice: Dice) -> int:
    """Return the most that these dice can make."""
    green = sum(1 for die in dice if POWERS[die] is Power.COPY)
    best = max((max(FACES[die]) for die in dice), default=0)
    plain = sum(_values(die, max(FACES[die]))[-1] for die in dice)
    return plain - green * 6 + green * best


def _values(die: Colour, face: int) -> tuple[int, ...]:
    match POWERS[die]:
        case Power.TRIPLE:
            return (face, 3 * face)
        case Power.DOUBLE:
            return (face, 2 * face)
        case Power.ADJUST:
            return (face - 1, face, face + 1)
    return (face,)


def _add(reach: Reach, values: Iterable[int]) -> Reach:
    """Return the sums with one more die, which may be removed instead."""
    added = []
    for gone, sums in enumerate(reach):
        kept = reach[gone - 1] if gone else 0
        for value in values:
            kept |= sums << value
        added.append(kept)
    return tuple(added)


def _lying(dice: Dice, removers: int, masked: bool) -> dict[Lying, float]:
    """Return how dice without copy and reroll can lie, with probabilities."""
    states: dict[Lying, float] = {(0, (1,) + (0,) * removers): 1.0}
    for die in dice:
        longer: dict[Lying, float] = {}
        for (mask, reach), chance in states.items():
            for face in FACES[die]:
                shown = mask | 1 << face if masked else 0
                key = (shown, _add(reach, _values(die, face)))
                longer[key] = longer.get(key, 0.0) + chance / 6
        states = longer
    return states


def _finish(lying: Lying, free: tuple[int, ...]) -> int:
    """Return every sum once greens are there too, which may copy, by their faces."""
    mask, reach = lying
    for face in free:
        mask |= 1 << face
    shown = tuple(face for face in CUBE if mask >> face & 1)
    for _ in free:
        reach = _add(reach, shown)
    sums = 0
    for some in reach:
        sums |= some
    return sums


@lru_cache(maxsize=1 << 14)
def _next_results(sums: int, top: int) -> Places:
    """Return for each row the lowest sum that beats it; top + 1 if none does."""
    there = [total for total in range(top + 1) if sums >> total & 1]
    places = np.searchsorted(np.array(there), np.arange(top + 2))
    return np.array([*there, top + 1])[places]


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """What throwing one handful without rerolls can bring, for every result to beat."""

    top: int
    chances: Numbers
    """By row and result: how likely this result is the one to take."""

    def value(self, worth: Numbers) -> Numbers:
        """Return the worth of the throw for each row.

        `worth[..., result]` is what each result is worth, the last one is failure.
        """
        return worth @ self.chances.T


@lru_cache(maxsize=1 << 11)
def odds(dice: Dice) -> Odds | Rerolls:
    """Return the exact odds of a handful."""
    return _odds(dice)


def _odds(dice: Dice) -> Odds | Rerolls:
    greens = sum(1 for die in dice if POWERS[die] is Power.COPY)
    blues = sum(1 for die in dice if POWERS[die] is Power.REROLL)
    yellows = sum(1 for die in dice if POWERS[die] is Power.REMOVE)
    others = tuple(die for die in dice if POWERS[die] not in (Power.COPY, Power.REROLL))
    removers = yellows if len(dice) > 1 else 0
    lying = _lying(others, removers, greens > 0)
    top = highest(dice)
    if not blues:
        return Odds(top, _chances(lying, greens, top))
    return rerolls(lying, greens, blues, top, _next_results)


def _chances(lying: dict[Lying, float], greens: int, top: int) -> Numbers:
    found: dict[int, float] = {}
    for state, chance in lying.items():
        for free in product(CUBE, repeat=greens):
            sums = _finish(state, free)
            found[sums] = found.get(sums, 0.0) + chance / 6**greens
    chances = np.zeros((top + 2, top + 2))
    rows = np.arange(top + 2)
    for sums, chance in found.items():
        chances[rows, _next_results(sums, top)] += chance
    return chances


@lru_cache(maxsize=1 << 13)
def beat_chances(dice: Dice) -> Numbers:
    """Return for each row the chance to beat it, with every power used for that."""
    if any(POWERS[die] is Power.REROLL for die in dice):
        made = odds(dice) if len(dice) < LARGE else _odds(dice)
        worth = np.ones(made.top + 2)
        worth[-1] = 0.0
        return made.value(worth)
    return _chances_of_highest(dice)


def _chances_of_highest(dice: Dice) -> Numbers:
    """Without rerolls only the highest result counts; greens add the best face."""
    greens = sum(1 for die in dice if POWERS[die] is Power.COPY)
    top = highest(dice)
    exactly = np.zeros(top + 2)
    for best, totals in enumerate(_highest_sums(dice)):
        there = np.flatnonzero(totals)
        exactly[there + greens * best] += totals[there]
    return np.asarray(np.cumsum(exactly[::-1])[::-1])


@lru_cache(maxsize=1 << 12)
def _highest_sums(dice: Dice) -> Numbers:
    """Return the chance of each best face and highest sum without the greens."""
    if not dice:
        start = np.zeros((7, 1))
        start[0, 0] = 1.0
        return start
    before, die = _highest_sums(dice[:-1]), dice[-1]
    copier = POWERS[die] is Power.COPY
    gains = [0 if copier else _values(die, face)[-1] for face in FACES[die]]
    width = before.shape[1]
    sums = np.zeros((7, width + max(gains)))
    for face, gain in zip(FACES[die], gains, strict=True):
        part = sums[:, gain : gain + width]
        part[face] += before[: face + 1].sum(axis=0) / 6
        part[face + 1 :] += before[face + 1 :] / 6
    return sums
