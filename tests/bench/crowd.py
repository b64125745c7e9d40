"""A hall full of phones for `bench_load`: each asks for what it would draw."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.core.game import Game
from companion.games import GAMES
from companion.table.bearer import HOST
from companion.table.table import Charter, EntryKind, LogEntry, lay_out

NAMES = ("Ana", "Ben", "Cleo", "Dan")

PAGE = "text/html, application/json;q=0.5"
"""What a phone says it would like to have; see static/js/act.js."""


@dataclass(frozen=True)
class Word:
    """One step of a prepared game: who says it, and what."""

    seat: int
    action: dict[str, Any]


@cache
def script(key: str, seed: int, steps: int) -> tuple[Word, ...]:
    """Return a whole game played at random, so that playing it costs us nothing."""
    game: Game[Any, Any] = GAMES[key]
    rng = random.Random(seed)
    charter = Charter("bench", key, game.engine, NAMES, {}, "")
    table, words = lay_out(charter, game), []
    while len(words) < steps and game.outcome(table.state) is None:
        chance = game.chance(table.state)
        action = (
            chance.sample(rng)
            if chance
            else rng.choice(list(game.legal_actions(table.state)))
        )
        said = game.to_json(action)
        words.append(Word(int(game.actor(table.state, action)), said))
        body = {"action": said}
        entry = LogEntry(len(words), EntryKind.ACTION, HOST, "x", "", body)
        table = table.admit(entry)
    return tuple(words)


def export_of(key: str, words: tuple[Word, ...]) -> dict[str, Any]:
    """Return a game that has begun, as a file that a server takes in."""
    return {
        "format": 1,
        "game": key,
        "engine": GAMES[key].engine,
        "players": list(NAMES),
        "options": {},
        "created": "2026-01-01T00:00:00.000Z",
        "entries": [
            {
                "version": number,
                "kind": "action",
                "who": f"seat-{word.seat}",
                "id": f"begun-{number}",
                "at": "2026-01-01T00:00:00.000Z",
                "body": {"action": word.action},
            }
            for number, word in enumerate(words, 1)
        ],
    }


@dataclass
class Told:
    """When everybody at a table heard of a version, and had what to draw."""

    began: float
    phones: int
    answered: float = 0.0
    heard: list[float] = field(default_factory=list)
    drawn: dict[int, float] = field(default_factory=dict)
    """By seat; the sender's answer is what it draws."""

    @property
    def is_whole(self) -> bool:
        return len(self.heard) >= self.phones and len(self.drawn) >= self.phones


@dataclass
class Figures:
    """Everything that was noted, in milliseconds."""

    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    actions: int = 0
    lost: int = 0
    refused: int = 0
    streams_lost: int = 0
    bytes: int = 0
    pages: int = 0

    def note(self, told: Told) -> None:
        self.actions += 1
        if not told.is_whole:
            self.lost += 1
            return
        self.answered.append((told.answered - told.began) * 1000)
        self.heard.append((max(told.heard) - told.began) * 1000)
        self.drawn.append((max(told.drawn.values()) - told.began) * 1000)


class Line(asyncio.Protocol):
    """One connection of a phone; as cheap as can be, for it shares the cores."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._kept = b""
        self._due: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self._due is not None and not self._due.done():
            self._due.set_exception(ConnectionResetError())

    def ask(self, request: bytes) -> asyncio.Future[tuple[int, bytes]]:
        """Send a request; what is returned becomes (status, body as it came)."""
        assert self.transport is not None
        self._due = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._due

    def data_received(self, data: bytes) -> None:
        kept = self._kept = self._kept + data if self._kept else data
        head = kept.find(b"\r\n\r\n")
        if head < 0:
            return
        told = kept.find(b"ontent-length: ", 0, head)
        size = int(kept[told + 15 : kept.find(b"\r", told)]) if told > 0 else 0
        if len(kept) < head + 4 + size:
            return
        self._kept = b""
        if self._due is not None and not self._due.done():
            self._due.set_result((int(kept[9:12]), kept[head + 4 :]))


class Ear(asyncio.Protocol):
    """An open stream: calls back with every version it hears, and a page if it came."""

    def __init__(self, request: bytes, heard: Callable[[int, bytes], object]) -> None:
        self._request, self._heard, self._kept = request, heard, b""
        self.status = asyncio.get_running_loop().create_future()
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        for one in (self.status, self.ended):
            if not one.done():
                one.set_result(0)

    def data_received(self, data: bytes) -> None:
        data = self._kept + data
        if not self.status.done():
            self.status.set_result(int(data[9:12]))
        # A long event comes in several chunks of HTTP; an empty line ends it.
        whole = data.rfind(b"\n\n") + 1
        self._kept = data[whole:]
        for place in _places(data[:whole], b"\nid: "):
            event = data[place + 5 : data.index(b"\n\n", place)]
            number, _, rest = event.partition(b"\n")
            self._heard(int(number), rest if rest.startswith(b"event: page") else b"")


def _places(data: bytes, mark: bytes) -> Iterator[int]:
    place = data.find(mark)
    while place >= 0:
        yield place
        place = data.find(mark, place + 1)


class Seat:
    """A phone: one line for the stream, one for what it asks."""

    def __init__(self, table: Party, seat: int, ticket: str, number: int) -> None:
        self.table, self.seat = table, seat
        self.version = -1
        # As a proxy would say it: every phone has an address of its own.
        self._headers = (
            f"Host: localhost\r\nAccept: {PAGE}\r\nAccept-Encoding: gzip\r\n"
            "Accept-Language: en\r\n"
            f"Cookie: table-{table.name}-seat-{seat}={ticket}\r\nX-Forwarded-For:"
            f" 10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}\r\n"
        )
        self._line: Line | None = None
        self._saying = asyncio.Lock()
        self._news = asyncio.Event()
        self._newest = -1

    def head(self, method: str, path: str, more: str = "") -> bytes:
        return f"{method} {path} HTTP/1.1\r\n{self._headers}{more}\r\n".encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Ask on the phone's own line; one that is refused waits and asks again."""
        data = b"" if body is None else json.dumps(body).encode()
        more = ""
        if body is not None:
            more = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        request = self.head(method, path, more) + data
        while True:
            try:
                status, got = await self._exchange(request)
            except ConnectionError:
                # A line that was silent for long is closed; browsers open another.
                self._line = None
                status, got = await self._exchange(request)
            if status != 503:
                self.table.figures.bytes += len(got)
                self.table.figures.pages += 1
                return status, got
            self.table.figures.refused += 1
            self._line = None
            await asyncio.sleep(1)

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self._line is None or self._line.transport is None:
            _, self._line = await asyncio.get_running_loop().create_connection(
                Line, "127.0.0.1", self.table.port
            )
        return await self._line.ask(request)

    async def come(self) -> asyncio.Task[None]:
        """Open the page and the stream; return what goes on listening."""
        status, _ = await self.ask("GET", f"/t/{self.table.name}?as=seat-{self.seat}")
        assert status == 200, status
        self.version = self.table.version
        stream = await self.open(self.hear)
        return asyncio.create_task(self.follow(stream))

    async def listen(self) -> asyncio.Task[None]:
        """Open a stream that is heard and not followed."""
        stream = await self.open(lambda version, page: None)
        return asyncio.create_task(_until_ended(stream))

    async def open(self, heard: Callable[[int, bytes], object]) -> Ear:
        path = f"/api/tables/{self.table.name}/events?as=seat-{self.seat}"
        request = self.head("GET", f"{path}&seen={self.version}{self.table.wish}")
        while True:
            _, stream = await asyncio.get_running_loop().create_connection(
                lambda: Ear(request, heard), "127.0.0.1", self.table.port
            )
            if await stream.status == 200:
                return stream
            self.table.figures.refused += 1
            await asyncio.sleep(1)

    def hear(self, version: int, page: bytes) -> None:
        told = self.table.told.get(version)
        if told is not None:
            told.heard.append(time.perf_counter())
        if page:
            self.table.figures.bytes += len(page)
            self.table.figures.pages += 1
            self._newest = max(version, self._newest)
            if version > self.version:
                self.version = version
                self.draw(version)
            return
        if version > self._newest:
            self._newest = version
            self._news.set()

    async def follow(self, stream: Ear) -> None:
        """Listen for ever; fetch what there is to draw when something changed."""
        while True:
            waiting = asyncio.ensure_future(self._news.wait())
            await asyncio.wait(
                (waiting, stream.ended), return_when=asyncio.FIRST_COMPLETED
            )
            waiting.cancel()
            if self._news.is_set():
                self._news.clear()
                await self.fetch(self._newest)
            elif stream.ended.done():  # as a browser does: it opens another
                self.table.figures.streams_lost += 1
                stream = await self.open(self.hear)

    async def fetch(self, version: int) -> None:
        async with self._saying:  # our own word brings its answer along
            if version <= self.version:
                return
            status, page = await self.ask("GET", self.table.page(self.seat))
            assert status == 200, (status, page[:200])
            self.version = max(version, self.version)
        self.draw(version)

    def draw(self, version: int) -> None:
        now = time.perf_counter()
        for older in range(version, 0, -1):  # one page may bring several versions
            told = self.table.told.get(older)
            if told is None:
                break
            told.drawn.setdefault(self.seat, now)

    async def say(self, word: Word, seen: int) -> None:
        async with self._saying:
            told = self.table.told[seen + 1]
            told.began = time.perf_counter()
            path = f"/api/tables/{self.table.name}/actions?as=seat-{self.seat}"
            body = {"seen": seen, "id": f"said-{seen}", "action": word.action}
            status, page = await self.ask("POST", path, body)
            assert status in (200, 201), (status, page[:300])
            told.answered = time.perf_counter()
            told.drawn[self.seat] = told.answered
            self.version = seen + 1


async def _until_ended(stream: Ear) -> None:
    await stream.ended


class Party:
    """One table and its four phones."""

    wish = "&pages=1"
    """How phones have their page brought along; nothing if they ask for it."""

    def __init__(self, port: int, figures: Figures, words: Iterator[Word]) -> None:
        self.port, self.figures, self.words = port, figures, words
        self.name, self.version = "", 0
        self.told: dict[int, Told] = {}
        self.seats: list[Seat] = []

    def page(self, seat: int) -> str:
        return f"/t/{self.name}/live?as=seat-{seat}"

    async def play(self, rng: random.Random, pause: float, until: float) -> None:
        """One action every `pause` seconds, at a moment of its own."""
        await asyncio.sleep(rng.random() * pause)
        for word in self.words:
            if time.perf_counter() > until:
                break
            told = await self.step(word)
            left = told.began + pause * rng.uniform(0.8, 1.2) - time.perf_counter()
            await asyncio.sleep(max(0.0, left))
            self.figures.note(told)
            del self.told[self.version]

    async def step(self, word: Word) -> Told:
        """Let a phone say its word; return what is noted of it."""
        told = self.told[self.version + 1] = Told(time.perf_counter(), len(self.seats))
        await self.seats[word.seat].say(word, self.version)
        self.version += 1
        return told
