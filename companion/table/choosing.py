"""Which table a camera serves, where nobody has chosen one."""

from __future__ import annotations

from sqlalchemy import select

from companion.core.errors import Refusal
from companion.table import schema
from companion.table.service import Tables
from companion.table.table import Table

LATEST = 12
"""Tables that are looked at: older ones are hardly on the table under the camera."""


def awaited(tables: Tables) -> str | None:
    """Return the newest table in play that waits for what a camera could see."""
    column = schema.tables.c
    query = select(column.id).order_by(column.created.desc()).limit(LATEST)
    with tables.store.read() as connection:
        names = [str(name) for name in connection.execute(query).scalars()]
    return next((name for name in names if _waits(tables, name)), None)


def _waits(tables: Tables, name: str) -> bool:
    try:
        table = tables.open(name)
    except Refusal:  # deleted just now
        return False
    return (
        isinstance(table, Table)
        and table.game.outcome(table.state) is None
        and table.game.expects(table.state, None) is not None
    )
