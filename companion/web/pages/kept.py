"""Pages that were drawn a moment ago: once for each version, bearer and language."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from sys import getsizeof
from threading import Lock

MOST = 8 * 1024 * 1024
"""Bytes of all pages together: one takes 40 to 120 thousand, so about a hundred.
Who asks again does so at once: a second phone of a seat, or a hundred who watch."""

Key = tuple[str, int, str, str]
"""The table, its version, who asks, in which language."""


class KeptPages:
    """Draws each page once, and forgets those that nobody has asked for longest."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: OrderedDict[Key, str] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, key: Key, draw: Callable[[], str]) -> str:
        """Return a page, drawn now if it is not known."""
        with self._lock:
            found = self._pages.get(key)
            if found is not None:
                self._pages.move_to_end(key)
                return found
        drawn = draw()
        with self._lock:
            if key not in self._pages:
                self._pages[key] = drawn
                self._size += getsizeof(drawn)
            while self._size > self._most and self._pages:
                _, old = self._pages.popitem(last=False)
                self._size -= getsizeof(old)
        return drawn

    def forget(self, table: str) -> None:
        """Let go of the pages of a table."""
        with self._lock:
            for key in [key for key in self._pages if key[0] == table]:
                self._size -= getsizeof(self._pages.pop(key))
