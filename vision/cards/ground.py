"""What the table looks like: colours met at the border of the photo."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import BgrImage

Floats = NDArray[np.float64]
BINS = (12, 16, 16)
ALONG = np.linspace(0.1, 0.9, 20)


def ground_of(small: BgrImage) -> NDArray[np.float32]:
    """Return for each pixel how much its colour is that of the table, 0 to 1."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    rim = max(4, int(0.04 * min(height, width)))
    border = np.ones((height, width), np.uint8)
    border[rim:-rim, rim:-rim] = 0
    cells = _cells(lab)
    table = cv2.GaussianBlur(_shares(cells[border > 0]), (3, 3), 0)
    likely = table / (table + _shares(cells.ravel()) + 1e-9)
    return np.asarray(likely.ravel()[cells], np.float32)


def _cells(lab: Any) -> NDArray[np.uint16]:
    """Return for each pixel the number of its colour's cell."""
    cells = np.zeros(lab.shape[:2], np.uint16)
    for channel, count in zip(cv2.split(lab), BINS, strict=True):
        cells = cells * count + channel // -(-256 // count)
    return cells


def _shares(cells: NDArray[np.uint16]) -> NDArray[np.float32]:
    counts = np.bincount(cells, minlength=int(np.prod(BINS))).astype(np.float32)
    return np.asarray(counts.reshape(BINS) / max(float(counts.sum()), 1.0), np.float32)


def beside(ground: NDArray[np.float32], corners: Floats, off: float) -> Floats:
    """Return per outline and side how much table lies so many pixels outside it."""
    along = np.roll(corners, -1, axis=1) - corners
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    length = np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    points = corners[:, :, None] + along[:, :, None] * ALONG[None, None, :, None]
    points = points + off * (normal / length)[:, :, None]
    height, width = ground.shape
    x = np.clip(np.round(points[..., 0]).astype(int), 0, width - 1)
    y = np.clip(np.round(points[..., 1]).astype(int), 0, height - 1)
    return np.asarray(ground[y, x], float)
