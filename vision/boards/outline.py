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
    picture: BgrImage, plan: Plan, crowded: tuple[float, ...] = FIRST
) -> list[Floats]:
    """Return ways to lay the plan over the picture: figures, turns, widths of cells."""
    plane = edges(halved(picture))
    enlarge = np.diag([2.0, 2.0, 1.0])
    ways = []
    marked = (plane > STRONG).astype(np.uint8)
    crowd = cv2.blur(marked.astype(np.float32), (CROWD, CROWD))
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
        ys, xs = np.nonzero((labels[part] == n) & (marked[part] > 0))
        hull = cv2.convexHull(np.stack([xs + x, ys + y], 1).astype(np.int32))
        corners = four_corners(hull.astype(np.float32))
        if len(corners) == 4:
            found.append(corners)
    return found


def _laid(corners: Floats, plan: Plan, room: float) -> list[Floats]:
    """Return the four ways to turn the plan into four corners."""
    around = outline(plan, room)
    ways = []
    for turn in range(4):
        target = np.roll(corners, turn, axis=0).astype(np.float32)
        way = cv2.getPerspectiveTransform(around.astype(np.float32), target)
        if abs(way[2, 2]) > 1e-9 and _possible(way / way[2, 2], plan):
            ways.append(np.asarray(way / way[2, 2], float))
    return ways


def _possible(way: Floats, plan: Plan) -> bool:
    """Tell whether a camera can see a board like that."""
    middle = np.array([*(plan.extent / 2), 1.0])
    seen = way @ middle
    # How the middle of the board moves with a step across and a step down.
    steps = way[:2, :2] * seen[2] - np.outer(seen[:2], way[2, :2])
    area = abs(float(steps[0, 0] * steps[1, 1] - steps[0, 1] * steps[1, 0]))
    return bool((steps**2).sum() < (SLANT + 1 / SLANT) * area)
