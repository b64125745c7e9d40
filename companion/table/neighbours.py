"""Hears what other servers write to the same database, within a blink."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.table import postgres
from companion.table.database import Database, open_file
from companion.table.schema import FREED, FREED_LAST

LOOK = 0.025
"""Seconds between two looks at an SQLite file: each asks one number, in 10 us."""

PATIENCE = 0.5
"""Seconds in which a listener notices that its server stops."""

AGAIN = 0.2
"""Seconds until a lost connection is tried again: a restart takes one or two."""

MANY = 1000
"""Entries since the last look; after more it is cheaper to look at every table."""

Tell = Callable[[str, int], object]

_log = logging.getLogger(__name__)


class Neighbours(Thread):
    """Tells of every version that another server has written.

    `missed` is called when something may have been overheard: a connection was lost,
    or the file changed in a way that says not how. `photos` is called when other
    photos wait for an answer than before, `tickets` with the tables at which some are
    good no more, or None if that may be any.
    """

    def __init__(
        self,
        database: Database,
        tell: Tell,
        missed: Callable[[], object],
        photos: Callable[[], object] = lambda: None,
        tickets: Callable[[Sequence[str] | None], object] = lambda _: None,
    ) -> None:
        super().__init__(name="neighbours", daemon=True)
        self._database, self._tell, self._missed = database, tell, missed
        self._photos, self._tickets = photos, tickets
        self._stopping = Event()
        self.ready = Event()
        """Set when nothing that is written from now on goes unheard."""

    def run(self) -> None:
        """Listen until `stop`; whatever breaks is tried again."""
        while not self._stopping.is_set():
            try:
                if self._database.path is not None:
                    self._watch(self._database.path)
                elif self._database.engine.dialect.name == "postgresql":
                    self._listen(self._database.engine)
                else:
                    return  # a database in memory has no neighbours
            except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
                _log.warning("other servers are not heard: %s", type(problem).__name__)
            self._stopping.wait(AGAIN)

    def stop(self) -> None:
        """End soon; may be called from any thread."""
        self._stopping.set()

    def _listen(self, engine: Engine) -> None:
        line = postgres.listener(engine.url)
        with line.connect() as connection:
            connection.exec_driver_sql(f"LISTEN {postgres.CHANNEL}")
            self._begin()
            driver: Any = connection.connection.driver_connection
            while not self._stopping.is_set():
                try:
                    for note in driver.notifies(timeout=PATIENCE):
                        if note.payload == postgres.PHOTOS:
                            self._photos()
                        elif note.payload.startswith(postgres.TICKETS):
                            self._tickets((note.payload[len(postgres.TICKETS) :],))
                        elif heard := postgres.news(note.payload):
                            self._tell(*heard)
                except line.dialect.loaded_dbapi.Error as lost:
                    raise OSError(str(lost)) from lost

    def _watch(self, path: Path) -> None:
        with closing(open_file(path, "ro")) as connection:
            seen, last = _number(connection, "PRAGMA data_version"), _last(connection)
            shown, freed = _waiting(connection), _freed(connection)
            self._begin()
            while not self._stopping.wait(LOOK):
                now = _number(connection, "PRAGMA data_version")
                if now == seen:
                    continue
                seen, last = now, self._look(connection, last)
                if (waiting := _waiting(connection)) != shown:
                    shown = waiting
                    self._photos()
                if (last_freed := _freed(connection)) != freed:
                    self._tickets(_new(freed, last_freed))
                    freed = last_freed

    def _begin(self) -> None:
        self.ready.set()
        self._missed()

    def _look(self, connection: sqlite3.Connection, last: int) -> int:
        """Tell what was written after an entry; return the last one now."""
        now = _last(connection)
        if now < last or now > last + MANY:  # a table was deleted, or many came
            self._missed()
            return now
        query = "SELECT table_id, max(version) FROM entries WHERE rowid > ? GROUP BY 1"
        for table, version in connection.execute(query, (last,)).fetchall():
            self._tell(table, version)
        return now


def _last(connection: sqlite3.Connection) -> int:
    with suppress(sqlite3.OperationalError):  # not made yet
        return _number(connection, "SELECT max(rowid) FROM entries")
    return 0


def _waiting(connection: sqlite3.Connection) -> list[Any]:
    """Return which photos wait: a hundred names at most, read from their index."""
    with suppress(sqlite3.OperationalError):  # not made yet
        return connection.execute("SELECT id FROM proposals ORDER BY id").fetchall()
    return []


def _freed(connection: sqlite3.Connection) -> list[str]:
    """Return at which tables tickets were taken away last, each with its own sign."""
    with suppress(sqlite3.OperationalError):  # not made yet
        query = "SELECT value FROM settings WHERE key = ?"
        found = connection.execute(query, (FREED,)).fetchone()
        return str(found[0]).split() if found else []
    return []


def _new(before: list[str], now: list[str]) -> tuple[str, ...] | None:
    """Return the tables that came in between; None if some may be missing."""
    fresh = [one.partition(".")[0] for one in now if one not in before]
    return tuple(fresh) if len(fresh) < FREED_LAST else None


def _number(connection: sqlite3.Connection, query: str) -> int:
    (found,) = connection.execute(query).fetchone()
    return int(found or 0)
