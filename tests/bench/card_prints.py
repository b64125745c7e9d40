"""Two prints of each of many cards: one to teach from, another to know it by.

The second print shows the same picture in another cut, other colours and another
frame, its title hidden: what is learned must be the picture, not the sheet of paper.
Pictures of the folder `ART` serve as art where it is named, drawn ones besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from tests.vision import render_cards, render_faces, render_tables
from tests.vision.render_cards import CARD, Photo

CANVAS = (620, 868)
"""The picture before it is cut for a print: a quarter larger than a card."""

DRAWN = 0.35
"""Share of cards whose picture is drawn, where there are others."""


class Printed(NamedTuple):
    """One card: as it is taught, and as it is shown later."""

    card: str
    taught: np.ndarray
    shown: np.ndarray


def prints(cards: dict[str, str], seed: int) -> Iterator[Printed]:
    """Yield two prints of each of these cards (titles by key)."""
    rng = np.random.default_rng(seed)
    free = _parts(rng)
    for key, title in cards.items():
        path = str(rng.choice(render_cards.fonts()))
        drawn = not free or rng.random() < DRAWN
        whole = render_cards.art(rng, *CANVAS) if drawn else free.pop()
        first = _cut(rng, whole)
        render_faces.print_title(first, title, rng, path, tops=(40,))
        yield Printed(key, first, _reprinted(rng, _cut(rng, whole)))


def taught_photo(one: Printed, rng: np.random.Generator) -> Photo:
    """Return the photo a card is taught from: alone, in one light, from above."""
    return render_tables.photo([(one.card, one.taught)], rng, "plain")


def shown_photo(hand: list[Printed], rng: np.random.Generator) -> Photo:
    """Return a photo of other prints of these cards on any table."""
    kind = str(rng.choice(list(render_tables.TABLES)))
    return render_tables.photo([(one.card, one.shown) for one in hand], rng, kind)


def _parts(rng: np.random.Generator) -> list[np.ndarray]:
    """Return the pictures of the folder, halved where they are wide, in any order."""
    found = []
    for picture in render_tables.pictures():
        tall, wide = picture.shape[:2]
        count = 2 if wide > 1.1 * tall else 1
        for n in range(count):
            part = picture[:, n * wide // count : (n + 1) * wide // count]
            found.append(_filled(part))
    return [found[n] for n in rng.permutation(len(found))]


def _filled(part: np.ndarray) -> np.ndarray:
    """Return the middle of a picture in the shape of the canvas."""
    tall, wide = part.shape[:2]
    share = min(wide / CANVAS[0], tall / CANVAS[1])
    w, h = int(share * CANVAS[0]), int(share * CANVAS[1])
    x, y = (wide - w) // 2, (tall - h) // 2
    cut = part[y : y + h, x : x + w]
    return cv2.resize(cut, CANVAS, interpolation=cv2.INTER_CUBIC)


def _cut(rng: np.random.Generator, whole: np.ndarray) -> np.ndarray:
    """Return a face of full art: most of the picture, moved and scaled a little."""
    share = rng.uniform(0.78, 1.0)
    w, h = int(share * CANVAS[0]), int(share * CANVAS[1])
    x = int(rng.integers(0, CANVAS[0] - w + 1))
    y = int(rng.integers(0, CANVAS[1] - h + 1))
    cut = cv2.resize(whole[y : y + h, x : x + w], CARD, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(cut)


def _reprinted(rng: np.random.Generator, face: np.ndarray) -> np.ndarray:
    """Return the face in other colours and another frame, its title hidden."""
    width, height = CARD
    plain = face.astype(np.float32) / 255
    gray = plain.mean(axis=2, keepdims=True)
    plain = gray + (plain - gray) * rng.uniform(0.55, 1.25)
    plain = np.clip(plain * rng.uniform(0.8, 1.2, 3), 0, 1) ** rng.uniform(0.7, 1.4)
    face = np.ascontiguousarray((plain * 255).astype(np.uint8))
    ink = tuple(int(v) for v in rng.integers(0, 256, 3))
    if rng.random() < 0.6:
        rim = int(rng.integers(10, 44))
        cv2.rectangle(face, (0, 0), (width - 1, height - 1), ink, 2 * rim)
    if rng.random() < 0.6:
        low = int(rng.integers(int(0.55 * height), int(0.75 * height)))
        ground = tuple(int(v) for v in rng.integers(150, 256, 3))
        box = ((30, low), (width - 30, low + int(rng.integers(90, 170))))
        cv2.rectangle(face, *box, ground, -1)
    face[30:120, 20 : width - 20] = int(rng.integers(60, 200))
    return face
