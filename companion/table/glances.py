"""One row of an SQLite file, for questions that every request asks.

SQLAlchemy takes ten times as long to ask as SQLite to answer. Here each thread keeps a
connection that only reads; whatever goes wrong is for `Store` to ask again and name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, local
from typing import Any


class Glances:
    """Asks for single rows, each thread on a line of its own."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._own = local()
        self._open: list[sqlite3.Connection] = []
        self._lock = Lock()

    def row(self, question: str, *values: Any) -> Any:
        """Return the one row that is found, None if there is none.

        Raises:
            sqlite3.Error: if it cannot be read.
        """
        line: sqlite3.Connection | None = getattr(self._own, "line", None)
        if line is None:
            line = self._own.line = self._connect()
            with self._lock:
                self._open.append(line)
        try:
            # All rows, so that no read is left open: there is one at most.
            rows = line.execute(question, values).fetchall()
        except sqlite3.Error:
            self._own.line = None
            with self._lock:
                self._open.remove(line)
            line.close()
            raise
        return rows[0] if rows else None

    def close(self) -> None:
        """Let go of the file; whoever asks again opens it again."""
        with self._lock:
            lines, self._open = self._open, []
        self._own = local()
        for line in lines:
            with suppress(sqlite3.Error):
                line.close()
