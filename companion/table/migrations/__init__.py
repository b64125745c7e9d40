"""From every older schema to ours, step by step, when the server starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from companion.table import schema
from companion.table.postgres import PATIENT

FOLDER = Path(__file__).parent

FIRST = "v0001"
"""What databases are that were made before they knew their version."""

ADVISORY_LOCK = 7_231_001
"""Any number that no other program on the same PostgreSQL uses."""


class NewerSchema(Exception):
    """A newer app made this database: we cannot know what it means."""

    def __init__(self, version: str) -> None:
        super().__init__(f"a newer version of this app made it (schema {version})")


def upgrade(connection: Connection) -> None:
    """Bring a database to our schema, in one transaction and alone.

    On SQLite the transaction must have begun with the write lock (`BEGIN IMMEDIATE`).

    Raises:
        NewerSchema: if it is ahead of us.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(PATIENT)
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK}
        )
    known = set(inspect(connection).get_table_names())
    version = _version(connection) if "alembic_version" in known else None
    if version == schema.VERSION:
        return
    if version is not None and version > schema.VERSION:
        raise NewerSchema(version)
    # Imported only where there is something to do: it takes longer than the rest.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    if "tables" in known and "alembic_version" not in known:
        command.stamp(config, FIRST)
    command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Tell whether a database has our schema already."""
    known = inspect(connection).get_table_names()
    return "alembic_version" in known and _version(connection) == schema.VERSION


def _version(connection: Connection) -> str | None:
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    return found.scalar()
