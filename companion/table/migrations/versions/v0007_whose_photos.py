"""Where each photo that waits came from, so that one place cannot take all the room."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"


def upgrade() -> None:
    """Add the column; photos that wait just now came from nowhere in particular."""
    op.add_column(
        "proposals",
        sa.Column("place", sa.String(24), nullable=False, server_default=""),
    )
