"""Photos that wait and budgets of strangers, known to every server on the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"


def upgrade() -> None:
    """Make the tables; both begin empty, for what they hold is soon forgotten."""
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("picture", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "budgets",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("free", sa.Float, nullable=False),
    )
    op.create_index("budgets_by_free", "budgets", ["free"])
