"""Hosts, their boxes and results leave the drawer of settings."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"

settings = sa.table("settings", sa.column("key"), sa.column("value"))
tables = sa.table("tables", sa.column("id"), sa.column("created"), sa.column("host"))
hosts = sa.table("hosts", sa.column("id"), sa.column("met"))
boxes = sa.table("boxes", *map(sa.column, ("host", "game", "corrections", "changed")))

UNKNOWN = "1970-01-01T00:00:00.000Z"
"""When a box was corrected that carries no date."""


def upgrade() -> None:
    """Make the new tables and move what the drawer held."""
    op.add_column("tables", sa.Column("host", sa.String(32)))
    op.create_table(
        "hosts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("met", sa.String(30), nullable=False),
    )
    op.create_table(
        "boxes",
        sa.Column("host", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("corrections", sa.Text, nullable=False),
        sa.Column("changed", sa.String(30), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("engine", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("winners", sa.Text, nullable=False),
        sa.Column("ending", sa.String(40), nullable=False),
        sa.Column("started", sa.String(30), nullable=False),
        sa.Column("seconds", sa.Integer),
        sa.Column("version", sa.Integer, nullable=False),
    )
    connection = op.get_bind()
    _move_hosts(connection)
    _move_boxes(connection)


def _move_hosts(connection: sa.Connection) -> None:
    met: dict[str, str] = {}
    for key, host in _drawer(connection, "host-"):
        table = key.removeprefix("host-")
        here = tables.c.id == table
        created = connection.execute(sa.select(tables.c.created).where(here)).scalar()
        if created is not None:
            connection.execute(sa.update(tables).where(here).values(host=host))
            met[host] = min(str(created), met.get(host, str(created)))
    for host, when in met.items():
        connection.execute(sa.insert(hosts).values(id=host, met=when))


def _move_boxes(connection: sa.Connection) -> None:
    for key, corrections in _drawer(connection, "box-"):
        # The key was cut at 40 letters: what is left of the host's secret is digested,
        # and `companion.table.hosts` looks for a box under that digest too.
        game, _, host = key.removeprefix("box-").rpartition("-")
        connection.execute(
            sa.insert(boxes).values(
                host=sha256(host.encode()).hexdigest()[:32],
                game=game,
                corrections=corrections,
                changed=UNKNOWN,
            )
        )


def _drawer(connection: sa.Connection, start: str) -> list[tuple[str, str]]:
    """Take out of the drawer everything whose key begins like this."""
    found = connection.execute(sa.select(settings)).all()
    taken = [
        (str(row.key), str(row.value)) for row in found if row.key.startswith(start)
    ]
    for key, _ in taken:
        connection.execute(sa.delete(settings).where(settings.c.key == key))
    return taken
