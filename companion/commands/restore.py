"""`python app.py restore SNAPSHOT`: bring back a copy that the server has kept.

`--rescue` does without one, where only an index is damaged or a part of the rows.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.where import OTHER_ENGINE, add_where, find
from companion.table.database import NoDatabase
from companion.table.rescue import rescue
from companion.table.snapshots import NoSnapshot, Snapshots, restore
from companion.table.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    parser.add_argument(
        "snapshot", nargs="?", help="its name or path; without one, list what there is"
    )
    parser.add_argument(
        "--rescue",
        action="store_true",
        help="no snapshot: read every row that can be read out of the damaged file",
    )
    add_where(parser)


def main(chosen: argparse.Namespace) -> int:
    """Bring the snapshot back; 0 if that was done."""
    where = find(chosen)
    if where is None:
        _say(OTHER_ENGINE)
        return 2
    if chosen.rescue:
        return _rescue(where.database)
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


def _rescue(database: Path) -> int:
    try:
        done = rescue(database)
    except (NoSnapshot, NoDatabase) as problem:
        _say(f"Nothing was changed: {problem}.")
        return 1
    gaps = f", {done.gaps} places could not be read" if done.gaps else ""
    _say(f"{database}: {done.rows} rows were brought into a new file{gaps}.")
    if done.aside:
        _say(f"The damaged file is kept as {done.aside.name}.")
    report = verify(database)
    for finding in report.findings:
        whose = f"Table {finding.table}: good up to move {finding.good}."
        _say(whose if finding.table else finding.what)
    if not report.findings:
        _say(f"{report.tables} tables, {report.entries} entries, all as written.")
    return 1 if report.findings else 0


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
