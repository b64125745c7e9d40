"""Carries streams of events without a thread for each: one loop tells everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Lock
from typing import Any, Protocol

from companion.table.live import CLOSING, Listener
from companion.web.api import events
from companion.web.server.crews import Crew

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

WRITE_SECONDS = 30.0
"""For a piece of an answer; whoever does not read it for so long is not there."""


class Talk(Protocol):
    """What a stream must be able to do to be carried."""

    listener: Listener

    @property
    def draws(self) -> bool:
        """Tell whether `news` takes a moment too."""

    def opening(self) -> list[bytes]:
        """Return the first lines; may take a moment."""

    def news(self, version: int) -> list[bytes]:
        """Return what there is to say."""


class Bell:
    """Wakes many tasks of a loop from any thread, all of them with one call."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._rung: list[asyncio.Event] = []
        self._lock = Lock()

    def ring(self, event: asyncio.Event) -> None:
        """Set an event soon."""
        with self._lock:
            self._rung.append(event)
            is_first = len(self._rung) == 1
        if is_first:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        with self._lock:
            rung, self._rung = self._rung, []
        for event in rung:
            event.set()


async def carry(
    talk: Talk, bell: Bell, crew: Crew, receive: Receive, send: Send
) -> None:
    """Tell a phone all there is to hear, until it or the server leaves.

    What takes a moment is done in a thread of the crew, one thing at a time for each
    phone: meanwhile more may change, and is told together.
    """
    awake = asyncio.Event()
    talk.listener.ring = partial(bell.ring, awake)
    awake.set()  # something may have come before there was a bell
    leaving = asyncio.ensure_future(receive())
    leaving.add_done_callback(lambda _: awake.set())
    try:
        while not leaving.done():
            said = await _said(talk, awake, crew)
            if said is None:
                break
            if said:
                await write(send, said, more=True)
        await write(send, b"", more=False)
    finally:
        talk.listener.ring = None
        leaving.cancel()


async def _said(talk: Talk, awake: asyncio.Event, crew: Crew) -> bytes | None:
    """Return the next lines, at the latest a sign of life; None at the end."""
    try:
        async with asyncio.timeout(events.HEARTBEAT):
            await awake.wait()
    except TimeoutError:
        return events.HERE
    awake.clear()
    version = talk.listener.newest()
    if version == CLOSING:
        return None
    if version is None:
        return b""
    if not talk.draws:
        return b"".join(talk.news(version))
    # A thousand streams of one address wait for each other, not others for them.
    async with crew.turn(talk.listener.ear.address):
        return b"".join(await crew.work(partial(talk.news, version)))


async def write(send: Send, piece: bytes, more: bool) -> None:
    """Send a piece of an answer.

    Raises:
        TimeoutError: if nobody reads it.
    """
    async with asyncio.timeout(WRITE_SECONDS):
        await send({"type": "http.response.body", "body": piece, "more_body": more})
