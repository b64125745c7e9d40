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


@dataclass(frozen=True, eq=False)
class Plan:
    """Where cells, their neighbours, taps and markers lie, in units."""

    spots: Floats
    steps: Ints
    """Pairs of neighbours along the lines, by their numbers."""

    arms: Floats
    """How many neighbours each cell has: so many lines meet there."""

    taps: tuple[int, ...]
    """Outermost cells, clockwise from the top left: what a person taps."""

    markers: Floats
    """Corners of the four markers: marker, corner, x and y."""

    @property
    def extent(self) -> Floats:
        """Return width and height between the outermost cells."""
        return np.asarray(self.spots.max(0), float)


@lru_cache(maxsize=64)
def outline(plan: Plan, room: float) -> Floats:
    """Return the four corners, clockwise, of the board with so much room around."""
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = room * np.stack([np.cos(turns), np.sin(turns)], 1)
    around = (plan.spots[:, None] + ring).reshape(-1, 2).astype(np.float32)
    return four_corners(np.asarray(cv2.convexHull(around), np.float32))


@lru_cache(maxsize=16)
def frames(plan: Plan, rooms: tuple[float, ...]) -> Floats:
    """Return homographies that lay the board into the unit square: with so much room
    around it, in all four turns."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    return np.array(
        [
            cv2.getPerspectiveTransform(
                outline(plan, room).astype(np.float32), np.roll(square, turn, axis=0)
            )
            for room in rooms
            for turn in range(4)
        ]
    )


@lru_cache(maxsize=16)
def probes(plan: Plan, beside: float) -> NDArray[np.float32]:
    """Return places where ink must be seen and where none: the middles of the lines
    between two cells, and so far beside them on both sides; x, y and one."""
    ends = plan.spots[plan.steps]
    along = np.diff(ends, axis=1)[:, 0]
    across = np.stack([-along[:, 1], along[:, 0]], 1)
    across *= beside / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    middles = ends.mean(1)
    places = np.vstack([middles, middles + across, middles - across])
    return np.hstack([places, np.ones((len(places), 1))], dtype=np.float32)


@lru_cache(maxsize=16)
def shifts(plan: Plan) -> Floats:
    """Return homographies that do not move the board, the first, or by one step."""
    along = np.diff(plan.spots[plan.steps], axis=1)[:, 0]
    ways = np.unique(np.vstack([along, -along]).round(3), axis=0)
    found = np.tile(np.eye(3), (len(ways) + 1, 1, 1))
    found[1:, :2, 2] = ways
    return found


def half_turn(plan: Plan) -> Floats:
    """Return the homography that turns the board round, seen from the other side."""
    across, down = plan.extent
    return np.array([[-1.0, 0, across], [0, -1, down], [0, 0, 1]])


@lru_cache(maxsize=64)
def nudges(plan: Plan, step: float, count: int) -> Floats:
    """Return homographies that move the corners by about a step: none of them first,
    then one of them, then all, always the same ways for the same board."""
    corners = outline(plan, 0.0).astype(np.float32)
    rng = np.random.default_rng(7)
    moves = rng.normal(0, step, (count, 4, 2))
    alone = np.arange(count // 2)
    moves[alone] *= np.eye(4)[alone % 4][..., None]
    moves[0] = 0
    ends = (corners + moves).astype(np.float32)
    return np.array([cv2.getPerspectiveTransform(corners, end) for end in ends])


def four_corners(hull: NDArray[np.float32]) -> Floats:
    """Return the corners, clockwise, of the closest four-sided outline around a hull.

    There may be fewer if the hull has fewer.
    """
    # Scaled up, as whole numbers are counted with inside.
    four = cv2.approxPolyN(hull * 100, 4, ensure_convex=True).reshape(-1, 2) / 100
    turned = cv2.contourArea(four.astype(np.float32), True) > 0
    return np.asarray(four if turned else four[::-1], float)


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
        np.bincount(steps.ravel(), minlength=len(spots)).astype(float),
        _taps(spots),
        places(*spots.max(0)),
    )


def _taps(spots: Floats) -> tuple[int, ...]:
    """Return the four cells that span the most, clockwise from the top left one."""
    outer = cv2.convexHull(spots.astype(np.float32), returnPoints=False)
    hull = [int(n) for n in outer.ravel()]
    chosen = max(
        combinations(hull, 4),
        key=lambda four: cv2.contourArea(spots[list(four)].astype(np.float32)),
        default=tuple(hull),
    )
    middle = spots[list(chosen)].mean(0)
    turn = np.arctan2(*(spots[list(chosen)] - middle).T[::-1])
    # From the top left corner on, so that a rectangle begins there and a diamond,
    # which has none, begins with its top.
    order = np.argsort((turn + np.pi * 0.75 + 1e-6) % (2 * np.pi))
    return tuple(int(chosen[n]) for n in order)
