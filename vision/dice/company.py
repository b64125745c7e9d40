"""What a whole photo says of each box: dice of one throw are alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.dice.find import Found
from vision.dice.trust import odds

PEER = 0.5
"""The reader's word from which on a box is a die that others are held against."""

SEEN = 0.3
"""The finder's word from which on it does."""

FAR = 1.0
"""Sizes or sides that differ by more, as a logarithm, differ no more for that."""

ALONE = (0.0, 0.0, 0.0)
"""What company says where it is not known."""


FEW = 2
"""Things that outnumber the dice by less than this say nothing."""

NEARLY = -9.2
"""Both networks' log odds, from which on a box that is none was nearly a die."""


def refusals(found: Sequence[Found], die: Sequence[float]) -> int:
    """Return how many boxes were nearly taken for dice and are none."""
    pairs = zip(found, die, strict=True)
    return sum(d < PEER and odds(one.score) + odds(d) > NEARLY for one, d in pairs)


def company(
    found: Sequence[Found], die: Sequence[float], refused: int
) -> list[tuple[float, ...]]:
    """Return what the photo says of each box, if so many of all were refused.

    That is how unlike the other dice in size and how oblong it is, and, below zero,
    how far things outnumber the other dice: where much was nearly taken for dice and
    is none, one more thing is likely.
    """
    sizes = [math.log(max(one.size, 1.0)) for one in found]
    peers = [k for k, one in enumerate(found) if die[k] >= PEER and one.score >= SEEN]
    said: list[tuple[float, ...]] = []
    for k, size in enumerate(sizes):
        dice = [sizes[n] for n in peers if n != k]
        things = max(refused - (die[k] < PEER), 0)
        ahead = min(math.log(FEW * (1 + len(dice)) / (1 + things)), 0.0)
        said.append((_unlike(size, dice), _oblong(found[k]), ahead))
    return said


def _unlike(size: float, others: list[float]) -> float:
    return min(abs(size - float(np.median(others))), FAR) if others else 0.0


def _oblong(found: Found) -> float:
    x0, y0, x1, y1 = found.box
    return min(abs(math.log(max(x1 - x0, 1.0) / max(y1 - y0, 1.0))), FAR)


def presence_signs(
    score: float, die: float, others: tuple[float, ...] = ALONE
) -> tuple[float, ...]:
    """Return what speaks for a die in a box, and what against."""
    return 1.0, odds(score), odds(die), *others
