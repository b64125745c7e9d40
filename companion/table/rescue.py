"""Rows out of a damaged SQLite file: what an index no longer finds is still there.

Rows are read in the order in which they lie, past every index, into a new file that
builds its own. The chains then say which tables are whole.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.table import schema
from companion.table.database import connect, open_file
from companion.table.snapshots import NoSnapshot, in_use, put_in_place


@dataclass(frozen=True, slots=True)
class Rescued:
    """How far that went."""

    rows: int
    gaps: int
    """Places where rows could not be read."""

    aside: Path | None
    """Where the damaged file is now."""


def rescue(database: Path) -> Rescued:
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
    rows = gaps = 0
    try:
        with (
            closing(open_file(database, "ro")) as old,
            closing(open_file(fresh, "rw")) as new,
        ):
            new.execute("PRAGMA journal_mode=DELETE")
            for name in schema.metadata.tables:
                found, missed = _copy(old, new, name)
                rows, gaps = rows + found, gaps + missed
            new.commit()
        if not rows:
            raise NoSnapshot(f"nothing in {database} can be read")
        return Rescued(rows, gaps, put_in_place(fresh, database))
    except (OSError, sqlite3.Error) as problem:
        raise NoSnapshot(str(problem)) from problem
    finally:
        fresh.unlink(missing_ok=True)


def _copy(
    old: sqlite3.Connection, new: sqlite3.Connection, name: str
) -> tuple[int, int]:
    """Copy the rows of one table; return how many, and how often reading failed."""
    known = {row[1] for row in new.execute(f"PRAGMA table_info({name})")}
    there = [row[1] for row in old.execute(f"PRAGMA table_info({name})")]
    columns = ", ".join(column for column in there if column in known)
    if not columns:
        return 0, 0  # this file is older than the table
    marks = ", ".join("?" * (columns.count(",") + 1))
    keep = f"INSERT OR IGNORE INTO {name} ({columns}) VALUES ({marks})"
    rows = gaps = last = 0
    step = 1
    while True:
        query = f"SELECT rowid, {columns} FROM {name} NOT INDEXED WHERE rowid >= ?"
        try:
            for place, *row in old.execute(f"{query} ORDER BY rowid", (last + step,)):
                rows += new.execute(keep, row).rowcount
                last, step = place, 1
            return rows, gaps
        except sqlite3.DatabaseError:
            # A page cannot be read: what comes after it is looked for further on.
            gaps, last, step = gaps + 1, last + step - 1, step * 2
            if step > FURTHEST:
                return rows, gaps


FURTHEST = 1 << 24
"""Rows that are passed over before the rest is given up: more than any house has."""
