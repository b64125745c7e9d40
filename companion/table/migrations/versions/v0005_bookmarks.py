"""Bookmarks, so that long logs are opened soon."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"


def upgrade() -> None:
    """Make the table; bookmarks come by themselves while people play."""
    op.create_table(
        "bookmarks",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("begin", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.Column("proof", sa.String(64), nullable=False),
    )
