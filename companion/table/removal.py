"""Tables that go: deleted by their host, or laid out and never played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from companion.table import schema
from companion.table.live import CLOSING
from companion.table.postgres import notify
from companion.table.service import Tables

UNPLAYED_DAYS = 30
"""Days a table may wait for its first move: laid out in one holiday for the next."""

OF_A_TABLE = (
    schema.entries,
    schema.seats,
    schema.codes,
    schema.bookmarks,
    schema.proposals,
)
"""What belongs to a table alone. Its result is complete in itself and stays, by game
and by person."""


def remove(tables: Tables, table: str) -> None:
    """Delete a table with its log and its links; whoever listens is sent away.

    Raises:
        UnknownTable: if it is not here.
    """
    tables.store.charter(table)
    _remove(tables, table)


def _remove(tables: Tables, table: str) -> None:
    with tables.store.write() as connection:
        # The table first: whoever is about to write to it waits here, and finds it
        # gone, instead of leaving an entry behind.
        connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
        for kind in OF_A_TABLE:
            connection.execute(delete(kind).where(kind.c.table_id == table))
        notify(connection, table, CLOSING)
    tables.memory.forget(table)
    tables.live.publish(table, CLOSING)


def remove_unplayed(tables: Tables, days: float = UNPLAYED_DAYS) -> int:
    """Delete the tables that nobody has played for so long; return how many.

    A table with a single entry is somebody's game, and never goes by itself.
    """
    column = schema.tables.c
    since = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds")
    query = select(column.id).where(column.length == 0, column.created < since)
    with tables.store.read() as connection:
        found = [str(name) for name in connection.execute(query).scalars()]
    return sum(_remove_if_unplayed(tables, name) for name in found)


def _remove_if_unplayed(tables: Tables, table: str) -> bool:
    """Delete a table unless somebody has made the first move just now."""
    column = schema.tables.c
    with tables.store.write() as connection:
        gone = connection.execute(
            delete(schema.tables).where(column.id == table, column.length == 0)
        ).rowcount
    if gone:
        _remove(tables, table)
    return bool(gone)
