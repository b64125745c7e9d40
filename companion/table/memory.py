"""Tables kept in memory between requests, as many as their logs leave room for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from companion.table.rows import Head
from companion.table.table import Table

MOST_STEPS = 60_000
"""Steps of all tables in memory together: one takes 3.6 to 4.6 kB (measured in two
games), so at most 280 MB. Of one table at most 96 are held (see `opening`), so that
500 tables fit however long they are; one that was dropped is opened again."""

BASE = 20
"""Steps that an empty table counts for: its first state and its charter take room."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, and the end of the log on disk that it was built from."""

    table: Table
    head: Head

    @property
    def weight(self) -> int:
        """How much room it takes, in steps."""
        return BASE + max(self.table.log.held, self.table.standing.held)


class Memory:
    """Remembers tables; those that nobody has used for longest make room."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self._most = most
        self._kept: OrderedDict[str, OpenTable] = OrderedDict()
        self._weight = 0
        self._lock = Lock()
        self.when_gone: list[Callable[[str], object]] = []
        """Called with each table that leaves; for what else is kept of it."""

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, table: str) -> bool:
        return table in self._kept

    def get(self, table: str) -> OpenTable | None:
        """Return a table if it is remembered."""
        with self._lock:
            found = self._kept.get(table)
            if found is not None:
                self._kept.move_to_end(table)
            return found

    def keep(self, kept: OpenTable) -> OpenTable:
        """Remember a table, unless a later version of it is remembered already."""
        name = kept.table.charter.table
        with self._lock:
            old = self._kept.get(name)
            if old is not None and old.head.length > kept.head.length:
                return kept
            self._drop(name)
            self._kept[name] = kept
            self._weight += kept.weight
            gone = []
            # The newest stays however large it is: somebody is playing it.
            while self._weight > self._most and len(self._kept) > 1:
                gone.append(next(iter(self._kept)))
                self._drop(gone[-1])
        self._tell(gone)
        return kept

    def forget(self, table: str) -> None:
        """Forget a table, so that it is read from the disk again."""
        with self._lock:
            self._drop(table)
        self._tell([table])

    def names(self) -> tuple[str, ...]:
        """Return every table that is remembered."""
        with self._lock:
            return tuple(self._kept)

    def _drop(self, table: str) -> None:
        old = self._kept.pop(table, None)
        if old is not None:
            self._weight -= old.weight

    def _tell(self, gone: list[str]) -> None:
        for table in gone:
            for call in self.when_gone:
                call(table)
