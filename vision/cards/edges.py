"""Edges of a picture: how well an outline lies on them, and lines that cross."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.image import BgrImage

Floats = NDArray[np.float64]

INNER = np.linspace(0.08, 0.92, 28)
"""Where along a side an edge is looked for."""

BEYOND = np.concatenate([np.linspace(-0.3, -0.08, 6), np.linspace(1.08, 1.3, 6)])
DIRECTIONS = 16

MOST_LINES = 60

COLOUR = 1.6
"""Colour alone often separates a card from the table: it weighs more than light."""

WAYS = ((1, 0), (0, 1))


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges at two levels of strength, with their direction."""

    levels: tuple[NDArray[np.uint8], ...]
    across: NDArray[np.float32]
    """Horizontal and vertical slope of the strongest channel, per pixel."""

    facing: NDArray[np.uint16]
    """One bit per direction: an edge that faces there lies within two pixels."""

    def support(self, corners: Floats) -> Floats:
        """Return for each outline the share of its sides that lie on edges."""
        return np.asarray(self._on_edges(corners, INNER).mean(axis=(1, 2)), float)

    def evidence(self, corners: Floats) -> Floats:
        """Return four numbers per outline.

        Edges along all sides, along the weakest side, on past the corners (as of
        something longer) and just outside (where many lines make one say little).
        """
        sides = self._on_edges(corners, INNER).mean(axis=2)
        beyond = self._on_edges(corners, BEYOND).mean(axis=(1, 2))
        outside = self._on_edges(geometry.larger(corners, 9), INNER).mean(axis=(1, 2))
        return np.column_stack([sides.mean(axis=1), sides.min(axis=1), beyond, outside])

    def _on_edges(self, corners: Floats, steps: Floats) -> NDArray[np.bool_]:
        """Return outlines x 4 x steps: does an edge run along the side here?"""
        along = np.roll(corners, -1, axis=1) - corners
        points = corners[:, :, None] + along[:, :, None] * steps[None, None, :, None]
        height, width = self.facing.shape
        x = np.clip(np.round(points[..., 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(points[..., 1]).astype(int), 0, height - 1)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
        bit = np.left_shift(1, _direction(normal))[:, :, None]
        return np.asarray(self.facing[y, x] & bit, bool)

    def refined(self, corners: Floats) -> Floats:
        """Return the outlines with each side laid through the edge beside it."""
        along = np.roll(corners, -1, axis=1) - corners
        length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
        start, end = self._shifts(corners, along, normal)
        first = corners + start[..., None] * normal
        last = np.roll(corners, -1, axis=1) + end[..., None] * normal
        lines = np.stack([first, (last - first) / length], axis=2)
        moved = _crossing(np.roll(lines, 1, axis=1), lines)
        far = np.linalg.norm(moved - corners, axis=2).max(axis=1)
        size = np.sqrt(geometry.areas(corners))
        good = np.isfinite(moved).all(axis=(1, 2)) & (far < 0.06 * size + 3)
        return np.asarray(np.where(good[:, None, None], moved, corners), float)

    def _shifts(
        self, corners: Floats, along: Floats, normal: Floats
    ) -> tuple[Floats, Floats]:
        """Return how far out the edge lies at the start and the end of each side."""
        steps = np.linspace(0.08, 0.92, 40)
        reach = np.arange(-4, 4.5)
        points = corners[:, :, None] + along[:, :, None] * steps[None, None, :, None]
        around = points[..., None, :] + reach[:, None] * normal[:, :, None, None]
        height, width = self.levels[0].shape
        x = np.clip(np.round(around[..., 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(around[..., 1]).astype(int), 0, height - 1)
        slope = self.across[y, x]
        strength = np.abs((slope * normal[:, :, None, None]).sum(axis=-1))
        off = reach[strength.argmax(axis=3)]
        usual = np.median(strength, axis=(2, 3))[..., None]
        weight = (strength.max(axis=3) > np.maximum(8.0, 0.5 * usual)).astype(float)
        for _ in range(3):
            begin, rise = _fitted(steps, off, weight)
            miss = off - begin[..., None] - rise[..., None] * steps
            weight = weight / (1 + miss**2)
        return begin, begin + rise

    def crossings(self) -> Floats:
        """Return outlines made of two pairs of long straight lines."""
        lines = _long_lines(self.levels[0])
        if len(lines) < 4:
            return np.zeros((0, 4, 2))
        return _outlines(lines, self.levels[0].shape)


def _fitted(steps: Floats, off: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Return start and slope of the straight line through weighted points."""
    whole = np.maximum(weight.sum(axis=-1), 1e-9)
    middle = (weight * steps).sum(axis=-1) / whole
    level = (weight * off).sum(axis=-1) / whole
    apart = steps - middle[..., None]
    spread = np.maximum((weight * apart**2).sum(axis=-1), 1e-6)
    rise = (weight * apart * off).sum(axis=-1) / spread
    return level - rise * middle, rise


def edges_of(small: BgrImage) -> Edges:
    """Return the edges of a picture, from whichever channel shows them best."""
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
    dx = np.clip(across[..., 0], -32000, 32000).astype(np.int16)
    dy = np.clip(across[..., 1], -32000, 32000).astype(np.int16)
    levels = tuple(
        np.asarray(cv2.Canny(dx, dy, low, high, L2gradient=True), np.uint8)
        for low, high in ((20, 50), (60, 140))
    )
    return Edges(levels, across.astype(np.float32), _facing(levels[0], across))


def _direction(normal: NDArray[np.floating]) -> NDArray[np.intp]:
    """Return the direction of a normal without sense, as a number of the compass."""
    angle = np.arctan2(normal[..., 1], normal[..., 0]) % np.pi
    return np.asarray(np.round(angle / np.pi * DIRECTIONS), np.intp) % DIRECTIONS


def _facing(
    level: NDArray[np.uint8], across: NDArray[np.floating]
) -> NDArray[np.uint16]:
    bits = np.zeros(level.shape, np.uint16)
    y, x = np.nonzero(level)
    direction = _direction(across[y, x])
    for turn in (-2, -1, 0, 1, 2):
        bits[y, x] |= np.left_shift(1, (direction + turn) % DIRECTIONS).astype(
            np.uint16
        )
    for axis in (0, 1):
        near = bits.copy()
        for shift in (-2, -1, 1, 2):
            near |= np.roll(bits, shift, axis=axis)
        bits = near
    return bits


def _long_lines(level: NDArray[np.uint8]) -> Floats:
    """Return the longest straight edges as start and end points."""
    shortest = 0.06 * max(level.shape)
    found = cv2.HoughLinesP(
        level, 1, np.pi / 360, 40, minLineLength=shortest, maxLineGap=shortest / 4
    )
    if found is None:
        return np.zeros((0, 4))
    lines = np.asarray(found, float).reshape(-1, 4)
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    kept = np.zeros((0, 4))
    for line in lines[np.argsort(-lengths)][: 8 * MOST_LINES]:
        if len(kept) < MOST_LINES and not _repeats(line, kept):
            kept = np.concatenate([kept, line[None]])
    return kept


def _repeats(line: Floats, kept: Floats) -> bool:
    """Say whether the line runs along one that is kept already."""
    along = kept[:, 2:] - kept[:, :2]
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    ends = line.reshape(1, 2, 2) - kept[:, None, :2]
    off = np.abs(ends[..., 0] * along[:, None, 1] - ends[..., 1] * along[:, None, 0])
    return bool((off.max(axis=1) < 3).any())


def _crossing(one: Floats, other: Floats) -> Floats:
    """Return where two lines (point, direction) meet, broadcast; nan if never."""
    (p, u), (q, v) = np.moveaxis(one, -2, 0), np.moveaxis(other, -2, 0)
    turn = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    apart = q - p
    steps = apart[..., 0] * v[..., 1] - apart[..., 1] * v[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(
            np.where(
                np.abs(turn)[..., None] < 1e-3,
                np.nan,
                p + (steps / turn)[..., None] * u,
            ),
            float,
        )


def _outlines(lines: Floats, shape: tuple[int, ...]) -> Floats:
    """Return outlines of two nearly parallel pairs that nearly stand on each other."""
    rays = np.stack([lines[:, :2], lines[:, 2:] - lines[:, :2]], axis=1)
    lengths = np.linalg.norm(rays[:, 1], axis=1)
    rays[:, 1] /= lengths[:, None]
    angles = np.arctan2(rays[:, 1, 1], rays[:, 1, 0])
    pairs = _beside(rays, angles, lengths, lines)
    if len(pairs) < 2:
        return np.zeros((0, 4, 2))
    one, other = np.triu_indices(len(pairs), 1)
    upright = _turned(angles[pairs[one, 0]], angles[pairs[other, 0]]) > np.pi / 3
    i, j = pairs[one[upright]].T
    k, m = pairs[other[upright]].T
    meet = _crossing(rays[:, None], rays[None])
    found = np.stack([meet[i, k], meet[k, j], meet[j, m], meet[m, i]], axis=1)
    height, width = shape[:2]
    with np.errstate(invalid="ignore"):
        near = ((found > -8) & (found < (width + 8, height + 8))).all(axis=(1, 2))
    return np.asarray(found[near], float)


def _turned(one: Floats, other: Floats) -> Floats:
    """Return the angle between directions without sense, 0 to a quarter turn."""
    apart = np.abs(one - other) % np.pi
    return np.asarray(np.minimum(apart, np.pi - apart), float)


def _beside(
    rays: Floats, angles: Floats, lengths: Floats, lines: Floats
) -> NDArray[np.intp]:
    """Return pairs of lines that could be opposite sides of one card."""
    middles = (lines[:, :2] + lines[:, 2:]) / 2
    i, j = np.triu_indices(len(lines), 1)
    apart, way = middles[j] - middles[i], rays[i, 1]
    along = np.abs((apart * way).sum(axis=1))
    off = np.abs(apart[:, 0] * way[:, 1] - apart[:, 1] * way[:, 0])
    longest = np.maximum(lengths[i], lengths[j])
    fits = (
        (_turned(angles[i], angles[j]) < np.pi / 9)
        & (off > 0.35 * longest)
        & (off < 3 * longest)
        & (along < 0.6 * longest)
    )
    return np.stack([i[fits], j[fits]], axis=1)
