"""Who waits for which table: news travels as a version, never as a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from companion.table.tally import Tally

CLOSING = -1
"""Told instead of a version when the server stops."""

MOST = 4000
"""Streams in all: a thousand tables of four; each costs about 30 KB and no thread."""

MOST_OF_ADDRESS = 1000
"""Streams from one address: a hall behind one router, yet never all of them."""

MOST_OF_TICKET = 16
"""Streams with one ticket: one person's phones and forgotten tabs."""

MOST_WATCHING = 1000
"""Streams of everybody who watches one table: their link is made to be shared."""


class TooManyListeners(Exception):
    """Every stream that there is for this listener is in use."""


@dataclass(frozen=True, slots=True)
class Ear:
    """Who opens a stream, as far as it is counted."""

    ticket: str = ""
    """Who they are at the table."""

    address: str = ""
    is_shared: bool = False
    """Many people hold this ticket."""

    generation: int = 0
    """Which of the tickets that this one's place ever had; only the newest is good."""


class Listener:
    """One open stream: waits until its table has changed."""

    def __init__(self, ear: Ear) -> None:
        self.ear = ear
        self.ring: Callable[[], object] | None = None
        """Called, from any thread, when there is news; for who must not wait here."""

        self.heard_more = False
        """Several things came since it was last asked: not all need be versions."""

        self._news: SimpleQueue[int] = SimpleQueue()

    def tell(self, version: int) -> None:
        """Wake the listener."""
        self._news.put(version)
        if self.ring is not None:
            self.ring()

    def wait(self, seconds: float) -> int | None:
        """Return the newest version, None if this time passes, CLOSING at the end."""
        try:
            return self._last(self._news.get(timeout=seconds))
        except Empty:
            return None

    def newest(self) -> int | None:
        """Return what `wait` would, without waiting."""
        try:
            return self._last(self._news.get_nowait())
        except Empty:
            return None

    def _last(self, newest: int) -> int:
        self.heard_more = not self._news.empty()
        while newest != CLOSING and not self._news.empty():
            newest = self._news.get()
        return newest


class Live:
    """Tells every listener of a table that it has changed."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.most_of_address = MOST_OF_ADDRESS
        self.most_of_ticket = MOST_OF_TICKET
        self.most_watching = MOST_WATCHING
        self._tables: dict[str, set[Listener]] = {}
        self._newest: dict[str, int] = {}
        self._of_ticket: Counter[tuple[str, str]] = Counter()
        self.of_address = Tally()
        self._lock = Lock()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def join(self, table: str, ear: Ear) -> Listener:
        """Return a new listener of a table.

        Raises:
            TooManyListeners: if this ticket, this address or this server has no more.
        """
        with self._lock:
            if self._is_full(table, ear):
                raise TooManyListeners
            self._count += 1
            self._of_ticket[table, ear.ticket] += 1
            self.of_address.more(ear.address)
            listener = Listener(ear)
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
            _less(self._of_ticket, (table, listener.ear.ticket))
            self.of_address.less(listener.ear.address)
            if not listeners:
                del self._tables[table]
                self._newest.pop(table, None)

    def publish(self, table: str, version: int) -> None:
        """Tell everyone at a table that it has reached a version."""
        with self._lock:
            listeners = tuple(self._tables.get(table, ()))
            if listeners:
                self._newest[table] = max(version, self._newest.get(table, version))
        for listener in listeners:
            listener.tell(version)

    def hear(self, table: str, version: int) -> None:
        """Pass on what was written somewhere; what was told here before is no news."""
        known = self._newest.get(table, CLOSING)
        if version > known or version == CLOSING:
            self.publish(table, version)

    def dismiss(self, table: str, good: Callable[[str], int]) -> None:
        """End the streams of tickets that are older than is good, or good for nothing.

        A newer one came after it was asked what is good: nobody has taken it away.
        """
        with self._lock:
            listeners = tuple(self._tables.get(table, ()))
        for listener in listeners:
            ear = listener.ear
            now = good(ear.ticket)
            if not ear.is_shared and (now < 0 or ear.generation < now):
                listener.tell(CLOSING)

    def tables(self) -> tuple[str, ...]:
        """Return every table that somebody listens to."""
        with self._lock:
            return tuple(self._tables)

    def close(self) -> None:
        """Let every stream end, so that the server can stop."""
        for table in self.tables():
            self.publish(table, CLOSING)

    def _is_full(self, table: str, ear: Ear) -> bool:
        with_ticket = self.most_watching if ear.is_shared else self.most_of_ticket
        return (
            self._count >= self.most
            or self._of_ticket[table, ear.ticket] >= with_ticket
            or self.of_address[ear.address] >= self.most_of_address
        )


def _less(counts: Counter[Any], key: Any) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
