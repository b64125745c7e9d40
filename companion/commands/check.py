"""`python app.py check`: is the database sound, and is every log as it was written?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.where import OTHER_ENGINE, add_where, find
from companion.table.database import NoDatabase
from companion.table.verify import Finding, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    add_where(parser)


def main(chosen: argparse.Namespace) -> int:
    """Say what was found; 0 if all is well, 1 if not, 2 if nothing can be read."""
    where = find(chosen)
    if where is None:
        _say(OTHER_ENGINE)
        return 2
    path = where.database
    try:
        report = verify(path)
    except NoDatabase as problem:
        _say(f"{path} cannot be checked: {problem}")
        return 2
    for finding in report.findings:
        _say(_sentence(path, finding))
    if report.findings:
        _say("Stop the server and bring back a snapshot: python app.py restore")
        _say("If none is new enough, what can be read: python app.py restore --rescue")
        return 1
    _say(f"{path}: {report.tables} tables, {report.entries} entries, all as written.")
    return 0


def _sentence(path: Path, finding: Finding) -> str:
    if finding.table is None:
        return f"{path} is damaged: {finding.what}"
    return f"Table {finding.table} is damaged after move {finding.good}."


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
