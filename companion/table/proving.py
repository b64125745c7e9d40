"""Proves, beside the work, the part of a log that a bookmark stands for."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Queue
from threading import Lock, Thread
from time import sleep
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.table.rows import Head
from companion.table.store import Store

PIECE = 250
"""Entries that are proved at a time, in about 5 ms."""

PAUSE = 0.01
"""Seconds between two pieces: phones come first."""

_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    table: str
    begin: Head
    end: Head


class Prover:
    """One thread that reads old entries again and tells of tables that are damaged."""

    def __init__(self, store: Store, damaged: Callable[[str], object]) -> None:
        self._store, self._damaged = store, damaged
        self._jobs: Queue[_Job] = Queue()
        self._thread: Thread | None = None
        self._lock = Lock()

    def later(self, table: str, begin: Head, end: Head) -> None:
        """Prove the entries of a log up to an end, soon."""
        self._jobs.put(_Job(table, begin, end))
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="prover", daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Wait until everything is proved."""
        self._jobs.join()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if not self._is_good(job):
                    _log.error("table %s is damaged before its bookmark", job.table)
                    self._damaged(job.table)
            except Refusal:
                pass  # the store is in trouble, or the table was deleted meanwhile
            except Exception:
                _log.exception("table %s could not be proved", job.table)
            finally:
                self._jobs.task_done()

    def _is_good(self, job: _Job) -> bool:
        head = job.begin
        while head.length < job.end.length:
            until = min(head.length + PIECE, job.end.length)
            part = self._store.log(job.table, head, until)
            if not part.whole:
                return False
            head = part.head
            sleep(PAUSE)
        return head == job.end
