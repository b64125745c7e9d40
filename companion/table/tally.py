"""How many somebody has, counted by all processes that share a port."""

from __future__ import annotations

from collections import Counter
from mmap import mmap

PLACES = 16_384
"""Numbers of a row. Two names may meet in one of another worker: one in so many."""


class Tally:
    """Counts by name. Workers that share it see each other's rows and write their own,
    so that nobody has to wait for anybody."""

    def __init__(self) -> None:
        self._own: Counter[str] = Counter()
        self._rows: list[memoryview] = []
        self._row: memoryview | None = None

    def share(self, workers: int) -> None:
        """Make a row for each worker; to be called before they are forked."""
        size = 4 * PLACES
        whole = memoryview(mmap(-1, size * workers))
        self._rows = [
            whole[size * n : size * (n + 1)].cast("I") for n in range(workers)
        ]

    def begin(self, worker: int) -> None:
        """Be one of them; what a worker had that ended is gone with it."""
        row = self._row = self._rows.pop(worker)
        row[:] = memoryview(bytes(row.nbytes)).cast("I")

    def __getitem__(self, name: str) -> int:
        place = _place(name)
        return self._own[name] + sum(row[place] for row in self._rows)

    def total(self) -> int:
        """Return how many this process has in all."""
        return self._own.total()

    def more(self, name: str) -> None:
        """Count one more here."""
        self._own[name] += 1
        if self._row is not None:
            self._row[_place(name)] += 1

    def less(self, name: str) -> None:
        """Count one less here."""
        self._own[name] -= 1
        if not self._own[name]:
            del self._own[name]
        if self._row is not None:
            self._row[_place(name)] -= 1


def _place(name: str) -> int:
    # Forked processes hash alike, and nobody outside knows how.
    return hash(name) % PLACES
