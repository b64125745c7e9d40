"""Lines to phones: how long a request may take to come, and how many may be open.

uvicorn reads HTTP; it waits for ever for the end of a request's headers, and takes as
many connections as the system gives it. Here both have an end.
"""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.table.tally import Tally
from companion.web.server.keepers import Keepers
from companion.web.server.network import Proxies, plain_address

HEAD_SECONDS = 5.0
"""From the first byte to the end of the headers: a phone needs one packet for them."""

SILENT_SECONDS = 30.0
"""Without a first byte; browsers open lines ahead and use them soon, or never."""

GONE_SECONDS = 60
"""Until a phone that left without a word is noticed by what it does not confirm."""

HEAD_SIZE = 64 * 1024
"""Bytes of headers; a browser sends 90 for each ticket it holds."""

_END_OF_HEAD = re.compile(rb"\n\r?\n")

FILES = 16_384
"""Open files to ask for: every stream, and every line that only asks."""

LINES_OF_ADDRESS = 1500
"""Open lines of one address: its 1,000 streams (see `Live`) and what they ask."""


class Lines:
    """Counts the open lines of each address, at all workers, and of all here."""

    def __init__(
        self,
        most: int,
        proxies: Proxies | None = None,
        of_address: int = LINES_OF_ADDRESS,
    ) -> None:
        # A system with few open files has fewer lines: still never all for one.
        self.most, self.of_address = most, min(of_address, most // 2)
        self._proxies = proxies or Proxies()
        self.open = Tally()

    @property
    def has_room(self) -> bool:
        """Tell whether there may be one more line here."""
        return self.open.total() < self.most

    def enters(self, address: str, is_in: bool = False) -> bool:
        """Count a new line, or one let in elsewhere; False if there is no room."""
        # A proxy speaks for everybody; their streams are still counted.
        who = plain_address(address)
        free = is_in or self.open[who] < self.of_address or address in self._proxies
        if not free or not self.has_room:
            return False
        self.open.more(who)
        return True

    def leaves(self, address: str) -> None:
        """Count a line less."""
        self.open.less(plain_address(address))


class Line(H11Protocol):
    """One connection, with deadlines for what it sends."""

    lines: Lines
    """Set in a class of its own for every server; see `lines_of`."""

    keepers: Keepers | None = None
    """Who keeps which table, where several workers do."""

    def __init__(self, *args: Any, begun: bytes = b"", **kwargs: Any) -> None:
        """Take a new line, or one that another worker has `begun` to read."""
        super().__init__(*args, **kwargs)
        self._begun = begun
        self._head: asyncio.TimerHandle | None = None
        self._address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.lines.enters(address, is_in=bool(self._begun)):
            transport.abort()
            return
        self._address = address
        self.app_state = {"hang_up": transport.abort}
        _tune(transport)
        self.timeout_keep_alive_task = self.loop.call_later(
            SILENT_SECONDS, self.timeout_keep_alive_handler
        )
        if self._begun:
            self.data_received(self._begun)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count them out."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._head_is_here()
        if self._address is not None:
            self.lines.leaves(self._address)

    def data_received(self, data: bytes) -> None:
        """Read on; the first byte of a request starts its clock."""
        if self._is_handed_over(data):
            return
        if self._head is None and not self._is_answering():
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
        super().data_received(data)
        if self._is_answering():
            self._head_is_here()

    def handle_events(self) -> None:
        """Take what came; h11 measures headers only as long as their end is missing."""
        if self.conn.their_state is h11.IDLE:
            came = self.conn.trailing_data[0]
            if len(came) > HEAD_SIZE and not _END_OF_HEAD.search(came, 0, HEAD_SIZE):
                self._send_431()
                return
        super().handle_events()

    def _is_handed_over(self, request: bytes) -> bool:
        """Give the line to the worker that keeps the table it asks for, if it can."""
        if self.keepers is None or not self._is_between_requests():
            return False
        keeper = self.keepers.elsewhere(request)
        file = self.transport.get_extra_info("socket").fileno()
        if keeper is None or not self.keepers.hand(keeper, file, request):
            return False
        self.transport.abort()  # closes our end of it and says nothing to the phone
        return True

    def _is_between_requests(self) -> bool:
        """Tell whether all before is answered, and nothing of the next was read."""
        return (
            self._head is None
            and not self._is_answering()
            and self.conn.their_state is h11.IDLE
            and not self.conn.trailing_data[0]
            and not self.transport.get_write_buffer_size()
            and not self.transport.is_closing()
        )

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and say if it is only too long."""
        if self.conn.trailing_data[0] and len(self.conn.trailing_data[0]) > HEAD_SIZE:
            self._send_431()
            return
        with suppress(h11.LocalProtocolError):  # said in the middle of an answer
            super().send_400_response(msg)
        self.transport.close()

    def _send_431(self) -> None:
        self.transport.write(TOO_LONG)
        self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _head_is_here(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain\r\n"
    b"Connection: close\r\nContent-Length: 28\r\n\r\nThese headers are too long.\n"
)


def lines_of(most: int, proxies: Proxies) -> type[Line]:
    """Return the lines of one server."""
    return type("LineOfServer", (Line,), {"lines": Lines(most, proxies)})


def open_files() -> int:
    """Ask for as many open files and lines as allowed; return how many there are."""
    try:
        import resource
    except ImportError:
        return 8192  # Windows: what its C library can count
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = FILES if allowed == resource.RLIM_INFINITY else min(allowed, FILES)
    with suppress(OSError, ValueError):  # a system that keeps its own limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, allowed))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _tune(transport: asyncio.Transport) -> None:
    """Send small answers at once, and notice phones that left without a word."""
    line = transport.get_extra_info("socket")
    if line is None:
        return
    choices = [(socket.TCP_NODELAY, 1)]
    # Only Linux can give up on a phone that confirms nothing any more.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        choices.append((socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000))
    with suppress(OSError):
        for option, value in choices:
            line.setsockopt(socket.IPPROTO_TCP, option, value)
