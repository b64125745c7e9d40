"""A hand out of a real photograph: an open palm with dice in it, of any skin."""

from __future__ import annotations

import cv2
import numpy as np

from tests.bench.vision_dice import PHOTOS
from tests.vision.clip_hand import Hand, edge_of, hand

HOLDING = "d014_kr_e15.jpg"
SKIN = "d015_kr_e16.jpg"
"""Photographs of a palm: with four dice along the fingers, and from nearer."""

SIZE = (450, 600)
"""In which the outline is drawn."""

OUTLINE = np.fromstring(
    """0 0 255 0 262 60 270 100 300 180 325 225 350 280 375 330 400 390 425 450 432 500
    415 520 395 505 410 575 385 590 355 580 320 582 295 570 265 530 235 480 243 515
    215 525 185 500 140 430 100 360 60 310 0 250""",
    np.int32,
    sep=" ",
).reshape(-1, 2)

PALM = (165.0, 190.0)
WRIST = (60.0, -95.0)
"""The middle of the palm, and a point from which the arm comes."""

HALF = 120.0
"""Pixels from the middle of the palm to its side."""

DICE = ((150, 198), (215, 265), (250, 352), (312, 440))

TONES = ((1.3, 1.22, 1.12), (1.0, 1.0, 1.0), (0.75, 0.78, 0.82), (0.4, 0.45, 0.52))
"""What makes the skin lighter or darker, BGR."""


def photo_hand(
    rng: np.random.Generator, size: tuple[int, int], *, bare: bool = False
) -> Hand:
    """Return a hand that comes from an edge; a drawn one where the photo is absent."""
    if not (PHOTOS / HOLDING).exists():
        return hand(rng, size, bare=bare)
    palm = 0.15 * min(size) * float(rng.uniform(0.9, 1.4))
    way, away, span = edge_of(rng, size, palm)
    tone = np.float32(TONES[int(rng.integers(len(TONES)))])
    holding, skin = (_photo(name) * tone for name in (HOLDING, SKIN))
    skin = cv2.resize(np.ascontiguousarray(skin[:210, :240]), SIZE)  # beside its dice
    cover = np.zeros(SIZE[::-1], np.float32)
    cv2.fillPoly(cover, [OUTLINE], 1.0)
    cover = cv2.blur(cover, (5, 5))
    empty = holding.copy()
    for x, y in DICE:
        disc = np.zeros(cover.shape, np.float32)
        cv2.circle(disc, (x, y), 66, 1.0, -1)
        disc = cv2.blur(disc, (25, 25))[..., None]
        empty = empty * (1 - disc) + skin * disc
    sleeve = skin.mean((0, 1)) if bare else rng.uniform(0.05, 0.9, 3)
    arm = _arm(span, palm, way, sleeve, rng)
    shown = [
        _laid(arm, picture, cover, (palm / HALF, palm / HALF * long), way)
        for picture, long in ((empty, 1.0), (holding, 0.8))
    ]
    shade = tuple(0.35 * cv2.blur(covered, (31, 31)) for _, covered in shown)
    return Hand(shown[0], shown[1], shade, size, away)


def _photo(name: str) -> np.ndarray:
    image = cv2.imread(str(PHOTOS / name))
    image = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
    return image.astype(np.float32) / 255


def _arm(span, palm, way, colour, rng) -> tuple[np.ndarray, np.ndarray]:
    """Return an arm from the palm outwards, with folds of its cloth."""
    cover = np.zeros((span, span), np.float32)
    middle = np.array([span, span]) / 2
    near, far = middle + way * 0.9 * palm, middle + way * 60 * palm
    ends = [tuple(round(float(v)) for v in end) for end in (near, far)]
    cv2.line(cover, *ends, 1.0, int(1.9 * palm))
    small = rng.normal(0, 1, (span // 12, span // 12)).astype(np.float32)
    folds = cv2.resize(small, (span, span), interpolation=cv2.INTER_CUBIC)
    patch = np.float32(colour) * (1 + 0.09 * folds[..., None])
    return np.clip(patch, 0, 1).astype(np.float32), cv2.blur(cover, (5, 5))


def _laid(arm, picture, cover, scale, way) -> tuple[np.ndarray, np.ndarray]:
    """Return the arm with the hand at its end, the fingers away from it."""
    patch, below = arm[0].copy(), arm[1].copy()
    span = patch.shape[0]
    back = np.array(WRIST) - PALM
    back /= np.hypot(*back)
    side = np.array([-back[1], back[0]])
    across = np.array([-way[1], way[0]])
    # Along the arm and across it, each with its own scale: a closed hand is shorter.
    turn = scale[1] * np.outer(way, back) + scale[0] * np.outer(across, side)
    shift = np.array([span, span]) / 2 - turn @ np.array(PALM)
    how = np.float32(np.hstack([turn, shift[:, None]]))
    shown = cv2.warpAffine(np.float32(picture), how, (span, span), flags=cv2.INTER_AREA)
    here = cv2.warpAffine(np.float32(cover), how, (span, span))
    patch += (shown - patch) * here[..., None]
    return np.clip(patch, 0, 1), np.maximum(below, here)
