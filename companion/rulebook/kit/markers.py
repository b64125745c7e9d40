"""Markers that the camera finds: ArUco, dictionary 4x4_50, numbers 0 to 4."""

from __future__ import annotations

CODES = (0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E)
"""The 16 inner cells of each marker, row by row; a set bit is white."""

CORNERS = 4
"""Numbers 0 to 3 mark the corners clockwise from the top left, 4 says "stop"."""


def cells(number: int) -> tuple[tuple[bool, ...], ...]:
    """Return the dark cells of a marker with one white cell around it."""
    inner = {
        (row, column)
        for row in range(4)
        for column in range(4)
        if CODES[number] >> (15 - 4 * row - column) & 1
    }
    return tuple(
        tuple(
            _inside(row, column) and (row - 2, column - 2) not in inner
            for column in range(8)
        )
        for row in range(8)
    )


def _inside(row: int, column: int) -> bool:
    return 0 < row < 7 and 0 < column < 7
