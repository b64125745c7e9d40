"""Who waits for which table: news travels as a version, never as a state."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Lock

CLOSING = -1
"""Told instead of a version when the server stops."""


class TooManyListeners(Exception):
    """Every stream this server can hold is in use."""


class Listener:
    """One open stream: waits until its table has changed."""

    def __init__(self) -> None:
        self._news: SimpleQueue[int] = SimpleQueue()

    def tell(self, version: int) -> None:
        """Wake the listener."""
        self._news.put(version)

    def wait(self, seconds: float) -> int | None:
        """Return the newest version, None if this time passes, CLOSING at the end."""
        try:
            newest = self._news.get(timeout=seconds)
        except Empty:
            return None
        while newest != CLOSING and not self._news.empty():
            newest = self._news.get()
        return newest


class Live:
    """Tells every listener of a table that it has changed."""

    def __init__(self, most: int = 220) -> None:
        # Each stream holds a thread of the server, which has 256 of them.
        self.most = most
        self._tables: dict[str, set[Listener]] = {}
        self._lock = Lock()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def join(self, table: str) -> Listener:
        """Return a new listener of a table.

        Raises:
            TooManyListeners: before other requests would run out of threads.
        """
        with self._lock:
            if self._count >= self.most:
                raise TooManyListeners
            self._count += 1
            listener = Listener()
            self._tables.setdefault(table, set()).add(listener)
            return listener

    def leave(self, table: str, listener: Listener) -> None:
        """Forget a listener; harmless if it is forgotten already."""
        with self._lock:
            listeners = self._tables.get(table, set())
            if listener not in listeners:
                return
            listeners.remove(listener)
            self._count -= 1
            if not listeners:
                del self._tables[table]

    def publish(self, table: str, version: int) -> None:
        """Tell everyone at a table that it has reached a version."""
        with self._lock:
            listeners = tuple(self._tables.get(table, ()))
        for listener in listeners:
            listener.tell(version)

    def close(self) -> None:
        """Let every stream end, so that the server can stop."""
        for table in tuple(self._tables):
            self.publish(table, CLOSING)
