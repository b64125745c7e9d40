"""Tables where somebody plays now, newest first: where a phone may sit down."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import and_, func, select

from companion.table import schema
from companion.table.refusals import DamagedTable
from companion.table.rows import CHARTER, charter_of
from companion.table.seating import PLAY
from companion.table.store import Store
from companion.table.table import Charter

OPEN_HOURS = 12
"""Hours after its last move in which a table counts as open: a long evening. Later it
is found by its own phones only, so that yesterday's game invites nobody."""

MOST = 12
"""Tables told of at most: a club night; more would be no help to choose from."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is played, or laid out and not begun."""

    charter: Charter
    code: str
    """What opens a free seat."""


def open_tables(store: Store, hours: float = OPEN_HOURS) -> tuple[OpenTable, ...]:
    """Return the tables that are not over and were touched lately, newest first."""
    since = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="seconds")
    with store.read() as connection:
        rows = connection.execute(_query(since)).all()
    found = []
    for row in rows:
        with suppress(DamagedTable):  # nothing to sit down at
            found.append(OpenTable(charter_of(row), str(row.code)))
    return tuple(found)


def is_over(store: Store, table: str) -> bool:
    """Tell whether a table's game has ended."""
    column = schema.results.c.table_id
    with store.read() as connection:
        found = connection.execute(select(column).where(column == table)).scalar()
    return found is not None


def _query(since: str) -> Any:
    table, entry, code = schema.tables, schema.entries, schema.codes
    ended = select(schema.results.c.table_id)
    last = and_(entry.c.table_id == table.c.id, entry.c.version == table.c.length)
    opens = and_(code.c.table_id == table.c.id, code.c.role == PLAY)
    columns: Sequence[Any] = (*CHARTER, code.c.code)
    return (
        select(*columns)
        .select_from(table.join(code, opens).outerjoin(entry, last))
        .where(
            table.c.id.not_in(ended),
            func.coalesce(entry.c.at, table.c.created) >= since,
        )
        .order_by(table.c.created.desc(), table.c.id)
        .limit(MOST)
    )
