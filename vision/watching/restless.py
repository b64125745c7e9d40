"""Places that never lie still: a running clock, a screen, a lamp that blinks."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

PAUSE = 0.5
"""Seconds without movement after which a place has come to rest."""

LONG = 1.5
"""Seconds of movement without such a pause after which a place never rests."""

LARGEST = 0.02
"""Share of the picture beyond which what moves so long is a hand that shakes dice."""

AROUND = 9
"""Small pixels that belong to such a place: another digit lights up beside it."""


class Restless:
    """Remembers since when every place has been moving."""

    def __init__(self) -> None:
        self._began = self._moved = np.zeros((0, 0), np.float64)

    def note(self, at: float, moving: Mask) -> Mask:
        """Take notice of what moves in a frame; return the places that never rest."""
        if self._moved.shape != moving.shape:
            self._began = np.full(moving.shape, np.inf, np.float64)
            self._moved = np.full(moving.shape, -np.inf, np.float64)
        rested = at - self._moved > PAUSE
        self._began[rested & moving] = at
        self._began[rested & ~moving] = np.inf
        self._moved[moving] = at
        return _small_ones(at - self._began > LONG)


def _small_ones(mask: Mask) -> Mask:
    if not mask.any():
        return mask
    wide = cv2.dilate(mask.astype(np.uint8), np.ones((AROUND, AROUND), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(wide)
    small = stats[:, cv2.CC_STAT_AREA] <= LARGEST * mask.size
    small[0] = False
    return np.asarray(small[labels], np.bool_)
