"""The board found by its own geometry: lines and cells hang together in one figure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.look import edges
from vision.boards.plan import Floats, Plan, four_corners, outline
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
    small: NDArray[np.uint8], plan: Plan, crowded: tuple[float, ...] = FIRST
) -> list[Floats]:
    """Return ways to lay the plan over the picture: figures, turns, widths of cells.

    The picture is half as large as the one the ways are for.
    """
    enlarge = np.diag([2.0, 2.0, 1.0])
    ways = []
    marked = np.asarray(edges(small) > STRONG, np.uint8)
    crowd = cv2.boxFilter(marked, cv2.CV_32F, (CROWD, CROWD))
    for least in crowded:
        joined = (crowd > least).astype(np.uint8)
        if not least:
            joined = np.asarray(cv2.dilate(marked, np.ones((3, 3), np.uint8)), np.uint8)
        for corners in _figures(marked, joined):
            for room in ROOM:
                ways += _laid(corners, plan, room)
    return [enlarge @ way for way in ways]


def _figures(marked: NDArray[np.uint8], joined: NDArray[np.uint8]) -> list[Floats]:
    """Return the four corners of figures, clockwise, those with most edges first."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    mass = np.bincount(labels[marked > 0], minlength=len(stats))
    mass[0] = 0
    found = []
    for n in np.argsort(-mass)[:FIGURES].tolist():
        x, y, wide, high = stats[n, :4].tolist()
        if not mass[n] or wide * high < SMALLEST * marked.size:
            continue
        part = np.s_[y : y + high, x : x + wide]
        own = (labels[part] == n) & (marked[part] > 0)
        # Only the ends of each row can lie on the hull.
        rows = np.flatnonzero(own.any(1))
        ends = np.r_[own[rows].argmax(1), wide - 1 - own[rows, ::-1].argmax(1)]
        spots = np.stack([ends + x, np.r_[rows, rows] + y], 1).astype(np.float32)
        corners = four_corners(np.asarray(cv2.convexHull(spots), np.float32))
        if len(corners) == 4:
            found.append(corners)
    return found


def _laid(corners: Floats, plan: Plan, room: float) -> list[Floats]:
    """Return the four ways to turn the plan into four corners."""
    around = outline(plan, room).astype(np.float32)
    turned = [np.roll(corners, turn, axis=0).astype(np.float32) for turn in range(4)]
    ways = np.array([cv2.getPerspectiveTransform(around, one) for one in turned])
    return list(ways[_possible(ways, plan)])


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
