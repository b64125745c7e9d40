"""Tables with playing cards, some so near that their pips are as large as dice."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render import things
from vision.train.render.scene import render

Bytes = NDArray[np.uint8]

SIDES = (352, 480)
SIZES = (0.18, 1.1)
"""How long a card is, in sides of the photo."""

NEAR, FEW, MOST = 0.5, 3, 9
"""Of cards longer than this few lie there; of others at most so many."""


def table(
    seed: int, decks: Sequence[Sequence[Bytes]], photos: Sequence[Bytes]
) -> Bytes:
    """Return a photo of cards (BGRA) of one or two decks on a drawn table."""
    rng = np.random.default_rng((seed, 7))
    side, few = int(rng.choice(SIDES)), int(rng.integers(0, 3))
    photo = render(seed, side, photos, count=0, crowd=few).photo
    image = photo.astype(np.float32) / 255
    chosen = rng.choice(len(decks), min(int(rng.integers(1, 3)), len(decks)), False)
    cards = [card for k in chosen for card in decks[int(k)]]
    longest = float(np.exp(rng.uniform(*np.log(SIZES))))
    for _ in range(int(rng.integers(1, (FEW if longest > NEAR else MOST) + 1))):
        face, cover = things.cut_out(cards, rng)
        face *= (1 - 0.25 * rng.random() * rng.random(3)).astype(np.float32)
        own = longest * float(np.exp(rng.normal(0, 0.06)))
        things.lay(rng, image, face, cover, own * side)
    image *= float(np.exp(rng.normal(0, 0.2)))
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1)))
    image += rng.normal(0, rng.uniform(0.002, 0.03), image.shape).astype(np.float32)
    return np.asarray(np.clip(image, 0, 1) * 255, np.uint8)
