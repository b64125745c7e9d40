"""The log on disk: only ever appended to, one writer at a time, each entry chained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any

from sqlalchemy import (
    Connection,
    String,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.database import WRITES, Database
from companion.table.refusals import DamagedTable, UnknownTable
from companion.table.results import Result, keep_result, withdraw_result
from companion.table.rows import (
    CHARTER,
    CONTENT,
    Head,
    StoredEntry,
    StoredLog,
    beginning,
    chained,
    charter_of,
    charter_row,
    line_of,
    proved,
)
from companion.table.table import Charter, LogEntry, now
from companion.table.troubles import StoreBusy, trouble_of

PULSE = 5.0
"""Seconds for which a write that was tried counts: asking after the health of a
server must not keep its disk busy."""


class Outrun(Exception):
    """Another writer took this version first."""


class Taken(Exception):
    """One of these versions or one-time ids is in the log already."""


_ID = bindparam("table", type_=String)

_HEAD = select(schema.tables.c.length, schema.tables.c.head).where(
    schema.tables.c.id == _ID
)

_ENDS_THERE = and_(
    schema.tables.c.id == _ID,
    schema.tables.c.length == bindparam("was_length"),
    schema.tables.c.head == bindparam("was_head"),
)

_GROW = update(schema.tables).where(_ENDS_THERE)

_LOG = (
    select(*CONTENT, schema.entries.c.digest)
    .where(
        schema.entries.c.table_id == _ID,
        schema.entries.c.version > bindparam("after"),
        schema.entries.c.version <= bindparam("length"),
    )
    .order_by(schema.entries.c.version)
)

_ENTRY = select(*CONTENT).where(
    schema.entries.c.table_id == _ID,
    schema.entries.c.who == bindparam("sender"),
    schema.entries.c.once == bindparam("id"),
)
# Built once: to put a statement together takes longer than SQLite needs for it.


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
        row = charter_row(charter)
        rows, head = chained(charter.table, beginning(row.values()), lines)
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
        return charter_of(self._row(table))

    def begin(self, table: str) -> tuple[Charter, Head]:
        """Return what was agreed at a table, and where its chain begins."""
        row = self._row(table)
        return charter_of(row), beginning(row)

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
            Taken: if it does, and yet one of these entries is there already.
        """
        rows, grown = chained(table, head, lines)
        ends = {"table": table, "was_length": head.length, "was_head": head.digest}
        longer = _GROW.values(length=grown.length, head=grown.digest)
        try:
            with self.write() as connection:
                if connection.execute(longer, ends).rowcount != 1:
                    raise Outrun
                connection.execute(insert(schema.entries), rows)
                if reopened:
                    withdraw_result(connection, table)
                if result:
                    keep_result(connection, result)
        except IntegrityError as taken:
            raise Taken from taken
        return grown

    def head(self, table: str) -> Head:
        """Return how long a log is and how it ends.

        Raises:
            UnknownTable: if it is not here.
        """
        with self.read() as connection:
            return _head(connection, table)

    def version(self, table: str) -> int:
        """Return the length of a log."""
        return self.head(table).length

    def log(self, table: str, after: Head) -> StoredLog:
        """Return the log of a table beyond a head, proved entry by entry."""
        with self.read() as connection:
            end = _head(connection, table)
            part = {"table": table, "after": after.length, "length": end.length}
            rows = connection.execute(_LOG, part).all()
        lines, head = proved(rows, after)
        return StoredLog(lines, head, head == end)

    def entry(self, table: str, who: Bearer, once: str) -> LogEntry | None:
        """Return the entry with this sender's one-time id, None if there is none."""
        wanted = {"table": table, "sender": str(who), "id": once}
        with self.read() as connection:
            row = connection.execute(_ENTRY, wanted).one_or_none()
        if row is None:
            return None
        try:
            return line_of(row).entry
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
        query = select(*CHARTER).where(schema.tables.c.id == table)
        with self.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownTable
        return row


def _head(connection: Connection, table: str) -> Head:
    row = connection.execute(_HEAD, {"table": table}).one_or_none()
    if row is None:
        raise UnknownTable
    return Head(*row)


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
