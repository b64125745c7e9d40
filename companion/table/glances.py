"""One row of an SQLite file, for questions that every request asks.

SQLAlchemy takes ten times as long to ask as SQLite to answer. Here each thread keeps a
connection that only reads; whatever goes wrong is for `Store` to ask again and name.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Lock, local
from typing import Any

from companion.table.database import open_file

HEAD = "SELECT length, head FROM tables WHERE id = ?"
"""Where a log ends."""

GENERATION = "SELECT generation FROM seats WHERE table_id = ? AND seat = ?"
"""Which tickets of a seat are good."""


class Glances:
    """Asks for single rows, each thread on a line of its own."""

    def __init__(self, path: Path | None) -> None:
        """Take the file; without one nothing is ever found."""
        self._path = path
        self._own = local()
        self._open: list[sqlite3.Connection] = []
        self._lock = Lock()

    def row(self, question: str, *values: Any) -> Any:
        """Return the row that is found.

        None means that there is none, or that it must be asked in the usual way.
        """
        if self._path is None:
            return None
        try:
            # All rows, so that no read is left open: there is one at most.
            rows = self._line(self._path).execute(question, values).fetchall()
        except sqlite3.Error:
            self._hang_up()
            return None
        return rows[0] if rows else None

    def close(self) -> None:
        """Let go of the file; whoever asks again opens it again."""
        with self._lock:
            lines, self._open = self._open, []
        self._own = local()
        for line in lines:
            with suppress(sqlite3.Error):
                line.close()

    def _line(self, path: Path) -> sqlite3.Connection:
        line: sqlite3.Connection | None = getattr(self._own, "line", None)
        if line is None:
            line = self._own.line = open_file(path, "ro")
            with self._lock:
                self._open.append(line)
        return line

    def _hang_up(self) -> None:
        line = getattr(self._own, "line", None)
        self._own.line = None
        if line is not None:
            with self._lock, suppress(ValueError):
                self._open.remove(line)
            line.close()
