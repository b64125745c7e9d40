"""Opens the database: private, durable, brought to our schema, and checked."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    SQLAlchemyError,
    TimeoutError,
)
from sqlalchemy.pool import NullPool

from companion.core.errors import Malformed
from companion.table import postgres
from companion.table.migrations import NewerSchema, is_current, upgrade
from companion.table.snapshots import PRIVATE, NoSnapshot, Snapshots, unsound
from companion.table.troubles import (
    DatabaseDamaged,
    DatabaseGone,
    StoreBusy,
    trouble_of,
)

WRITES = {"writes": True}
"""Marks a connection that takes SQLite's write lock when it begins, not later: a
reader that becomes a writer half-way could be refused after its work is done."""

GLANCES = {"glances": True}
"""Marks a connection for one statement, which needs no transaction around it."""

WAIT = 3.0
"""Seconds to wait for another process that writes; a phone gives up after ten."""

START_WAIT = 30.0
"""Seconds to wait for another server that brings the database to our schema."""

POOL = {"pool_size": 16, "max_overflow": 64}
"""Readers are many and short: a phone must never wait half a minute for one."""

_log = logging.getLogger(__name__)


def waiting(seconds: float) -> dict[str, Any]:
    """Return the option of a connection that waits so long for another writer."""
    return {"waits": seconds}


class NoDatabase(Exception):
    """The database cannot be opened; the words say why."""

    def __init__(self, reason: object) -> None:
        super().__init__(" ".join(str(reason).split()))


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; one in a file knows which file it opened."""

    engine: Engine
    path: Path | None = None
    inode: int = 0
    snapshots: Snapshots | None = None
    damage: tuple[str, ...] = ()
    """What SQLite found wrong at the start: then it is only read."""

    @property
    def is_shared(self) -> bool:
        """Many servers, on many machines, may use it at the same time."""
        return self.engine.dialect.name == "postgresql"

    def stand(self) -> None:
        """Make sure that what is written now will be found again.

        Raises:
            DatabaseDamaged: if the database was found damaged.
            DatabaseGone: if the open file is no longer the one under this name:
                SQLite would go on writing into a file that nobody can open again.
        """
        if self.damage:
            raise DatabaseDamaged
        if self.path is not None and _inode(self.path) != self.inode:
            raise DatabaseGone


@contextmanager
def named(database: Database) -> Iterator[None]:
    """Let problems of the database out under their own names."""
    try:
        yield
    except IntegrityError:
        raise
    except TimeoutError as late:
        raise StoreBusy from late
    except DataError as unkept:
        raise Malformed("This holds a sign that cannot be kept.") from unkept
    except DBAPIError as problem:
        database.stand()
        if trouble := trouble_of(problem):
            raise trouble from problem
        raise


def connect(url: str, snapshots: Path | None = None) -> Database:
    """Open a database, made or brought to our schema if need be.

    With a folder for `snapshots` a copy is kept before anything is changed.

    Raises:
        NoDatabase: if nothing can be kept there.
    """
    try:
        path = file_of(url)
        engine = _engine(url, path)
        return _opened(engine, path, snapshots) if path else _made(engine)
    except DBAPIError as problem:
        trouble = trouble_of(problem)
        raise NoDatabase(f"{problem.orig}. {trouble or ''}") from problem
    except (
        SQLAlchemyError,
        ImportError,
        TypeError,
        OSError,
        NewerSchema,
    ) as problem:
        raise NoDatabase(problem) from problem


def look_at(path: Path) -> Database:
    """Open a database file only to read it, whatever its schema."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: open_file(path, "ro"),
        poolclass=NullPool,
        hide_parameters=True,
    )
    return Database(engine, path, _inode(path))


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite URL; None for other engines and for memory."""
    made = make_url(url)
    if made.get_backend_name() != "sqlite" or made.database in (None, "", ":memory:"):
        return None
    return Path(str(made.database))


def _opened(engine: Engine, path: Path, folder: Path | None) -> Database:
    is_new = not path.exists() or not path.stat().st_size
    copies = Snapshots(path, folder) if folder else None
    if is_new and copies and copies.all():
        _log.warning("%s is new, but there are snapshots in %s", path, copies.folder)
    _make_private(path)
    # Quick: it reads every page once, and leaves comparing the indexes to `check`.
    damage = () if is_new else tuple(unsound(path, "quick_check"))
    if damage:
        _log.error("%s is damaged and only read: %s", path, damage[0])
        with engine.connect() as connection:
            if not is_current(connection):
                raise NoDatabase(f"{path} is damaged: {damage[0]}")
        return Database(engine, path, _inode(path), copies, damage)
    if copies and not is_new:
        try:
            copies.take()
        except NoSnapshot as problem:
            _log.warning("no snapshot was taken: %s", problem)
    _made(engine)
    return Database(engine, path, _inode(path), copies)


def _made(engine: Engine) -> Database:
    patient = {**WRITES, **waiting(START_WAIT)}
    with engine.execution_options(**patient).begin() as connection:
        upgrade(connection)
    return Database(engine)


def _engine(url: str, path: Path | None) -> Engine:
    if shared := postgres.url_of(url):
        engine = postgres.engine(shared)
        event.listen(engine, "connect", postgres.limit_waiting)
        return engine
    # What people say at a table never reaches a log, not even when SQL fails.
    pool: dict[str, Any] = POOL if path or not url.startswith("sqlite") else {}
    if path is not None:
        # Never made by opening it: a database that was deleted must be missed.
        pool = {**pool, "creator": lambda: open_file(path, "rw")}
    engine = create_engine(url, hide_parameters=True, **pool)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _durable)
        event.listen(engine, "begin", _begin)
    return engine


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """Open an SQLite file to read (`ro`) or to write (`rw`); never make one."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    # The pool hands a connection to one thread at a time.
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def _durable(connection: Any, _record: object) -> None:
    """A pulled plug loses nothing: every commit is on disk before it is told."""
    # Transactions begin where `_begin` says, not where Python guesses: only so are
    # changes of the schema part of one, and a log and its head read together.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={round(WAIT * 1000)}")
    cursor.close()


def put(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Keep a row in place of the one with its key, whoever else does so just now."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    new = dialect.insert(table).values(**row)
    connection.execute(
        new.on_conflict_do_update(index_elements=keys, set_=rest)
        if rest
        else new.on_conflict_do_nothing()
    )


def put_once(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Keep a row unless there is one with its key."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).values(**row).on_conflict_do_nothing())


def _begin(connection: Connection) -> None:
    chosen = connection.get_execution_options()
    if "glances" in chosen:
        return
    if "writes" not in chosen:
        connection.exec_driver_sql("BEGIN")
        return
    # Said each time: the connection may have been used with another patience before.
    wait = round(chosen.get("waits", WAIT) * 1000)
    line: Any = connection.connection.driver_connection
    line.execute(f"PRAGMA busy_timeout={wait}").close()
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _make_private(path: Path) -> None:
    """Make the file ours alone; SQLite gives its log beside it the same rights."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    for tail in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):  # SQLite may tidy up at the same moment
            path.with_name(path.name + tail).chmod(PRIVATE)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0
