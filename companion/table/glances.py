"""One row of the database, for questions that every request asks.

SQLAlchemy takes ten times as long to ask as SQLite to answer. Here a few connections
only read, past it; whatever goes wrong is for `Store` to ask again and name.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Lock, local
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.table.database import Database, open_file

HEAD = "SELECT length, head FROM tables WHERE id = ?"
"""Where a log ends."""

GENERATION = "SELECT generation FROM seats WHERE table_id = ? AND seat = ?"
"""Which tickets of a seat are good."""

LINES = 3
"""Connections to PostgreSQL beside its pool: a glance takes a fraction of a
millisecond, and who finds none free asks in the usual way."""


def glances_at(database: Database) -> Glances | SharedGlances:
    """Return who asks a database for single rows."""
    if database.is_shared:
        return SharedGlances(database.engine)
    return Glances(database.path)


class SharedGlances:
    """Asks PostgreSQL for single rows, without a transaction around each."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._idle: list[Any] = []
        self._open = 0
        self._lock = Lock()

    def row(self, question: str, *values: Any) -> Any:
        """Return the row that is found; None says no more than with `Glances`."""
        line = self._take()
        if line is None:
            return None
        try:
            rows = line.execute(question.replace("?", "%s"), values).fetchall()
        except self._engine.dialect.loaded_dbapi.Error:
            self._hang_up(line)
            return None
        with self._lock:
            self._idle.append(line)
        return rows[0] if rows else None

    def close(self) -> None:
        """Let go of every line that nobody uses; whoever asks again opens one."""
        with self._lock:
            lines, self._idle = self._idle, []
        for line in lines:
            self._hang_up(line)

    def _take(self) -> Any:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self._open >= LINES:
                return None
            self._open += 1
        try:
            made = self._engine.raw_connection()
            line: Any = made.driver_connection
            made.detach()  # the pool opens another one when it needs it
            line.autocommit = True
            return line
        except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
            with self._lock:
                self._open -= 1
            return None

    def _hang_up(self, line: Any) -> None:
        with self._lock:
            self._open -= 1
        with suppress(self._engine.dialect.loaded_dbapi.Error):
            line.close()


class Glances:
    """Asks a file for single rows, each thread on a line of its own."""

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
