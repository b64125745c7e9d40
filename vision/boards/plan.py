"""A board as numbers: everything a reader looks up is measured in steps between cells.

One unit is the distance of the two nearest cells; the leftmost and the topmost cell lie
on the axes. So one set of sizes fits every board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import places
from vision.readings import BoardPrior, Cell

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

OFF_LATTICE = 0.06
"""Cells this far from a regular lattice are not on one; files round to a thousandth."""

MOST_FACES = 240
"""Places between lines that are looked at; more tell nothing new."""


@dataclass(frozen=True, eq=False)
class Plan:
    """Where cells, empty places between lines, taps and markers lie, in units."""

    spots: Floats
    steps: Ints
    """Pairs of neighbours along the lines, by their numbers."""

    faces: Floats
    taps: tuple[int, ...]
    """Outermost cells, clockwise from the top left: what a person taps."""

    markers: Floats
    """Corners of the four markers: marker, corner, x and y."""

    lattice: Ints | None
    """Whole coordinates of every cell, if the board is a regular grid."""

    @property
    def extent(self) -> Floats:
        """Return width and height between the outermost cells."""
        return np.asarray(self.spots.max(0), float)


def plan_of(prior: BoardPrior) -> Plan:
    """Return the plan of a prior's board; the same board is measured once."""
    return _plan(prior.cells, prior.lines, prior.aspect)


@lru_cache(maxsize=16)
def _plan(
    cells: tuple[Cell, ...], lines: tuple[tuple[str, ...], ...], aspect: float
) -> Plan:
    spots = np.array([(one.x * aspect, one.y) for one in cells], float)
    spots -= spots.min(0)
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    spots /= apart[apart > 1e-9].min()
    index = {one.id: n for n, one in enumerate(cells)}
    steps = np.array(
        [(index[a], index[b]) for line in lines for a, b in pairwise(line)], int
    ).reshape(-1, 2)
    return Plan(
        spots,
        steps,
        _faces(spots, steps),
        _taps(spots),
        places(*spots.max(0)),
        _lattice(spots),
    )


def _faces(spots: Floats, steps: Ints) -> Floats:
    """Return places inside the board where neither a cell nor a line is."""
    hull = cv2.convexHull(spots.astype(np.float32))
    across, down = spots.max(0)
    grid = np.stack(
        np.meshgrid(np.arange(0, across, 0.1), np.arange(0, down, 0.1)), -1
    ).reshape(-1, 2)
    far = np.linalg.norm(grid[:, None] - spots[None], axis=2).min(1) > 0.45
    grid = grid[far]
    for a, b in spots[steps]:
        along = (b - a) / max(1e-9, float((b - a) @ (b - a)))
        share = np.clip((grid - a) @ along, 0, 1)
        off = np.linalg.norm(grid - (a + share[:, None] * (b - a)), axis=1)
        grid = grid[off > 0.18]
    inside = [
        cv2.pointPolygonTest(hull, (float(x), float(y)), False) > 0 for x, y in grid
    ]
    grid = grid[np.array(inside, bool)]
    return grid[:: max(1, len(grid) // MOST_FACES)]


def _taps(spots: Floats) -> tuple[int, ...]:
    """Return the four cells that span the most, clockwise from the top left one."""
    hull = cv2.convexHull(spots.astype(np.float32), returnPoints=False).ravel()
    chosen = max(
        combinations(hull.tolist(), 4),
        key=lambda four: cv2.contourArea(spots[list(four)].astype(np.float32)),
        default=tuple(hull.tolist()),
    )
    middle = spots[list(chosen)].mean(0)
    turn = np.arctan2(*(spots[list(chosen)] - middle).T[::-1])
    # From the top left corner on, so that a rectangle begins there and a diamond,
    # which has none, begins with its top.
    order = np.argsort((turn + np.pi * 0.75 + 1e-6) % (2 * np.pi))
    return tuple(int(chosen[n]) for n in order)


def _lattice(spots: Floats) -> Ints | None:
    """Return whole coordinates of the cells in the grid of their nearest neighbours."""
    if len(spots) < 4:
        return None
    vectors = (spots[:, None] - spots[None]).reshape(-1, 2)
    lengths = np.linalg.norm(vectors, axis=1)
    near = vectors[(lengths > 0.5) & (lengths < 2.1)]
    near = near[np.argsort(np.linalg.norm(near, axis=1), kind="stable")]
    first = near[0]
    crossing = [one for one in near if abs(first[0] * one[1] - first[1] * one[0]) > 0.3]
    if not crossing:
        return None
    second = crossing[0]
    if first[0] * second[1] - first[1] * second[0] < 0:
        second = -second
    exact = (spots - spots[0]) @ np.linalg.inv(np.array([first, second]))
    whole = np.rint(exact)
    if np.abs(exact - whole).max() > OFF_LATTICE:
        return None
    return np.asarray(whole - whole.min(0), np.int64)
