"""The oracle: what every throw is worth if the turn is played as well as possible."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from companion.games.karma_dice.box import BONUS, POWERS, TRACK, Power
from companion.games.karma_dice.dice import Dice
from companion.games.karma_dice.odds import beat_chances, highest, odds
from companion.games.karma_dice.rerolls import Numbers

LAST = len(TRACK)
STOP = np.array([0, *TRACK], dtype=float)
"""Points of stopping after so many zones."""

FALL = np.array([0, 0, *TRACK[:-1]], dtype=float)
"""Points after failing with so many zones (before the last) validated."""

FEW = 6
"""With so few dice every throw is weighed: late in a turn the large ones win."""

ROOMY = 10
"""Up to so many dice in hand, larger throws with powers are weighed."""

EVERYTHING = 99
"""The size that no throw exceeds."""


class Split(NamedTuple):
    """A handful and what stays in the hand."""

    dice: Dice
    rest: Dice


def splits(pool: Dice) -> list[Split]:
    """Return every different handful of at least one die with the rest of the hand."""
    found = [Split((), ())]
    for kind, count in Counter(pool).items():
        kinds = (kind,) * count
        found = [
            Split(dice + kinds[:n], rest + kinds[n:])
            for n in range(count + 1)
            for dice, rest in found
        ]
    return [split for split in found if split.dice]


class Choice(NamedTuple):
    """One throw and what it promises."""

    dice: Dice
    beats: float
    """The chance of a strictly higher result."""

    points: float
    """Expected points of the turn from here, played on as well as possible."""


class Weighing(IntEnum):
    """In which zones a throw is weighed."""

    NEVER = 0
    FOR_THE_LAST = 1
    ALWAYS = 2


@lru_cache(maxsize=1 << 15)
def weighing(dice: Dice, size: int) -> Weighing:
    """Return where a throw is weighed; `size` is what dice and powers may add up to."""
    if size == EVERYTHING:
        return Weighing.ALWAYS
    powers = sum(1 for die in dice if POWERS[die] is not Power.NONE)
    blues = sum(1 for die in dice if POWERS[die] is Power.REROLL)
    greens = sum(1 for die in dice if POWERS[die] is Power.COPY)
    exact = blues == 0 or blues + greens <= 2
    if not powers or (exact and len(dice) + powers + blues <= size):
        return Weighing.ALWAYS
    return Weighing.NEVER if blues else Weighing.FOR_THE_LAST


@lru_cache(maxsize=1 << 12)
def worths(pool: Dice, size: int) -> Numbers:
    """Return expected points by zones validated and row (see `odds`) for a hand."""
    top = highest(pool)
    table = np.repeat(STOP[:, None], top + 2, axis=1)
    table[LAST] += BONUS * len(pool)
    if not pool:
        return table
    table[0] = 0.0
    for dice, rest in splits(pool):
        weighed = weighing(dice, size)
        if weighed is Weighing.ALWAYS:
            value = throw_worths(dice, rest, size)
            part = table[:LAST, : value.shape[1]]
            np.maximum(part, value, out=part)
        elif weighed:
            last = last_worths(dice, len(rest))
            part = table[LAST - 1, : len(last)]
            np.maximum(part, last, out=part)
    return table


def throw_worths(dice: Dice, rest: Dice, size: int) -> Numbers:
    """Return the worth of a throw by zones validated before it and row."""
    if not rest:
        # Nothing comes after it: only the chance to succeed counts.
        beats = beat_chances(dice)
        won, fallen = STOP[1:, None], FALL[:LAST, None]
        return np.asarray(beats * won + (1 - beats) * fallen)
    made = odds(dice)
    after = worths(rest, size)
    rows = np.minimum(np.arange(1, made.top + 2), after.shape[1] - 1)
    worth = np.empty((LAST, made.top + 2))
    worth[:, :-1] = after[1:, rows]
    worth[:, -1] = FALL[:LAST]
    return made.value(worth)


@lru_cache(maxsize=1 << 13)
def last_worths(dice: Dice, left: int) -> Numbers:
    """Return the worth of a throw for the last zone by row, with so many dice left."""
    beats = beat_chances(dice)
    won = float(STOP[LAST]) + BONUS * left
    return np.asarray(beats * won + (1 - beats) * float(FALL[LAST - 1]))


def room(pool: Dice) -> int:
    """Return how large weighed throws may be with this hand."""
    if len(pool) <= FEW:
        return EVERYTHING
    if len(pool) <= ROOMY:
        return 7
    return 6 if len(pool) == ROOMY + 1 else 5


def choices(pool: Dice, zones: int, last: int | None) -> tuple[Choice, ...]:
    """Return every throw that is weighed here, best first."""
    size = room(pool)
    least = Weighing.FOR_THE_LAST if zones == LAST - 1 else Weighing.ALWAYS
    row = 0 if last is None else last + 1
    found = [
        _choice(Split(dice, rest), zones, row, size)
        for dice, rest in splits(pool)
        if weighing(dice, size) >= least
    ]
    found.sort(key=lambda choice: (-choice.points, len(choice.dice)))
    return tuple(found)


def _choice(split: Split, zones: int, row: int, size: int) -> Choice:
    dice, rest = split
    beats = beat_chances(dice)
    if row >= len(beats):
        return Choice(dice, 0.0, float(FALL[zones]))
    if weighing(dice, size) is Weighing.ALWAYS:
        points = throw_worths(dice, rest, size)[zones, row]
    else:
        points = last_worths(dice, len(rest))[row]
    return Choice(dice, float(beats[row]), float(points))


def expected(pool: Dice, zones: int = 0, last: int | None = None) -> float:
    """Return the expected points of the turn from here, stopping included."""
    table = worths(pool, room(pool))
    row = 0 if last is None else last + 1
    return float(table[zones, min(row, table.shape[1] - 1)])
