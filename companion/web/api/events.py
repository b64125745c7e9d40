"""Live news: "changed, fetch your view", with the version as the event's id."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request
from werkzeug.exceptions import ServiceUnavailable

from companion.table.bearer import Bearer
from companion.table.live import CLOSING, Listener, TooManyListeners
from companion.web.api.contract import call
from companion.web.services import Services, services

bp = Blueprint("events", __name__, url_prefix="/api")

HEARTBEAT = 15.0
"""Seconds between signs of life; a phone that vanished is noticed by them."""

RETRY = 1500
"""Milliseconds after which a browser tries again."""


@bp.get("/tables/<table_id>/events")
@call(gives="text/event-stream", refuses=(503,))
def events(table_id: str, who: Bearer) -> Response:
    """Stream `changed`, with the version as the event's id, as versions come."""
    del who  # a good ticket is all it takes
    try:
        listener = services().live.join(table_id)
    except TooManyListeners:
        raise ServiceUnavailable(retry_after=5) from None
    # Joined first, asked second: no version can fall between the two.
    stream = Stream(services(), table_id, listener, last_seen())
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
    return Response(stream, mimetype="text/event-stream", headers=headers)


def last_seen() -> int | None:
    """Return the version this phone says it has seen, if it says so."""
    told = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    return int(told) if told.isdecimal() and len(told) < 12 else None


class Stream:
    """The lines of one stream; whoever closes it sets the listener free."""

    def __init__(
        self, home: Services, table: str, listener: Listener, seen: int | None
    ) -> None:
        self._home = home
        self._table = table
        self._listener = listener
        self._seen = seen
        self._lines = self._talk()

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        """Let the listener go, whether or not anything was ever sent."""
        self._home.live.leave(self._table, self._listener)

    def _talk(self) -> Iterator[bytes]:
        yield b"retry: %d\n\n" % RETRY
        told = self._home.tables.store.version(self._table)
        if told != self._seen:
            yield changed(told)
        while True:
            version = self._listener.wait(HEARTBEAT)
            if version == CLOSING:
                return
            if version is None:
                # Another process may have written what nobody published here.
                version = self._home.tables.store.version(self._table)
                if version <= told:
                    yield b": here\n\n"
                    continue
            if version > told:
                told = version
                yield changed(told)


def changed(version: int) -> bytes:
    """Return the one event there is."""
    return b'id: %d\nevent: changed\ndata: {"version":%d}\n\n' % (version, version)
