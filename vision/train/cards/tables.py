"""Tables that cards lie on, and the things that lie there too and are no cards."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.train.cards.faces import art, colour, words
from vision.train.render.faces import SPOTS

Image = np.ndarray
Rng = np.random.Generator

KINDS = ("plain", "wood", "boards", "weave", "chequer", "stripes", "mat", "tiles")
ODDS = (0.22, 0.14, 0.1, 0.1, 0.16, 0.06, 0.14, 0.08)


def table(rng: Rng, size: tuple[int, int], photos: Sequence[Image]) -> Image:
    """Return an empty table of this width and height, seen from above."""
    width, height = size
    base = rng.uniform(15, 235, 3).astype(np.float32)
    if rng.random() < 0.5:  # most tables are brown, grey, black or white
        level = rng.uniform(15, 235)
        base = np.float32([level * w for w in (rng.uniform(0.5, 1.05), 0.9, 1.0)])
    image = np.full((height, width, 3), base, np.float32)
    kind = str(rng.choice(KINDS, p=ODDS))
    if kind == "mat":
        image = art(rng, width, height, photos).astype(np.float32)
    elif kind != "plain":
        image += _pattern(rng, kind, width, height)
    return np.clip(image, 0, 255).astype(np.uint8)


def _pattern(rng: Rng, kind: str, width: int, height: int) -> Image:
    """Return how much lighter or darker each point is than the table's colour."""
    if kind in ("wood", "boards"):
        return _grain(rng, kind, width, height)
    if kind == "weave":
        grid = rng.normal(0, 1, (height // 2, width // 2)).astype(np.float32)
        return 14 * cv2.resize(grid, (width, height))[..., None]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(-0.8, 0.8) if rng.random() < 0.6 else 0.0
    u = x * np.cos(turn) + y * np.sin(turn)
    v = y * np.cos(turn) - x * np.sin(turn)
    step = rng.uniform(14, 90)
    other = rng.uniform(-130, 130, 3).astype(np.float32)
    if kind == "stripes":
        return (np.sin(u / step * np.pi) > rng.uniform(-0.7, 0.7))[..., None] * other
    if kind == "tiles":
        joint = ((u % step) < 3) | ((v % (step * rng.uniform(0.6, 1.6))) < 3)
        return joint[..., None] * other
    one, two = np.sin(u / step * np.pi) > 0, np.sin(v / step * np.pi) > 0
    if rng.random() < 0.5:  # a chessboard, or a cloth of crossing bands
        return (one ^ two)[..., None] * other
    return (one.astype(np.float32) + two)[..., None] * other / 2


def _grain(rng: Rng, kind: str, width: int, height: int) -> Image:
    rows = rng.normal(0, 1, (max(2, height // 3), int(rng.integers(3, 12))))
    grain = cv2.resize(rows.astype(np.float32), (width, height), interpolation=2)
    image = grain * rng.uniform(4, 20)
    if kind == "boards":
        at = 0
        while at < height:
            image[at : at + 2] -= 40
            tall = int(rng.integers(40, 160))
            image[at : at + tall] += rng.normal(0, 12)
            at += tall
    return (image.T if rng.random() < 0.4 and width == height else image)[..., None]


def clutter(rng: Rng, image: Image, many: int) -> None:
    """Lay things on the table that are no cards."""
    for _ in range(many):
        THINGS[int(rng.integers(len(THINGS)))](rng, image)


def _place(rng: Rng, image: Image) -> tuple[int, int]:
    height, width = image.shape[:2]
    return int(rng.integers(0, width)), int(rng.integers(0, height))


def _box(rng: Rng, image: Image, wide: float, tall: float) -> np.ndarray:
    angle = float(rng.uniform(0, 180))
    return cv2.boxPoints((_place(rng, image), (wide, tall), angle)).astype(np.int32)


def _sheet(rng: Rng, image: Image) -> None:
    """A sheet of paper, a book or the lid of a box: larger or longer than a card."""
    side = rng.uniform(0.5, 1.1) * min(image.shape[:2])
    box = _box(rng, image, side, side * rng.uniform(0.75, 1.0))
    ink = colour(rng, 190, 255) if rng.random() < 0.5 else colour(rng)
    cv2.fillConvexPoly(image, box, ink, cv2.LINE_AA)
    if rng.random() < 0.4:
        a, b, c, d = box
        for share in np.linspace(0.08, 0.92, int(rng.integers(6, 26))):
            ends = (a + (d - a) * share).astype(int), (b + (c - b) * share).astype(int)
            cv2.line(image, ends[0].tolist(), ends[1].tolist(), (170, 140, 120), 1)


def _note(rng: Rng, image: Image) -> None:
    """A slip of paper, a small box or a wrapper, as large as a card but of one colour.

    Many have the shape of no card; those that have it lie among cards with pictures.
    """
    side = rng.uniform(0.12, 0.5) * min(image.shape[:2])
    box = _box(rng, image, side, side * rng.uniform(0.35, 1.0))
    if rng.random() < 0.4:  # the photo cuts it
        edge = np.array([[0, rng.random()], [1, rng.random()]])[rng.integers(2)]
        edge = edge if rng.random() < 0.5 else edge[::-1]
        box = box + (edge * image.shape[1::-1] - box.mean(axis=0)).astype(np.int32)
    ink = colour(rng, 170, 255) if rng.random() < 0.3 else colour(rng)
    cv2.fillConvexPoly(image, box, ink, cv2.LINE_AA)
    if rng.random() < 0.25:
        cv2.polylines(image, [box], True, colour(rng), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        _printed(rng, image, box)


def _printed(rng: Rng, image: Image, box: np.ndarray) -> None:
    """Write words along the longer side of a thing."""
    a, b, c, _ = box.astype(np.float32)
    if np.linalg.norm(b - a) < np.linalg.norm(c - b):
        a, b, c, _ = np.roll(box.astype(np.float32), -1, axis=0)
    wide, tall = int(np.linalg.norm(b - a)), int(np.linalg.norm(c - b))
    if min(wide, tall) < 16:
        return
    size = int(rng.uniform(0.1, 0.35) * tall) + 5
    left, top = int(rng.uniform(0.05, 0.3) * wide), int(rng.uniform(0.1, 0.6) * tall)
    lines = int(rng.integers(1, 4)) * 1.6 * size - size / 2
    where = (left, top, wide - left, min(top + int(lines), tall - 2))
    paper = np.zeros((tall, wide, 3), np.uint8)
    words(rng, paper, where, size, (255, 255, 255))
    flat = np.array([[0, 0], [wide, 0], [wide, tall]], np.float32)
    way = cv2.getAffineTransform(flat, np.stack([a, b, c]))
    share = cv2.warpAffine(paper, way, image.shape[1::-1]).astype(np.float32) / 255
    ink = np.array(colour(rng), np.float32)
    image[:] = (ink * share + image * (1 - share)).astype(np.uint8)


def _disc(rng: Rng, image: Image) -> None:
    radius = int(rng.integers(5, 60))
    at = _place(rng, image)
    cv2.circle(image, at, radius, colour(rng), -1, cv2.LINE_AA)
    cv2.circle(image, at, int(radius * 0.8), colour(rng), 2, cv2.LINE_AA)


def _stick(rng: Rng, image: Image) -> None:
    box = _box(rng, image, rng.uniform(60, 300), rng.uniform(4, 16))
    cv2.fillConvexPoly(image, box, colour(rng), cv2.LINE_AA)


def _cube(rng: Rng, image: Image) -> None:
    side = rng.uniform(8, 34)
    box = _box(rng, image, side, side * rng.uniform(0.9, 1.0))
    cv2.fillConvexPoly(image, box, colour(rng), cv2.LINE_AA)


def _die(rng: Rng, image: Image) -> None:
    """A die seen from above or a little from the side: square, with pips."""
    side = rng.uniform(14, 60) if rng.random() < 0.8 else rng.uniform(60, 150)
    box = _box(rng, image, side, side)
    ink = colour(rng, 200, 255) if rng.random() < 0.5 else colour(rng)
    if rng.random() < 0.6:  # one of its sides is seen besides, darker
        away = (rng.uniform(-0.3, 0.3, 2) * side).astype(np.int32)
        dark = tuple(int(v * rng.uniform(0.4, 0.8)) for v in ink)
        cv2.fillConvexPoly(image, cv2.convexHull(np.vstack([box, box + away])), dark)
    cv2.fillConvexPoly(image, box, ink, cv2.LINE_AA)
    a, b, _, d = box.astype(float)
    pip = colour(rng, 0, 60) if sum(ink) > 380 else colour(rng, 200, 255)
    for x, y in SPOTS[int(rng.integers(1, 7))]:
        at = a + (b - a) * (0.5 + 0.27 * x) + (d - a) * (0.5 + 0.27 * y)
        cv2.circle(image, at.astype(int).tolist(), max(1, int(0.09 * side)), pip, -1)


def _device(rng: Rng, image: Image) -> None:
    """A phone or a keyboard: longer than any card, dark, with a rim."""
    wide = rng.uniform(50, 130)
    box = _box(rng, image, wide, wide * rng.uniform(2.2, 3.2))
    cv2.fillConvexPoly(image, box, colour(rng, 0, 70), cv2.LINE_AA)
    cv2.polylines(image, [box], True, colour(rng, 60, 220), 2, cv2.LINE_AA)


def _writing(rng: Rng, image: Image) -> None:
    x, y = _place(rng, image)
    tall = int(rng.integers(6, 26))
    wide = int(rng.integers(30, 200))
    words(rng, image, (x, y, x + wide, y + tall + 2), tall, colour(rng))


THINGS = (_sheet, _disc, _stick, _cube, _device, _writing, _die, _note, _note, _note)
