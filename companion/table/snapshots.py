"""Copies of the database while it is in use, few and dated; and back from one."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, time

PRIVATE = 0o600
"""The database holds the key of all tickets: only its owner reads it."""

DAY = 24 * 3600.0
"""Seconds between snapshots of a running server: a lost disk costs one day."""

SPREAD = 600
"""Seconds by which servers differ in when it is due."""

NEWEST = 3
"""The latest snapshots are all kept: the start before this one, and the one before."""

DAYS = 7
"""Of older days one each: damage that is noticed a week later can still be undone."""

NAME = "tables-%Y%m%dT%H%M%S%fZ.sqlite"


_log = logging.getLogger(__name__)


class NoSnapshot(Exception):
    """A snapshot cannot be made or brought back; the words say why."""


class Snapshots:
    """Keeps a bounded number of copies of one SQLite database."""

    def __init__(self, database: Path, folder: Path) -> None:
        self._database, self.folder = database, folder
        self._taking = Lock()
        self._taken = monotonic()

    def take(self) -> Path:
        """Copy the database as it is now; writers need not stop.

        Raises:
            NoSnapshot: if it cannot be copied.
        """
        made = self.folder / datetime.now(UTC).strftime(NAME)
        unfinished = made.with_suffix(".unfinished")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            copy(self._database, unfinished)
            unfinished.replace(made)
        except (OSError, sqlite3.Error) as problem:
            with suppress(OSError):
                unfinished.unlink()
            raise NoSnapshot(str(problem)) from problem
        self._prune()
        self._taken = monotonic()
        return made

    def take_when_due(self) -> None:
        """Take the daily snapshot beside the work; a day without a write needs none."""
        # Servers on one file that started together must not all copy it together.
        due = DAY + os.getpid() % SPREAD
        if monotonic() - self._taken < due or not self._taking.acquire(blocking=False):
            return
        self._taken = monotonic()
        if self._is_taken_today():
            self._taking.release()
            return
        Thread(target=self._take_aside, daemon=True).start()

    def _is_taken_today(self) -> bool:
        """Tell whether another server on this file has copied it meanwhile."""
        newest = next(iter(self.all()), None)
        return newest is not None and time() - newest.stat().st_mtime < DAY - SPREAD

    def _take_aside(self) -> None:
        try:
            self.take()
        except NoSnapshot as problem:
            _log.warning("no snapshot was taken: %s", problem)
        finally:
            self._taking.release()

    def all(self) -> tuple[Path, ...]:
        """Return the snapshots there are, newest first."""
        return tuple(sorted(self.folder.glob("tables-*.sqlite"), reverse=True))

    def _prune(self) -> None:
        found = self.all()
        kept = set(found[:NEWEST])
        days: dict[str, Path] = {}
        for path in found:
            days.setdefault(path.name.partition("T")[0], path)
        kept |= set(list(days.values())[:DAYS])
        # A server that was killed half-way leaves an unfinished one behind.
        for path in {*found, *self.folder.glob("*.unfinished")} - kept:
            path.unlink(missing_ok=True)


def copy(source: Path, target: Path) -> None:
    """Copy a database with SQLite's own backup, into a file only its owner reads.

    Raises:
        sqlite3.Error, OSError: if it cannot be read or written.
    """
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    with (
        closing(
            sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        ) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        # A snapshot is one file: without this it would wake up with a log beside it.
        new.execute("PRAGMA journal_mode=DELETE")


def restore(snapshot: Path, database: Path) -> Path | None:
    """Put a snapshot in the place of the database; return where the old one went.

    Raises:
        NoSnapshot: if the snapshot is not sound, or a server still runs on it.
    """
    problems = unsound(snapshot)
    if problems:
        raise NoSnapshot(f"{snapshot} is no sound database: {problems[0]}")
    if in_use(database):
        raise NoSnapshot(f"a server is still running on {database}: stop it first")
    fresh = database.with_name(f"{database.name}.restoring")
    try:
        copy(snapshot, fresh)
        return put_in_place(fresh, database)
    except (OSError, sqlite3.Error) as problem:
        raise NoSnapshot(str(problem)) from problem


def unsound(database: Path, pragma: str = "integrity_check") -> list[str]:
    """Return what SQLite finds wrong with a database, nothing if it is sound."""
    try:
        uri = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}")]
    except sqlite3.DatabaseError as problem:
        return [str(problem)]
    return [] if found == ["ok"] else found


def in_use(database: Path) -> bool:
    """Tell whether another process has it open: SQLite then cannot leave WAL mode."""
    if not database.exists():
        return False
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as problem:
        return problem.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    except sqlite3.DatabaseError:
        return False  # too damaged to ask: that is why it is replaced
    return False


def put_in_place(fresh: Path, database: Path) -> Path | None:
    """Put a whole file in the place of a database; return where the old one went."""
    aside = _set_aside(database)
    fresh.chmod(PRIVATE)
    fresh.replace(database)
    return aside


def _set_aside(database: Path) -> Path | None:
    """Move a database and what belongs to it out of the way; nothing is deleted."""
    if not database.exists():
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = database.with_name(f"{database.stem}-before-{stamp}{database.suffix}")
    for tail in ("", "-wal", "-shm"):
        part = database.with_name(database.name + tail)
        if part.exists():
            part.replace(aside.with_name(aside.name + tail))
    return aside
