"""Alembic runs this file: the connection comes from `upgrade`, not from an ini."""

from __future__ import annotations

from alembic import context

from companion.table.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata
)
with context.begin_transaction():
    context.run_migrations()
