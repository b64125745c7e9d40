"""Threads that answer: a few for what phones do all the time, more for all the rest.

Only one thread computes at a time. Thirty that draw pages at once make each other late
and every page cold; a few do the same work sooner, one after the other. But reading a
photo or printing a kit takes seconds, and must not stand before a page in the queue.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")

QUICK = 6
"""Threads for words and pages of tables: milliseconds each, some of them on disk."""

SAYING = 4
"""Of these, those that may say a word: it waits for the disk, and if another program
holds the database for longer; whoever looks must not wait with it."""

WORKERS = 24
"""Threads for everything else."""

_WORD = re.compile(rb"/api/tables/[^/]+/(actions|chance|undo)")
_LOOK = re.compile(rb"/t/[^/]+/(screen/)?live|/api/tables/[^/]+/events")


class Crew:
    """Some threads; one address gets half of them, so that others are always served."""

    def __init__(
        self, size: int, name: str, pool: ThreadPoolExecutor | None = None
    ) -> None:
        """Take threads of one's own, or some of those that others use too."""
        self.pool = pool or ThreadPoolExecutor(size, name)
        self._share = size // 2
        self._all = asyncio.Semaphore(size)
        self._busy: Counter[str] = Counter()
        self._gates: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is this address's turn."""
        gate = self._gates.setdefault(address, asyncio.Semaphore(self._share))
        self._busy[address] += 1
        try:
            async with gate, self._all:
                yield
        finally:
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address], self._gates[address]

    def work(self, call: Callable[[], T]) -> asyncio.Future[T]:
        """Do something in a thread, after all that was asked for before it."""
        return asyncio.get_running_loop().run_in_executor(self.pool, call)

    def leave(self) -> None:
        """Begin nothing more."""
        self.pool.shutdown(wait=False, cancel_futures=True)


class Crews:
    """Both kinds of threads."""

    def __init__(self) -> None:
        self.quick, self.rest = Crew(QUICK, "quick"), Crew(WORKERS, "request")
        self.saying = Crew(SAYING, "quick", self.quick.pool)

    def for_path(self, path: bytes) -> Crew:
        """Return who answers requests for an address."""
        if _WORD.fullmatch(path):
            return self.saying
        return self.quick if _LOOK.fullmatch(path) else self.rest

    def leave(self) -> None:
        """Let both go."""
        self.quick.leave()
        self.rest.leave()
