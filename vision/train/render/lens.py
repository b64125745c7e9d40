"""From a scene to a photo: lamp, exposure, lens, sensor, file."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render.table import Floats, Rng, cloud


def lamps(rng: Rng, side: int) -> Floats:
    """Return the light that falls on each spot of the table, about 1."""
    light = np.ones((side, side), np.float32)
    if rng.random() < 0.7:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        angle = rng.uniform(0, 6.3)
        slope = rng.uniform(0, 1.2)
        light *= np.exp(slope * (x * np.cos(angle) + y * np.sin(angle)))
    if rng.random() < 0.3:
        light *= np.exp(rng.uniform(0.05, 0.4) * cloud(rng, side, 3))
    if rng.random() < 0.15:
        light *= 1 - rng.uniform(0.2, 0.6) * _edge(rng, side)
    if rng.random() < 0.3:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        light *= 1 - rng.uniform(0.2, 1.1) * np.minimum(x * x + y * y, 0.5)
    return light


def _edge(rng: Rng, side: int) -> Floats:
    """Return a large shadow with one edge, of the phone or of the player."""
    mask = np.zeros((side, side), np.float32)
    points = rng.uniform(-0.3, 1.3, (4, 2)) * side
    hull = cv2.convexHull(points.astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(mask, hull, 1.0)
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 25))


def glare(rng: Rng, linear: Floats) -> None:
    """Add the reflection of a lamp or window, in place."""
    side = linear.shape[0]
    spot = np.zeros((side, side), np.float32)
    centre = (int(rng.integers(side)), int(rng.integers(side)))
    axes = (int(rng.integers(5, side // 4)), int(rng.integers(5, side // 4)))
    cv2.ellipse(spot, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(5, 40))
    linear += (spot * rng.uniform(0.1, 0.9))[..., None]


def develop(rng: Rng, linear: Floats, soft: float = 1.0) -> NDArray[np.uint8]:
    """Return the photo a phone makes of linear light, BGR."""
    warm = rng.normal(0, 0.3 if rng.random() < 0.2 else 0.16)
    gains = np.float32([1 - warm, 1 + rng.normal(0, 0.05), 1 + warm]).clip(0.45, 1.6)
    linear = linear * gains
    middle = float(np.percentile(linear[::4, ::4], 75)) + 1e-4
    target = np.exp(rng.normal(np.log(0.42), 0.45))
    if rng.random() < 0.12:
        target = rng.uniform(0.02, 0.12)
    if rng.random() < 0.85:
        linear = linear * (target / middle)
    linear = np.maximum(linear, 0)
    photo = np.minimum(linear, 1.0) ** (1 / rng.uniform(1.8, 2.6))
    photo = _blur(rng, photo.astype(np.float32), soft)
    if rng.random() < 0.4:
        photo = (photo - 0.5) * rng.uniform(0.75, 1.3) + 0.5
    noise = rng.uniform(0, 0.02) if rng.random() < 0.7 else rng.uniform(0.02, 0.07)
    grain = rng.standard_normal(photo.shape, np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.7
    photo = photo + noise * grain
    out = (np.clip(photo, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(out, (0, 0), 1.5)
        out = cv2.addWeighted(out, 1.8, soft, -0.8, 0)
    if rng.random() < 0.7:
        quality = int(rng.integers(25, 96))
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.asarray(out, np.uint8)


def _blur(rng: Rng, photo: Floats, soft: float) -> Floats:
    kind = rng.random()
    if kind < 0.35:
        return cv2.GaussianBlur(photo, (0, 0), soft * rng.uniform(0.3, 1.6))
    if kind < 0.42:
        return cv2.GaussianBlur(photo, (0, 0), soft * rng.uniform(1.6, 3.0))
    if kind < 0.52:
        length = max(1, int(soft * rng.integers(2, 9)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, 3.15)
        away = length / 2 * np.array([np.cos(angle), np.sin(angle)])
        a, b = (length - away).round().astype(int), (length + away).round().astype(int)
        cv2.line(kernel, a.tolist(), b.tolist(), 1.0, 1)
        return cv2.filter2D(photo, -1, kernel / kernel.sum())
    return photo
