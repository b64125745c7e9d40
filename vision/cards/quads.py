"""Where cards lie: outlines from one glance of a network, laid through real edges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import finder, gaps, geometry
from vision.cards.choice import LEAST, SURE, Quad, apart
from vision.cards.edges import Edges, edges_of, slopes_of
from vision.image import BgrImage, fit

Floats = NDArray[np.float64]

WORKING_SIDE = 800
"""Outlines are laid through the edges of a picture this long."""

SMALLEST, LARGEST = 0.002, 0.98
"""Share of the picture a card may cover."""

ASPECTS = (0.45, 0.9)
"""Short side over long side of any card, seen straight from above."""

USUAL = (0.56, 0.76)
"""Nearly every card has a shape between tarot and poker size."""

ROUGHLY, CLOSELY = 9.0, 4.0
"""Pixels within which the edge of an outline is looked for, first and last."""

MOST_OUTLINES = 60

MANY = 7
"""Cards from which on a photo may show a whole layout; a hand has fewer."""

BESIDE = 0.2
"""Outlines that share no more than this are two cards."""

SMALL = 0.2
"""Middle size of such cards as a share of the photo: a layout of ten has about this."""

LARGE, MARGIN, NEARLY = 0.32, 0.15, 0.6
"""Root of the area of a large card over the longer side of the photo; how near to it
cards are looked at both ways; and from which share on there may be one."""

BEYOND = 1.14
"""So much larger than an outline is where its outside is looked at."""

UNEXPLAINED = 0.04
"""The share of what the network takes for cards that plain outlines may leave over."""

FINER = 4
"""The network's map of cards is drawn finer by this before outlines are laid on it."""

FINEST = 300
"""Pixels of that map which the smallest card covers."""

LEVELS = ((0.5, 0.0), (0.7, 0.0), (0.85, 0.0), (0.5, 0.6), (0.7, 0.6))
"""Chances from which on a cell is a card's, with edges taken away or not: cards that
touch come apart at one of them."""

WEIGHTS = np.array([1.12, 14.01, -0.43, 6.57, -4.68, -17.23, 1.49])
BIAS = -10.87
"""Fitted to drawn tables: the network's log odds of a middle, edges along all sides and
along the weakest, card inside and beyond, odd shape, edges of the photo itself."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards of a photo, and where the network sees any."""

    quads: list[Quad]
    inside: finder.Map
    """Chance of some card lying there, per cell of the whole photo."""

    border: finder.Map
    """Chance of a card's edge, per cell."""


def find_quads(image: BgrImage) -> list[Quad]:
    """Return the outlines of cards, best seen first, in pixels of the picture."""
    return survey(image).quads


def survey(image: BgrImage) -> Seen:
    """Return the outlines of cards, and where the network sees any."""
    small = fit(image, WORKING_SIDE)
    scale = image.shape[1] / small.shape[1]
    size = (small.shape[1], small.shape[0])
    found = finder.closely(small)
    quads = [
        Quad(q.corners * scale, q.likely, q.area * scale**2)
        for q in _stood(apart(weighed(small, found), size), size)
    ]
    return Seen(quads, found.inside, found.border)


def _stood(quads: list[Quad], size: tuple[int, int]) -> list[Quad]:
    """Return the outlines, each standing as most of the plainer ones say it does."""
    plain = np.array([q.corners for q in quads if q.likely > SURE]).reshape(-1, 4, 2)
    return [replace(q, corners=gaps.stood(q.corners, plain, size)) for q in quads]


def weighed(small: BgrImage, found: finder.Found) -> list[Quad]:
    """Return all outlines that a card may have here, with their log odds."""
    size = (small.shape[1], small.shape[0])
    corners, numbers = measured(small, found)
    odds = numbers @ WEIGHTS + BIAS
    stood = geometry.standing(corners, size)
    return [
        Quad(outline, float(sure), geometry.area(outline))
        for outline, sure in zip(stood, odds, strict=True)
    ]


def measured(small: BgrImage, found: finder.Found) -> tuple[Floats, Floats]:
    """Return outlines laid through edges, and the numbers each is weighed by.

    Large cards are looked at from farther away, where the network sees them whole; many
    small ones from closer, where they are as large as those it has learnt from.
    """
    slopes = slopes_of(small)
    large = LARGE * max(small.shape[:2])
    corners, numbers = _laid(slopes, found)
    sizes = np.sqrt(geometry.areas(corners))
    usual, seen = sizes < (1 + MARGIN) * large, numbers @ WEIGHTS + BIAS > LEAST
    height, width = small.shape[:2]
    if _is_layout(corners[seen], (numbers @ WEIGHTS)[seen], max(height, width)):
        fine, of_fine = _laid(slopes, finder.find(small, finder.FINE))
        corners = np.concatenate([corners, fine])
        numbers = np.concatenate([numbers, of_fine])
        sizes = np.sqrt(geometry.areas(corners))
        usual, seen = sizes < (1 + MARGIN) * large, numbers @ WEIGHTS + BIAS > LEAST
    left = left_over(found.inside, corners[seen], (width, height))
    rest = np.sqrt(float(left.mean()) * width * height)
    if max(sizes[seen].max(initial=0.0), rest) < NEARLY * large:
        return corners[usual], numbers[usual]
    near, of_them = _laid(slopes, finder.find(small, finder.CLOSE_UP))
    close = np.sqrt(geometry.areas(near)) > (1 - MARGIN) * large
    return (
        np.concatenate([corners[usual], near[close]]),
        np.concatenate([numbers[usual], of_them[close]]),
    )


def _is_layout(corners: Floats, odds: Floats, side: int) -> bool:
    """Tell whether many cards of about one small size lie here, side by side."""
    kept: list[Floats] = []
    for quad in corners[np.argsort(-odds)]:
        if all(geometry.iou(quad, other) < BESIDE for other in kept):
            kept.append(quad)
    if len(kept) < MANY:
        return False
    sizes = np.sqrt(geometry.areas(np.array(kept)))
    return bool(np.median(sizes) < SMALL * side)


def _laid(slopes: finder.Map, found: finder.Found) -> tuple[Floats, Floats]:
    """Return the outlines that this look of the network gives, and their numbers."""
    size = (slopes.shape[1], slopes.shape[0])
    edges = edges_of(slopes, found.border)
    rough = np.concatenate([found.quads, _pieces(found, size)])
    if len(rough):
        rough = np.concatenate([rough, edges.refined(rough, ROUGHLY)])
    corners, numbers = _fitted(edges, found, rough)
    plain = corners[numbers @ WEIGHTS + BIAS > SURE]
    left = left_over(found.inside, plain, size)
    if left.sum() <= UNEXPLAINED * (found.inside > 0.5).sum():
        return corners, numbers
    # cards that touch, or that the network saw only in part: straight lines may help
    near = cv2.dilate(left, np.ones((9, 9), np.uint8))
    lines = edges.outlines(np.asarray(near, np.uint8))
    lines = lines[_sampled(left, lines.mean(axis=1, keepdims=True), size)[:, 0] > 0]
    alike = gaps.outlines(found.inside, left, plain, size)
    if len(alike):
        lines = np.concatenate([lines, alike, edges.refined(alike, ROUGHLY)])
    more, of_them = _fitted(edges, found, lines)
    return np.concatenate([corners, more]), np.concatenate([numbers, of_them])


def _fitted(edges: Edges, found: finder.Found, rough: Floats) -> tuple[Floats, Floats]:
    """Return the likelier of these outlines, laid through edges, and their numbers."""
    height, width = edges.border.shape
    size = (width, height)
    corners = geometry.clockwise(rough)
    corners = geometry.distinct(corners[_plausible(corners, size)])
    best = _numbers(corners, edges, found) @ WEIGHTS
    corners = corners[np.argsort(-best)[:MOST_OUTLINES]]
    if len(corners):
        corners = geometry.clockwise(edges.refined(corners, CLOSELY))
        corners = corners[_plausible(corners, size)]
    return corners, _numbers(corners, edges, found)


def left_over(
    inside: finder.Map, corners: Floats, size: tuple[int, int], level: float = 0.5
) -> NDArray[np.uint8]:
    """Return the cells where the network sees a card and no outline is."""
    left = (inside > level).astype(np.uint8)
    unit = np.array([left.shape[1], left.shape[0]]) / size
    for outline in geometry.larger(corners * unit, 1.5):
        cv2.fillConvexPoly(left, np.round(outline).astype(np.int32), 0)
    return left


def _numbers(corners: Floats, edges: Edges, found: finder.Found) -> Floats:
    """Return what is weighed, one row per outline."""
    height, width = edges.border.shape
    size, support = (width, height), edges.support(corners)
    aspect, _ = geometry.aspect_and_skew(corners, size)
    odd = np.maximum(USUAL[0] - aspect, 0) + np.maximum(aspect - USUAL[1], 0)
    middles = corners.mean(axis=1, keepdims=True)
    heat = _sampled(cv2.dilate(found.middle, np.ones((3, 3), np.uint8)), middles, size)
    sure = np.clip(heat[:, 0], 1e-3, 1 - 1e-3)
    within = _sampled(found.inside, _spread(corners), size)
    beyond = _sampled(found.inside, _around(corners), size)
    return np.column_stack(
        [
            np.log(sure / (1 - sure)),
            support.mean(axis=1),
            support.min(axis=1),
            within.mean(axis=1),
            beyond.mean(axis=1),
            odd,
            edges.sharp(corners),
        ]
    )


def _pieces(found: finder.Found, size: tuple[int, int]) -> Floats:
    """Return outlines around what the network takes for the inside of one card."""
    unit = np.array(size) / (found.inside.shape[1], found.inside.shape[0])
    grown = cv2.resize(found.inside, None, fx=FINER, fy=FINER)
    edge = cv2.resize(found.border, None, fx=FINER, fy=FINER)
    outlines: list[Floats] = []
    for level, less in LEVELS:
        mask = (grown - less * edge > level).astype(np.uint8)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            outlines += _four_sided(np.asarray(contour, np.int32))
    return np.array(outlines).reshape(-1, 4, 2) / FINER * unit


def _four_sided(contour: NDArray[np.int32]) -> list[Floats]:
    """Return the outlines of four sides that this piece may have."""
    hull = cv2.convexHull(contour).reshape(-1, 2).astype(np.float32)
    area = cv2.contourArea(hull) if len(hull) >= 4 else 0.0
    if area < FINEST:
        return []
    found = [cv2.boxPoints(cv2.minAreaRect(hull)).astype(float) + 0.5]
    for slack in (0.015, 0.03, 0.05, 0.08):
        outline = cv2.approxPolyDP(hull, slack * cv2.arcLength(hull, True), True)
        if len(outline) == 4:
            found.append(outline.reshape(4, 2).astype(float) + 0.5)
            break
    return found


def _spread(corners: Floats) -> Floats:
    """Return points all over each outline, a little inside its sides."""
    steps = np.linspace(0.06, 0.94, 7)
    u, v = (grid.ravel()[None, :, None] for grid in np.meshgrid(steps, steps))
    a, b, c, d = (corners[:, n, None] for n in range(4))
    return a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v


def _around(corners: Floats) -> Floats:
    """Return points just outside the sides of each outline."""
    middles = corners.mean(axis=1, keepdims=True)
    larger = middles + BEYOND * (corners - middles)
    steps = np.linspace(0.1, 0.9, 7)[None, None, :, None]
    along = (np.roll(larger, -1, axis=1) - larger)[:, :, None]
    points = larger[:, :, None] + steps * along
    return np.asarray(points.reshape(len(corners), 28, 2), float)


def _sampled(seen: NDArray[Any], points: Floats, size: tuple[int, int]) -> Floats:
    """Return what a map of cells says at points of the picture."""
    height, width = seen.shape
    x = np.clip(points[..., 0] * width / size[0], 0, width - 1).astype(np.intp)
    y = np.clip(points[..., 1] * height / size[1], 0, height - 1).astype(np.intp)
    return np.asarray(seen[y, x], float)


def _plausible(corners: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Say which outlines a card of some shape may have from some angle."""
    share = geometry.areas(corners) / (size[0] * size[1])
    aspect, skew = geometry.aspect_and_skew(corners, size)
    kept = (share >= SMALLEST) & (share <= LARGEST) & (skew < 0.3)
    kept &= (aspect >= ASPECTS[0]) & (aspect <= ASPECTS[1]) & geometry.convex(corners)
    return np.asarray(kept, bool)
