"""Who is who: the cheapest pairing of things with places."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


class _Pairing:
    """The Hungarian method; row and column 0 stand for "none"."""

    def __init__(self, cost: NDArray[np.float64]) -> None:
        self.cost = cost.tolist()
        rows, self.cols = cost.shape
        self.of_row, self.of_col = [0.0] * (rows + 1), [0.0] * (self.cols + 1)
        self.row_at, self.came = [0] * (self.cols + 1), [0] * (self.cols + 1)

    def place(self, row: int) -> None:
        """Give one more row a column, moving others where that is cheaper."""
        self.row_at[0] = row
        least = [math.inf] * (self.cols + 1)
        used = [False] * (self.cols + 1)
        col = 0
        while self.row_at[col]:
            used[col] = True
            col = self._step(col, least, used)
        while col:
            self.row_at[col] = self.row_at[self.came[col]]
            col = self.came[col]

    def _step(self, at: int, least: list[float], used: list[bool]) -> int:
        row = self.row_at[at]
        free = [col for col in range(1, self.cols + 1) if not used[col]]
        for col in free:
            price = self.cost[row - 1][col - 1] - self.of_row[row] - self.of_col[col]
            if price < least[col]:
                least[col], self.came[col] = price, at
        best = min(free, key=least.__getitem__)
        change = least[best]
        for col in range(self.cols + 1):
            if used[col]:
                self.of_row[self.row_at[col]] += change
                self.of_col[col] -= change
            else:
                least[col] -= change
        return best


def pairing(cost: NDArray[np.float64]) -> list[int]:
    """Return for each row its own column so that the costs' sum is least.

    Raises:
        ValueError: if there are more rows than columns.
    """
    rows, cols = cost.shape
    if rows > cols:
        raise ValueError("more rows than columns")
    work = _Pairing(np.asarray(cost, np.float64))
    for row in range(1, rows + 1):
        work.place(row)
    placed = [-1] * rows
    for col in range(1, cols + 1):
        if work.row_at[col]:
            placed[work.row_at[col] - 1] = col - 1
    return placed
