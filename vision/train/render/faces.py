"""What is printed on a die: pips in many layouts, sometimes digits."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

CELL = 96
"""Pixels of one face in the atlas."""

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
"""Where each face has its pips, one step from the middle."""


Spots = list[tuple[float, float]]
"""Middles of pips on a face, x to the right and y down, from -1 to 1."""


def atlas(
    rng: np.random.Generator, values: list[int], digits: bool
) -> tuple[Bytes, Spots]:
    """Return the six faces above one another, and where the top face has pips.

    The sheet is 255 where it is printed; a value of 0 leaves its face blank.
    """
    style = _Style(rng)
    top: Spots = []
    sheet = np.zeros((6 * CELL, CELL), np.uint8)
    for place, value in enumerate(values):
        face = sheet[place * CELL : (place + 1) * CELL]
        if value and digits:
            _digit(rng, face, value, style)
        elif value:
            spots = _pips(rng, face, value, style)
            top = spots if place == 4 else top
    return sheet, top


class _Style:
    """What the six faces of one die share."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.spread = rng.uniform(0.38, 0.58)
        self.radius = rng.uniform(0.10, 0.2)
        if self.radius > self.spread * 0.47:
            self.radius = self.spread * 0.45
        self.large_one = rng.uniform(1.2, 2.2) if rng.random() < 0.15 else 1.0
        self.straight_two = rng.random() < 0.12
        self.close_six = rng.uniform(0.7, 1.0) if rng.random() < 0.5 else 1.0
        self.ring = rng.random() < 0.03
        self.square = rng.random() < 0.03
        self.font = int(rng.choice([0, 2, 3, 4]))


def _pips(rng: np.random.Generator, face: Bytes, value: int, style: _Style) -> Spots:
    spots = np.array(SPOTS[value], np.float64) * style.spread
    if value == 6:
        spots[:, 0] *= style.close_six
    if value == 2 and style.straight_two:
        spots[:, 0] = 0
    if rng.random() < 0.5:
        spots = spots[:, ::-1] * (1, -1)
    radius = style.radius * (style.large_one if value == 1 else 1.0)
    for x, y in spots:
        centre = (
            round((x + 1) / 2 * CELL * 16) - 8,
            round((y + 1) / 2 * CELL * 16) - 8,
        )
        size = round(radius / 2 * CELL * 16)
        if style.square:
            low = (centre[0] - size, centre[1] - size)
            high = (centre[0] + size, centre[1] + size)
            cv2.rectangle(face, low, high, 255, -1, cv2.LINE_AA, 4)
        else:
            thick = 3 if style.ring else -1
            cv2.circle(face, centre, size, 255, thick, cv2.LINE_AA, 4)
    return [(float(x), float(y)) for x, y in spots]


def _digit(rng: np.random.Generator, face: Bytes, value: int, style: _Style) -> None:
    text, font = str(value), style.font
    (wide, high), _ = cv2.getTextSize(text, font, 2.0, 8)
    cell = np.zeros_like(face)
    at = ((CELL - wide) // 2, (CELL + high) // 2)
    cv2.putText(cell, text, at, font, 2.0, 255, 8, cv2.LINE_AA)
    if value == 6 and rng.random() < 0.6:
        under = (CELL + high) // 2 + 10
        cv2.line(cell, (at[0], under), (at[0] + wide, under), 255, 5, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((CELL / 2, CELL / 2), rng.uniform(0, 360), 1.0)
    face[:] = cv2.warpAffine(cell, turn, (CELL, CELL))
