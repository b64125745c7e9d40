"""Codes in links and who sits where: a code is exchanged once, then it is dead."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from companion.core.phrase import say
from companion.table import schema
from companion.table.bearer import HOST, Bearer, Role, at_seat
from companion.table.database import put
from companion.table.glances import GENERATION
from companion.table.names import new_code
from companion.table.postgres import notify_tickets
from companion.table.refusals import CodeRefused, SeatTaken
from companion.table.schema import FREED, FREED_LAST
from companion.table.store import Store
from companion.table.table import now

PLAY = "play"
"""The role of a code that opens any free seat of a table."""

CODE_LENGTH = 8
"""Short enough to type; wrong ones are slowed down, so that nobody tries them all."""

HOSTS_PLACE = -1
"""The row of the host among the seats: it only counts which tickets are good."""

HOST_CODE_LENGTH = 12
"""The host may do everything: too long to be tried even by many at once."""


@dataclass(frozen=True, slots=True)
class Code:
    """What a code in a link stands for."""

    code: str
    table: str
    role: str
    """`seat`, `watch`, `play` or `host`."""

    seat: int | None
    used: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the table screen shows it."""

    seat: int
    taken: bool
    generation: int
    """Raised when the host frees the seat, so that older tickets open nothing."""


class Seating:
    """Hands out codes and remembers which seats are taken."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def prepare(self, table: str, seats: int) -> None:
        """Make the seats and codes of a new table."""
        rows = [
            {"table_id": table, "seat": seat, "generation": 0} for seat in range(seats)
        ]
        codes = [_code_row(table, "seat", seat) for seat in range(seats)]
        codes += [_code_row(table, role, None) for role in (PLAY, Role.WATCH.value)]
        with self._store.write() as connection:
            connection.execute(insert(schema.seats), rows)
            connection.execute(insert(schema.codes), codes)

    def links(self, table: str) -> tuple[Code, ...]:
        """Return the codes of a table that still open something."""
        column = schema.codes.c
        query = select(schema.codes).where(
            column.table_id == table, column.used.is_(None)
        )
        rows = self._store.ask(lambda line: line.execute(query).all())
        return tuple(_code(row) for row in rows)

    def places(self, table: str) -> tuple[Place, ...]:
        """Return the seats of a table in order."""
        column = schema.seats.c
        query = (
            select(schema.seats)
            .where(column.table_id == table, column.seat >= 0)
            .order_by(column.seat)
        )
        rows = self._store.ask(lambda line: line.execute(query).all())
        return tuple(
            Place(row.seat, row.taken is not None, row.generation) for row in rows
        )

    def generation(self, table: str, seat: int) -> int:
        """Return which tickets of a seat are good now."""
        glanced = self._store.glances.row(GENERATION, table, seat)
        if glanced is not None:
            return int(glanced[0])
        column = schema.seats.c
        query = select(column.generation).where(
            column.table_id == table, column.seat == seat
        )
        found = self._store.ask(lambda line: line.execute(query).scalar())
        return -1 if found is None else int(found)

    def host_generation(self, table: str) -> int:
        """Return which tickets of the host are good now."""
        return max(0, self.generation(table, HOSTS_PLACE))

    def generations(self, tables: Sequence[str]) -> dict[tuple[str, str], int]:
        """Return which tickets are good now, by table and by whose they are."""
        column = schema.seats.c
        query = select(column.table_id, column.seat, column.generation).where(
            column.table_id.in_(tables)
        )
        rows = self._store.ask(lambda line: line.execute(query).all())
        return {
            (table, str(HOST if seat == HOSTS_PLACE else at_seat(seat))): generation
            for table, seat, generation in rows
        }

    def host_code(self, table: str) -> str:
        """Return the code with which another device becomes the host."""
        for code in self.links(table):
            if code.role == Role.HOST:
                return code.code
        row = _code_row(table, Role.HOST.value, None)
        with self._store.write() as connection:
            connection.execute(insert(schema.codes), row)
        return str(row["code"])

    def become_host(self, code: str) -> str:
        """Use the host's code: every older ticket of the host dies; return the table.

        Raises:
            CodeRefused: if it stands for nothing (any more).
        """
        found = self.look_up(code)
        column, seat = schema.codes.c, schema.seats.c
        with self._store.write() as connection:
            taken = connection.execute(
                update(schema.codes)
                .where(column.code == code, column.role == Role.HOST.value)
                .where(column.used.is_(None))
                .values(used=now())
            )
            if taken.rowcount != 1:
                raise CodeRefused(say("This link opens no table here."))
            changed = connection.execute(
                update(schema.seats)
                .where(seat.table_id == found.table, seat.seat == HOSTS_PLACE)
                .values(generation=seat.generation + 1)
            )
            if changed.rowcount == 0:
                row = {"table_id": found.table, "seat": HOSTS_PLACE, "generation": 1}
                connection.execute(insert(schema.seats), row)
            _tell(connection, found.table)
        return found.table

    def look_up(self, code: str) -> Code:
        """Return what a code stands for.

        Raises:
            CodeRefused: if it stands for nothing.
        """
        query = select(schema.codes).where(schema.codes.c.code == code)
        row = self._store.ask(lambda line: line.execute(query).one_or_none())
        if row is None:
            raise CodeRefused(
                say("This link opens no table here. Scan the code on the table again.")
            )
        return _code(row)

    def exchange(self, code: str, seat: int | None = None) -> tuple[str, Bearer]:
        """Use a code; return the table and who its holder is from now on.

        Raises:
            CodeRefused: if the code stands for nothing, or no seat was chosen.
            SeatTaken: if another device was faster.
        """
        found = self.look_up(code)
        if found.role == Role.WATCH:
            return found.table, Bearer(Role.WATCH)
        if found.used:
            raise SeatTaken
        wanted = found.seat if found.role == Role.SEAT else seat
        if wanted is None:
            raise CodeRefused(say("Choose one of the free seats."))
        if wanted not in [place.seat for place in self.places(found.table)]:
            raise SeatTaken
        self._take(found.table, wanted)
        return found.table, at_seat(wanted)

    def inherit(self, table: str, seat: int) -> None:
        """Seat somebody who comes from the table before, with every device of theirs.

        Raises:
            SeatTaken: if the host has given the seat to somebody else since.
        """
        if self.generation(table, seat) != 0:
            raise SeatTaken
        with suppress(SeatTaken):  # by another device of the same person
            self._take(table, seat)

    def free(self, table: str, seat: int) -> str:
        """Free a seat: its tickets and links die, and a new code is returned."""
        row = _code_row(table, "seat", seat)
        column = schema.seats.c
        with self._store.write() as connection:
            connection.execute(
                update(schema.seats)
                .where(column.table_id == table, column.seat == seat)
                .values(taken=None, generation=column.generation + 1)
            )
            connection.execute(_spend(table, seat))
            connection.execute(insert(schema.codes), row)
            _tell(connection, table)
        return str(row["code"])

    def _take(self, table: str, seat: int) -> None:
        column = schema.seats.c
        free = and_(
            column.table_id == table, column.seat == seat, column.taken.is_(None)
        )
        with self._store.write() as connection:
            taken = connection.execute(
                update(schema.seats).where(free).values(taken=now())
            )
            if taken.rowcount != 1:
                raise SeatTaken
            connection.execute(_spend(table, seat))


def _tell(connection: Connection, table: str) -> None:
    """Let every server look whose streams at a table must end."""
    if connection.dialect.name == "postgresql":
        notify_tickets(connection, table)
        return
    column = schema.settings.c
    query = select(column.value).where(column.key == FREED)
    before = str(connection.execute(query).scalar() or "").split()
    # Never twice the same, so that whoever looks sees what is new.
    last = [*before, f"{table}.{token_urlsafe(6)}"][-FREED_LAST:]
    put(connection, schema.settings, {"key": FREED, "value": " ".join(last)})


def _spend(table: str, seat: int) -> Any:
    column = schema.codes.c
    return (
        update(schema.codes)
        .where(column.table_id == table, column.seat == seat, column.used.is_(None))
        .values(used=now())
    )


def _code_row(table: str, role: str, seat: int | None) -> dict[str, Any]:
    is_host = role == Role.HOST.value
    code = new_code(HOST_CODE_LENGTH if is_host else CODE_LENGTH)
    return {
        "code": code,
        "table_id": table,
        "role": role,
        "seat": seat,
        "used": None,
    }


def _code(row: Any) -> Code:
    return Code(row.code, row.table_id, row.role, row.seat, row.used is not None)
