"""Where the data lie: the same words for every command that looks at them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

FILE = "tables.sqlite"
"""The database in the data folder, unless another one is chosen."""

SNAPSHOTS = "snapshots"
"""The folder in the data folder where copies of the database are kept."""


class Where(NamedTuple):
    """The database file of a server, and where its snapshots are."""

    database: Path
    snapshots: Path


def add_where(parser: argparse.ArgumentParser) -> None:
    """Let a command be told where the data lie, as `run` is."""
    parser.add_argument("--data", help="folder for tables and pictures (default: data)")
    parser.add_argument("--database", help="SQLAlchemy URL instead of SQLite in --data")


def data_folder(given: str | None) -> Path:
    """Return the data folder: given, else from the environment, else ours."""
    return Path(given or os.environ.get("KARMA_DATA") or ROOT / "data")


def find(chosen: argparse.Namespace) -> Where | None:
    """Return where the data lie; None if another engine than SQLite keeps them."""
    from companion.table.database import file_of

    data = data_folder(chosen.data)
    url = chosen.database or os.environ.get("KARMA_DATABASE")
    database = file_of(url) if url else data / FILE
    return Where(database, data / SNAPSHOTS) if database else None


OTHER_ENGINE = (
    "Only SQLite files are checked and restored here; for another database use its"
    " own tools."
)
