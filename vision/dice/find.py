"""Where the dice may be: boxes with a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets import blob
from vision.image import BgrImage
from vision.network import Floats, Network

SCALES = (608, 256)
"""The photo's longer side as the network sees it; the second is for large dice."""

FINE = 1120
"""The longer side for a third look, at photos that show small dice or none."""

SMALL = 26
"""A die this large at the first look is small, in pixels of that look."""

STRIDE = 8
FAINTEST = 0.12
"""Weaker signs of a die are not looked at."""

MOST = 32
"""No more boxes than this are looked at closely."""

TOUCH = 0.55
"""Two boxes that share more of the smaller one are the same die."""

SAME = 0.6
"""Boxes of the two looks that share more of the larger one need but one closer look."""


@dataclass(frozen=True)
class Found:
    """A box that may hold a die: x0, y0, x1, y1 in the photo's pixels."""

    box: tuple[float, float, float, float]
    score: float

    @property
    def size(self) -> float:
        """Return the longer side."""
        x0, y0, x1, y1 = self.box
        return max(x1 - x0, y1 - y0)


def find(
    image: BgrImage,
    net: Network,
    scales: tuple[int, ...] = SCALES,
    before: Sequence[Found] = (),
) -> list[Found]:
    """Return boxes that may hold a die, the surest first, and those found before."""
    small, found = image, list(before)
    for longest in scales:
        small = resized(small, longest)
        across, down = (image.shape[k] / small.shape[k] for k in (1, 0))
        found += _peaks(_cells(small, net), across, down)
    best_first = sorted(found, key=lambda die: -die.score)
    return apart(best_first, SAME, by_larger=True)[:MOST]


def finer(image: BgrImage, dice: list[Found]) -> bool:
    """Return whether a large photo, seen to show these dice, needs the third look."""
    longest = max(image.shape[:2])
    small = any(die.size * SCALES[0] < SMALL * longest for die in dice)
    return longest > 0.8 * FINE and (small or not dice)


def resized(image: BgrImage, longest: int) -> BgrImage:
    """Return the picture with this longer side, quickly: whole steps come first."""
    whole = max(image.shape[:2]) // longest
    if whole > 1:
        high, wide = (side // whole for side in image.shape[:2])
        cut = image[: high * whole, : wide * whole]
        image = BgrImage(
            np.asarray(cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA))
        )
    scale = longest / max(image.shape[:2])
    high, wide = (max(32, round(side * scale)) for side in image.shape[:2])
    return BgrImage(np.asarray(cv2.resize(image, (wide, high)), np.uint8))


def _cells(image: BgrImage, net: Network) -> Floats:
    high, wide = (-(-side // 32) * 32 for side in image.shape[:2])
    canvas = np.full((high, wide, 3), 127, np.uint8)
    canvas[: image.shape[0], : image.shape[1]] = image
    return np.asarray(net.run(blob([canvas]))[0], np.float32)


def _peaks(cells: Floats, across: float, down: float) -> list[Found]:
    heat: NDArray[np.float32] = 1 / (1 + np.exp(-cells[0]))
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= around) & (heat > FAINTEST))
    found = []
    for row, col in zip(rows.tolist(), cols.tolist(), strict=True):
        one = cells[:, row, col]
        x = (col + 0.5 + one[1]) * STRIDE
        y = (row + 0.5 + one[2]) * STRIDE
        w, h = (np.exp(np.clip(one[3:5], -2, 5)) * STRIDE / 2).tolist()
        box = ((x - w) * across, (y - h) * down, (x + w) * across, (y + h) * down)
        found.append(
            Found(
                (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
                float(heat[row, col]),
            )
        )
    return apart(sorted(found, key=lambda die: -die.score), TOUCH)


def overlap(a: Found, b: Found, *, by_larger: bool = False) -> float:
    """Return the shared part of two boxes over the smaller (or larger) of them."""
    wide = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    high = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    if wide <= 0 or high <= 0:
        return 0.0
    sizes = [(one.box[2] - one.box[0]) * (one.box[3] - one.box[1]) for one in (a, b)]
    return wide * high / max(max(sizes) if by_larger else min(sizes), 1e-6)


def apart(found: list[Found], shared: float, *, by_larger: bool = False) -> list[Found]:
    """Keep the first of boxes that lie on each other."""
    kept: list[Found] = []
    for die in found:
        if all(overlap(die, one, by_larger=by_larger) < shared for one in kept):
            kept.append(die)
    return kept
