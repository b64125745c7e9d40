"""Finds amulets and the symbols on them: compact pieces with even patches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import BgrImage

MOST_AMULETS = 32


@dataclass(frozen=True, slots=True)
class Spot:
    """One symbol: its middle, its size and its colour."""

    x: float
    y: float
    area: float
    lab: tuple[float, float, float]


def find_outlines(picture: BgrImage) -> list[NDArray[np.int32]]:
    """Return the outlines of compact pieces that stand out from the table."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_BGR2LAB)
    edge = np.concatenate(
        [
            lab[:6].reshape(-1, 3),
            lab[-6:].reshape(-1, 3),
            lab[:, :6].reshape(-1, 3),
            lab[:, -6:].reshape(-1, 3),
        ]
    )
    table = np.median(edge, axis=0)
    apart = np.linalg.norm(lab.astype(np.float32) - table, axis=2)
    level = np.clip(apart * 2.5, 0, 255).astype(np.uint8)
    otsu, _ = cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found: list[NDArray[np.int32]] = []
    for share in (0.5, 0.75, 1.0):
        _, mask = cv2.threshold(level, otsu * share, 255, cv2.THRESH_BINARY)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        pieces = [np.asarray(c, np.int32) for c in contours if _compact(c, mask.size)]
        found.extend(c for c in pieces if not _covered(c, found))
    return found[:MOST_AMULETS]


def _compact(contour: Any, pixels: int) -> bool:
    area = cv2.contourArea(contour)
    hull = max(cv2.contourArea(cv2.convexHull(contour)), 1.0)
    _, (one, other), _ = cv2.minAreaRect(contour)
    even = min(one, other) > 0.62 * max(one, other)
    return bool(0.0015 * pixels < area < 0.9 * pixels and area > 0.88 * hull and even)


def _covered(contour: NDArray[np.int32], others: list[NDArray[np.int32]]) -> bool:
    x, y, w, h = cv2.boundingRect(contour)
    middle = (x + w / 2, y + h / 2)
    return any(cv2.pointPolygonTest(other, middle, False) >= 0 for other in others)


def find_symbols(lab: NDArray[np.float32], outline: NDArray[np.int32]) -> list[Spot]:
    """Return the symbols inside an outline: even patches unlike the ground."""
    x, y, w, h = cv2.boundingRect(outline)
    inside = np.zeros((h, w), np.uint8)
    cv2.drawContours(inside, [outline - (x, y)], -1, 255, -1)
    rim = max(3, min(w, h) // 20)
    inside = np.asarray(cv2.erode(inside, np.ones((rim, rim), np.uint8)), np.uint8)
    piece = lab[y : y + h, x : x + w]
    if not inside.any():
        return []
    best: list[Spot] = []
    for ground in _grounds(piece[inside > 0]):
        apart = np.linalg.norm(piece - ground, axis=2)
        for least in (14.0, 22.0, 32.0):
            spots = _spots(piece, apart, least, inside)
            if _better(spots, best):
                best = spots
    return [Spot(s.x + x, s.y + y, s.area, s.lab) for s in best]


def _grounds(pixels: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the one or two colours that cover most of a piece."""
    few = pixels[:: max(1, len(pixels) // 4000)]
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1.0)
    cv2.setRNGSeed(1)
    count = min(6, len(few))
    _, labels, centres = cv2.kmeans(
        few.astype(np.float32),
        count,
        np.zeros(0, np.int32),
        stop,
        1,
        cv2.KMEANS_PP_CENTERS,
    )
    order = np.argsort(-np.bincount(labels.ravel(), minlength=count))
    return [np.asarray(centres[n], np.float32) for n in order[:2]]


def _spots(
    piece: NDArray[np.float32],
    apart: NDArray[np.floating],
    least: float,
    inside: NDArray[np.uint8],
) -> list[Spot]:
    mask = ((apart > least) & (inside > 0)).astype(np.uint8) * 255
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
    whole = float((inside > 0).sum())
    spots = []
    for n in range(1, count):
        area = float(stats[n, cv2.CC_STAT_AREA])
        wide, high = stats[n, cv2.CC_STAT_WIDTH], stats[n, cv2.CC_STAT_HEIGHT]
        even = min(wide, high) > 0.45 * max(wide, high)
        if 0.004 * whole < area < 0.12 * whole and even and area > 0.3 * wide * high:
            lab = _colour(piece, labels == n)
            x, y = middles[n]
            spots.append(Spot(float(x), float(y), area, lab))
    return _alike(spots)


def _colour(
    piece: NDArray[np.float32], where: NDArray[np.bool_]
) -> tuple[float, float, float]:
    """Return the colour in the middle of a patch, away from any dark outline."""
    depth = cv2.distanceTransform(where.astype(np.uint8), cv2.DIST_L2, 3)
    core = depth > 0.45 * float(depth.max())
    light, a, b = np.median(piece[core], axis=0)
    return float(light), float(a), float(b)


def _alike(spots: list[Spot]) -> list[Spot]:
    """Return the spots that are about as large as most others."""
    if not spots:
        return []
    usual = float(np.median([spot.area for spot in spots]))
    return [spot for spot in spots if 0.4 * usual < spot.area < 2.5 * usual]


def _better(spots: list[Spot], best: list[Spot]) -> bool:
    def off(found: list[Spot]) -> int:
        return min(abs(len(found) - 8), abs(len(found) - 6)) if found else 99

    return off(spots) < off(best)
