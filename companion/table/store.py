"""The log on disk: only ever appended to, one writer at a time, each entry chained."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.database import WRITES, Database
from companion.table.digests import charter_digest, entry_digest
from companion.table.refusals import DamagedTable, UnknownTable
from companion.table.results import Result, keep_result, withdraw_result
from companion.table.table import Charter, EntryKind, LogEntry, now
from companion.table.troubles import StoreBusy, trouble_of

PULSE = 5.0
"""Seconds for which a write that was tried counts: asking after the health of a
server must not keep its disk busy."""


class Outrun(Exception):
    """Another writer took this version first."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it was shown to everybody when it was new."""

    entry: LogEntry
    shown: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """How long a log is, and the digest of its last entry."""

    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class StoredLog:
    """Entries that were read and proved, up to the first that is not as written."""

    lines: tuple[StoredEntry, ...]
    head: Head
    """The last good entry."""

    whole: bool
    """Nothing is missing and nothing was changed."""


class Store:
    """Keeps charters, logs, results and settings in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.engine = database.engine
        self._writer = database.engine.execution_options(**WRITES)
        self._writing = Lock()
        self._tried = 0.0

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment of the database.

        Raises:
            StoreTrouble: named for what it is.
        """
        with _named(self.database), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction, alone; it is on disk when the block ends.

        Raises:
            StoreTrouble: named for what it is; nothing was written.
        """
        with self._writing, _named(self.database):
            self.database.stand()
            with self._writer.begin() as connection:
                yield connection
        if self.database.snapshots:
            self.database.snapshots.take_when_due()

    def create(
        self,
        charter: Charter,
        lines: Sequence[StoredEntry] = (),
        result: Result | None = None,
    ) -> Head:
        """Keep a new table, and the log it comes with."""
        row = {
            "id": charter.table,
            "game": charter.game,
            "engine": charter.engine,
            "players": dump(list(charter.players)),
            "options": dump(charter.options),
            "created": charter.created,
        }
        rows, head = _chained(charter.table, Head(0, _begins(row)), lines)
        with self.write() as connection:
            connection.execute(
                insert(schema.tables),
                {**row, "length": head.length, "head": head.digest},
            )
            if rows:
                connection.execute(insert(schema.entries), rows)
            if result:
                keep_result(connection, result)
        return head

    def charter(self, table: str) -> Charter:
        """Return what was agreed at a table.

        Raises:
            UnknownTable: if it is not here.
            DamagedTable: if it cannot be read.
        """
        return _charter(self._row(table))

    def begin(self, table: str) -> tuple[Charter, Head]:
        """Return what was agreed at a table, and where its chain begins."""
        row = self._row(table)
        return _charter(row), Head(0, charter_digest(row))

    def append(
        self,
        table: str,
        lines: Sequence[StoredEntry],
        head: Head,
        result: Result | None = None,
        reopened: bool = False,
    ) -> Head:
        """Put entries on disk after this head; when this returns they are safe.

        A `result` is kept with them; `reopened` withdraws the one there was.

        Raises:
            Outrun: if the log does not end there any more.
            DamagedTable: if it does, and yet one of these entries is there already.
        """
        rows, grown = _chained(table, head, lines)
        column = schema.tables.c
        ends_there = (
            update(schema.tables)
            .where(
                column.id == table,
                column.length == head.length,
                column.head == head.digest,
            )
            .values(length=grown.length, head=grown.digest)
        )
        try:
            with self.write() as connection:
                if connection.execute(ends_there).rowcount != 1:
                    raise Outrun
                connection.execute(insert(schema.entries), rows)
                if reopened:
                    withdraw_result(connection, table)
                if result:
                    keep_result(connection, result)
        except IntegrityError as taken:
            raise DamagedTable(head.length) from taken
        return grown

    def head(self, table: str) -> Head:
        """Return how long a log is and how it ends.

        Raises:
            UnknownTable: if it is not here.
        """
        column = schema.tables.c
        query = select(column.length, column.head).where(column.id == table)
        with self.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownTable
        return Head(row.length, row.head)

    def version(self, table: str) -> int:
        """Return the length of a log."""
        return self.head(table).length

    def log(self, table: str, after: Head) -> StoredLog:
        """Return the log of a table beyond a head, proved entry by entry."""
        column = schema.entries.c
        with self.read() as connection:
            ends = connection.execute(
                select(schema.tables.c.length, schema.tables.c.head).where(
                    schema.tables.c.id == table
                )
            ).one_or_none()
            if ends is None:
                raise UnknownTable
            rows = connection.execute(
                select(schema.entries)
                .where(
                    column.table_id == table,
                    column.version > after.length,
                    column.version <= ends.length,
                )
                .order_by(column.version)
            ).all()
        lines, head = _proved(rows, after)
        return StoredLog(lines, head, head == Head(ends.length, ends.head))

    def entry(self, table: str, who: Bearer, once: str) -> LogEntry | None:
        """Return the entry with this sender's one-time id, None if there is none."""
        column = schema.entries.c
        query = select(schema.entries).where(
            column.table_id == table, column.who == str(who), column.once == once
        )
        with self.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        try:
            return _line(row).entry
        except (ValueError, TypeError):
            raise DamagedTable(row.version - 1) from None

    def setting(self, key: str, default: str) -> str:
        """Return a setting, keeping the default if there is none yet."""
        query = select(schema.settings.c.value).where(schema.settings.c.key == key)
        with self.read() as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return str(found)
        with self.write() as connection:
            # Two servers that start at once must agree: the first to write counts.
            found = connection.execute(query).scalar()
            if found is None:
                row = {"key": key, "value": default}
                connection.execute(insert(schema.settings), row)
        return default if found is None else str(found)

    def try_writing(self) -> None:
        """Make sure that the database can be read and written.

        Raises:
            StoreTrouble: if it cannot, named for what it is.
        """
        if monotonic() - self._tried < PULSE:
            with self.read() as connection:
                connection.execute(select(schema.settings.c.key).limit(1))
            self.database.stand()
            return
        column = schema.settings.c
        with self.write() as connection:
            connection.execute(delete(schema.settings).where(column.key == "pulse"))
            row = {"key": "pulse", "value": now()}
            connection.execute(insert(schema.settings), row)
        self._tried = monotonic()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def _row(self, table: str) -> Any:
        query = select(schema.tables).where(schema.tables.c.id == table)
        with self.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownTable
        return row


def dump(value: Any) -> str:
    """Return a value as the database keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def _named(database: Database) -> Iterator[None]:
    """Let problems of the database out under their own names."""
    try:
        yield
    except IntegrityError:
        raise
    except TimeoutError as late:
        raise StoreBusy from late
    except DBAPIError as problem:
        database.stand()
        if trouble := trouble_of(problem):
            raise trouble from problem
        raise


def _begins(row: Mapping[str, Any]) -> str:
    return charter_digest(SimpleNamespace(**row))


def _charter(row: Any) -> Charter:
    try:
        return Charter(
            table=row.id,
            game=row.game,
            engine=row.engine,
            players=tuple(json.loads(row.players)),
            options=dict(json.loads(row.options)),
            created=row.created,
        )
    except (ValueError, TypeError):
        raise DamagedTable(0) from None


def _chained(
    table: str, head: Head, lines: Sequence[StoredEntry]
) -> tuple[list[dict[str, Any]], Head]:
    rows, digest = [], head.digest
    for line in lines:
        entry = line.entry
        row = {
            "table_id": table,
            "version": entry.version,
            "kind": entry.kind.value,
            "who": str(entry.who),
            "once": entry.once,
            "at": entry.at,
            "body": dump(entry.body),
            "shown": dump(line.shown),
        }
        digest = entry_digest(digest, SimpleNamespace(**row))
        rows.append({**row, "digest": digest})
    return rows, Head(head.length + len(rows), digest)


def _proved(rows: Sequence[Any], head: Head) -> tuple[tuple[StoredEntry, ...], Head]:
    """Return the entries up to the first that is missing, changed or unreadable."""
    lines: list[StoredEntry] = []
    for row in rows:
        digest = entry_digest(head.digest, row)
        if row.version != head.length + 1 or row.digest != digest:
            break
        try:
            lines.append(_line(row))
        except (ValueError, TypeError):
            break
        head = Head(row.version, digest)
    return tuple(lines), head


def _line(row: Any) -> StoredEntry:
    body, shown = json.loads(row.body), json.loads(row.shown)
    if not isinstance(body, dict) or not isinstance(shown, dict):
        raise TypeError(row.version)
    entry = LogEntry(
        version=row.version,
        kind=EntryKind(row.kind),
        who=Bearer.read(row.who),
        once=row.once,
        at=row.at,
        body=body,
    )
    return StoredEntry(entry, shown)
