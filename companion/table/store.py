"""The log on disk: only ever appended to, one writer at a time, each entry chained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    String,
    and_,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.database import (
    GLANCES,
    WRITES,
    Database,
    named,
    put,
    put_once,
    waiting,
)
from companion.table.glances import HEAD, glances_at
from companion.table.postgres import notify
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
from companion.table.troubles import DatabaseAway
from companion.table.turns import NoTurns, Turns

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds for which a reader waits for a database that is away: it restarts in one."""

PAUSE = 0.1
"""Seconds between two tries to reach it."""

PULSE = 5.0
"""Seconds for which a write that was tried counts: asking after the health of a
server must not keep its disk busy."""

PULSE_PATIENCE = 1.0
"""Seconds for which that waits: whoever asks wants to know now. And any word that comes
while the file is held by somebody else."""


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
        self._reader, self.turns = self.engine, Turns()
        self._glancer = self.engine.execution_options(**GLANCES)
        if database.is_shared:
            # What SQLite's BEGIN gives: a transaction sees one moment.
            levels = ("REPEATABLE READ", "AUTOCOMMIT")
            self._reader, self._glancer = (
                self.engine.execution_options(isolation_level=level) for level in levels
            )
            # PostgreSQL puts the writers of different tables on disk together.
            self.turns = NoTurns()
        self._tried = 0.0
        self.glances = glances_at(database)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment of the database.

        Raises:
            StoreTrouble: named for what it is.
        """
        with named(self.database), self._reader.connect() as connection:
            yield connection

    def ask(self, question: Callable[[Connection], T], moment: bool = False) -> T:
        """Return what a question finds; it is asked again after a short absence.

        One statement sees one moment by itself; several need a `moment`.

        Raises:
            StoreTrouble: named for what it is.
        """
        until = monotonic() + PATIENCE
        while True:
            try:
                if moment:
                    with self.read() as connection:
                        return question(connection)
                with named(self.database), self._glancer.connect() as connection:
                    return question(connection)
            except DatabaseAway:
                if monotonic() > until:
                    raise
                sleep(PAUSE)

    @contextmanager
    def write(self, patience: float | None = None) -> Iterator[Connection]:
        """Open a transaction, alone; it is on disk when the block ends.

        Raises:
            StoreTrouble: named for what it is; nothing was written.
        """
        writer = self._writer
        if patience is None and self.turns.is_stuck():
            patience = PULSE_PATIENCE  # somebody has waited in vain a moment ago
        if patience is not None:
            writer = writer.execution_options(**waiting(patience))
        with self.turns.turn(patience) as had, named(self.database):
            self.database.stand()
            with writer.begin() as connection:
                had()
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
                notify(connection, table, grown.length)
        except IntegrityError as taken:
            raise Taken from taken
        return grown

    def head(self, table: str) -> Head:
        """Return how long a log is and how it ends.

        Raises:
            UnknownTable: if it is not here.
        """
        if found := self.glances.row(HEAD, table):
            return Head(*found)
        try:
            return self.ask(lambda connection: _head(connection, table))
        except UnknownTable:
            self.database.stand()  # what a damaged index does not find may be there
            raise

    def version(self, table: str) -> int:
        """Return the length of a log."""
        return self.head(table).length

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the lengths of many logs at once; those that are gone are missing."""
        column = schema.tables.c
        query = select(column.id, column.length).where(column.id.in_(tables))
        rows = self.ask(lambda connection: connection.execute(query).all())
        return {name: length for name, length in rows}

    def log(self, table: str, after: Head, until: int | None = None) -> StoredLog:
        """Return the log of a table beyond a head, proved entry by entry.

        With `until` only so far: then it is whole if every entry up to there is good.
        """

        def read(connection: Connection) -> tuple[Head, Sequence[Any]]:
            end = _head(connection, table)
            last = end.length if until is None else until
            part = {"table": table, "after": after.length, "length": last}
            return end, connection.execute(_LOG, part).all()

        end, rows = self.ask(read, moment=True)
        lines, head = proved(rows, after)
        whole = head == end if until is None else head.length == until
        return StoredLog(lines, head, whole)

    def entry(self, table: str, who: Bearer, once: str) -> LogEntry | None:
        """Return the entry with this sender's one-time id, None if there is none."""
        wanted = {"table": table, "sender": str(who), "id": once}
        row = self.ask(lambda line: line.execute(_ENTRY, wanted).one_or_none())
        if row is None:
            return None
        try:
            return line_of(row).entry
        except (ValueError, TypeError):
            raise DamagedTable(row.version - 1) from None

    def setting(self, key: str, default: str) -> str:
        """Return a setting, keeping the default if there is none yet."""
        query = select(schema.settings.c.value).where(schema.settings.c.key == key)
        found = self.ask(lambda connection: connection.execute(query).scalar())
        if found is not None:
            return str(found)
        with self.write() as connection:
            # Two servers that start at once must agree: the first to write counts.
            put_once(connection, schema.settings, {"key": key, "value": default})
            return str(connection.execute(query).scalar())

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
        with self.write(PULSE_PATIENCE) as connection:
            put(connection, schema.settings, {"key": "pulse", "value": now()})
        self._tried = monotonic()

    def close(self) -> None:
        """Let go of the database."""
        self.glances.close()
        self.engine.dispose()

    def _row(self, table: str) -> Any:
        query = select(*CHARTER).where(schema.tables.c.id == table)
        row = self.ask(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            self.database.stand()
            raise UnknownTable
        return row


def _head(connection: Connection, table: str) -> Head:
    row = connection.execute(_HEAD, {"table": table}).one_or_none()
    if row is None:
        raise UnknownTable
    return Head(*row)
