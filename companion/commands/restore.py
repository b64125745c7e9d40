"""`python app.py restore SNAPSHOT`: bring back a copy that the server has kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.where import OTHER_ENGINE, add_where, find
from companion.table.snapshots import NoSnapshot, Snapshots, restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    parser.add_argument(
        "snapshot", nargs="?", help="its name or path; without one, list what there is"
    )
    add_where(parser)


def main(chosen: argparse.Namespace) -> int:
    """Bring the snapshot back; 0 if that was done."""
    where = find(chosen)
    if where is None:
        _say(OTHER_ENGINE)
        return 2
    if not chosen.snapshot:
        return _list(Snapshots(where.database, where.snapshots))
    given = Path(chosen.snapshot)
    snapshot = given if given.exists() else where.snapshots / given.name
    if not snapshot.is_file():
        _say(f"There is no snapshot {chosen.snapshot}, nor one in {where.snapshots}.")
        return 2
    return _bring_back(snapshot, where.database)


def _bring_back(snapshot: Path, database: Path) -> int:
    try:
        aside = restore(snapshot, database)
    except NoSnapshot as problem:
        _say(f"Nothing was changed: {problem}.")
        return 1
    _say(f"{database} is now as it was in {snapshot.name}.")
    if aside:
        _say(f"What was there before is kept as {aside.name}.")
    return 0


def _list(snapshots: Snapshots) -> int:
    found = snapshots.all()
    if not found:
        _say(f"There are no snapshots in {snapshots.folder}.")
        return 2
    _say(f"Snapshots in {snapshots.folder}, newest first:")
    for path in found:
        _say(f"  {path.name}  {path.stat().st_size // 1024} kB")
    _say("Bring one back with: python app.py restore NAME")
    return 2


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
