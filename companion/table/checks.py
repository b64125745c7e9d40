"""Nothing is written that the game could not go on from."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Any

from companion.core.errors import Impossible, Refusal
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.chunks import Chunks
from companion.table.table import EntryKind, LogEntry, Table
from companion.table.view import view

_log = logging.getLogger(__name__)


def admit(table: Table, entry: LogEntry) -> Table:
    """Return the table with one more entry, after a look at where it leads.

    Raises:
        Refusal: if the entry cannot be read, the game does not allow it, or the state
            it leads to is broken.
    """
    if entry.kind is EntryKind.OVERRIDE:
        return _forced(table, entry)
    after = table.admit(entry)
    # Taking back leads to a state that stood before: it must stay the way out of a
    # broken one. Drawing every view of a legal move would cost 0.5 to 0.8 ms for four
    # players, ten times the move itself (faults: under 0.1 ms), and could only find
    # what the simulations of every game have found before.
    if entry.kind is not EntryKind.UNDO:
        _check_state(after)
    return after


def may_overrule(table: Table, action: Any) -> bool:
    """Tell whether the host's word would carry out an action that a rule forbids."""
    word = {"action": table.game.to_json(action), "reason": ""}
    entry = LogEntry(table.version + 1, EntryKind.OVERRIDE, HOST, "", "", word)
    try:
        admit(table, entry)
    except Refusal:
        return False
    return True


def _forced(table: Table, entry: LogEntry) -> Table:
    try:
        after = table.admit(entry)
        _check_state(after)
        _check_views(after)
    except Refusal:
        raise
    except Exception as broken:
        # The host's word is the one way past the rules, into states that no engine
        # was written for: whatever breaks there is the word's fault, not ours.
        _log.warning("an override was refused", exc_info=broken)
        raise _impossible() from broken
    return after


def _check_state(table: Table) -> None:
    if faults := table.game.faults(table.state):
        name, version = table.charter.table, table.version
        _log.error("table %s, entry %d: %s", name, version, "; ".join(faults))
        raise _impossible()


def _check_views(table: Table) -> None:
    # Earlier lines were drawn when they were new: only the last one is new here.
    last = replace(table, log=Chunks(None, table.log[-1:]))
    seats = range(len(table.charter.players))
    for bearer in (HOST, WATCHER, *map(at_seat, seats)):
        json.dumps(view(last, bearer))


def _impossible() -> Impossible:
    return Impossible("The game cannot go on from there, so nothing was changed.")
