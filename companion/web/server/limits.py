"""How often someone may be wrong before they must wait."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

LEAST = 5
"""Failures that are allowed at each of many workers: somebody reads a code badly."""


class Limiter:
    """Counts failures per address; each one is forgotten after a while."""

    def __init__(
        self,
        most: int = 20,
        seconds: float = 60,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._failures: dict[str, list[float]] = {}
        self._lock = Lock()

    def share(self, servers: int) -> None:
        """Be one of so many that are one to whoever guesses: allow a part."""
        self._most = max(LEAST, self._most // servers)

    def wait(self, address: str) -> int:
        """Return how many seconds this address must wait; 0 if it may try."""
        with self._lock:
            recent = self._recent(address)
            if len(recent) < self._most:
                return 0
            return max(1, round(recent[0] + self._seconds - self._clock()))

    def failed(self, address: str) -> None:
        """Remember that this address was wrong."""
        with self._lock:
            self._failures[address] = [*self._recent(address), self._clock()]

    def forget(self) -> None:
        """Let everybody try again."""
        with self._lock:
            self._failures.clear()

    def _recent(self, address: str) -> list[float]:
        if len(self._failures) > 10_000:
            self._failures.clear()
        since = self._clock() - self._seconds
        return [at for at in self._failures.get(address, ()) if at > since]
