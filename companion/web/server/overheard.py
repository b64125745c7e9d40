"""What other servers on the database have done, told to the phones that listen here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from companion.core.errors import Refusal
from companion.table.bearer import HOST
from companion.table.live import CLOSING
from companion.web.services import Services

MANY = 500
"""Tables that are asked for in one question; SQLite takes 999 values on old systems."""


def look_at_photos(home: Services) -> None:
    """Learn which photos wait for an answer."""
    with suppress(Refusal):
        home.proposals.catch_up()


def look_at_tickets(home: Services, only: Sequence[str] | None = None) -> None:
    """End the streams whose tickets are good no more, at all tables or at some."""
    tables = home.live.tables()
    if only is not None:
        tables = tuple(set(only).intersection(tables))
    with suppress(Refusal):
        for start in range(0, len(tables), MANY):
            part = tables[start : start + MANY]
            found = home.seating.generations(part)
            for table in part:
                home.live.dismiss(table, partial(_good, found, table))


def _good(found: Mapping[tuple[str, str], int], table: str, ticket: str) -> int:
    # A host who was never replaced has no row; a seat without one is gone.
    return found.get((table, ticket), 0 if ticket == str(HOST) else -1)


def look_around(home: Services) -> None:
    """Tell how far every table is that somebody listens to, and which are gone."""
    look_at_photos(home)
    look_at_tickets(home)
    tables = home.live.tables()
    # A store in trouble is told of by requests; streams just go on.
    with suppress(Refusal):
        _forget_gone(home)
        for start in range(0, len(tables), MANY):
            part = tables[start : start + MANY]
            found = home.tables.store.versions(part)
            for table in part:
                home.live.hear(table, found.get(table, CLOSING))
            # Said at another server, a move brings no new version along.
            for table in home.evenings.left(part):
                home.live.publish(table, found.get(table, CLOSING))


def _forget_gone(home: Services) -> None:
    """Let go of tables that were deleted at another server."""
    names = home.tables.memory.names()
    for start in range(0, len(names), MANY):
        part = names[start : start + MANY]
        for gone in set(part).difference(home.tables.store.versions(part)):
            home.tables.memory.forget(gone)
