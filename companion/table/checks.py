"""Nothing is written that the game could not go on from."""

from __future__ import annotations

import json
import logging

from companion.core.errors import Impossible, Refusal
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.table import EntryKind, LogEntry, Table
from companion.table.view import view

_log = logging.getLogger(__name__)


def admit(table: Table, entry: LogEntry) -> Table:
    """Return the table with one more entry, its state checked where rules did not.

    Raises:
        Refusal: if the entry cannot be read, the game does not allow it, or the state
            it leads to is broken.
    """
    if entry.kind is not EntryKind.OVERRIDE:
        return table.admit(entry)
    try:
        after = table.admit(entry)
        check(after)
    except Refusal:
        raise
    except Exception as broken:
        # The host's word is the one way past the rules, into states that no engine
        # was written for: whatever breaks there is the word's fault, not ours.
        _log.warning("an override was refused", exc_info=broken)
        raise _impossible() from broken
    return after


def check(table: Table) -> None:
    """Make sure that a state is sound and that everybody can be shown it.

    Raises:
        Impossible: if it breaks an invariant of the game.
    """
    if faults := table.game.faults(table.state):
        _log.warning("an override was refused: %s", "; ".join(faults))
        raise _impossible()
    seats = range(len(table.charter.players))
    for bearer in (HOST, WATCHER, *map(at_seat, seats)):
        json.dumps(view(table, bearer))


def _impossible() -> Impossible:
    return Impossible("The game cannot go on from there, so nothing was changed.")
