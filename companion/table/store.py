"""The log on disk: only ever appended to, one writer at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.refusals import UnknownTable
from companion.table.table import Charter, Entry, Kind

StoreSilent = OperationalError
"""Raised when the database does not answer."""


class Outrun(Exception):
    """Another writer took this version first."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it was shown to everybody when it was new."""

    entry: Entry
    shown: Mapping[str, Any]


class Store:
    """Keeps charters, logs and settings in one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writing = Lock()
        self._append = insert(schema.entries)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction, alone; it is on disk when the block ends."""
        with self._writing, self.engine.begin() as connection:
            yield connection

    def create(self, charter: Charter) -> None:
        """Keep a new table."""
        row = {
            "id": charter.table,
            "game": charter.game,
            "engine": charter.engine,
            "players": _dump(list(charter.players)),
            "options": _dump(charter.options),
            "created": charter.created,
        }
        with self.write() as connection:
            connection.execute(insert(schema.tables), row)

    def charter(self, table: str) -> Charter:
        """Return what was agreed at a table.

        Raises:
            UnknownTable: if it is not here.
        """
        query = select(schema.tables).where(schema.tables.c.id == table)
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownTable
        return Charter(
            table=row.id,
            game=row.game,
            engine=row.engine,
            players=tuple(json.loads(row.players)),
            options=json.loads(row.options),
            created=row.created,
        )

    def append(self, table: str, lines: Sequence[Line]) -> None:
        """Put entries on disk; when this returns they are safe.

        Raises:
            Outrun: if one of these versions or one-time ids exists already.
        """
        rows = [_row(table, line) for line in lines]
        try:
            with self.write() as connection:
                connection.execute(self._append, rows)
        except IntegrityError as taken:
            raise Outrun from taken

    def version(self, table: str) -> int:
        """Return the length of a log."""
        column = schema.entries.c
        query = select(func.max(column.version)).where(column.table_id == table)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def lines(self, table: str, after: int = 0) -> tuple[Line, ...]:
        """Return the log of a table beyond a version, in order."""
        column = schema.entries.c
        query = (
            select(schema.entries)
            .where(column.table_id == table, column.version > after)
            .order_by(column.version)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return tuple(_line(row) for row in rows)

    def setting(self, key: str, default: str) -> str:
        """Return a setting, keeping the default if there is none yet."""
        query = select(schema.settings.c.value).where(schema.settings.c.key == key)
        with self.write() as connection:
            found = connection.execute(query).scalar()
            if found is None:
                connection.execute(
                    insert(schema.settings), {"key": key, "value": default}
                )
            return default if found is None else str(found)

    def keep(self, key: str, value: str) -> None:
        """Keep a setting in place of what was kept before."""
        with self.write() as connection:
            connection.execute(
                delete(schema.settings).where(schema.settings.c.key == key)
            )
            connection.execute(insert(schema.settings), {"key": key, "value": value})

    def kept(self, key: str) -> str | None:
        """Return a setting, None if nobody has kept one."""
        query = select(schema.settings.c.value).where(schema.settings.c.key == key)
        with self.engine.connect() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else str(found)

    def answers(self) -> bool:
        """Tell whether the database can be read."""
        with self.engine.connect() as connection:
            connection.execute(select(func.count()).select_from(schema.settings))
        return True

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def _row(table: str, line: Line) -> dict[str, Any]:
    entry = line.entry
    return {
        "table_id": table,
        "version": entry.version,
        "kind": entry.kind.value,
        "who": str(entry.who),
        "once": entry.once,
        "at": entry.at,
        "body": _dump(entry.body),
        "shown": _dump(line.shown),
    }


def _line(row: Any) -> Line:
    entry = Entry(
        version=row.version,
        kind=Kind(row.kind),
        who=Bearer.read(row.who),
        once=row.once,
        at=row.at,
        body=json.loads(row.body),
    )
    return Line(entry, json.loads(row.shown))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
