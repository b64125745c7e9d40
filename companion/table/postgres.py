"""PostgreSQL for several servers at once: few connections, and news between them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

POOL = {
    # Seven for each process, three for glances, and one that listens: eight fit into
    # the 97 that PostgreSQL gives by default. A question takes a millisecond.
    "pool_size": 4,
    "max_overflow": 3,
    # Seconds; a phone gives up after ten.
    "pool_timeout": 5,
    # A database that was restarted is noticed before something is asked, not by it.
    "pool_pre_ping": True,
}

LINE = {
    "connect_timeout": 3,
    "application_name": "karma-table",
    # A machine that vanished is noticed in half a minute, not in two hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""How we connect, in the words of libpq; a URL may say it otherwise."""

HELD = "SET idle_in_transaction_session_timeout = 10000; SET lock_timeout = 3000"
"""Milliseconds for which a server that hangs may keep others from a table, and for
which others wait for it."""

PATIENT = "SET LOCAL lock_timeout = 0"
"""For a server that waits until another has brought the database to our schema."""

CHANNEL = "karma_table"
"""Where servers tell each other what they have written."""

PHOTOS = "photos"
"""The news that a photo came, or is gone."""

TICKETS = "tickets "
"""How the news begins that somebody's ticket for a table is good no more."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :news)")

DRIVER = "postgresql+psycopg"

NO_DRIVER = (
    "PostgreSQL needs one more package: pip install -r requirements-postgres.txt"
)


def url_of(url: str) -> URL | None:
    """Return the URL of a PostgreSQL with the driver we use; None for other engines."""
    made = make_url(url)
    return made.set(drivername=DRIVER) if _is_ours(made) else None


def engine(url: URL) -> Engine:
    """Return an engine whose connections all servers together can have.

    Raises:
        ImportError: if the driver is not installed.
    """
    try:
        return create_engine(url, hide_parameters=True, connect_args=_line(url), **POOL)
    except ImportError as missing:
        raise ImportError(NO_DRIVER) from missing


def listener(url: URL) -> Engine:
    """Return an engine for the one connection of a process that only listens."""
    return create_engine(
        url,
        hide_parameters=True,
        connect_args=_line(url),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
    )


def notify(connection: Connection, table: str, version: int) -> None:
    """Tell every server of a version, at the moment it is on disk and not before."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"news": f"{table} {version}"})


def notify_photos(connection: Connection) -> None:
    """Tell every server that other photos wait than before."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"news": PHOTOS})


def notify_tickets(connection: Connection, table: str) -> None:
    """Tell every server that somebody's ticket for a table is good no more."""
    connection.execute(_NOTIFY, {"news": f"{TICKETS}{table}"})


def news(payload: str) -> tuple[str, int] | None:
    """Return the table and version of a message; None if it is not one of ours."""
    table, _, version = payload.partition(" ")
    try:
        return table, int(version)
    except ValueError:
        return None


def limit_waiting(connection: Any, _record: object) -> None:
    """Let PostgreSQL end what hangs in the middle of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(HELD)
    connection.commit()


def _is_ours(url: URL) -> bool:
    return url.drivername in ("postgresql", "postgres", DRIVER)


def _line(url: URL) -> dict[str, Any]:
    return {key: value for key, value in LINE.items() if key not in url.query}
