"""The board found by its own geometry: discs, cells and crossings form a grid."""

from __future__ import annotations

from collections import deque
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.look import edges
from vision.boards.plan import Floats, Ints, Plan
from vision.image import BgrImage, fit

SIDE = 640
"""Longer side of the picture in which points are looked for."""

WINDOWS = (25, 51)
"""Pixels around that are light or dark by comparison: for small and for large cells."""

FEW_DOTS, MANY_DOTS, SMALLEST = 14, 300, 24.0
"""Lengths of outlines and the least area of something round, in pixels."""

ROUND = 0.965
"""How full of itself an ellipse is: a square is 0.955, a disc with a notch more."""

MOST_POINTS = 150
SEEDS = 10
"""Points from which a grid is grown; the largest grid counts."""

CLOSE = 0.27
"""A point this close to where the grid expects one, in steps, belongs to it."""

FEWEST = 12
"""Points of a grid below which it may be chance."""

SLANT = 3.4
"""A board whose steps differ more than this by direction would be seen edge-on."""

TURNS = tuple(
    np.array([[a, b], [c, d]])
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if a * d - b * c == 1
)
"""Ways in which the steps of a found grid may be those of the plan."""

Grid = dict[tuple[int, int], int]


def hypotheses(picture: BgrImage, plan: Plan, most: int) -> list[Floats]:
    """Return ways to lay the plan over the picture, the most likely first."""
    if plan.lattice is None:
        return []
    small = fit(picture, SIDE)
    scale = picture.shape[1] / small.shape[1]
    plane = edges(np.asarray(small, np.uint8))
    found: list[tuple[float, Floats]] = []
    points = _points(plane, np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)))
    grid = _largest_grid(points)
    if len(grid) >= FEWEST:
        found += _laid(points, grid, plan)
    found.sort(key=lambda one: -one[0])
    enlarge = np.diag([scale, scale, 1.0])
    return [enlarge @ way for _, way in found[:most]]


def _points(plane: NDArray[np.float32], grey: NDArray[np.uint8]) -> Floats:
    """Return middles of round things, then crossings outside of them."""
    round_, covered = _round_things(grey)
    crossings = _crossings(plane, covered)
    return np.vstack([round_, crossings])[:MOST_POINTS]


def _round_things(grey: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.uint8]]:
    """Return middles of discs and printed circles, and a mask of what they cover."""
    soft = cv2.blur(grey, (3, 3))
    covered = np.zeros(grey.shape, np.uint8)
    middles = []
    for window in WINDOWS:
        marked = cv2.adaptiveThreshold(
            soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, 4
        )
        outlines, _ = cv2.findContours(marked, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            if not FEW_DOTS < len(outline) < MANY_DOTS:
                continue
            middle = _middle(outline)
            if middle is None or covered[round(middle[1]), round(middle[0])]:
                continue
            middles.append(middle)
            cv2.fillPoly(covered, [outline], 255)
    return np.array(middles, float).reshape(-1, 2), covered


def _middle(outline: NDArray[np.int32]) -> tuple[float, float] | None:
    """Return the middle of an outline if it is an ellipse."""
    m = cv2.moments(outline)
    area = m["m00"]
    if area < SMALLEST:
        return None
    flat = m["mu20"] * m["mu02"] - m["mu11"] ** 2
    # An ellipse fills the ellipse of its own moments; squares and triangles do not.
    full = area**2 / (4 * np.pi * max(1e-9, flat) ** 0.5)
    if full < ROUND:
        return None
    return m["m10"] / area, m["m01"] / area


def _crossings(plane: NDArray[np.float32], covered: NDArray[np.uint8]) -> Floats:
    """Return where lines meet: most edges around, and nothing round there."""
    width = 9
    dense = cv2.blur(cv2.blur(plane, (width, width)), (width, width))
    wide = cv2.blur(dense, (4 * width + 1, 4 * width + 1))
    window = np.ones((width, width), np.uint8)
    high = (dense >= cv2.dilate(dense, window)) & (dense > 1.15 * wide + 0.02)
    near = cv2.dilate(covered, np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero(high & (near == 0))
    order = np.argsort(-(dense - wide)[rows, columns])
    return np.stack([columns[order], rows[order]], 1).astype(float)


def _largest_grid(points: Floats) -> Grid:
    if len(points) < FEWEST:
        return {}
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = np.argsort(apart, axis=1)[:, 1:13]
    middle = np.median(points, axis=0)
    seeds = np.argsort(np.linalg.norm(points - middle, axis=1))[: 3 * SEEDS : 3]
    best: Grid = {}
    for seed in seeds.tolist():
        for first, second in _bases(points, near, seed):
            grid = _grow(points, near, seed, first, second)
            if len(grid) > len(best):
                best = grid
    return best


def _bases(points: Floats, near: Ints, seed: int) -> list[tuple[Floats, Floats]]:
    """Return pairs of steps from a point to neighbours, in the sense of the clock."""
    steps = points[near[seed, :6]] - points[seed]
    lengths = np.linalg.norm(steps, axis=1)
    pairs = []
    for a in range(3):
        for b in range(a + 1, 6):
            cross = steps[a, 0] * steps[b, 1] - steps[a, 1] * steps[b, 0]
            turn = float(cross) / (lengths[a] * lengths[b])
            if abs(turn) > 0.45 and lengths[b] < 2.5 * lengths[a]:
                pairs.append((steps[a], steps[b] if turn > 0 else -steps[b]))
                break
    return pairs


def _grow(
    points: Floats, near: Ints, seed: int, first: Floats, second: Floats
) -> Grid:
    """Return the points that a grid reaches from a seed, its steps changing slowly."""
    at = points.tolist()
    nearby = near.tolist()
    grid: Grid = {(0, 0): seed}
    used = {seed}
    start = (*first.tolist(), *second.tolist())
    queue = deque([(0, 0, start)])
    while queue:
        i, j, steps = queue.popleft()
        here = grid[i, j]
        x, y = at[here]
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (i + di, j + dj) in grid:
                continue
            sx, sy = (steps[:2] if di else steps[2:])
            sign = di + dj
            ex, ey = x + sign * sx, y + sign * sy
            limit = CLOSE**2 * (sx * sx + sy * sy)
            off, found = min(
                ((at[n][0] - ex) ** 2 + (at[n][1] - ey) ** 2, n) for n in nearby[here]
            )
            if off > limit or found in used:
                continue
            used.add(found)
            grid[i + di, j + dj] = found
            # Half of what was seen: one point that is off must not bend the grid.
            nx = (sx + sign * (at[found][0] - x)) / 2
            ny = (sy + sign * (at[found][1] - y)) / 2
            now = (nx, ny, *steps[2:]) if di else (*steps[:2], nx, ny)
            queue.append((i + di, j + dj, now))
    return grid


def _laid(points: Floats, grid: Grid, plan: Plan) -> list[tuple[float, Floats]]:
    """Return every way in which the plan covers most of a grid."""
    assert plan.lattice is not None
    whole = np.array(list(grid), float)
    seen = points[list(grid.values())]
    step = float(np.median(np.linalg.norm(np.diff(seen, axis=0), axis=1)))
    fitted, inliers = cv2.findHomography(
        whole, seen, cv2.RANSAC, max(2.0, 0.12 * step), maxIters=300
    )
    if fitted is None or inliers.sum() < FEWEST:
        return []
    kept = whole[inliers.ravel() > 0].astype(int)
    low = kept.min(0)
    there = np.zeros(kept.max(0) - low + 1, np.float32)
    there[tuple((kept - low).T)] = 1
    found = []
    for turn in TURNS:
        cells = plan.lattice @ turn.T
        cells -= cells.min(0)
        for score, move in _shifts(there, cells):
            target = (cells + move + low).astype(float)
            way = _way(plan, target, fitted)
            if way is not None:
                found.append((score, way))
    best = max((score for score, _ in found), default=0)
    return [one for one in found if one[0] >= 0.8 * best]


def _shifts(there: NDArray[np.float32], cells: Ints) -> list[tuple[float, Ints]]:
    """Return how many points each shift of the cells covers, for the best shifts."""
    mask = np.zeros(cells.max(0) + 1, np.float32)
    mask[tuple(cells.T)] = 1
    pad = [(size - 1, size - 1) for size in mask.shape]
    covered = cv2.filter2D(
        np.pad(there, pad),
        -1,
        mask,
        anchor=(0, 0),
        borderType=cv2.BORDER_CONSTANT,
    )
    best = covered.max()
    rows, columns = np.nonzero(covered >= 0.85 * best)
    offset = np.array([size - 1 for size in mask.shape])
    return [
        (float(covered[r, c]), np.array([r, c]) - offset)
        for r, c in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


def _way(plan: Plan, target: Floats, fitted: Floats) -> Floats | None:
    """Return the homography of the plan, None if nobody can see a board like that."""
    corners, _ = cv2.findHomography(plan.spots, target)
    way = np.asarray(fitted @ corners, float)
    if abs(way[2, 2]) < 1e-9:
        return None
    way /= way[2, 2]
    middle = plan.extent / 2
    ends = np.array([middle, middle + (0.5, 0), middle + (0, 0.5)])
    seen = cv2.perspectiveTransform(ends[None], way)[0]
    stretch = np.linalg.svd(seen[1:] - seen[0], compute_uv=False)
    slanting = stretch[0] / max(1e-6, stretch[1])
    return way if slanting < SLANT else None
