"""Pictures of real things: cut-outs to lie on drawn tables, photos as their surface.

They come from packages that everybody may use (docs/notebook/dice.md names them) and
are no part of the repository: a folder is named when heads and thresholds are made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

THING, PHOTO = 320, 1000
"""Pixels of the longer side that are kept of a cut-out and of a photo."""

LEAST = 60
"""Smaller pictures show too little."""

EVERY = 5
"""One picture in so many is to calibrate with; the others are trained with."""

DICE = ("dice", "dado", "domino")
"""Words in the names of pictures that may show the pips of dice."""


DECKS, CARD, SHAPE = "decks", 520, (0.5, 0.85)
"""The folder within that holds a folder of cards for each deck, the pixels kept of a
card's longer side, and its width over its height: other shapes are no cards."""


@dataclass
class Art:
    """Cut-outs (BGRA), photos (BGR), and the cards (BGRA) of decks."""

    things: list[Bytes] = field(default_factory=list)
    photos: list[Bytes] = field(default_factory=list)
    decks: list[list[Bytes]] = field(default_factory=list)


def load(folder: Path, *, others: bool = False) -> Art:
    """Return one in `EVERY` of a folder's pictures, or the others."""
    art = Art()
    for number, path in enumerate(_pictures(folder)):
        if (number % EVERY > 0) != others:
            continue
        how = cv2.IMREAD_UNCHANGED if path.suffix == ".png" else cv2.IMREAD_COLOR
        image = cv2.imread(str(path), how)
        if image is None or image.dtype != np.uint8 or min(image.shape[:2]) < LEAST:
            continue
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        if image.shape[2] == 4 and (image[..., 3] < 16).mean() > 0.02:
            art.things.append(_shrunk(image, THING))
        else:
            art.photos.append(_shrunk(np.ascontiguousarray(image[..., :3]), PHOTO))
    for number, deck in enumerate(sorted((folder / DECKS).glob("*/"))):
        cards = [card for path in sorted(deck.glob("*.png")) for card in _card(path)]
        if cards and (number % EVERY > 0) == others:
            art.decks.append(cards)
    return art


def _card(path: Path) -> Iterator[Bytes]:
    """Yield a card without what is empty around it, if it is one."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim < 3 or image.dtype != np.uint8:
        return
    if image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    full = image[..., 3] > 127
    if not full.any():
        return
    x, y, wide, tall = cv2.boundingRect(full.astype(np.uint8))
    if tall >= LEAST and SHAPE[0] < wide / tall < SHAPE[1]:
        yield _shrunk(np.ascontiguousarray(image[y : y + tall, x : x + wide]), CARD)


def _pictures(folder: Path) -> Iterator[Path]:
    found = (
        Path(at) / name
        for at, _, names in os.walk(folder, followlinks=True)
        for name in names
        if name.lower().endswith((".png", ".jpg", ".webp"))
    )
    for path in sorted(found):
        if path.is_relative_to(folder / DECKS):
            continue
        if not any(word in str(path.relative_to(folder)).lower() for word in DICE):
            yield path


def _shrunk(image: Bytes, longest: int) -> Bytes:
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
