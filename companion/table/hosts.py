"""Who hosts which table, and what is printed on the pieces of a host's own box."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import delete, select, update

from companion.table import schema
from companion.table.database import put, put_once
from companion.table.results import give_results
from companion.table.rows import dump
from companion.table.store import Store
from companion.table.table import now

CUT = 28
"""Letters of a host's secret that boxes were filed under before they had a table."""


class Hosts:
    """Knows hosts by a digest of the secret that their browser keeps."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def seat_host(self, table: str, secret: str) -> None:
        """Note who hosts a table."""
        host = host_id(secret)
        with self._store.write() as connection:
            put_once(connection, schema.hosts, {"id": host, "met": now()})
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == table)
                .values(host=host)
            )
            give_results(connection, table, host)

    def pass_on(self, table: str, successor: str) -> None:
        """Make whoever hosts a table the host of the one that follows it."""
        host = self.host_of(table)
        with self._store.write() as connection:
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == successor)
                .values(host=host)
            )

    def host_of(self, table: str) -> str | None:
        """Return the id of a table's host, None if nobody knows."""
        query = select(schema.tables.c.host).where(schema.tables.c.id == table)
        with self._store.read() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else str(found)

    def keep_box(self, secret: str, game: str, corrections: Mapping[str, Any]) -> None:
        """Keep what a host read from the own box, in place of what was kept before."""
        row = {
            "host": host_id(secret),
            "game": game,
            "corrections": dump(corrections),
            "changed": now(),
        }
        with self._store.write() as connection:
            connection.execute(delete(schema.boxes).where(*_box(secret, game)))
            put(connection, schema.boxes, row)

    def box(self, secret: str, game: str) -> dict[str, Any] | None:
        """Return the corrections a host has made, None without any."""
        query = select(schema.boxes.c.corrections).where(*_box(secret, game))
        with self._store.read() as connection:
            found = connection.execute(query).scalar()
        return json.loads(found) or None if found else None


def host_id(secret: str) -> str:
    """Return the id of a host: always a harmless name, whatever a browser sends."""
    return sha256(secret.encode()).hexdigest()[:32]


def _box(secret: str, game: str) -> tuple[Any, ...]:
    column = schema.boxes.c
    names = (host_id(secret), host_id(secret[:CUT]))
    return (column.host.in_(names), column.game == game)
