"""Where tables are kept: SQLite in the data folder, or any SQLAlchemy URL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("engine", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("created", String(30), nullable=False),
)

entries = Table(
    "entries",
    metadata,
    # Two writers of the same version can never both win.
    Column("table_id", String(20), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("who", String(10), nullable=False),
    Column("once", String(80), nullable=False),
    Column("at", String(30), nullable=False),
    Column("body", Text, nullable=False),
    Column("shown", Text, nullable=False),
    UniqueConstraint("table_id", "who", "once"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),
    Column("taken", String(30)),
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(20), primary_key=True),
    Column("table_id", String(20), nullable=False),
    Column("role", String(10), nullable=False),
    Column("seat", Integer),
    Column("used", String(30)),
)


class NoDatabase(Exception):
    """The database cannot be opened; the words say why."""

    def __init__(self, reason: object) -> None:
        super().__init__(" ".join(str(reason).split()))


def connect(url: str) -> Engine:
    """Return an engine for this URL, its tables made if they are missing.

    Raises:
        NoDatabase: if nothing can be kept there.
    """
    try:
        engine = create_engine(url, **_pool(url))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _durable)
        metadata.create_all(engine)
    except DBAPIError as problem:
        raise NoDatabase(problem.orig) from problem
    except (SQLAlchemyError, ImportError, TypeError) as problem:
        raise NoDatabase(problem) from problem
    return engine


def _pool(url: str) -> dict[str, Any]:
    # Readers are many and short: a phone must never wait half a minute for one.
    return {"pool_size": 16, "max_overflow": 64} if ":memory:" not in url else {}


def _durable(connection: Any, _record: object) -> None:
    """A pulled plug loses nothing: every commit is on disk before it is told."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
