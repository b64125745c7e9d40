"""Printed corner markers: ArUco 4x4_50, numbers 0 to 3 clockwise from the top left.

A board printed with them has their middles one step outside the rectangle of its
cells, both ways; a step is the distance of the two nearest cells.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

OUTSIDE = 1.0
"""Steps from the rectangle of the cells to the middle of a marker."""

SIDE = 0.9
"""Steps along the dark square of a marker; white as wide as a sixth of it is around."""

CORNERS = 4
STOP = 4
"""The number on a card that says "stop" when it is laid into the picture."""

_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def places(across: float, down: float) -> Floats:
    """Return the corners of each marker around cells that span so many steps."""
    middles = np.array(
        [
            (-OUTSIDE, -OUTSIDE),
            (across + OUTSIDE, -OUTSIDE),
            (across + OUTSIDE, down + OUTSIDE),
            (-OUTSIDE, down + OUTSIDE),
        ]
    )
    return np.asarray(middles[:, None] + _SQUARE[None] * SIDE, float)


def find(grey: NDArray[np.uint8]) -> dict[int, Floats]:
    """Return the corners of each marker that is seen, by its number.

    A number seen twice is left out: nobody can say which of the two is meant.
    """
    seen = _seen(grey)
    named = [number for number, _ in seen]
    return {
        number: quad
        for number, quad in seen
        if number < CORNERS and named.count(number) == 1
    }


def signs(grey: NDArray[np.uint8]) -> dict[int, Floats]:
    """Return the corners of the cards with a meaning that are seen, by number."""
    return {number: quad for number, quad in _seen(grey) if number == STOP}


def _seen(grey: NDArray[np.uint8]) -> list[tuple[int, Floats]]:
    corners, numbers, _ = _detector().detectMarkers(grey)
    named = [] if numbers is None else [int(one) for one in np.ravel(numbers)]
    return [
        (number, np.asarray(quad, float).reshape(4, 2))
        for number, quad in zip(named, corners, strict=True)
    ]


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    # One size of window instead of three: a quarter of the time, and markers of a
    # board that can be read at all are found by it.
    how.adaptiveThreshWinSizeMin = how.adaptiveThreshWinSizeMax = 9
    # Around a marker of a board that fills the picture; a larger one is none of ours.
    how.minMarkerPerimeterRate, how.maxMarkerPerimeterRate = 0.05, 0.6
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(book, how)
