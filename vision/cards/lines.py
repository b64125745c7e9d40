"""Lines of text on a card without a network: rows of strokes that stand together."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ppocr import Line, begun

Gray = NDArray[np.uint8]


def find_lines(card: NDArray[np.uint8], most: int = 4) -> list[Line]:
    """Return the likeliest lines of a rectified card, the tallest first."""
    gray = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY) if card.ndim == 3 else card
    height, width = gray.shape[:2]
    lines = [
        line
        for contour in _rows(np.asarray(gray, np.uint8))
        if (line := _line(contour, height, width)) is not None
    ]
    return sorted(lines, key=lambda line: -line.strength)[:most]


def _rows(gray: Gray) -> list[NDArray[np.int32]]:
    width = gray.shape[1]
    stroke = cv2.getStructuringElement(cv2.MORPH_RECT, (13, 7))
    dark = cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, stroke)
    light = cv2.morphologyEx(gray, cv2.MORPH_TOPHAT, stroke)
    found: list[NDArray[np.int32]] = []
    join = cv2.getStructuringElement(cv2.MORPH_RECT, (max(9, width // 24), 3))
    for strokes in (dark, light):
        slope = np.abs(cv2.Sobel(strokes, cv2.CV_32F, 1, 0))
        level = (slope * (255 / max(float(slope.max()), 1.0))).astype(np.uint8)
        joined = cv2.morphologyEx(level, cv2.MORPH_CLOSE, join)
        _, mask = cv2.threshold(joined, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 5), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, join)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        found.extend(np.asarray(contour, np.int32) for contour in contours)
    return found


def _line(contour: NDArray[np.int32], height: int, width: int) -> Line | None:
    centre, (one, other), angle = cv2.minAreaRect(contour)
    tall, long = min(one, other), max(one, other)
    if not (0.015 * height < tall < 0.13 * height and long > 0.12 * width):
        return None
    if long < 1.8 * tall:
        return None
    filled = cv2.contourArea(contour) / max(tall * long, 1.0)
    grown = (one + 0.5 * tall, other + 0.5 * tall)
    box = cv2.boxPoints((centre, grown, angle)).astype(float)
    top = min(centre[1], height - centre[1]) / height
    # tall, even rows near an end of the card are titles more often than not
    likely = tall / height * filled * (1.3 if top < 0.2 else 1.0)
    return Line(begun(box), float(likely))
