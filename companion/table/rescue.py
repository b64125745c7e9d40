"""Rows out of a damaged SQLite file: whatever is left of it comes into a new one.

Every page is read by itself, past every index, so that a file of which half is gone
still gives the other half. What is missing then comes from the newest snapshot, where
there is one. The chains say which tables are whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from companion.table import schema
from companion.table.database import connect, open_file
from companion.table.pages import Pages, Row
from companion.table.rows import CHARTER, CONTENT, beginning, proved
from companion.table.snapshots import NoSnapshot, in_use, put_in_place

Column: TypeAlias = tuple[str, str, int]
"""Name, type, and whether it must be there."""

PIECES = ("table", "index")
"""How SQLite's own rows begin, which tell where the others are."""

OUTLIVE = ("results", "played")
"""What stays when a table is deleted."""


@dataclass
class Kind:
    """How far that went with the rows of one kind."""

    rows: int = 0
    gaps: int = 0
    """Pages or rows that could not be read, or are not where they should be."""

    older: int = 0
    """Rows that are only in the snapshot, as they were then."""


@dataclass
class Rescued:
    """How far that went."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    aside: Path | None = None
    """Where the damaged file is now."""

    @property
    def rows(self) -> int:
        """How many rows were read."""
        return sum(kind.rows for kind in self.kinds.values())

    @property
    def gaps(self) -> int:
        """How often something could not be read."""
        return sum(kind.gaps for kind in self.kinds.values())


def rescue(database: Path, snapshot: Path | None = None) -> Rescued:
    """Bring every readable row into a new file in place of a damaged one.

    Raises:
        NoSnapshot: if nothing can be read, or a server still runs on it.
    """
    if not database.is_file():
        raise NoSnapshot(f"there is no {database}")
    if in_use(database):
        raise NoSnapshot(f"a server is still running on {database}: stop it first")
    fresh = database.with_name(f"{database.name}.rescued")
    fresh.unlink(missing_ok=True)
    connect(f"sqlite:///{fresh}").engine.dispose()
    try:
        with closing(open_file(fresh, "rw")) as new:
            new.execute("PRAGMA journal_mode=DELETE")
            done = _read(Pages(database), new)
            if snapshot:
                _fill(new, snapshot, done)
            new.commit()
        if not done.rows:
            raise NoSnapshot(f"nothing in {database} can be read")
        done.aside = put_in_place(fresh, database)
        return done
    except (OSError, ValueError, sqlite3.Error) as problem:
        raise NoSnapshot(str(problem)) from problem
    finally:
        fresh.unlink(missing_ok=True)


def _read(pages: Pages, new: sqlite3.Connection) -> Rescued:
    done, named = Rescued(), pages.tables()
    seen = {*named.pages, *pages.freed()}
    torn: dict[str, list[Column]] = {}
    for name in schema.metadata.tables:
        kind = done.kinds[name] = Kind()
        made = f"SELECT sql FROM sqlite_master WHERE name = '{name}'"
        statement = new.execute(made).fetchone()[0]
        if name in named.tables:
            root, statement = named.tables[name]
            found = pages.tree(root)
            seen |= found.pages
            kind.gaps = found.gaps
            kind.rows = _insert(new, name, _columns(name, statement), found.rows)
        elif named.gaps:
            kind.gaps = 1  # where its rows begin stood on a page that is gone
        if kind.gaps:
            torn[name] = _columns(name, statement)
    lost = [
        pages.leaf(one).rows for one in range(2, pages.count + 1) if one not in seen
    ]
    for name, columns in torn.items():
        others = [torn[one] for one in torn if one != name]
        for rows in lost:
            if _are(rows, columns) and not any(_are(rows, one) for one in others):
                done.kinds[name].rows += _adopt(new, name, columns, rows)
    return done


def _are(rows: Sequence[Row], columns: Sequence[Column]) -> bool:
    """Tell whether a page that no tree leads to can only hold rows of these columns."""
    return bool(rows) and all(
        len(row) == len(columns) and row[0] not in PIECES and _fits(row, columns)
        for row in rows
    )


def _columns(name: str, statement: str) -> list[Column]:
    """Return name, type and whether it must be there, of each column in a file."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.execute(statement)
        info = empty.execute(f"PRAGMA table_info({name})")
        return [(column, kind, needed) for _, column, kind, needed, _, _ in info]


def _insert(
    new: sqlite3.Connection,
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Row],
) -> int:
    """Keep the rows that look like rows of this table; return how many there were."""
    known = {row[1] for row in new.execute(f"PRAGMA table_info({name})")}
    kept = 0
    for row in rows:
        if not _fits(row, columns):
            continue
        # A row that is older than a column ends before it.
        there = [
            (column, value)
            for (column, _, _), value in zip(columns, row, strict=False)
            if column in known
        ]
        names = ", ".join(column for column, _ in there)
        marks = ", ".join("?" * len(there))
        keep = f"INSERT OR IGNORE INTO {name} ({names}) VALUES ({marks})"
        kept += new.execute(keep, [value for _, value in there]).rowcount
    return kept


def _fits(row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a row can be one of these columns; bytes may mean anything."""
    if len(row) > len(columns):
        return False
    return all(
        not needed
        if value is None
        else isinstance(value, _KINDS.get(kind.partition("(")[0], object))
        for value, (_, kind, needed) in zip(row, columns, strict=False)
    )


_KINDS: dict[str, type | tuple[type, ...]] = {
    "VARCHAR": str,
    "TEXT": str,
    "INTEGER": int,
    "FLOAT": (int, float),
    "BLOB": bytes,
}


def _adopt(
    new: sqlite3.Connection,
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Row],
) -> int:
    """Keep rows of a page that no tree leads to, if their table is still there.

    Such a page may hold what belonged to a table that its host has deleted.
    """
    if columns[0][0] == "table_id" and name not in OUTLIVE:
        tables = {name for (name,) in new.execute("SELECT id FROM tables")}
        rows = [row for row in rows if row[0] in tables]
    return _insert(new, name, columns, rows)


def _fill(new: sqlite3.Connection, snapshot: Path, done: Rescued) -> None:
    """Take what could not be read from a snapshot, and let logs go on from there."""
    new.execute("ATTACH ? AS old", (str(snapshot),))
    known = {name for (name,) in new.execute("SELECT name FROM old.sqlite_master")}
    for name, kind in done.kinds.items():
        if not kind.gaps or name not in known:
            continue  # what is whole knows better: a deleted table stays deleted
        columns = [row[1] for row in new.execute(f"PRAGMA old.table_info({name})")]
        names = ", ".join(columns)
        only = " WHERE table_id IN (SELECT id FROM tables)" if name == "entries" else ""
        kind.older = new.execute(
            f"INSERT OR IGNORE INTO {name} ({names})"
            f" SELECT {names} FROM old.{name}{only}"
        ).rowcount
    if "tables" in done.kinds and done.kinds["tables"].older:
        _go_on(new)
    new.commit()
    new.execute("DETACH old")


def _go_on(new: sqlite3.Connection) -> None:
    """Let a log that a snapshot knew shorter end where its chain does."""
    charter = ", ".join(column.name for column in CHARTER)
    content = ", ".join(column.name for column in CONTENT)
    rows = new.execute(f"SELECT {charter}, length FROM tables").fetchall()
    for *agreed, length in rows:
        entries = new.execute(
            f"SELECT {content}, digest FROM entries WHERE table_id = ?"
            " ORDER BY version",
            (agreed[0],),
        )
        _, head = proved(entries, beginning(agreed))
        if head.length > length:
            new.execute(
                "UPDATE tables SET length = ?, head = ? WHERE id = ?",
                (head.length, head.digest, agreed[0]),
            )
