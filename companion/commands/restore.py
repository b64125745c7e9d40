"""`python app.py restore SNAPSHOT`: bring back a copy that the server has kept.

`--rescue` reads what is left of a damaged file first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.where import OTHER_ENGINE, Where, add_where, find
from companion.table.database import NoDatabase
from companion.table.rescue import Kind, rescue
from companion.table.snapshots import NoSnapshot, Snapshots, restore, unsound
from companion.table.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    parser.add_argument(
        "snapshot", nargs="?", help="its name or path; without one, list what there is"
    )
    parser.add_argument(
        "--rescue",
        action="store_true",
        help="read every row that can be read out of the damaged file, and the rest"
        " out of the newest snapshot",
    )
    add_where(parser)


def main(chosen: argparse.Namespace) -> int:
    """Bring the snapshot back; 0 if that was done."""
    where = find(chosen)
    if where is None:
        _say(OTHER_ENGINE)
        return 2
    if chosen.rescue:
        return _rescue(where)
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


def _rescue(where: Where) -> int:
    database, copies = where.database, Snapshots(where.database, where.snapshots)
    newest = next((one for one in copies.all() if not unsound(one)), None)
    try:
        done = rescue(database, newest)
    except (NoSnapshot, NoDatabase) as problem:
        _say(f"Nothing was changed: {problem}.")
        return 1
    _say(f"{database}: {done.rows} rows were brought into a new file.")
    for name, kind in done.kinds.items():
        if kind.gaps:
            _say(_lost(name, kind, newest))
    if done.aside:
        _say(f"The damaged file is kept as {done.aside.name}.")
    report = verify(database)
    for finding in report.findings:
        whose = f"Table {finding.table}: good up to move {finding.good}."
        _say(whose if finding.table else finding.what)
    if not report.findings:
        _say(f"{report.tables} tables, {report.entries} entries, all as written.")
    return 1 if report.findings or done.gaps else 0


def _lost(name: str, kind: Kind, snapshot: Path | None) -> str:
    read = f"  {name}: {kind.rows} rows, {kind.gaps} places could not be read"
    if snapshot is None:
        return f"{read}; there is no snapshot to look into."
    return f"{read}; {kind.older} more came from {snapshot.name}."


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
