"""Where cards lie: four-sided outlines of any colour, at any angle."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.cards.edges import Edges, edges_of
from vision.cards.ground import beside, ground_of
from vision.image import BgrImage, fit

Floats = NDArray[np.float64]

WORKING_SIDE = 800
"""Outlines are sought in a picture this long, then placed in the original."""

SMALLEST, LARGEST = 0.004, 0.97
"""Share of the picture a card may cover."""

ASPECTS = (0.48, 0.88)
"""Short side over long side of any card, seen straight from above."""

USUAL = (0.56, 0.75)
"""Nearly every card has a shape between tarot and poker size."""

MOST_CARDS = 16

WEIGHTS = np.array([31.5, -10.1, -3.9, -2.8, 0.55, -21.9, 8.75, -7.3])
BIAS = -19.5
"""Fitted to real and drawn photos: what `_weighed` sees, in its order."""

LEAST = -3.5
"""Log odds from which on an outline is taken for a card."""

DROP = 4.0
"""The edge around a printed frame may be so much harder to see than the frame."""


BETWEEN = 0.9
"""Two cards leave table between them; two halves of one card do not."""


@dataclass(frozen=True, slots=True)
class Quad:
    """One outline: corners clockwise from the top left of the upright card."""

    corners: Floats
    likely: float
    """Log odds that this is the edge of a card."""

    area: float


def find_quads(image: BgrImage) -> list[Quad]:
    """Return the outlines of cards, best seen first, in pixels of the picture."""
    small = fit(image, WORKING_SIDE)
    scale = image.shape[1] / small.shape[1]
    edges = edges_of(small)
    corners = _best(edges, _plausible(_candidates(small, edges), small.shape), 160)
    if not len(corners):
        return []
    corners = _plausible(edges.refined(corners), small.shape)
    if not len(corners):
        return []
    quads = _weighed(small, edges, corners)
    chosen = _mended(_outermost(quads))
    stood = geometry.standing(
        np.array([q.corners for q in chosen]).reshape(-1, 4, 2),
        (small.shape[1], small.shape[0]),
    )
    return [replace(q, corners=c * scale) for q, c in zip(chosen, stood, strict=True)]


def _candidates(small: BgrImage, edges: Edges) -> Floats:
    found: list[Floats] = []
    for mask in _masks(small, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            found.extend(
                _four_sided(
                    np.asarray(contour, np.int32), small.shape[0] * small.shape[1]
                )
            )
    return np.concatenate([np.array(found).reshape(-1, 4, 2), edges.crossings()])


def _best(edges: Edges, corners: Floats, most: int) -> Floats:
    support = edges.support(corners)
    order = np.argsort(-support)[:most]
    return np.asarray(corners[order[support[order] >= 0.45]], float)


def _weighed(small: BgrImage, edges: Edges, corners: Floats) -> list[Quad]:
    """Return the outlines with how likely each is the edge of a card."""
    height, width = small.shape[:2]
    aspect, _ = geometry.aspect_and_skew(corners, (width, height))
    odd = np.maximum(USUAL[0] - aspect, 0) + np.maximum(aspect - USUAL[1], 0)
    areas = geometry.areas(corners)
    table = ground_of(small)
    outside = np.maximum(beside(table, corners, 5), beside(table, corners, 8))
    inside = beside(table, corners, -6)
    seen = np.column_stack(
        [
            edges.evidence(corners),
            np.log(np.maximum(areas, 1.0) / (width * height)),
            odd,
            outside.mean(axis=2).min(axis=1),
            inside.mean(axis=(1, 2)),
        ]
    )
    likely = seen @ WEIGHTS + BIAS
    return [
        Quad(c, float(s), float(a))
        for c, s, a in zip(corners, likely, areas, strict=True)
        if s >= LEAST - DROP
    ]


def _masks(small: BgrImage, edges: Edges) -> list[NDArray[np.uint8]]:
    """Return pictures in which a card may be one connected piece."""
    smooth = cv2.medianBlur(small, 5)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)
    border = np.concatenate([lab[:4].reshape(-1, 3), lab[-4:].reshape(-1, 3)])
    table = np.median(border, axis=0)
    distance = np.linalg.norm(lab.astype(np.float32) - table, axis=2)
    planes = [lab[..., 0], np.minimum(distance * 2, 255).astype(np.uint8)]
    planes.append(cv2.cvtColor(smooth, cv2.COLOR_BGR2HSV)[..., 1])
    masks: list[NDArray[np.uint8]] = []
    for plane in planes:
        _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        masks += [np.asarray(mask, np.uint8), np.asarray(255 - mask, np.uint8)]
    for level in edges.levels:
        masks.append(np.asarray(cv2.dilate(level, np.ones((3, 3), np.uint8)), np.uint8))
        masks.append(np.asarray(255 - masks[-1], np.uint8))
    return masks


def _four_sided(contour: NDArray[np.int32], picture: int) -> list[Floats]:
    _, _, wide, high = cv2.boundingRect(contour)
    if wide * high < SMALLEST * picture:
        return []
    hull = cv2.convexHull(contour).reshape(-1, 2).astype(np.float32)
    area = cv2.contourArea(hull) if len(hull) >= 4 else 0.0
    if not SMALLEST * picture <= area <= LARGEST * picture:
        return []
    found = []
    for slack in (0.015, 0.03, 0.05):
        outline = cv2.approxPolyDP(hull, slack * cv2.arcLength(hull, True), True)
        if len(outline) == 4:
            found.append(outline.reshape(4, 2).astype(float))
            break
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)
    if area > 0.85 * max(geometry.area(box), 1.0):
        found.append(box)
    return found


def _plausible(corners: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the outlines that a card of some shape may have from some angle."""
    height, width = shape[:2]
    corners = geometry.distinct(geometry.clockwise(corners))
    inside = ((corners > -8) & (corners < (width + 8, height + 8))).all(axis=(1, 2))
    share = geometry.areas(corners) / (width * height)
    aspect, skew = geometry.aspect_and_skew(corners, (width, height))
    kept = inside & (share >= SMALLEST) & (share <= LARGEST) & (skew < 0.25)
    kept &= (aspect >= ASPECTS[0]) & (aspect <= ASPECTS[1]) & geometry.convex(corners)
    return np.asarray(corners[kept], float)


def _outermost(quads: list[Quad]) -> list[Quad]:
    """Keep one outline per card: its edge, not the frames printed inside."""
    chosen: list[Quad] = []
    for quad in sorted(quads, key=lambda q: -q.likely):
        if quad.likely < LEAST:
            break
        if _apart(quad, chosen) and not _around_two(quad, quads):
            grown = _grown(quad, quads)
            chosen.append(grown if _apart(grown, chosen) else quad)
    return chosen[:MOST_CARDS]


def _around_two(quad: Quad, quads: list[Quad]) -> bool:
    """Say whether this goes around two cards that lie beside each other."""
    within = [
        other
        for other in quads
        if other.likely > max(quad.likely - 1.5, LEAST)
        and 0.2 * quad.area < other.area < 0.55 * quad.area
        and geometry.inside(other.corners, quad.corners)
    ]
    return any(
        one.area + other.area < BETWEEN * quad.area
        and 0.65 < one.area / other.area < 1.5
        and geometry.overlap(one.corners, other.corners) < 0.02
        for n, one in enumerate(within)
        for other in within[:n]
    )


def _mended(chosen: list[Quad]) -> list[Quad]:
    """Put halves together that make one card as large as the others."""
    usual = float(np.median([quad.area for quad in chosen])) if chosen else 0.0
    halves = [quad for quad in chosen if quad.area < 0.68 * usual]
    for n, one in enumerate(halves):
        for other in halves[n + 1 :]:
            hull = cv2.convexHull(
                np.concatenate([one.corners, other.corners]).astype(np.float32)
            )
            points = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), float)
            box = geometry.clockwise(points[None])[0]
            whole = geometry.area(box)
            if one.area + other.area > 0.85 * whole and 0.75 < whole / usual < 1.3:
                rest = [q for q in chosen if q is not one and q is not other]
                return [*rest, Quad(box, max(one.likely, other.likely), whole)]
    return chosen


def _apart(quad: Quad, chosen: list[Quad]) -> bool:
    return all(geometry.overlap(quad.corners, c.corners) < 0.35 for c in chosen)


def _grown(quad: Quad, quads: list[Quad]) -> Quad:
    """Return the edge of the card around a frame that is printed on it."""
    around = [
        other
        for other in quads
        if quad.area < other.area < 1.9 * quad.area
        and other.likely > quad.likely - DROP
        and _frames(other.corners, quad.corners)
    ]
    if not around:
        return quad
    best = max(around, key=lambda q: q.likely + 2 * np.log(q.area))
    return _grown(best, quads)


def _frames(outer: Floats, inner: Floats) -> bool:
    """Say whether the outer outline leaves an even margin around the inner."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(inner.astype(np.float32), unit)
    seen = cv2.perspectiveTransform(outer.reshape(1, 4, 2), plane)[0]
    left, right = -seen[[0, 3], 0], seen[[1, 2], 0] - 1
    top, bottom = -seen[[0, 1], 1], seen[[2, 3], 1] - 1
    margins = np.stack([left, right, top, bottom])
    even = abs(left.mean() - right.mean()) < 0.06
    straight = np.abs(margins[:, 0] - margins[:, 1]).max() < 0.05
    return bool(margins.min() > 0.005 and margins.max() < 0.2 and even and straight)
