"""A server nobody can hold hostage: workers only for requests that really come.

cheroot gives a new connection to a worker before its first byte and lets it wait for
30 seconds from byte to byte. Here a connection takes a worker when its request is
there, and only a few may be read while they still trickle in.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any

from cheroot.connections import ConnectionManager
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server

HEAD_SECONDS = 5.0
"""From the first byte to the end of the headers: a phone needs one packet for them."""

BODY_SECONDS = 60.0
"""For a whole request with a body: 32 MB of photo at 5 Mbit/s take 51 seconds."""

HEAD_SIZE = 64 * 1024
"""Bytes of headers; a browser sends 90 for each ticket it holds."""

BODY_SIZE = 64 * 1024 * 1024
"""Bytes of a body that are taken off the line at all; most calls read far less."""

HALVES = 32
"""Requests that may trickle in at the same time; each holds a worker."""

HALVES_EACH = 8
"""And from one address: browsers open six connections at most."""

END_OF_HEAD = (b"\r\n\r\n", b"\n\n")

NOT_HTTPS = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"This server speaks https here: begin the address with https://\n"
)


class Door:
    """Knows whose request is being read, until when, and who waits for a place."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._until: dict[Any, float] = {}
        """When a worker gives up on a connection it reads from."""

        self._halves: dict[Any, str] = {}
        """Connections with a worker, though their request is not there yet."""

        self._waiting: dict[Any, float] = {}

    def admits(self, connection: Any) -> bool:
        """Tell whether a worker may read this connection now; else it waits here."""
        whole = head_is_whole(connection)
        with self._lock:
            return self._admits(connection, whole)

    def _admits(self, connection: Any, whole: bool) -> bool:
        address = connection.remote_addr
        theirs = sum(one == address for one in self._halves.values())
        if not whole and (len(self._halves) >= HALVES or theirs >= HALVES_EACH):
            self._waiting.setdefault(connection, self._clock() + HEAD_SECONDS)
            return False
        if not whole:
            self._halves[connection] = address
        self._waiting.pop(connection, None)
        return True

    def reads(self, connection: Any, seconds: float) -> None:
        """A worker begins to read; it may take so long."""
        with self._lock:
            self._until[connection] = self._clock() + seconds

    def has_read(self, connection: Any) -> list[Any]:
        """A worker has read what it wanted; return who may come in now."""
        with self._lock:
            self._until.pop(connection, None)
            self._halves.pop(connection, None)
        return self.next_ones()

    def next_ones(self) -> list[Any]:
        """Return those who need not wait any longer."""
        with self._lock:
            waiting = list(self._waiting)
        whole = {one: head_is_whole(one) for one in waiting}
        with self._lock:
            still = [one for one in waiting if one in self._waiting]
            return [one for one in still if self._admits(one, whole[one])]

    def late(self) -> tuple[list[Any], list[Any]]:
        """Return whose worker has waited too long, and who has waited for one."""
        with self._lock:
            now = self._clock()
            read = [one for one, until in self._until.items() if until < now]
            waited = [one for one, until in self._waiting.items() if until < now]
            for one in waited:
                del self._waiting[one]
        return read, waited

    def everyone(self) -> Iterator[Any]:
        """Let go of whoever waits, when the server stops."""
        with self._lock:
            waiting, self._waiting = list(self._waiting), {}
        yield from waiting


def head_is_whole(connection: Any) -> bool:
    """Tell whether the headers of the next request are there (or can never be)."""
    if connection.server.ssl_adapter is not None:
        return False  # only a worker can decipher it
    if connection.rfile.has_data():
        return True  # came with the request before
    try:
        seen = connection.socket.recv(HEAD_SIZE, socket.MSG_PEEK)
    except OSError:
        return True  # gone: a worker notices at once
    return not seen or len(seen) == HEAD_SIZE or any(end in seen for end in END_OF_HEAD)


class Request(HTTPRequest):
    """A request that must come in time."""

    def parse_request(self) -> None:
        """Read the headers, within their deadline."""
        try:
            super().parse_request()
        finally:
            self.server.let_in(self.server.door.has_read(self.conn))

    def respond(self) -> None:
        """Answer; who sends a body must do it within its deadline."""
        if not (self.chunked_read or self.inheaders.get(b"Content-Length")):
            super().respond()  # a stream of events may last all evening
            return
        self.server.door.reads(self.conn, BODY_SECONDS)
        try:
            super().respond()
        finally:
            self.server.let_in(self.server.door.has_read(self.conn))


class Connection(HTTPConnection):
    """A connection that shakes hands in its worker, not at the door."""

    RequestHandlerClass = Request

    def communicate(self) -> bool:
        """Read one request and answer it; tell whether another may follow."""
        self.server.door.reads(self, HEAD_SECONDS)
        try:
            return self._is_secure() and bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.let_in(self.server.door.has_read(self))

    def _is_secure(self) -> bool:
        adapter = self.server.ssl_adapter
        if adapter is None or self.ssl_env:
            return True
        try:
            self.socket.do_handshake()
            self.ssl_env = adapter.get_environ(self.socket)
        except OSError as problem:
            if "http request" in str(problem).lower():
                self._speak_plainly()
            return False
        return True

    def _speak_plainly(self) -> None:
        """Tell who came without https what is spoken here."""
        self.socket = socket.socket(fileno=self.socket.detach())
        with suppress(OSError):
            self.socket.sendall(NOT_HTTPS)


class Adapter(BuiltinSSLAdapter):
    """TLS whose handshake is left to the worker: the door must never wait."""

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, Any]]:
        """Return the socket, to be shaken hands with later."""
        secure = self.context.wrap_socket(
            sock, server_side=True, do_handshake_on_connect=False
        )
        return secure, {}


class Connections(ConnectionManager):
    """Waits for connections to say something, and sends away who says it too slowly."""

    def _from_server_socket(self, server_socket: socket.socket) -> None:
        """Accept somebody; they get a worker when they say something."""
        if connection := super()._from_server_socket(server_socket):  # type: ignore[misc]
            self.put(connection)

    def _expire(self, threshold: float) -> None:
        """Look after everybody; this is called twice a second."""
        super()._expire(threshold)  # type: ignore[misc]
        door = self.server.door
        read, waited = door.late()
        for connection in read:
            with suppress(OSError):  # TLS would say goodbye first, and wait for it
                socket.socket.shutdown(connection.socket, socket.SHUT_RDWR)
        for connection in waited:
            connection.close()
        self.server.let_in(door.next_ones())

    def close(self) -> None:
        """Close everything that is still open."""
        for connection in self.server.door.everyone():
            connection.close()
        super().close()


class PatientServer(Server):
    """cheroot with deadlines, sizes and a door."""

    ConnectionClass = Connection
    max_request_header_size = HEAD_SIZE
    max_request_body_size = BODY_SIZE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.door = Door()
        super().__init__(*args, **kwargs)

    def prepare(self) -> None:
        """Get ready to listen."""
        super().prepare()
        self._connections.close()  # type: ignore[has-type]
        self._connections = Connections(self)

    def process_conn(self, conn: Any) -> None:
        """Give a connection that said something to a worker, or let it wait."""
        if self.door.admits(conn):
            super().process_conn(conn)

    def let_in(self, connections: list[Any]) -> None:
        """Give those to workers who were admitted while they waited."""
        for connection in connections:
            super().process_conn(connection)
