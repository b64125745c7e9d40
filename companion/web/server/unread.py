"""Bodies that nobody read: taken off the line, so that senders hear the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Any

MOST = 64 * 1024 * 1024
"""Bytes that are thrown away; whoever sends more may find the line closed."""

PATIENCE = 10.0
"""Seconds after which no more is waited for."""

PIECE = 16 * 1024

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def emptied(app: Wsgi) -> Wsgi:
    """Return the app with the rest of each body thrown away before the answer leaves.

    Many clients listen only after they have sent everything. If the line were closed
    on them before that, they would never read why.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        response = app(environ, start_response)
        throw_away(environ["wsgi.input"])
        return response

    return answer


def throw_away(
    body: Any,
    most: int = MOST,
    patience: float = PATIENCE,
    clock: Callable[[], float] = monotonic,
) -> int:
    """Read what is left of a body, within bounds; return how many bytes came."""
    until, thrown = clock() + patience, 0
    with suppress(OSError, ValueError):  # the sender left, or talks nonsense
        while thrown < most and clock() < until:
            piece = len(body.read(min(PIECE, most - thrown)))
            if not piece:
                break
            thrown += piece
    return thrown
