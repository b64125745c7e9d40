"""Signed tickets: who may do what at which table, in a header or a cookie."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from companion.core.errors import Refusal
from companion.core.phrase import say
from companion.table.bearer import Bearer, Role
from companion.table.seating import Seating

COOKIE_LIFE = 180 * 24 * 3600
"""Half a year: a phone finds its seat again when a long game goes on."""

READ = 1024
"""Tables whose tickets need not be read again."""

READ_OF_TABLE = 16
"""Tickets of one table: every seat, the host, who watches, and some that are older."""


class NoTicket(Refusal):
    """No ticket, or one that cannot be read."""

    code = "no_ticket"


class WrongTicket(Refusal):
    """A good ticket, but for something else."""

    code = "wrong_ticket"


class Tickets:
    """Writes and reads tickets with the key of this server."""

    def __init__(self, key: str, seating: Seating) -> None:
        self._pen = URLSafeSerializer(key, salt="ticket")
        self._seating = seating
        # What is written on a ticket never changes; whether it is good is asked below.
        self._read: OrderedDict[str, dict[str, tuple[str, int]]] = OrderedDict()
        self._lock = Lock()

    def write(self, table: str, bearer: Bearer) -> str:
        """Return a ticket for a table."""
        generation = self.generation(table, bearer)
        return str(self._pen.dumps([table, str(bearer), generation]))

    def read(self, ticket: str, table: str) -> Bearer:
        """Return whom a ticket lets in at a table.

        Raises:
            NoTicket: if it is forged, or its seat was freed since.
            WrongTicket: if it belongs to another table.
        """
        known = self._read.get(table, {}).get(ticket)
        who, generation = known or self._read_first(ticket, table)
        bearer = Bearer.read(who)
        if generation != self.generation(table, bearer):
            raise NoTicket(
                say("This place was given to another device. Ask the host for a link.")
            )
        return bearer

    def holder(self, table: str, role: str | None = None) -> Bearer:
        """Return who sends this request: by header, else by cookie.

        A browser that holds several tickets says which one it means with `as`
        (`host`, `seat-0`, `watch`); otherwise its seat speaks first. Where a `role` is
        asked for, nobody else is let in.
        """
        if "Authorization" in request.headers:
            given = request.authorization
            if given is None or given.type != "bearer" or not given.token:
                raise NoTicket(say("A ticket travels as: Authorization: Bearer."))
            bearer = self.read(given.token, table)
            if role not in (None, str(bearer)):
                raise WrongTicket(say("Only the host can open this. Ask them."))
            return bearer
        wish = role or request.args.get("as")
        held = [held for held in self.held(table) if wish in (None, str(held))]
        if not held:
            raise NoTicket(say("Scan the code on the table to join it."))
        return min(held, key=lambda one: list(_ORDER).index(one.role))

    def held(self, table: str) -> Iterator[Bearer]:
        """Yield everyone this browser may be at a table."""
        start = cookie_name(table, "")
        for name in sorted(request.cookies):
            if name.startswith(start):
                try:
                    yield self.read(request.cookies[name], table)
                except Refusal:
                    continue

    def give(self, response: Response, table: str, bearer: Bearer) -> Response:
        """Put a ticket into the browser's pocket."""
        response.set_cookie(
            cookie_name(table, str(bearer)),
            self.write(table, bearer),
            max_age=COOKIE_LIFE,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return response

    def generation(self, table: str, bearer: Bearer) -> int:
        """Return which tickets of somebody are good now."""
        if bearer.role is Role.HOST:
            return self._seating.host_generation(table)
        if bearer.seat is None:
            return 0
        return self._seating.generation(table, bearer.seat)

    def forget(self, table: str) -> None:
        """Let go of what was read of a table's tickets."""
        with self._lock:
            self._read.pop(table, None)

    def _read_first(self, ticket: str, table: str) -> tuple[str, int]:
        try:
            where, who, generation = self._pen.loads(ticket)
        except (BadSignature, ValueError, TypeError) as forged:
            raise NoTicket(
                say("This ticket cannot be read. Scan the code on the table again.")
            ) from forged
        if where != table:
            raise WrongTicket(say("This ticket is for another table."))
        with self._lock:
            of_table = self._read.setdefault(table, {})
            self._read.move_to_end(table)
            of_table[ticket] = who, generation
            while len(of_table) > READ_OF_TABLE:
                del of_table[next(iter(of_table))]
            while len(self._read) > READ:
                self._read.popitem(last=False)
        return who, generation


_ORDER = (Role.SEAT, Role.HOST, Role.WATCH)


def cookie_name(table: str, bearer: str) -> str:
    """Return the name of the cookie that holds a ticket."""
    return f"table-{table}-{bearer}"


def tables_in_pocket() -> list[tuple[str, str]]:
    """Return (table, bearer) of every ticket cookie this browser sent."""
    found = []
    for name in request.cookies:
        start, _, rest = name.partition("-")
        table, _, bearer = rest.partition("-")
        if start == "table" and table and bearer:
            found.append((table, bearer))
    return found
