"""Positions counted to a depth, by the engine and by a second, plain model."""

from __future__ import annotations

import pytest

from tests.games.samusara import slow
from tests.games.samusara.count import counted, slowly_counted
from tests.games.samusara.positions import OPENING, positions
from tests.games.samusara.shared import FILES, perft, plain

COUNTS = {
    OPENING: (14, 196, 4_844, 119_716, 3_328_354),
    "melee": (15, 336, 5_570, 104_227, 1_758_470),
    "hilltops": (39, 382, 14_946, 147_854, 5_699_064),
    "invaders": (20, 24, 396, 4_442, 74_715),
    "one-to-go": (24, 399, 6_902, 102_097, 1_847_313),
    "alquerque": (19, 429, 7_938, 151_991, 2_765_946),
    "diamond": (14, 196, 3_780, 72_900, 1_624_044),
}
"""Distinct resulting positions per node; the first row is the fact sheet's."""


@pytest.mark.parametrize("name", COUNTS)
def test_positions_are_counted_as_before(name):
    state = positions()[name]
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == COUNTS[name][:3]


@pytest.mark.parametrize("name", COUNTS)
def test_a_second_model_counts_the_same(name):
    state = positions()[name]
    board = slow.SlowBoard(FILES[state.board.id])
    counted = tuple(slow.perft(board, plain(state), depth) for depth in (1, 2, 3))
    assert counted == COUNTS[name][:3]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_five_turns_deep(name):
    state = positions()[name]
    assert [counted(state, depth) for depth in (4, 5)] == list(COUNTS[name][3:])


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_a_second_model_counts_four_turns_alike(name):
    """Five turns take it minutes: `python -m tests.games.samusara.count --slow`."""
    assert slowly_counted(positions()[name], 4) == COUNTS[name][3]


def test_at_least_three_positions_hold_captures_and_wins():
    rich = 0
    for name, state in positions().items():
        if name != OPENING and max(state.cubes) >= 3:
            rich += 1
    assert rich >= 3
