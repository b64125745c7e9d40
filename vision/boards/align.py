"""A board that lies roughly here is moved until its lines and circles fit."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.look import MARGIN, edges, from_above, leaning
from vision.boards.plan import Floats, Plan
from vision.image import BgrImage

UNIT = 16
"""Pixels to a unit: places are found between pixels, so fewer are enough than for
colours, in two thirds of the time."""

WINDOWS = (0.42, 0.2, 0.34, 0.2)
"""How far a cell or line is looked for around its place, in units, time by time."""

SETTLED, ENOUGH = 0.86, (1.0, 0.9, 0.75, 1.0)
"""Share of lines and circles in their places at which a board surely lies there, and
at which so many times are enough: a second one moves a plain board by a hundredth."""

RADII = (0.3, 0.36, 0.42)
"""Sizes of discs and printed circles, in units."""

EDGE = 0.55
"""How clear an edge must be to vote for circles."""

SOFT = 3
"""Pixels within which votes are for the same middle."""

SHARES = np.array([0.44, 0.47, 0.5, 0.53, 0.56])
"""Where along a line between two cells it is looked for: discs hide the rest."""

LOOSE = 0.07
"""What lies this far, in units, from where the others say counts half."""

STIFF = 0.3
"""Weight against changing slant and scale, by what is seen in its favour."""


def align(
    picture: BgrImage,
    way: Floats,
    plan: Plan,
    occupied: Floats,
    windows: tuple[float, ...] = WINDOWS,
) -> tuple[Floats, float]:
    """Return the homography after alignment, and the share of the board that agrees.

    Discs that stand up seem to lie behind their cells: where they are known to lie
    (`occupied`, or nothing if unknown), their height is found along with the rest.
    """
    if not len(occupied):
        occupied = np.full(len(plan.spots), 0.4)
    agree = 0.0
    for time, window in enumerate(windows):
        if agree > ENOUGH[time]:
            break
        seen = from_above(picture, way, plan, UNIT)
        lean = leaning(picture, way, plan) * occupied[:, None]
        rows, wanted, weights = _demands(seen, plan, window, lean)
        solved, agree = _solve(rows, wanted, weights)
        a = solved[:8]
        small = np.array(
            [[1 + a[1], a[2], a[0]], [a[4], 1 + a[5], a[3]], [-a[6], -a[7], 1]]
        )
        middle, half = plan.extent / 2, max(1.0, float(plan.extent.max()) / 2)
        to = np.diag([1 / half, 1 / half, 1.0])
        to[:2, 2] = -middle / half
        moved = way @ np.linalg.inv(to) @ small @ to
        way = moved / moved[2, 2]
    return way, agree


def _demands(
    seen: NDArray[np.uint8], plan: Plan, window: float, lean: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return one equation for every coordinate in which something seems to be off.

    Unknown are the eight numbers of a small homography and the height of discs.
    """
    plane = edges(seen)
    off, strength = _circles(seen, plane, plan, window)
    half = max(1.0, float(plan.extent.max()) / 2)
    cells = _moves((plan.spots - plan.extent / 2) / half) * half
    tall = np.stack([lean[:, 0], lean[:, 1]], 1)
    rows = [np.hstack([cells[:, axis], tall[:, axis : axis + 1]]) for axis in (0, 1)]
    wanted, weights = [off[:, 0], off[:, 1]], [strength, strength]
    if len(plan.steps):
        middles = plan.spots[plan.steps].mean(1)
        along = np.diff(plan.spots[plan.steps], axis=1)[:, 0]
        normal = np.stack([-along[:, 1], along[:, 0]], 1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        shift, clear = _lines(plane, plan, normal, window)
        moves = _moves((middles - plan.extent / 2) / half) * half
        across = (moves * normal[:, :, None]).sum(1)
        rows.append(np.hstack([across, np.zeros((len(across), 1))]))
        wanted.append(shift)
        weights.append(clear)
    return np.vstack(rows), np.hstack(wanted), np.hstack(weights)


def _moves(at: Floats) -> Floats:
    """Return how each number of a small homography moves a place, along both axes."""
    x, y = at.T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = [one, x, y, none, none, none, x * x, x * y]
    down = [none, none, none, one, x, y, x * y, y * y]
    return np.stack([np.stack(across, 1), np.stack(down, 1)], 1)


def _circles(
    seen: NDArray[np.uint8], plane: NDArray[np.float32], plan: Plan, window: float
) -> tuple[Floats, Floats]:
    """Return how far from its place the circle of each cell lies, and how clear it is.

    Every edge votes for the middles of circles it may be part of.
    """
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    gx, gy = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    high, wide = plane.shape
    where = np.flatnonzero(plane > EDGE)
    ys, xs = (one.astype(np.float32) + 0.5 for one in np.divmod(where, wide))
    gx, gy = gx.ravel()[where], gy.ravel()[where]
    slope = UNIT / (np.sqrt(gx * gx + gy * gy) + 1e-3)
    ways = np.array([(one, -one) for one in RADII], np.float32)[:, :, None]
    x = np.clip(xs + ways * (gx * slope), 0, wide - 1).astype(np.intp)
    y = np.clip(ys + ways * (gy * slope), 0, high - 1).astype(np.intp)
    best = np.zeros((high, wide), np.float32)
    for radius, at in zip(RADII, y * wide + x, strict=True):
        votes = np.bincount(at.ravel(), minlength=high * wide).astype(np.float32)
        soft = cv2.blur(votes.reshape(high, wide), (SOFT, SOFT))
        np.maximum(best, soft * (SOFT**2 / (2 * np.pi * radius * UNIT)), out=best)
    return _peaks(np.asarray(cv2.blur(best, (3, 3)), np.float32), plan, window)


def _peaks(
    votes: NDArray[np.float32], plan: Plan, window: float
) -> tuple[Floats, Floats]:
    reach = int(window * UNIT)
    steps = np.arange(-reach, reach + 1)
    dx, dy = (one.ravel() for one in np.meshgrid(steps, steps))
    at = np.rint((plan.spots + MARGIN) * UNIT).astype(int)
    patch = votes[at[:, 1:] + dy, at[:, :1] + dx]
    best = patch.argmax(1)
    top = patch[np.arange(len(best)), best]
    # Half a circle of votes is clear; faces between lines collect a quarter.
    clear = np.clip((top - 0.3) / 0.4, 0, 1) * np.clip(
        top / (patch.mean(1) + 1e-6) - 1.5, 0, 1
    )
    return np.stack([dx[best], dy[best]], 1) / UNIT, clear.astype(float)


def _lines(
    plane: NDArray[np.float32], plan: Plan, normal: Floats, window: float
) -> tuple[Floats, Floats]:
    """Return how far beside its place each line between two cells lies."""
    soft = cv2.GaussianBlur(plane, (0, 0), 0.07 * UNIT)
    ends = plan.spots[plan.steps]
    points = ends[:, :1] + SHARES[:, None] * (ends[:, 1:] - ends[:, :1])
    offsets = np.arange(-window, window + 1e-6, 1 / UNIT)
    at = points[:, :, None] + offsets[:, None] * normal[:, None, None]
    x, y = np.rint((at + MARGIN) * UNIT).astype(int).transpose(3, 0, 1, 2)
    profile = soft[y, x].mean(1)
    best = profile.argmax(1)
    top = profile[np.arange(len(best)), best]
    clear = np.clip((top - profile.mean(1)) / 0.25, 0, 1)
    # At the end of the window the top may lie beyond it.
    clear[(best == 0) | (best == len(offsets) - 1)] = 0
    return offsets[best], 0.7 * clear.astype(float)


def _solve(rows: Floats, wanted: Floats, weights: Floats) -> tuple[Floats, float]:
    """Return the unknowns that satisfy most equations, and the share that they do."""
    solved: Floats = np.zeros(rows.shape[1])
    total = float(weights.sum()) + 1e-6
    hold = np.array([0.02, 1, 1, 0.02, 1, 1, 3, 3, 0.5]) * STIFF
    if total < 3:
        return solved, 0.0
    for loose in (4 * LOOSE, 2 * LOOSE, LOOSE, LOOSE):
        off = wanted - rows @ solved
        sure = weights / (1 + (off / loose) ** 2) ** 2
        left = (rows * sure[:, None]).T @ rows + np.diag(hold)
        right = (rows * sure[:, None]).T @ wanted
        solved = np.asarray(np.linalg.solve(left, right), float)
    off = np.abs(wanted - rows @ solved)
    return solved, float(weights[off < 2 * LOOSE].sum() / total)
