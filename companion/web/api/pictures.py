"""Photos shown back to whoever took them: a few, for a while, in memory only."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from companion.table.bearer import Bearer


@dataclass(frozen=True, slots=True)
class _Picture:
    table: str
    bearer: Bearer
    jpeg: bytes
    at: float


class Pictures:
    """Keeps the last few pictures of each bearer; nobody else can ask for them."""

    def __init__(
        self,
        each: int = 4,
        most: int = 100,
        seconds: float = 1800,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._each, self._most, self._seconds = each, most, seconds
        self._clock = clock
        self._kept: OrderedDict[str, _Picture] = OrderedDict()
        self._lock = Lock()

    def keep(self, table: str, bearer: Bearer, jpeg: bytes) -> str:
        """Keep a picture; return its unguessable name."""
        name = secrets.token_urlsafe(18)
        with self._lock:
            self._kept[name] = _Picture(table, bearer, jpeg, self._clock())
            theirs = [
                key
                for key, one in self._kept.items()
                if (one.table, one.bearer) == (table, bearer)
            ]
            for old in theirs[: -self._each]:
                del self._kept[old]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return name

    def find(self, table: str, bearer: Bearer, name: str) -> bytes | None:
        """Return a picture to the one who took it, unless it is too old."""
        with self._lock:
            found = self._kept.get(name)
            if found is None or (found.table, found.bearer) != (table, bearer):
                return None
            if self._clock() - found.at > self._seconds:
                del self._kept[name]
                return None
            return found.jpeg
