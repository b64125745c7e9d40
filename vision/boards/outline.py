"""The board found by its own geometry: lines and cells hang together in one figure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.plan import Floats, Plan, four_corners, frames
from vision.image import BgrImage

STRONG = 0.5
"""How clear an edge must be to belong to a figure."""

CROWD = 9
"""Pixels around in which edges are counted."""

FIRST, THEN = (0.0, 0.3), (0.42, 0.55)
"""Shares of edges around where a figure is and not the grain of wood, whose streaks
would join the board with its rim; tried first, and if nothing fits."""

FIGURES = 2
"""Figures with the most edges that are tried: the board, or what lies beside it."""

SMALLEST = 0.04
"""Share of the picture below which a figure is no board that could be read."""

ROOM = (0.15, 0.4, 0.65)
"""Units from the middle of the outermost cells to the outline: points, discs, large
ones seen from the side."""

SLANT = 4.0
"""A board whose steps differ more than this by direction would be seen edge-on."""


def halved(picture: BgrImage) -> NDArray[np.uint8]:
    """Return the picture half as large: lines are still there, the grain of wood and
    cloth is not."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def hypotheses(
    plane: NDArray[np.float32], plan: Plan, crowded: tuple[float, ...] = FIRST
) -> list[Floats]:
    """Return ways to lay the plan over the picture: figures, turns, widths of cells.

    The edges are those of a picture half as large as the one the ways are for.
    """
    marked = np.asarray(plane > STRONG, np.uint8)
    crowd = cv2.boxFilter(marked, cv2.CV_32F, (CROWD, CROWD))
    # Row by row, as _figures needs them.
    listed = cv2.findNonZero(marked)
    if listed is None:
        return []
    spots = np.ascontiguousarray(listed.reshape(-1, 2).T, np.int32)
    figures = []
    for least in crowded:
        joined = (crowd > least).astype(np.uint8)
        if not least:
            joined = np.asarray(cv2.dilate(marked, np.ones((3, 3), np.uint8)), np.uint8)
        figures += _figures(joined, spots)
    if not figures:
        return []
    laid = np.array([_stretched(corners) for corners in figures])
    ways = (laid[:, None] @ frames(plan, ROOM)).reshape(-1, 3, 3)
    return list(np.diag([2.0, 2.0, 1.0]) @ ways[_possible(ways, plan)])


def _stretched(corners: Floats) -> Floats:
    """Return the homography from the unit square to four corners."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    return np.asarray(way, float)


def _figures(joined: NDArray[np.uint8], spots: NDArray[np.int32]) -> list[Floats]:
    """Return the four corners of figures, clockwise, those with most edges first."""
    xs, ys = spots
    # What hangs together does so in every other pixel too: joined edges are wider.
    _, labels = cv2.connectedComponents(np.ascontiguousarray(joined[::2, ::2]))
    own = labels.ravel().take((ys >> 1) * labels.shape[1] + (xs >> 1))
    mass = np.bincount(own, minlength=1)
    mass[0] = 0
    found = []
    for n in np.argsort(-mass)[:FIGURES].tolist():
        here = np.flatnonzero(own == n)
        x, y = xs.take(here), ys.take(here)
        if not mass[n] or np.ptp(x) * np.ptp(y) < SMALLEST * joined.size:
            continue
        # Only the ends of each row can lie on the hull.
        last = np.flatnonzero(np.diff(y, append=-1))
        ends = np.r_[last, 0, last[:-1] + 1]
        outer = np.stack([x[ends], y[ends]], 1).astype(np.float32)
        corners = four_corners(np.asarray(cv2.convexHull(outer), np.float32))
        if len(corners) == 4:
            found.append(corners)
    return found


def _possible(ways: Floats, plan: Plan) -> NDArray[np.bool_]:
    """Tell which boards a camera can see like that."""
    seen = ways @ np.array([*(plan.extent / 2), 1.0])
    # How the middle of the board moves with a step across and a step down.
    steps = ways[:, :2, :2] * seen[:, 2, None, None]
    steps = steps - seen[:, :2, None] * ways[:, 2, None, :2]
    area = np.abs(np.linalg.det(steps))
    usable = np.abs(ways[:, 2, 2]) > 1e-9
    return np.asarray(
        usable & ((steps**2).sum((1, 2)) < (SLANT + 1 / SLANT) * area), bool
    )
