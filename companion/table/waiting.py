"""Photos that wait for an answer, known to every server on the database.

Each server has them at hand, because every stream asks for them; the database is asked
when another server says that something has changed, or for a photo not heard of yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from threading import Lock
from time import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from companion.core.seats import Seat
from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.live import Live
from companion.table.postgres import notify_photos
from companion.table.proposals import Proposal
from companion.table.store import Store
from companion.table.table import Table
from companion.table.troubles import StoreTrouble

EACH = 4
"""Photos of one table that are kept: a few seats may take one at the same time."""

MOST = 100
"""Photos kept in all, about 100 KB each."""

OF_PLACE = 40
"""Photos of one address: ten tables that each keep their four."""

SECONDS = 1800.0
"""An abandoned table's photo is not kept longer than this."""

_READ = msgspec.json.Decoder(Proposal)
_ROW = schema.proposals.c


class Proposals:
    """Keeps the open proposals of every table, and says so live."""

    def __init__(
        self,
        store: Store,
        live: Live,
        *,
        each: int = EACH,
        most: int = MOST,
        of_place: int = OF_PLACE,
        clock: Callable[[], float] = time,
    ) -> None:
        self._store, self._live, self._clock = store, live, clock
        self._each, self._most, self._of_place = each, most, of_place
        self._kept: dict[str, tuple[float, Proposal]] = {}
        self._lock = Lock()
        # What is learnt and what is dropped follow each other: else a photo that was
        # read from the database just before it was dropped would come back.
        self._turn = Lock()

    def keep(self, made: Proposal, address: str = "") -> None:
        """Keep a proposal and let everyone at the table look.

        The `address` it came from is only counted; the camera over the table has none.

        Raises:
            StoreTrouble: if it cannot be kept; then it could not be accepted either.
        """
        now = self._clock()
        with self._store.write() as connection:
            connection.execute(
                insert(schema.proposals), _row(made, now, _place(address))
            )
            self._make_room(connection, made)
            notify_photos(connection)
        with self._lock:
            self._kept[made.id] = (now, made)
        self.catch_up()
        self._live.publish(made.table, made.version)

    def open(self, table: str, version: int, eyes: Seat | None) -> tuple[Proposal, ...]:
        """Return what these eyes may see; older versions have fallen away."""
        since = self._clock() - SECONDS
        with self._lock:
            kept = tuple(self._kept.values())
        return tuple(
            made
            for at, made in kept
            if (made.table, made.version) == (table, version)
            and made.secret_of in (None, eyes)
            and at >= since
        )

    def find(self, table: Table, who: Bearer, name: str) -> Proposal | None:
        """Return an open proposal, None if there is none for this one's eyes."""
        if name not in self._kept:
            self.catch_up()  # taken at another server, a moment ago
        found = self.open(table.charter.table, table.version, table.eyes(who))
        return next((made for made in found if made.id == name), None)

    def drop(self, made: Proposal) -> None:
        """Forget a proposal; harmless if it is forgotten already."""
        with self._turn:
            with self._store.write() as connection:
                connection.execute(delete(schema.proposals).where(_ROW.id == made.id))
                notify_photos(connection)
            with self._lock:
                self._kept.pop(made.id, None)
        self._live.publish(made.table, made.version)

    def catch_up(self) -> None:
        """Learn of what other servers have kept and dropped, and tell of it.

        Raises:
            StoreTrouble: if the database cannot be asked.
        """
        with self._turn:
            changed = self._learn()
        for table, version in {(made.table, made.version) for made in changed}:
            self._live.publish(table, version)

    def _learn(self) -> list[Proposal]:
        """Do as the database says; return what came and what is gone."""
        since = self._clock() - SECONDS
        query = select(_ROW.id, _ROW.made).order_by(_ROW.made)
        with self._lock:
            before = tuple(self._kept.items())
        rows = self._store.ask(lambda line: line.execute(query).all())
        names = [name for name, at in rows if at >= since]
        if len(names) < len(rows):
            self._delete_old(since)
        # One that is kept while this is asked is not among the names, and not gone.
        gone = [made for name, (_, made) in before if name not in names]
        fresh = [name for name in names if name not in self._kept]
        heard = self._fetch(fresh) if fresh else []
        with self._lock:
            for made in gone:
                self._kept.pop(made.id, None)
            for at, made in heard:
                # Kept here meanwhile, with its picture: that one stays.
                self._kept.setdefault(made.id, (at, made))
        return [*gone, *(made for _, made in heard)]

    def _fetch(self, names: Iterable[str]) -> list[tuple[float, Proposal]]:
        wanted = select(_ROW.made, _ROW.body, _ROW.picture).where(_ROW.id.in_(names))
        rows = self._store.ask(lambda line: line.execute(wanted).all())
        found = []
        for at, body, picture in rows:
            try:
                made = _READ.decode(body)
            except msgspec.MsgspecError:
                continue  # of a server with another version of the app
            found.append((at, replace(made, picture=bytes(picture))))
        return found

    def _delete_old(self, since: float) -> None:
        """Delete what was abandoned, even if nobody takes another photo."""
        with suppress(StoreTrouble), self._store.write() as connection:
            connection.execute(delete(schema.proposals).where(_ROW.made < since))

    def _make_room(self, connection: Connection, made: Proposal) -> None:
        """Delete what is out of date, and the oldest of who has too many."""
        mine = _ROW.table_id == made.table
        stale = (mine & (_ROW.version < made.version)) | (
            _ROW.made < self._clock() - SECONDS
        )
        connection.execute(delete(schema.proposals).where(stale))
        query = select(_ROW.id, _ROW.table_id, _ROW.place).order_by(_ROW.made, _ROW.id)
        rows = [_Kept(*row) for row in connection.execute(query)]
        over = _too_many(rows, self._each, self._of_place, self._most)
        if over:
            connection.execute(delete(schema.proposals).where(_ROW.id.in_(over)))


class _Kept(NamedTuple):
    """A photo that waits, as far as it is counted."""

    id: str
    table: str
    place: str


def _too_many(rows: list[_Kept], each: int, of_place: int, most: int) -> list[str]:
    """Return which photos must go, given oldest first.

    A table and an address each have their bound. When all places are taken, whoever
    has the most gives up the oldest: so a newcomer takes from the greediest, and never
    from somebody who has less.
    """
    gone: list[str] = []
    while True:
        tables = Counter(row.table for row in rows)
        places = Counter(row.place for row in rows if row.place)
        greediest = max((_held(row, tables, places) for row in rows), default=0)
        full = len(rows) > most
        out = next(
            (
                row
                for row in rows
                if tables[row.table] > each
                or places[row.place] > of_place
                or (full and _held(row, tables, places) == greediest)
            ),
            None,
        )
        if out is None:
            return gone
        rows.remove(out)
        gone.append(out.id)


def _held(row: _Kept, tables: Counter[str], places: Counter[str]) -> int:
    """Return how many photos are of the same address; the camera's, of its table."""
    return places[row.place] if row.place else tables[row.table]


def _place(address: str) -> str:
    # Hashed, so that the database does not say who was here.
    return blake2b(address.encode(), digest_size=12).hexdigest() if address else ""


def _row(made: Proposal, now: float, place: str) -> dict[str, Any]:
    secret = made.secret_of is not None or made.unshown
    return {
        "id": made.id,
        "table_id": made.table,
        "version": made.version,
        "made": now,
        "place": place,
        "body": msgspec.json.encode(replace(made, picture=b"")).decode(),
        # A picture of somebody's hand stays in the memory of the server that read it.
        "picture": b"" if secret else made.picture,
    }
