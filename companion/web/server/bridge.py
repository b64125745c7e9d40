"""From the loop that reads HTTP to the app, and back: a thread for whole requests only.

A request gets a thread when its last byte is there, and gives it back before the first
byte of the answer leaves. So nobody can hold one by sending or reading slowly.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from companion.web.api.events import CARRIER
from companion.web.server.carrier import Bell, Receive, Send, Talk, carry, write
from companion.web.server.crews import Crews
from companion.web.server.network import plain_address

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

BODY_SECONDS = 60.0
"""For a whole body: 32 MB of photo at 5 Mbit/s take 51 seconds."""

BODY_SIZE = 64 * 1024 * 1024
"""Bytes of a body that are taken off the line at all; most calls read far less."""

BODIES_SIZE = 192 * 1024 * 1024
"""Bytes of all bodies that are on their way: six of the largest photos, or fifty."""

WAITING = 1024
"""Requests that may wait for a worker; of one address 512, and at 5 ms each the last
of them waits 3 seconds."""

SHARE = 2
"""One address has a half of either at most, so that others always have room."""

PIECE = 64 * 1024
"""Bytes of an answer that are given to the line at a time."""


class Refused(Exception):
    """A request that never reaches the app."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


TOO_LARGE = (413, "This is too large.")
TOO_SLOW = (408, "This took too long to arrive.")
TOO_BUSY = (503, "Too busy just now. Try again in a moment.")


@dataclass
class Answer:
    """What the app says."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    talk: Talk | None = None
    """A stream to be carried instead of a body."""

    close: Callable[[], object] = lambda: None


class Bridge:
    """The app, as uvicorn wants to call it."""

    def __init__(self, app: Wsgi) -> None:
        self._app = app
        self.crews = Crews()
        self.waiting = 0
        self._waiting_of: Counter[str] = Counter()
        self._bodies = 0
        self._bodies_of: Counter[str] = Counter()
        self._bell: Bell | None = None

    def is_quiet(self) -> bool:
        """Tell whether nobody waits for an answer."""
        return self.waiting == 0

    async def __call__(
        self, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Answer one request."""
        try:
            await self._respond(scope, receive, send)
        except Refused as refused:
            await refuse(send, refused)
        except TimeoutError:
            scope["state"]["hang_up"]()

    async def _respond(
        self, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        who = address_of(scope)
        body = await self._body(scope, receive, who)
        try:
            answer = await self._ask(scope, body, who)
        finally:
            self._give_back(who, len(body))
        loop = asyncio.get_running_loop()
        try:
            await _begin(send, answer)
            if answer.talk is None:
                await _write(send, answer.body)
                return
            self._bell = self._bell or Bell(loop)
            await carry(answer.talk, self._bell, self.crews.quick, receive, send)
        finally:
            answer.close()

    async def _body(
        self, scope: Mapping[str, Any], receive: Receive, who: str
    ) -> bytes:
        """Return the whole body, within its size and its time."""
        headers = dict(scope["headers"])
        if int(headers.get(b"content-length", b"0")) > BODY_SIZE:
            raise Refused(*TOO_LARGE)
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Refused(*TOO_SLOW)
                    piece, more = message["body"], message["more_body"]
                    self._make_room(who, size, len(piece))
                    size += len(piece)
                    pieces.append(piece)
        except TimeoutError:
            self._give_back(who, size)
            raise Refused(*TOO_SLOW) from None
        except BaseException:
            self._give_back(who, size)
            raise
        return b"".join(pieces)

    def _make_room(self, who: str, size: int, more: int) -> None:
        if size + more > BODY_SIZE:
            raise Refused(*TOO_LARGE)
        full = self._bodies + more > BODIES_SIZE
        if full or self._bodies_of[who] + more > BODIES_SIZE // SHARE:
            raise Refused(*TOO_BUSY)
        self._bodies += more
        self._bodies_of[who] += more

    def _give_back(self, who: str, size: int) -> None:
        self._bodies -= size
        _less(self._bodies_of, who, size)

    async def _ask(self, scope: Mapping[str, Any], body: bytes, who: str) -> Answer:
        """Let the app answer in a thread, when it is this address's turn."""
        if self.waiting >= WAITING or self._waiting_of[who] >= WAITING // SHARE:
            raise Refused(*TOO_BUSY)
        crew = self.crews.for_path(scope["raw_path"])
        self.waiting += 1
        self._waiting_of[who] += 1
        try:
            async with crew.turn(who):
                work = crew.work(partial(answer_of, self._app, scope, body))
                try:
                    return await asyncio.shield(work)
                except asyncio.CancelledError:
                    # The thread goes on when the phone leaves; its answer is closed.
                    work.add_done_callback(_close)
                    raise
        finally:
            self.waiting -= 1
            _less(self._waiting_of, who, 1)


def answer_of(app: Wsgi, scope: Mapping[str, Any], body: bytes) -> Answer:
    """Ask the app, in a thread."""
    answer = Answer()

    def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> Any:
        answer.status = int(status.partition(" ")[0])
        answer.headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
        ]

    talks: list[Any] = []
    said = app(environ_of(scope, body, talks.append), start)
    answer.close = getattr(said, "close", answer.close)
    try:
        if talks:
            answer.talk = talks[0]
            answer.body = b"".join(talks[0].opening())
        else:
            answer.body = b"".join(said)
    except BaseException:
        answer.close()
        raise
    return answer


def address_of(scope: Mapping[str, Any]) -> str:
    """Return who asks: the line's other end, or whom a trusted proxy asks for."""
    return plain_address(scope["client"][0]) if scope.get("client") else ""


def environ_of(
    scope: Mapping[str, Any], body: bytes, carrier: Callable[[Any], object]
) -> dict[str, Any]:
    """Return a request as WSGI describes it (PEP 3333)."""
    name, port = scope.get("server") or ("localhost", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": name,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address_of(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        CARRIER: carrier,
    }
    for raw, value in scope["headers"]:
        key = raw.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        joint = "; " if key == "HTTP_COOKIE" else ", "
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{joint}{text}" if key in environ else text
    if body or "HTTP_CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(len(body))  # whole, even if it came in pieces
    for gone in ("HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"):
        environ.pop(gone, None)
    return environ


async def refuse(send: Send, refused: Refused) -> None:
    """Say in plain words why a request was not taken, and hang up."""
    words = f"{refused.words}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(words)).encode()),
        (b"connection", b"close"),
    ]
    if refused.status == 503:
        headers.append((b"retry-after", b"3"))
    await _begin(send, Answer(refused.status, headers))
    await write(send, words, more=False)


async def _begin(send: Send, answer: Answer) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": answer.status,
            "headers": answer.headers,
        }
    )
    if answer.talk is not None:
        await write(send, answer.body, more=True)


async def _write(send: Send, body: bytes) -> None:
    for start in range(0, len(body), PIECE):
        await write(send, body[start : start + PIECE], more=True)
    await write(send, b"", more=False)


def _less(counts: Counter[str], key: str, by: int) -> None:
    counts[key] -= by
    if not counts[key]:
        del counts[key]


def _close(work: asyncio.Future[Answer]) -> None:
    with suppress(BaseException):
        work.result().close()
