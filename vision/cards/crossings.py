"""Outlines from long straight edges: two pairs that cross may be a card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_LINES = 60


def crossings(level: NDArray[np.uint8]) -> Floats:
    """Return outlines made of two pairs of long straight lines."""
    lines = _long_lines(level)
    if len(lines) < 4:
        return np.zeros((0, 4, 2))
    return _outlines(lines, level.shape)


def crossing(one: Floats, other: Floats) -> Floats:
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


def _long_lines(level: NDArray[np.uint8]) -> Floats:
    """Return the longest straight edges as start and end points."""
    shortest = 0.06 * max(level.shape)
    found = cv2.HoughLinesP(
        level, 1, np.pi / 360, 20, minLineLength=shortest, maxLineGap=shortest / 4
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
    meet = crossing(rays[:, None], rays[None])
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
