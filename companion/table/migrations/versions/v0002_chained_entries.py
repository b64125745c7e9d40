"""Entries chained by digest; a table knows how long its log is and how it ends."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.table.digests import charter_digest, entry_digest

revision = "v0002"
down_revision = "v0001"

tables = sa.table(
    "tables",
    *map(
        sa.column,
        ("id", "game", "engine", "players", "options", "created", "length", "head"),
    ),
)
entries = sa.table(
    "entries",
    *map(
        sa.column,
        ("table_id", "version", "kind", "who", "once", "at", "body", "shown", "digest"),
    ),
)


def upgrade() -> None:
    """Chain every log as it is found."""
    text, number = sa.String(64), sa.Integer
    op.add_column(
        "tables", sa.Column("length", number, nullable=False, server_default="0")
    )
    op.add_column("tables", sa.Column("head", text, nullable=False, server_default=""))
    op.add_column(
        "entries", sa.Column("digest", text, nullable=False, server_default="")
    )
    connection = op.get_bind()
    for table in connection.execute(sa.select(tables)).all():
        _chain(connection, table)


def _chain(connection: sa.Connection, table: Any) -> None:
    column = entries.c
    rows = connection.execute(
        sa.select(entries).where(column.table_id == table.id).order_by(column.version)
    ).all()
    head, digests = charter_digest(table[:6]), []
    for row in rows:
        head = entry_digest(head, row[1:8])
        digests.append({"which": row.version, "found": head})
    if digests:
        chained = (
            sa.update(entries)
            .where(column.table_id == table.id, column.version == sa.bindparam("which"))
            .values(digest=sa.bindparam("found"))
        )
        connection.execute(chained, digests)
    # The last version, not the count: an entry that is missing must be missed.
    length = rows[-1].version if rows else 0
    connection.execute(
        sa.update(tables)
        .where(tables.c.id == table.id)
        .values(length=length, head=head)
    )
