"""What flat things are drawn with."""

from __future__ import annotations

import string

import cv2
import numpy as np

from vision.train.render.faces import SPOTS
from vision.train.render.table import Floats, Rng, tint, write

FINE = 240
"""Longer side in pixels of a thing before it is laid down."""


def sheet(rng: Rng, wide: int, tall: int, bright: float | None = None) -> Floats:
    """Return a plain surface of one colour."""
    return np.full((tall, wide, 3), tint(rng, bright), np.float32)


def pale(rng: Rng, wide: int, tall: int) -> Floats:
    """Return paper, ivory or plastic: white, a little tinted."""
    shade = rng.uniform(0.75, 1.0) * (1 - rng.uniform(0, 0.12, 3))
    return np.full((tall, wide, 3), shade, np.float32)


def contrast(rng: Rng, ground: Floats) -> list[float]:
    """Return a colour that shows on a ground."""
    light = float(ground.mean())
    value = rng.uniform(0.0, 0.25) if light > 0.5 else rng.uniform(0.75, 1.0)
    colour = tint(rng, value) if rng.random() < 0.5 else np.full(3, value, np.float32)
    return colour.tolist()


def disc(image: Floats, at, radius: float, colour, thick: int = -1) -> None:
    """Draw a round spot, or a ring of some thickness."""
    middle = (round(at[0] * 16), round(at[1] * 16))
    cv2.circle(image, middle, round(radius * 16), colour, thick, cv2.LINE_AA, 4)


def rounded(wide: int, tall: int, radius: float) -> Floats:
    """Return the cover of a rectangle with round corners."""
    x = np.abs(np.arange(wide) + 0.5 - wide / 2)[None] - (wide / 2 - radius)
    y = np.abs(np.arange(tall) + 0.5 - tall / 2)[:, None] - (tall / 2 - radius)
    away = np.hypot(np.maximum(x, 0), np.maximum(y, 0))
    return np.clip(radius - away + 0.5, 0, 1).astype(np.float32)


Thing = tuple[Floats, Floats]
"""A picture and its cover, both of one size."""


def pips(image: Floats, value: int, at, *, reach: float, radius: float, ink) -> None:
    """Draw the pips of a face."""
    for x, y in SPOTS.get(value, []):
        disc(image, (at[0] + x * reach, at[1] + y * reach), radius, ink)


def picture(rng: Rng, image: Floats, aside: int, below: int) -> None:
    """Paint coloured shapes into a frame, as art does from afar."""
    tall, wide = image.shape[:2]
    inside = np.ascontiguousarray(image[below : tall - below, aside : wide - aside])
    inside[:] = tint(rng)
    for _ in range(int(rng.integers(4, 30))):
        at = rng.uniform(0, 1, 2) * inside.shape[1::-1]
        size = float(np.exp(rng.uniform(np.log(2), np.log(40))))
        if rng.random() < 0.5:
            disc(inside, at, size, tint(rng).tolist())
        else:
            corners = at + rng.normal(0, size, (int(rng.integers(3, 6)), 2))
            colour = tint(rng).tolist()
            cv2.fillPoly(inside, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    image[below : tall - below, aside : wide - aside] = inside


def lines(rng: Rng, image: Floats, *, top: int, left: int, step: int, ink) -> None:
    """Print lines of small text."""
    tall, wide = image.shape[:2]
    for y in range(top, tall - 4, step):
        length = int((wide - 2 * left) * rng.uniform(0.3, 1.0))
        text = "".join(
            rng.choice(list(string.ascii_lowercase + "   "), length // 4 + 1)
        )
        write(image, text, (left, y), size=step / 28, colour=ink)
