"""Every table is kept by one worker: a line that asks for it elsewhere is handed there.

Which worker that is follows from the table's name, so that nobody has to agree with
anybody. What changes hands is the open line itself, with what was read of its next
request. Every worker can answer everything: a line that cannot be handed over is
answered where it is.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from mmap import mmap
from time import monotonic
from zlib import crc32

from companion.table.names import ALPHABET

MOST = 64 * 1024
"""Bytes that go along with a line; more of a photo has come before we could look."""

AT_ONCE = 16
"""Lines that are taken over in one go; then others have their turn."""

AWAKE = 5.0
"""Seconds after its last sign of life in which a worker is given lines. One that ended
is replaced sooner, and finds the lines that it was given."""

# Datagrams would wait in a queue of ten; only Linux has the other kind.
_KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
_NAMED = re.compile(
    rb"[A-Z]{3,7} /(?:t|api/tables)/([%b]+)(?:[/?][!-~]*)? HTTP/1\.[01]\r\n"
    % ALPHABET.encode()
)


def table_in(request: bytes) -> bytes | None:
    """Return the table that a request names, once its first line is here."""
    found = _NAMED.match(request)
    return found[1] if found else None


class Keepers:
    """The ways between workers, and who of them is awake."""

    def __init__(self, workers: int) -> None:
        """Open the ways; to be called before workers are forked.

        Their parent keeps all of them open: what was handed to a worker that is killed
        waits for the one that takes its place.
        """
        self.count, self.own = workers, -1
        self._ways = [socket.socketpair(socket.AF_UNIX, _KIND) for _ in range(workers)]
        for end in (end for way in self._ways for end in way):
            end.setblocking(False)
        self._signs = memoryview(mmap(-1, 8 * workers)).cast("d")

    @property
    def door(self) -> socket.socket:
        """Where lines come in that this worker is handed."""
        return self._ways[self.own][1]

    def stay(self) -> None:
        """Give a sign of life."""
        self._signs[self.own] = monotonic()

    def leave(self) -> None:
        """Be handed nothing more."""
        self._signs[self.own] = 0.0

    def close(self) -> None:
        """Let go of all ways."""
        for end in (end for way in self._ways for end in way):
            end.close()

    def elsewhere(self, request: bytes) -> int | None:
        """Return the worker that keeps what is asked for; None if that is done here."""
        table = table_in(request)
        if table is None or len(request) > MOST:
            return None
        keeper = crc32(table) % self.count
        is_awake = monotonic() - self._signs[keeper] < AWAKE
        return keeper if keeper != self.own and is_awake else None

    def hand(self, keeper: int, line: int, request: bytes) -> bool:
        """Hand an open line to its keeper; False if there is no room for it."""
        try:
            socket.send_fds(self._ways[keeper][0], [request], [line])
        except OSError:
            return False
        return True

    def arrivals(self) -> Iterator[tuple[socket.socket, bytes]]:
        """Yield lines that were handed to this worker, with what was read of them."""
        for _ in range(AT_ONCE):
            try:
                request, files, _, _ = socket.recv_fds(self.door, MOST, 1)
            except OSError:
                return
            yield from ((line, request) for line in map(_opened, files) if line)


def _opened(file: int) -> socket.socket | None:
    """Return a line that somebody is still at."""
    os.set_inheritable(file, False)
    try:
        line = socket.socket(fileno=file)
    except OSError:
        os.close(file)
        return None
    try:
        line.getpeername()
    except OSError:  # they hung up on the way, and nobody could say who it was
        line.close()
        return None
    return line
