"""Plane geometry of outlines: corners are 4 x 2 arrays of pixels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def area(corners: Floats) -> float:
    """Return the area inside the outline."""
    return float(cv2.contourArea(corners.astype(np.float32)))


def areas(corners: Floats) -> Floats:
    """Return the area inside each outline."""
    x, y = corners[..., 0], corners[..., 1]
    twice = x * np.roll(y, 1, axis=-1) - y * np.roll(x, 1, axis=-1)
    return np.asarray(np.abs(twice.sum(axis=-1)) / 2, float)


def clockwise(corners: Floats) -> Floats:
    """Return each outline clockwise as seen, one of its short sides first.

    The first corner is the top left one of the card standing upright, or of the
    card upside down: which of the two, only what is printed can tell.
    """
    to = corners - corners.mean(axis=1, keepdims=True)
    ordered = _taken(corners, np.argsort(np.arctan2(to[..., 1], to[..., 0]), axis=1))
    sides = np.linalg.norm(ordered - np.roll(ordered, -1, axis=1), axis=2)
    lying = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    ordered[lying] = np.roll(ordered[lying], -1, axis=1)
    # of the two ways to hold a card upright take the one whose top is higher up
    below = ordered[:, :2, 1].sum(axis=1) > ordered[:, 2:, 1].sum(axis=1)
    ordered[below] = np.roll(ordered[below], -2, axis=1)
    return ordered


def _taken(corners: Floats, order: NDArray[np.intp]) -> Floats:
    return np.asarray(np.take_along_axis(corners, order[..., None], axis=1), float)


def convex(corners: Floats) -> NDArray[np.bool_]:
    """Say which outlines turn the same way at every corner, never sharply."""
    to = np.roll(corners, -1, axis=1) - corners
    lengths = np.linalg.norm(to, axis=2)
    unit = to / np.maximum(lengths, 1e-6)[..., None]
    following = np.roll(unit, -1, axis=1)
    turns = unit[..., 0] * following[..., 1] - unit[..., 1] * following[..., 0]
    return np.asarray((turns.min(axis=1) > 0.35) & (lengths.min(axis=1) > 4), bool)


def aspect_and_skew(corners: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Return short over long side and the cosine between sides, seen from above."""
    wide, high, skew = _seen_from_above(corners, size)
    return np.minimum(wide, high) / np.maximum(wide, high), skew


def standing(corners: Floats, size: tuple[int, int]) -> Floats:
    """Return the outlines so that each begins with a side short from above."""
    wide, high, _ = _seen_from_above(corners, size)
    stood = corners.copy()
    stood[wide > high] = np.roll(corners[wide > high], -1, axis=1)
    below = stood[:, :2, 1].sum(axis=1) > stood[:, 2:, 1].sum(axis=1)
    stood[below] = np.roll(stood[below], -2, axis=1)
    return stood


def _seen_from_above(
    corners: Floats, size: tuple[int, int]
) -> tuple[Floats, Floats, Floats]:
    """Return width, height and the cosine between sides of each outline.

    The lens is taken for that of a phone, whose focal length is about 0.8 of the
    longer side of its picture.
    """
    focal = 0.8 * max(size)
    a, b, c, d = np.moveaxis((corners - np.array(size) / 2) / focal, 1, 0)
    # plane of the unit square seen as these corners: columns "across" and "down"
    e, f, g = b - c, d - c, a - b + c - d
    scale = e[:, 0] * f[:, 1] - f[:, 0] * e[:, 1]
    scale = np.where(np.abs(scale) < 1e-12, 1e-12, scale)
    h = (g[:, 0] * f[:, 1] - f[:, 0] * g[:, 1]) / scale
    k = (e[:, 0] * g[:, 1] - g[:, 0] * e[:, 1]) / scale
    across = np.column_stack([b - a + h[:, None] * b, h])
    down = np.column_stack([d - a + k[:, None] * d, k])
    wide = np.maximum(np.linalg.norm(across, axis=1), 1e-9)
    high = np.maximum(np.linalg.norm(down, axis=1), 1e-9)
    return wide, high, np.abs((across * down).sum(axis=1)) / (wide * high)


def overlap(one: Floats, other: Floats) -> float:
    """Return the shared area as a share of the smaller outline."""
    shared, _ = cv2.intersectConvexConvex(
        one.astype(np.float32), other.astype(np.float32)
    )
    return float(shared) / max(min(area(one), area(other)), 1e-9)


def iou(one: Floats, other: Floats) -> float:
    """Return the shared area over the area of both together."""
    shared, _ = cv2.intersectConvexConvex(
        one.astype(np.float32), other.astype(np.float32)
    )
    return float(shared) / max(area(one) + area(other) - float(shared), 1e-9)


def inside(inner: Floats, outer: Floats) -> bool:
    """Say whether nearly all of `inner` lies in `outer`."""
    shared, _ = cv2.intersectConvexConvex(
        inner.astype(np.float32), outer.astype(np.float32)
    )
    return float(shared) > 0.96 * area(inner)


def distinct(corners: Floats, near: float = 3.0) -> Floats:
    """Return the outlines without those that repeat another, in their order."""
    keys = np.round(corners.reshape(-1, 8) / near).astype(int)
    _, first = np.unique(keys, axis=0, return_index=True)
    return np.asarray(corners[np.sort(first)], float)


def rectified(
    image: NDArray[np.uint8], corners: Floats, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """Return the piece inside the outline as an upright picture of that size."""
    width, height = size
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    cut = cv2.warpPerspective(
        image, plane, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def in_cards(points: Floats, card: Floats) -> Floats:
    """Return points of the table measured by a card that lies on it, at any slant.

    Its first corner is the origin, its width and its height are one each.
    """
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(card.astype(np.float32), unit)
    return np.asarray(cv2.perspectiveTransform(points[None], plane)[0], float)


def nearest(corners: Floats, others: Floats) -> Floats:
    """Return the outline whose middle is nearest to that of these points."""
    away = np.linalg.norm(others.mean(axis=1) - corners.mean(axis=0), axis=1)
    return np.asarray(others[int(away.argmin())], float)


def upside_down(corners: Floats) -> Floats:
    """Return the same outline with the card turned by half a turn."""
    return np.asarray(np.roll(corners, 2, axis=0), float)


def larger(corners: Floats, pixels: float) -> Floats:
    """Return the outlines with their corners moved out by so many pixels."""
    to = corners - corners.mean(axis=1, keepdims=True)
    far = np.maximum(np.linalg.norm(to, axis=2, keepdims=True), 1e-6)
    return np.asarray(corners + to / far * pixels * 1.4, float)
