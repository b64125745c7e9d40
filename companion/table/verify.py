"""The whole database read once: is every table as it was written?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from companion.table import schema
from companion.table.database import NoDatabase, look_at
from companion.table.migrations import is_current
from companion.table.refusals import DamagedTable
from companion.table.snapshots import unsound
from companion.table.store import Store
from companion.table.troubles import StoreTrouble


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written."""

    what: str
    table: str | None = None
    """None if it concerns the whole database."""

    good: int = 0
    """Entries of that table before the damage."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was read, and what was found."""

    tables: int
    entries: int
    findings: tuple[Finding, ...]


def verify(path: Path) -> CheckReport:
    """Check a database file: its pages and indexes, then every chain.

    Raises:
        NoDatabase: if there is none, or a newer or older app made it.
    """
    if not path.is_file():
        raise NoDatabase("there is no such file")
    findings = [Finding(problem) for problem in unsound(path)]
    database = look_at(path)
    try:
        with database.engine.connect() as connection:
            if not is_current(connection):
                raise NoDatabase("it has another schema; start the server once")
        tables, entries, damaged = _chains(Store(database))
    except (DBAPIError, StoreTrouble) as problem:
        tables, entries, damaged = 0, 0, [Finding(str(problem).splitlines()[0])]
    finally:
        database.engine.dispose()
    return CheckReport(tables, entries, (*findings, *damaged))


def _chains(store: Store) -> tuple[int, int, list[Finding]]:
    with store.read() as connection:
        names = connection.execute(select(schema.tables.c.id)).scalars().all()
        column = schema.entries.c.table_id
        counts = connection.execute(select(column, func.count()).group_by(column))
        stored: dict[str, int] = {name: count for name, count in counts}
    found: list[Finding] = []
    for name in names:
        try:
            log = store.log(name, store.begin(name)[1])
        except DamagedTable as damage:
            found.append(Finding(str(damage), name, damage.good))
            continue
        # Rows beyond the end of a log belong to it too, or its end was changed.
        if not log.whole or stored.get(name, 0) != log.head.length:
            found.append(Finding("chain", name, log.head.length))
    lost = set(stored) - set(names)
    found += [Finding(f"entries of a table that is gone: {name}") for name in lost]
    return len(names), sum(stored.values()), found
