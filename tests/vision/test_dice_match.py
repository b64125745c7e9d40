from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.match import pairing


@given(
    st.integers(1, 4),
    st.integers(0, 3),
    st.integers(0, 2**32 - 1),
)
def test_no_other_pairing_is_cheaper(rows: int, more: int, seed: int) -> None:
    cost = np.random.default_rng(seed).normal(0, 5, (rows, rows + more))
    placed = pairing(cost)
    assert len(set(placed)) == rows
    paid = sum(cost[row, col] for row, col in enumerate(placed))
    least = min(
        sum(cost[row, col] for row, col in enumerate(order))
        for order in permutations(range(rows + more), rows)
    )
    assert paid == pytest.approx(least)


def test_more_rows_than_columns_is_an_error() -> None:
    with pytest.raises(ValueError, match="more rows"):
        pairing(np.zeros((2, 1)))
