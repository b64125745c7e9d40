"""Cells as rings of colours around their middles, the same for every board."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.look import BLACK, MARGIN, UNIT, Look
from vision.boards.plan import Floats

RADII = (0.06, 0.14, 0.22, 0.29, 0.36, 0.43, 0.5, 0.57)
"""Units from the middle: inside of a disc, its rim, printed rings, the ground."""

TURNS = 16
"""Directions, the first away from the camera: on the other side the edge of a disc is
seen, on this one it hides the board."""

OUTSIDE = 2
"""Rings that lie outside of every disc: what a cell is compared with."""


def sampled(look: Look) -> NDArray[np.float32]:
    """Return the colours around each cell, as logarithms against its own ground.

    Cell, ring, direction, and blue, green, red.
    """
    away = look.lean.mean(0)
    behind = np.arctan2(away[1], away[0])
    turn = np.array(
        [(np.cos(behind), np.sin(behind)), (-np.sin(behind), np.cos(behind))]
    )
    at = ((look.raised[:, None] + _rose() @ turn) + MARGIN) * UNIT
    across, down = at.astype(np.float32).transpose(2, 0, 1)
    # Less grain: between two samples lie about two pixels.
    soft = cv2.GaussianBlur(look.seen, (3, 3), 0)
    colours = cv2.remap(soft, across, down, cv2.INTER_LINEAR)
    logs = np.log(colours.astype(np.float32) + BLACK)
    logs = logs.reshape(len(at), len(RADII), TURNS, 3)
    ground = np.median(logs[:, -OUTSIDE:].reshape(len(at), -1, 3), axis=1)
    return np.asarray(logs - ground[:, None, None], np.float32)


@cache
def _rose() -> Floats:
    angles = 2 * np.pi * np.arange(TURNS) / TURNS
    rose = np.stack([np.cos(angles), np.sin(angles)], 1)
    return np.asarray((np.array(RADII)[:, None, None] * rose).reshape(-1, 2), float)
