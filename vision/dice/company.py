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

ALONE = (0.0, 0.0)
"""What company says where it is not known."""


def company(found: Sequence[Found], die: Sequence[float]) -> list[tuple[float, ...]]:
    """Return of each box how unlike the other dice in size, and how oblong it is."""
    sizes = [math.log(max(one.size, 1.0)) for one in found]
    peers = [k for k, one in enumerate(found) if die[k] >= PEER and one.score >= SEEN]
    return [
        (_unlike(size, [sizes[n] for n in peers if n != k]), _oblong(found[k]))
        for k, size in enumerate(sizes)
    ]


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
