"""The oracle: what every throw is worth if the turn is played as well as possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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

MOST_POINTS = TRACK[-1] + BONUS * 13
"""No turn scores more: all zones with every die of the largest hand unused."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What the points of a turn are good for; one aim, or many side by side.

    Aims are compared by identity: make each one once.
    """

    worth: Numbers
    """By points, `MOST_POINTS` at most; further axes before that for many aims."""

    @property
    def stop(self) -> Numbers:
        """Return the worth of stopping after so many zones."""
        return self.worth[..., STOP.astype(int)]

    @property
    def fall(self) -> Numbers:
        """Return the worth of failing after so many zones, before the last."""
        return self.worth[..., FALL.astype(int)[:LAST]]

    def last(self, left: int) -> Numbers:
        """Return the worth of the last zone with so many dice unused."""
        return np.asarray(self.worth[..., TRACK[-1] + BONUS * left])


POINTS = Aim(np.arange(MOST_POINTS + 1, dtype=float))
"""The more the better: what several players want."""


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

    worth: float
    """What the turn is worth from here, played on as well as possible."""


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
def worths(pool: Dice, size: int, aim: Aim = POINTS) -> Numbers:
    """Return the worth by zones validated and row (see `odds`) for a hand."""
    top = highest(pool)
    table = np.repeat(aim.stop[..., None], top + 2, axis=-1)
    table[..., LAST, :] = aim.last(len(pool))[..., None]
    if not pool:
        return table
    table[..., 0, :] = aim.fall[..., :1]
    for dice, rest in splits(pool):
        weighed = weighing(dice, size)
        if weighed is Weighing.ALWAYS:
            value = throw_worths(dice, rest, size, aim)
            part = table[..., :LAST, : value.shape[-1]]
            np.maximum(part, value, out=part)
        elif weighed:
            last = last_worths(dice, len(rest), aim)
            part = table[..., LAST - 1, : last.shape[-1]]
            np.maximum(part, last, out=part)
    return table


def throw_worths(dice: Dice, rest: Dice, size: int, aim: Aim = POINTS) -> Numbers:
    """Return the worth of a throw by zones validated before it and row."""
    fall = aim.fall[..., None]
    if not rest:
        # Nothing comes after it: only the chance to succeed counts.
        beats = beat_chances(dice)
        return np.asarray(beats * aim.stop[..., 1:, None] + (1 - beats) * fall)
    made = odds(dice)
    after = worths(rest, size, aim)
    rows = np.minimum(np.arange(1, made.top + 2), after.shape[-1] - 1)
    ends = after[..., 1:, :][..., rows]
    return made.value(np.concatenate((ends, fall), axis=-1))


@lru_cache(maxsize=1 << 13)
def last_worths(dice: Dice, left: int, aim: Aim = POINTS) -> Numbers:
    """Return the worth of a throw for the last zone by row, with so many dice left."""
    beats = beat_chances(dice)
    won, fallen = aim.last(left)[..., None], aim.fall[..., -1:]
    return np.asarray(beats * won + (1 - beats) * fallen)


def room(pool: Dice) -> int:
    """Return how large weighed throws may be with this hand."""
    if len(pool) <= FEW:
        return EVERYTHING
    if len(pool) <= ROOMY:
        return 7
    return 6 if len(pool) == ROOMY + 1 else 5


def choices(
    pool: Dice, zones: int, last: int | None, aim: Aim = POINTS
) -> tuple[Choice, ...]:
    """Return every throw that is weighed here, best first."""
    size = room(pool)
    least = Weighing.FOR_THE_LAST if zones == LAST - 1 else Weighing.ALWAYS
    row = 0 if last is None else last + 1
    found = [
        _choice(Split(dice, rest), zones, row, size, aim)
        for dice, rest in splits(pool)
        if weighing(dice, size) >= least
    ]
    found.sort(key=lambda choice: (-choice.worth, len(choice.dice)))
    return tuple(found)


def _choice(split: Split, zones: int, row: int, size: int, aim: Aim) -> Choice:
    dice, rest = split
    beats = beat_chances(dice)
    if row >= len(beats):
        return Choice(dice, 0.0, float(aim.fall[zones]))
    if weighing(dice, size) is Weighing.ALWAYS:
        worth = throw_worths(dice, rest, size, aim)[zones, row]
    else:
        worth = last_worths(dice, len(rest), aim)[row]
    return Choice(dice, float(beats[row]), float(worth))


def expected(
    pool: Dice, zones: int = 0, last: int | None = None, aim: Aim = POINTS
) -> float:
    """Return what the turn is worth on average from here, stopping included."""
    table = worths(pool, room(pool), aim)
    row = 0 if last is None else last + 1
    return float(table[zones, min(row, table.shape[1] - 1)])
