"""A pinhole camera above a table whose plane lies one half die below the origin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """Where the camera stands, how it is turned, and its focal length in pixels."""

    place: Floats
    turn: Floats
    """Rows: right, down, forward in the table's axes."""
    focal: float
    centre: tuple[float, float]

    def project(self, points: Floats) -> Floats:
        """Return the pixels (n, 2) of points (n, 3) on or above the table."""
        seen = (points - self.place) @ self.turn.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1e-3) * self.focal
        return (flat + np.float32(self.centre)).astype(np.float32)

    def rays(self, x: Floats, y: Floats) -> Floats:
        """Return unit directions (..., 3) through pixels."""
        flat = np.stack(
            [x - self.centre[0], y - self.centre[1], np.full_like(x, self.focal)], -1
        )
        ways = flat @ self.turn
        return (ways / np.linalg.norm(ways, axis=-1, keepdims=True)).astype(np.float32)

    def on_table(self, x: float, y: float, height: float = 0.0) -> Floats:
        """Return the point of the plane z = height that a pixel shows."""
        way = self.rays(np.float32([x]), np.float32([y]))[0]
        far = (height - self.place[2]) / min(way[2], -1e-3)
        return (self.place + far * way).astype(np.float32)


def stand(
    rng: np.random.Generator, side: int, die_px: float, elevation: float
) -> Camera:
    """Return a camera at an elevation (degrees) that shows a die `die_px` wide."""
    focal = side * rng.uniform(0.8, 1.7)
    distance = max(focal * 2.0 / die_px, 4.5)
    focal = die_px * distance / 2.0
    tilt = np.radians(elevation)
    place = distance * np.array([0.0, -np.cos(tilt), np.sin(tilt)])
    forward = -place / distance
    right = np.array([1.0, 0.0, 0.0])
    roll = np.radians(rng.normal(0, 4))
    down = np.cross(forward, right)
    across = np.cos(roll) * right + np.sin(roll) * down
    beneath = -np.sin(roll) * right + np.cos(roll) * down
    turn = np.stack([across, beneath, forward]).astype(np.float32)
    centre = (side * rng.uniform(0.4, 0.6), side * rng.uniform(0.4, 0.6))
    return Camera(place.astype(np.float32), turn, float(focal), centre)
