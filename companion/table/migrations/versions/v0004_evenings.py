"""Tables that follow tables, people, and results by person."""

from __future__ import annotations

import json
from typing import Any
from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"

tables = sa.table("tables", sa.column("id"), sa.column("host"))
results = sa.table(
    "results",
    *map(
        sa.column,
        ("table_id", "game", "players", "scores", "winners", "started", "host"),
    ),
)
played = sa.table(
    "played",
    *map(
        sa.column,
        (
            "table_id",
            "seat",
            "host",
            "person",
            "game",
            "score",
            "won",
            "luck",
            "deeds",
            "started",
        ),
    ),
)


def upgrade() -> None:
    """Make what is new, and sort the results there are by person."""
    op.add_column("tables", sa.Column("successor", sa.String(20)))
    op.add_column("hosts", sa.Column("share", sa.String(20)))
    op.create_index("hosts_by_share", "hosts", ["share"], unique=True)
    op.add_column("results", sa.Column("host", sa.String(32)))
    op.create_index("results_by_host", "results", ["host", "started"])
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("host", sa.String(32)),
        sa.Column("person", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("luck", sa.Float),
        sa.Column("deeds", sa.Text, nullable=False),
        sa.Column("started", sa.String(30), nullable=False),
    )
    op.create_index("played_by_person", "played", ["host", "person", "started"])
    op.create_index("played_by_game", "played", ["host", "game", "person"])
    op.create_table(
        "people",
        sa.Column("host", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(60), primary_key=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("colour", sa.String(20), nullable=False),
        sa.Column("seen", sa.String(30), nullable=False),
    )
    connection = op.get_bind()
    hosted = sa.select(tables.c.host).where(tables.c.id == results.c.table_id)
    connection.execute(sa.update(results).values(host=hosted.scalar_subquery()))
    for row in connection.execute(sa.select(results)).all():
        rows = _rows(row)
        if rows:
            connection.execute(sa.insert(played), rows)


def _rows(row: sa.Row[Any]) -> list[dict[str, object]]:
    names, scores = json.loads(row.players), json.loads(row.scores)
    winners = json.loads(row.winners)
    return [
        {
            "table_id": row.table_id,
            "seat": seat,
            "host": row.host,
            "person": normalize("NFKC", normalize("NFKC", name).casefold())[:60],
            "game": row.game,
            "score": score,
            "won": int(seat in winners),
            "luck": None,
            "deeds": "{}",
            "started": row.started,
        }
        # A neutral player may have a score, but it is nobody's evening.
        for seat, (name, score) in enumerate(zip(names, scores, strict=False))
    ]
