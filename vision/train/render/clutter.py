"""Other things on the table that are not dice."""

from __future__ import annotations

import string

import cv2
import numpy as np

from vision.train.render.table import Floats, Rng, tint, write


def scatter(rng: Rng, image: Floats, die_px: float) -> None:
    """Lay a few other things on the picture, in place."""
    for _ in range(int(rng.integers(1, 5))):
        thing = _THINGS[int(rng.integers(len(_THINGS)))]
        thing(rng, image, die_px)


def _spot(rng: Rng, image: Floats) -> tuple[int, int]:
    return int(rng.integers(image.shape[1])), int(rng.integers(image.shape[0]))


def _shadow(image: Floats, draw, offset: int) -> None:
    mask = np.zeros(image.shape[:2], np.float32)
    draw(mask)
    mask = cv2.GaussianBlur(np.roll(mask, (offset, offset), (0, 1)), (0, 0), 3)
    image *= 1 - 0.4 * mask[..., None]


def _coin(rng: Rng, image: Floats, die_px: float) -> None:
    at, radius = _spot(rng, image), max(4, int(die_px * rng.uniform(0.4, 1.2)))
    _shadow(image, lambda m: cv2.circle(m, at, radius, 1.0, -1), 3)
    colour = tint(rng)
    cv2.circle(image, at, radius, colour.tolist(), -1, 16)
    cv2.circle(image, at, int(radius * 0.85), (colour * 0.7).tolist(), 2, 16)
    if rng.random() < 0.6:
        size = radius / 18
        spot = (at[0] - int(radius * 0.4), at[1] + int(radius * 0.4))
        text = str(rng.integers(1, 60))
        write(image, text, spot, size=size, colour=(colour * 0.6).tolist())
    else:
        for k in range(int(rng.integers(0, 5))):
            angle = k * 1.57
            hole = (
                int(at[0] + radius * 0.3 * np.cos(angle)),
                int(at[1] + radius * 0.3 * np.sin(angle)),
            )
            cv2.circle(image, hole, max(1, radius // 8), (0.1, 0.1, 0.1), -1, 16)


def _pen(rng: Rng, image: Floats, die_px: float) -> None:
    a, b = _spot(rng, image), _spot(rng, image)
    thick = max(2, int(die_px * rng.uniform(0.1, 0.6)))
    _shadow(image, lambda m: cv2.line(m, a, b, 1.0, thick), thick // 2)
    colour = tint(rng)
    cv2.line(image, a, b, colour.tolist(), thick, 16)
    cv2.line(
        image, a, b, np.minimum(colour * 1.3 + 0.05, 1).tolist(), thick // 3 + 1, 16
    )


def _card(rng: Rng, image: Floats, die_px: float) -> None:
    """A card, note or box: a turned rectangle with marks on it."""
    wide = int(die_px * rng.uniform(0.8, 6)) + 8
    tall = int(wide * rng.uniform(0.6, 1.6)) + 8
    wide, tall = min(wide, 600), min(tall, 600)
    face = np.full((tall, wide, 3), tint(rng), np.float32)
    for _ in range(int(rng.integers(0, 9))):
        spot = (int(rng.integers(wide)), int(rng.integers(tall)))
        if rng.random() < 0.5:
            size = max(2, int(min(wide, tall) * rng.uniform(0.04, 0.25)))
            cv2.circle(face, spot, size, tint(rng).tolist(), -1, 16)
        else:
            text = "".join(rng.choice(list(string.ascii_letters), 8))
            size = rng.uniform(0.3, 1.5)
            write(face, text, spot, size=size, colour=tint(rng).tolist())
    paste(rng, image, face)


def paste(rng: Rng, image: Floats, face: Floats) -> None:
    """Lay a flat thing down somewhere, turned, with a shadow."""
    tall, wide = face.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, tall / 2), rng.uniform(0, 360), 1.0)
    at = _spot(rng, image)
    turn[:, 2] += (at[0] - wide / 2, at[1] - tall / 2)
    size = (image.shape[1], image.shape[0])
    mask = cv2.warpAffine(np.ones((tall, wide), np.float32), turn, size)
    laid = cv2.warpAffine(face, turn, size)
    dark = cv2.GaussianBlur(np.roll(mask, (3, 2), (0, 1)), (0, 0), 2.5)
    image *= 1 - 0.35 * dark[..., None]
    image += (laid - image) * mask[..., None]


def _hand(rng: Rng, image: Floats, die_px: float) -> None:
    skin = np.float32([0.45, 0.55, 0.8]) * rng.uniform(0.3, 1.2)
    side = image.shape[1]
    start = np.array([rng.choice([0, side]), rng.integers(side)], float)
    inward = np.array([1.0 if start[0] == 0 else -1.0, rng.uniform(-0.4, 0.4)])
    mask = np.zeros(image.shape[:2], np.float32)
    for k in range(int(rng.integers(1, 5))):
        a = start + np.array([0, k * die_px * 0.7])
        b = a + inward * side * rng.uniform(0.1, 0.4)
        thick = max(3, int(die_px * 0.6))
        cv2.line(mask, a.astype(int).tolist(), b.astype(int).tolist(), 1.0, thick, 16)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, die_px / 20))
    shade = cv2.GaussianBlur(mask, (0, 0), max(2.0, die_px / 5))
    image += (skin * (0.5 + 0.5 * shade[..., None]) - image) * soft[..., None]


def _pebbles(rng: Rng, image: Floats, die_px: float) -> None:
    """Small round things: beads, holes, crumbs."""
    colour = tint(rng).tolist()
    for _ in range(int(rng.integers(3, 25))):
        radius = max(1, int(die_px * rng.uniform(0.05, 0.2)))
        cv2.circle(image, _spot(rng, image), radius, colour, -1, 16)


_THINGS = (_coin, _pen, _card, _card, _hand, _pebbles)
