"""What a table has agreed on about its camera; kept, and changed at any time."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from companion.table import schema
from companion.table.store import Store


class Habits:
    """Whether a reading that is certain counts at once, table by table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def counts_at_once(self, table: str) -> bool:
        """Tell whether a certain reading is played without a tap; usually it is."""
        column = schema.settings.c
        query = select(column.value).where(column.key == _key(table))
        with self._store.read() as connection:
            return connection.execute(query).scalar() is None

    def let_count(self, table: str, at_once: bool) -> None:
        """Let certain readings count at once, or ask each time."""
        with self._store.write() as connection:
            key = schema.settings.c.key
            connection.execute(delete(schema.settings).where(key == _key(table)))
            if not at_once:
                row = {"key": _key(table), "value": "ask"}
                connection.execute(insert(schema.settings), row)


def _key(table: str) -> str:
    return f"ask:{table}"
