"""A printed line as a phone sees it and the reader cuts it out, a little wrongly."""

from __future__ import annotations

import cv2
import numpy as np

from vision import ppocr

Floats = np.ndarray
Pixels = np.ndarray
Box = tuple[float, float, float, float]
WIDE, TALL = 620, 150
"""Room around a printed line, in pixels of a card that is 500 wide."""

WIDEST = 460
"""Longer strips are left out: they cost time and teach no other letters."""


def photographed(
    rng: np.random.Generator,
    face: Pixels,
    box: Box,
    easy: bool,
) -> Pixels | None:
    """Return the line as it is cut from a photo: 48 pixels high, in colour."""
    left, top, right, end = box
    tall = end - top
    # what the photo shows of the height of the line, and how much the slant takes
    lean = rng.uniform(0.8, 1.0) if easy else rng.uniform(0.5, 1.0)
    high = rng.uniform(14, 50) if easy else rng.triangular(6, 11, 28)
    scale = min(high / max(tall, 12) / lean, 1.2)
    turn, shear = rng.normal(0, 0.12), rng.normal(0, 0.06 if easy else 0.15)
    middle = np.array([(left + right) / 2, (top + end) / 2])
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)
    away = (flat - middle) * (scale, scale * lean)
    away[:, 0] += shear * away[:, 1]
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    deep = 1 + away @ rng.normal(0, 0.0005, 2)
    seen = away @ spin / deep[:, None]
    plane = cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
    there = cv2.perspectiveTransform(_around(rng, box)[None], plane)[0]
    first = there.min(axis=0) - 4
    there, moved = there - first, seen - first
    size = np.ceil(there.max(axis=0)).astype(int) + 4
    plane = cv2.getPerspectiveTransform(flat, moved.astype(np.float32))
    room = (int(size[0]), int(size[1]))
    small = cv2.warpPerspective(face, plane, room, flags=3, borderMode=1)
    a, b, c, d = there
    high = (np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2
    long = (np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2
    wide = round(48 * long / max(high, 1.0))
    if not 16 <= wide <= WIDEST:
        return None
    photo = _seen(rng, small, easy)
    onto = np.array([[0, 0], [wide, 0], [wide, 48], [0, 48]], np.float32)
    way = cv2.getPerspectiveTransform(there.astype(np.float32), onto)
    return cv2.warpPerspective(photo, way, (wide, 48), flags=3, borderMode=1)


def _around(rng: np.random.Generator, box: Box) -> Floats:
    """Return what is cut out: the line and more, or a whole row, a little off."""
    left, top, right, end = box
    tall = end - top
    if rng.random() < 0.25:
        ahead, after = rng.uniform(0.0, 0.5 * WIDE, 2) * rng.random()
        room = rng.uniform(0.15, 0.5) * tall
    else:
        ahead, after = rng.uniform(0.05, 0.7, 2) * tall
        room = rng.uniform(0.08, 0.35) * tall
    left, right = max(left - ahead, 2), min(right + after, WIDE - 2)
    off = rng.normal(0, 0.05) * tall
    corners = np.array(
        [
            [left, top - room],
            [right, top - room],
            [right, end + room],
            [left, end + room],
        ]
    )
    corners[:, 1] += off
    return corners + rng.normal(0, 0.025 * tall, (4, 2))


def _seen(rng: np.random.Generator, image: Pixels, easy: bool) -> Pixels:
    """Return what a phone makes of it: light, blur, grain, packing."""
    dim = rng.uniform(0.6, 1.1) if easy else rng.uniform(0.25, 1.05)
    lit = image.astype(np.float32) * dim * rng.uniform(0.85, 1.12, 3).astype(np.float32)
    wide = image.shape[1]
    slope = np.linspace(*rng.uniform(0.8, 1.15, 2), wide, dtype=np.float32)
    lit = lit * slope[None, :, None]
    if rng.random() < 0.12:
        at, broad = rng.uniform(0, wide), rng.uniform(0.1, 0.4) * wide
        shine = np.exp(-(((np.arange(wide) - at) / broad) ** 2)) * rng.uniform(20, 110)
        lit = lit + shine[None, :, None].astype(np.float32)
    blur = rng.uniform(0.3, 0.9) if easy else rng.uniform(0.5, 1.6)
    lit = cv2.GaussianBlur(lit, (0, 0), blur)
    if rng.random() < 0.12:
        many = int(rng.integers(2, 5))
        kernel = np.zeros((many, many), np.float32)
        np.fill_diagonal(kernel if rng.random() < 0.5 else kernel[::-1], 1 / many)
        if rng.random() < 0.6:
            kernel = np.full((1, many), 1 / many, np.float32)
        lit = cv2.filter2D(lit, -1, kernel)
    noise = rng.uniform(0, 4) if easy else rng.uniform(1, 9)
    grain = rng.standard_normal(lit.shape, np.float32)
    lit = lit + noise * grain
    noisy = np.clip(lit, 0, 255).astype(np.uint8)
    quality = int(rng.integers(70, 97))
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def cut(rng: np.random.Generator, strip: Pixels) -> Floats:
    """Return the strip as the reader hands it to the network."""
    way = rng.random()
    if way < 0.3:
        strip = ppocr.smooth(strip)
    elif way < 0.4:
        strip = ppocr.even(strip)
    narrow = 0.8 if rng.random() < 0.7 else 1.0
    return ppocr._blob(strip, narrow)[0]
