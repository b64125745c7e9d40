"""Steps that one tap said: their ids are the same up to the last plus."""

from __future__ import annotations

from companion.table.bearer import Bearer
from companion.table.table import LogEntry, PlayedStep, Table

LONGEST = 4
"""Words of one tap, and one to spare: a program may count with a plus all evening."""


def same_tap(table: Table, place: int) -> list[PlayedStep]:
    """Return a step and those before it that the same tap said."""
    log, first = table.log, place
    while first > max(0, place + 1 - LONGEST):
        if _tap(log[first].entry) != _tap(log[first - 1].entry):
            break
        first -= 1
    return [log[at] for at in range(first, place + 1)]


def _tap(entry: LogEntry) -> tuple[Bearer, str]:
    return entry.who, entry.once.rpartition("+")[0] or entry.once
