"""What can go wrong under the store, each named for what it is."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy.exc import DBAPIError, OperationalError

from companion.core.errors import Refusal
from companion.core.phrase import Phrase, say


class StoreTrouble(Refusal):
    """The store cannot do what it was asked; nothing was changed."""

    words: ClassVar[Phrase]

    def __init__(self) -> None:
        super().__init__(self.words)


class StoreBusy(StoreTrouble):
    """The database does not answer in time."""

    code = "busy"
    words = say("Too busy just now. Try again in a moment.")


class DatabaseLocked(StoreBusy):
    """Another program has kept the file to itself for seconds."""

    code = "database_locked"
    words = say(
        "Another program holds the database of this server, so nothing was changed."
        " Try again in a moment; if it stays so, whoever runs it should look which."
    )


class DatabaseAway(StoreTrouble):
    """The database server cannot be reached, or left in the middle of a word."""

    code = "database_away"
    # Whether a word was kept whose answer was lost, nobody knows before it is back.
    words = say(
        "The database of this server does not answer just now. Look again in a"
        " moment: what you said may have arrived."
    )


class DiskFull(StoreTrouble):
    """No room for one more entry."""

    code = "disk_full"
    words = say(
        "The disk of the server is full, so nothing was changed."
        " Make room there, then try again."
    )


class DiskFailed(StoreTrouble):
    """The disk reports an error of its own."""

    code = "disk_failed"
    words = say(
        "The disk of the server reports an error, so nothing was changed."
        " Look after it before you play on."
    )


class DataReadOnly(StoreTrouble):
    """The data folder or the database may only be read."""

    code = "data_read_only"
    words = say(
        "The server may not write to its data folder, so nothing was changed."
        " Whoever runs it must allow writing."
    )


class DatabaseGone(StoreTrouble):
    """The file was moved, replaced or deleted under the running server."""

    code = "database_gone"
    words = say(
        "The database file was moved or deleted while the server ran, so nothing was"
        " changed. Put it back or restore a snapshot, then start again."
    )


class DatabaseDamaged(StoreTrouble):
    """The file is no sound database (any more)."""

    code = "database_damaged"
    words = say(
        "The database of this server is damaged, so nothing is written to it."
        " Whoever runs it should check it and restore a snapshot."
    )


_BY_NAME: tuple[tuple[str, type[StoreTrouble]], ...] = (
    ("SQLITE_FULL", DiskFull),
    ("SQLITE_READONLY_DBMOVED", DatabaseGone),
    ("SQLITE_READONLY", DataReadOnly),
    ("SQLITE_CANTOPEN", DataReadOnly),
    ("SQLITE_PERM", DataReadOnly),
    ("SQLITE_CORRUPT", DatabaseDamaged),
    ("SQLITE_NOTADB", DatabaseDamaged),
    ("SQLITE_IOERR", DiskFailed),
    ("SQLITE_BUSY", DatabaseLocked),
    ("SQLITE_LOCKED", StoreBusy),
)
"""SQLite's names by how they begin; the first that fits counts."""


_BY_STATE: tuple[tuple[str, type[StoreTrouble]], ...] = (
    ("53100", DiskFull),
    ("53", StoreBusy),
    ("25006", DataReadOnly),
    ("25P03", StoreBusy),
    ("40", StoreBusy),
    ("55P03", StoreBusy),
    ("57014", StoreBusy),
    ("57P", DatabaseAway),
    ("08", DatabaseAway),
    ("58", DiskFailed),
    ("XX", DatabaseDamaged),
)
"""PostgreSQL's states by how they begin; the first that fits counts."""


def trouble_of(problem: DBAPIError) -> StoreTrouble | None:
    """Return what a problem of the database is for people, None if it is a bug."""
    name = str(getattr(problem.orig, "sqlite_errorname", ""))
    state = str(getattr(problem.orig, "sqlstate", None) or "")
    for told, known in ((name, _BY_NAME), (state, _BY_STATE)):
        for start, trouble in known:
            if told.startswith(start):
                return trouble()
    # A server that is away is no fault of what was asked.
    away = problem.connection_invalidated or isinstance(problem, OperationalError)
    return DatabaseAway() if away and not name else None
