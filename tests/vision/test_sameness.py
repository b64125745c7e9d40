"""Whether what lies there is what was told already."""

from __future__ import annotations

import numpy as np
import pytest

from vision.watching.same import Piece, unchanged
from vision.watching.still import Change

SCALE = 2.0
"""Pixels along one small pixel."""

Span = tuple[int, int]


def die(face: int, x: float) -> Piece:
    return Piece(face, x, 100.0, 40.0, 40.0)


def differs(*moving: Span, shift: int = 0) -> Change:
    """Return how two pictures of 400 by 200 pixels differ, by columns in pixels."""
    seen = np.zeros((100, 200), np.bool_)
    for left, right in moving:
        seen[:, int(left / SCALE) : int(right / SCALE)] = True
    return Change(seen, (shift / SCALE, 0.0), 0.0)


FOUR, FIVE = die(4, 100), die(5, 240)
BOTH, STILL = [FOUR, FIVE], differs()
DRIFTED = differs(shift=10)


@pytest.mark.parametrize(
    ("old", "new", "seen", "same"),
    [
        pytest.param([], [], STILL, True, id="nothing, as before"),
        pytest.param([FOUR], [], STILL, False, id="nothing any more"),
        pytest.param([FOUR], [die(4, 108)], STILL, True, id="nudged"),
        pytest.param([FOUR], [die(4, 120)], STILL, False, id="thrown again"),
        pytest.param([FOUR], [die(6, 100)], STILL, True, id="misread"),
        pytest.param([FOUR], [die(6, 100)], differs((90, 110)), False, id="turned"),
        pytest.param(BOTH, [FOUR], STILL, True, id="overlooked"),
        pytest.param([FOUR], BOTH, STILL, True, id="overlooked before"),
        pytest.param(BOTH, [FOUR], differs((230, 250)), False, id="taken away"),
        pytest.param([FOUR], BOTH, differs((230, 250)), False, id="laid beside"),
        pytest.param(BOTH, [die(4, 110)], DRIFTED, True, id="overlooked in a drift"),
        pytest.param([FOUR], [die(4, 110), die(5, 250)], DRIFTED, True, id="or before"),
        pytest.param(
            BOTH,
            [die(4, 110)],
            differs((264, 270), shift=10),
            False,
            id="taken away from where it had drifted to",
        ),
        pytest.param(
            BOTH,
            [die(4, 110)],
            differs((220, 226), shift=10),
            True,
            id="nothing moves any more where it has drifted to",
        ),
        pytest.param(
            [FOUR, die(5, 460)], [FOUR], STILL, False, id="out of the picture"
        ),
    ],
)
def test_the_same_pieces_lie_where_they_lay(old, new, seen, same) -> None:
    assert unchanged(old, new, seen, SCALE) is same


def test_a_piece_that_looks_otherwise_from_close_by_was_turned() -> None:
    """A small picture hides the pips."""
    assert not unchanged([FOUR], [die(6, 100)], STILL, SCALE, [FOUR])
    assert not unchanged(BOTH, [die(6, 100)], STILL, SCALE, [FOUR])
    assert unchanged(BOTH, [die(6, 100)], STILL, SCALE, [FIVE])
