"""Local features of cards: points that look the same in every print of a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import BgrImage

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

LEAST_COLOUR = 12.0
"""Levels of colour that are never spread further: less is noise."""

FAINT = 0.015
"""Contrast from which on a feature is kept: another print may be paler."""


def features(
    image: BgrImage, most: int, where: Bytes | None = None
) -> tuple[Singles, Singles]:
    """Return at most so many features of light, and where they are."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    even = cv2.createCLAHE(2.0, (4, 4)).apply(gray)
    return described(np.asarray(even, np.uint8), most, where)


def tints(cut: BgrImage) -> list[Bytes]:
    """Return the two colours of a card, each spread over all levels.

    Soft art has few edges of light, but edges of colour.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(cut, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    spread = []
    for tint in cv2.split(lab)[1:]:
        low, high = np.percentile(tint, (2, 98))
        level = (tint - low) / max(high - low, LEAST_COLOUR) * 255
        spread.append(np.clip(level, 0, 255).astype(np.uint8))
    return spread


def described(
    even: Bytes, most: int, where: Bytes | None = None
) -> tuple[Singles, Singles]:
    """Return the features of one picture of levels, and where they are."""
    sift = cv2.SIFT.create(most, contrastThreshold=FAINT)
    points, found = sift.detectAndCompute(even, where)
    spots = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    if found is None:
        return np.zeros((0, 128), np.float32), spots
    whole = np.maximum(found.sum(axis=1, keepdims=True), 1e-6)
    # shares, rooted, compare better than counts
    return np.sqrt(found / whole).astype(np.float32), spots


def outside(image: BgrImage, known: Sequence[Floats]) -> Bytes:
    """Return where no card lies that is known already."""
    where = np.full(image.shape[:2], 255, np.uint8)
    for corners in known:
        cv2.fillConvexPoly(where, corners.astype(np.int32), 0)
    return where
