"""The first schema: tables, entries, seats, codes and a drawer of settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of the first release."""
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("engine", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("who", sa.String(10), nullable=False),
        sa.Column("once", sa.String(80), nullable=False),
        sa.Column("at", sa.String(30), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "who", "once"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("taken", sa.String(30)),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.String(20), primary_key=True),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("used", sa.String(30)),
    )
