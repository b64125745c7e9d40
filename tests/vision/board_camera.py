"""A camera over a drawn board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.boards.plan import Plan

FULL = 1600
"""Pixels across a photo as it is measured: pens, blur and grain are sized for it."""

EDGE = 1.75
"""Steps of the board around its cells."""


class Camera:
    """A pinhole over the table; the board lies around the origin, up is negative z."""

    def __init__(self, rng, plan: Plan, size: tuple[int, int], tilt: float) -> None:
        wide, high = size
        self.fine = wide / FULL
        extent = plan.extent + 2 * EDGE
        self.middle = plan.extent / 2
        spin = rng.choice([0, 90, 180, 270]) + rng.uniform(-20, 20)
        focal = rng.uniform(1.0, 1.5) * wide
        turn = _about(2, np.radians(spin))
        lean = _about(0, -np.radians(tilt))
        self.rotation = lean @ turn
        self.intrinsic = np.array(
            [[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]]
        )
        corners = np.array([(x, y, 0) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * (
            *extent,
            0,
        )
        fill = rng.uniform(0.8, 0.97)
        distance = 60.0
        # Closer step by step until the board fills the wished share of the picture.
        for _ in range(60):
            self.shift = np.array([0, 0, distance])
            seen = self._project(corners)
            middle = (seen.max(0) + seen.min(0)) / 2
            span = (seen.max(0) - seen.min(0)) / (wide, high)
            if span.max() > fill:
                break
            distance *= 0.96
        self.intrinsic[:2, 2] += np.array(size) / 2 - middle
        self.intrinsic[:2, 2] += rng.uniform(-1, 1, 2) * (1 - span) / 2 * 0.7 * size

    def _project(self, points: np.ndarray) -> np.ndarray:
        seen = (points @ self.rotation.T + self.shift) @ self.intrinsic.T
        return seen[:, :2] / seen[:, 2:]

    def see(self, flat: np.ndarray, height: float | np.ndarray = 0.0) -> np.ndarray:
        """Return pixels of places on the board, in steps, lifted by a height."""
        flat = np.atleast_2d(flat) - self.middle
        up = np.broadcast_to(-np.asarray(height, float), len(flat))
        return self._project(np.column_stack([flat, up]))

    def plane(self) -> np.ndarray:
        """Return the homography from steps to pixels."""
        square = np.array([(0, 0), (5, 0), (5, 5), (0, 5)], float)
        return cv2.findHomography(square, self.see(square))[0]


def _about(axis: int, angle: float) -> np.ndarray:
    turn = np.zeros(3)
    turn[axis] = angle
    return cv2.Rodrigues(turn)[0]
