"""Live news: "changed, fetch your view", with the version as the event's id.

Photos and moves to another table are told in events without an id, so that
`Last-Event-ID` stays a version. A phone that says `?pages=1` has its page brought
along, as `page` instead of `changed`, whenever there is one to bring.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import ServiceUnavailable

from companion.core.errors import Refusal
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.table.bearer import Bearer, Role
from companion.table.live import CLOSING, Ear, Listener, TooManyListeners
from companion.table.table import Table
from companion.table.view import Shelved
from companion.web.api.contract import call
from companion.web.pages.carried import Brought, Carried
from companion.web.services import Services, services
from companion.web.tickets import NoTicket

bp = Blueprint("events", __name__, url_prefix="/api")

HEARTBEAT = 15.0
"""Seconds between signs of life; a phone that vanished is noticed by them."""

RETRY = 1500
"""Milliseconds after which a browser tries again."""

LONGEST_HEAD = 16 * 1024
"""Letters of headers that are remembered for pages to be brought along; a phone that
sends more asks for its pages. A browser sends 90 for each ticket it holds."""

HERE = b": here\n\n"
"""The sign of life: a comment that browsers pass over."""

MOVED = b"event: moved\ndata: {}\n\n"
"""The people of this table play on at another one: `/follow` leads there."""

CARRIER = "karma-table.carrier"
"""Where a server that carries streams itself says so, in the WSGI environment."""


@bp.get("/tables/<table_id>/events")
@call(gives="text/event-stream", refuses=(503,), query=("pages", "seen"))
def events(table_id: str, table: Table | Shelved, who: Bearer) -> Response:
    """Stream `changed` with the version as its id, or with `?pages=1` `page`."""
    eyes = table.eyes(who) if isinstance(table, Table) else None
    try:
        listener = services().live.join(table_id, _ear(table_id, who))
    except TooManyListeners:
        raise ServiceUnavailable(retry_after=5) from None
    # Joined first, asked second: no version can fall between the two.
    stream = Stream(
        services(),
        table_id,
        listener,
        eyes,
        last_seen(),
        carried=_carried(table_id, who),
    )
    # And whose ticket was taken away in between was not told to leave.
    try:
        if services().tickets.holder(table_id) != who:
            raise NoTicket(say("Scan the code on the table to join it."))
    except Refusal:
        stream.close()
        raise
    if CARRIER in request.environ and request.method == "GET":
        request.environ[CARRIER](stream)
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
    return Response(stream, mimetype="text/event-stream", headers=headers)


def _ear(table_id: str, who: Bearer) -> Ear:
    """Return who opens this stream, as far as it is counted."""
    address, is_shared = request.remote_addr or "", who.role == Role.WATCH
    generation = services().tickets.generation(table_id, who)
    return Ear(str(who), address, is_shared, generation)


def _carried(table_id: str, who: Bearer) -> Carried | None:
    """Return who draws the pages of this stream, if it wants them."""
    if request.args.get("pages") != "1":
        return None
    if sum(len(value) for _, value in request.headers) > LONGEST_HEAD:
        return None
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return Carried(app, table_id, who, request.environ)


def last_seen() -> int | None:
    """Return the version this phone says it has seen, if it says so."""
    told = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    return int(told) if told.isdecimal() and len(told) < 12 else None


class Stream:
    """The lines of one stream; whoever closes it sets the listener free.

    Our own server asks for `opening` and `news`, and holds no thread in between. Any
    other server can iterate over it, with a thread for each stream.
    """

    def __init__(
        self,
        home: Services,
        table: str,
        listener: Listener,
        eyes: Seat | None,
        seen: int | None,
        *,
        carried: Carried | None = None,
    ) -> None:
        self.listener = listener
        self._carried = carried
        self._home = home
        self._table = table
        self._eyes = eyes
        self._told = -1 if seen is None else seen
        self._open: frozenset[str] = frozenset()
        self._moved = False
        self._lines = self._talk()

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    @property
    def draws(self) -> bool:
        """Its news take a moment: they must not be asked for in a loop."""
        return self._carried is not None

    def close(self) -> None:
        """Let the listener go, whether or not anything was ever sent."""
        self._home.live.leave(self._table, self.listener)

    def opening(self) -> list[bytes]:
        """Return the first lines; the store is asked where the table stands."""
        now = self._home.tables.store.version(self._table)
        lines = [b"retry: %d\n\n" % RETRY]
        if now != self._told:
            lines.append(self._changed(now))
        return [*lines, *self._photos(), *self._move()]

    def news(self, version: int) -> list[bytes]:
        """Return what there is to say now that the table has reached a version."""
        if version > self._told:
            # The last word and the move to another table may come in one breath.
            move = self._move() if self.listener.heard_more else []
            return [self._changed(version), *self._photos(), *move]
        # Woken without a new version: by a photo, or because the people move.
        return [*self._photos(), *self._move()]

    def _talk(self) -> Iterator[bytes]:
        yield from self.opening()
        while (version := self.listener.wait(HEARTBEAT)) != CLOSING:
            if version is None:
                # Another process may have written what nobody published here.
                version = self._home.tables.store.version(self._table)
                if version <= self._told:
                    yield HERE
            yield from self.news(version)

    def _changed(self, version: int) -> bytes:
        """Tell of a version, with the page that shows it if there is one."""
        page = self._carried.draw(version) if self._carried else None
        self._told = version if page is None else page.version
        return changed(version) if page is None else brought(page)

    def _photos(self) -> list[bytes]:
        """Tell of the photos that came, and of those that are gone."""
        kept = self._home.proposals.open(self._table, self._told, self._eyes)
        now = frozenset(made.id for made in kept)
        gone = [proposed(name, False) for name in sorted(self._open - now)]
        fresh = [proposed(made.id, True) for made in kept if made.id not in self._open]
        self._open = now
        return gone + fresh

    def _move(self) -> list[bytes]:
        """Tell once that the same people play on at another table."""
        if self._moved or not self._home.evenings.successor(self._table):
            return []
        self._moved = True
        return [MOVED]


def changed(version: int) -> bytes:
    """Return the news that a table has reached a version."""
    return b'id: %d\nevent: changed\ndata: {"version":%d}\n\n' % (version, version)


def brought(page: Brought) -> bytes:
    """Return the news that a table has reached a version, with the page to be shown."""
    return b'id: %d\nevent: page\ndata: "%s"\n\n' % page


def proposed(name: str, is_open: bool) -> bytes:
    """Return the news that a photo can be looked at, or no longer."""
    told = b"true" if is_open else b"false"
    return b'event: proposal\ndata: {"id":"%s","open":%s}\n\n' % (name.encode(), told)
