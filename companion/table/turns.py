"""Whose turn it is to write, and nobody held up by a file that somebody else holds.

SQLite has one writer. If another program keeps its lock (a backup, a shell left open),
the first of ours waits for it, and all others are told at once: threads that wait in a
row could answer nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

from companion.table.troubles import DatabaseLocked, StoreBusy

STUCK = 1.0
"""Seconds without the lock after which the file is held by somebody: our own servers
keep it for milliseconds."""

SLICE = 0.1
"""Seconds between two looks whether it is."""

LATELY = 10.0
"""Seconds for which that is believed after the last who asked in vain: then whoever
held it may be gone, and the next one asks as if for the first time."""

PATIENCE = 5.0
"""Seconds for which a word waits for others of its table."""


class Turns:
    """One writer at a time, in one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: float | None = None
        """When somebody first asked for the file in vain; None since it was had."""
        self._asked = 0.0
        """When somebody last did."""

    @contextmanager
    def turn(self, patience: float | None = None) -> Iterator[Callable[[], None]]:
        """Wait for the turn; call what is given as soon as the file is had.

        Raises:
            DatabaseLocked: if somebody else holds the file.
            StoreBusy: if patience ends.
        """
        with self.after_others(self._lock, patience):
            now = monotonic()
            if self._since is None or now - self._asked > LATELY:
                self._since = now
            self._asked = now
            try:
                yield self._had
            except DatabaseLocked:
                self._asked = monotonic()
                raise
            except BaseException:
                self._had()  # what failed was something else
                raise

    @contextmanager
    def after_others(self, lock: Lock, patience: float | None = None) -> Iterator[None]:
        """Hold a lock that other writers may hold.

        Raises:
            DatabaseLocked: if they wait for a file that somebody else holds.
            StoreBusy: if patience ends.
        """
        until = None if patience is None else monotonic() + patience
        while not lock.acquire(timeout=SLICE):
            if self.is_stuck():
                raise DatabaseLocked
            if until is not None and monotonic() > until:
                raise StoreBusy
        try:
            yield
        finally:
            lock.release()

    def is_stuck(self) -> bool:
        """Tell whether somebody else holds the file."""
        since, now = self._since, monotonic()
        if since is None or now - self._asked > LATELY:
            return False
        return now - since > STUCK

    def _had(self) -> None:
        self._since = None


class NoTurns(Turns):
    """For a database that lets many write at once."""

    @contextmanager
    def turn(self, patience: float | None = None) -> Iterator[Callable[[], None]]:
        """Wait for nothing."""
        yield self._had
