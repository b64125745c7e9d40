"""Edges of a picture, and outlines laid through those that are edges of cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.cards.crossings import crossing, crossings
from vision.image import BgrImage

Floats = NDArray[np.float64]
Map = NDArray[np.float32]

ALONG = np.linspace(0.08, 0.92, 32)
"""Where along a side its edge is looked for: corners are round."""

COLOUR = 1.6
"""Colour alone often separates a card from the table: it weighs more than light."""

WAYS = ((1, 0), (0, 1))

STEEP = (20, 50)
"""Slopes from which on, with and without a steeper one beside, there is an edge."""

LIKELY = 0.04
"""Chance of a card's edge below which no line is looked for."""

PRINTED = 0.15
"""What an edge weighs that the network does not take for that of a card."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Slopes of a picture, and how likely each point is on the edge of a card."""

    across: Map
    """Horizontal and vertical slope of the strongest channel, per pixel."""

    border: Map
    """Chance of a card's edge, per pixel."""

    def refined(self, corners: Floats, reach: float) -> Floats:
        """Return the outlines, each side laid through the edge within this reach."""
        along = np.roll(corners, -1, axis=1) - corners
        length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
        start, end = self._shifts(corners, along, normal, reach)
        first = corners + start[..., None] * normal
        last = np.roll(corners, -1, axis=1) + end[..., None] * normal
        lines = np.stack([first, (last - first) / length], axis=2)
        moved = crossing(np.roll(lines, 1, axis=1), lines)
        far = np.linalg.norm(moved - corners, axis=2).max(axis=1)
        size = np.sqrt(geometry.areas(corners))
        good = np.isfinite(moved).all(axis=(1, 2)) & (far < 0.06 * size + reach)
        return np.asarray(np.where(good[:, None, None], moved, corners), float)

    def outlines(self, where: NDArray[np.uint8]) -> Floats:
        """Return outlines that straight edges of cards make, around those cells."""
        dx, dy = np.clip(self.across, -32000, 32000).astype(np.int16).transpose(2, 0, 1)
        level = cv2.Canny(
            np.ascontiguousarray(dx), np.ascontiguousarray(dy), *STEEP, L2gradient=True
        )
        height, width = level.shape
        near = cv2.resize(where, (width, height), interpolation=cv2.INTER_NEAREST)
        level[(self.border < LIKELY) | (near == 0)] = 0
        half = cv2.resize(level, (width // 2, height // 2), interpolation=3)
        return 2 * crossings((half > 0).astype(np.uint8))

    def support(self, corners: Floats) -> Floats:
        """Return outlines x 4: how much of each side is the edge of a card."""
        along = np.roll(corners, -1, axis=1) - corners
        x, y = self._pixels(corners[:, :, None] + along[:, :, None] * ALONG[:, None])
        near = cv2.dilate(self.border, np.ones((5, 5), np.uint8))
        return np.asarray(near[y, x].mean(axis=2), float)

    def sharp(self, corners: Floats) -> Floats:
        """Return how much of each outline's sides lies on an edge of the photo."""
        along = np.roll(corners, -1, axis=1) - corners
        length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
        points = corners[:, :, None] + along[:, :, None] * ALONG[:, None]
        best = np.zeros(points.shape[:3])
        for off in (-1.0, 0.0, 1.0):
            x, y = self._pixels(points + off * normal[:, :, None])
            slope = self._slope(x, y, normal[:, :, None])
            best = np.maximum(best, slope)
        return np.asarray((best > STEEP[1]).mean(axis=(1, 2)), float)

    def _shifts(
        self, corners: Floats, along: Floats, normal: Floats, reach: float
    ) -> tuple[Floats, Floats]:
        """Return how far out the edge lies at the start and the end of each side."""
        offs = np.arange(-reach, reach + 0.5)
        points = corners[:, :, None] + along[:, :, None] * ALONG[:, None]
        x, y = self._pixels(
            points[..., None, :] + offs[:, None] * normal[:, :, None, None]
        )
        slope = self._slope(x, y, normal[:, :, None, None])
        strength = slope * (PRINTED + self.border[y, x])
        off = offs[strength.argmax(axis=3)]
        usual = np.median(strength, axis=(2, 3))[..., None]
        weight = (strength.max(axis=3) > np.maximum(2.0, 0.5 * usual)).astype(float)
        for _ in range(3):
            begin, rise = _fitted(ALONG, off, weight)
            miss = off - begin[..., None] - rise[..., None] * ALONG
            weight = weight / (1 + miss**2)
        return begin, begin + rise

    def _slope(
        self, x: NDArray[np.intp], y: NDArray[np.intp], normal: Floats
    ) -> Floats:
        """Return how steep the picture is at these pixels, across a side."""
        across = self.across[y, x]  # a sum over two numbers is slow in numpy
        slope = across[..., 0] * normal[..., 0] + across[..., 1] * normal[..., 1]
        return np.asarray(np.abs(slope), float)

    def _pixels(self, points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        height, width = self.border.shape
        x = np.clip(np.round(points[..., 0]).astype(np.intp), 0, width - 1)
        y = np.clip(np.round(points[..., 1]).astype(np.intp), 0, height - 1)
        return x, y


def slopes_of(small: BgrImage) -> Map:
    """Return the slopes of a picture, from whichever channel shows them best."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB)
    across = np.zeros((*lab.shape[:2], 2), np.float32)
    steepest = np.full(lab.shape[:2], -1.0, np.float32)
    for channel, weight in zip(cv2.split(lab), (1.0, COLOUR, COLOUR), strict=True):
        slope = [weight * cv2.Sobel(channel, cv2.CV_32F, *way) for way in WAYS]
        steep = slope[0] ** 2 + slope[1] ** 2
        where = steep > steepest
        for axis in (0, 1):
            np.copyto(across[..., axis], slope[axis], where=where)
        np.copyto(steepest, steep, where=where)
    return across


def edges_of(slopes: Map, border: Map) -> Edges:
    """Return the edges of a picture of which these are slopes and edges of cards."""
    grown = cv2.resize(border, (slopes.shape[1], slopes.shape[0]))
    return Edges(slopes, np.asarray(grown, np.float32))


def _fitted(steps: Floats, off: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Return start and slope of the straight line through weighted points."""
    whole = np.maximum(weight.sum(axis=-1), 1e-9)
    middle = (weight * steps).sum(axis=-1) / whole
    level = (weight * off).sum(axis=-1) / whole
    apart = steps - middle[..., None]
    spread = np.maximum((weight * apart**2).sum(axis=-1), 1e-6)
    rise = (weight * apart * off).sum(axis=-1) / spread
    return level - rise * middle, rise
