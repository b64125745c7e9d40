"""A hall full of phones for `bench_load`: each asks for what it would draw."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import time
from collections.abc import Iterator
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
    drawn: list[float] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return len(self.heard) >= self.phones and len(self.drawn) >= self.phones - 1


@dataclass
class Figures:
    """Everything that was noted, in milliseconds."""

    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    actions: int = 0
    lost: int = 0
    refused: int = 0
    bytes: int = 0
    pages: int = 0

    def note(self, told: Told) -> None:
        self.actions += 1
        if not told.is_whole:
            self.lost += 1
            return
        last = max([told.answered, *told.drawn])
        self.answered.append((told.answered - told.began) * 1000)
        self.heard.append((max(told.heard) - told.began) * 1000)
        self.drawn.append((last - told.began) * 1000)


class Seat:
    """A phone: one line for the stream, one for what it asks."""

    def __init__(self, table: Party, seat: int, ticket: str, number: int) -> None:
        self.table, self.seat = table, seat
        self.version = -1
        self._cookie = f"table-{table.name}-seat-{seat}={ticket}"
        # As a proxy would say it: every phone has an address of its own.
        self._from = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._saying = asyncio.Lock()

    def head(self, method: str, path: str, more: str = "") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {PAGE}\r\n"
            f"Accept-Encoding: gzip\r\nAccept-Language: en\r\n"
            f"Cookie: {self._cookie}\r\nX-Forwarded-For: {self._from}\r\n{more}\r\n"
        ).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request on the phone's own line and return the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        more = ""
        if body is not None:
            more = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        request = self.head(method, path, more) + data
        try:
            status, headers, got = await self._exchange(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes a line that was silent for long; browsers open another.
            self._writer = None
            status, headers, got = await self._exchange(request)
        self.table.figures.bytes += len(got)
        self.table.figures.pages += 1
        if headers.get(b"content-encoding") == b"gzip":
            got = gzip.decompress(got)
        return status, got

    async def _exchange(self, request: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if self._writer is None:
            where = ("127.0.0.1", self.table.port)
            self._reader, self._writer = await asyncio.open_connection(*where)
        assert self._reader is not None
        self._writer.write(request)
        status, headers = await read_head(self._reader)
        return status, headers, await read_body(self._reader, headers)

    async def come(self) -> asyncio.Task[None]:
        """Open the page and the stream; return what goes on listening."""
        status, _ = await self.ask("GET", f"/t/{self.table.name}?as=seat-{self.seat}")
        assert status == 200, status
        self.version = self.table.version
        reader, writer = await asyncio.open_connection("127.0.0.1", self.table.port)
        path = f"/api/tables/{self.table.name}/events?as=seat-{self.seat}"
        writer.write(self.head("GET", f"{path}&seen={self.version}"))
        status, _ = await read_head(reader)
        assert status == 200, status
        return asyncio.create_task(self.follow(reader, writer))

    async def follow(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Listen for ever; fetch what there is to draw when something changed."""
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    await self.changed(int(line[4:]))
        finally:
            writer.close()

    async def changed(self, version: int) -> None:
        told = self.table.told.get(version)
        if told is not None:
            told.heard.append(time.perf_counter())
        async with self._saying:  # our own word brings its answer along
            if version <= self.version:
                return
            status, page = await self.ask("GET", self.table.page(self.seat))
            while status == 503:  # as a phone does: it waits a moment and asks again
                self.table.figures.refused += 1
                await asyncio.sleep(1)
                status, page = await self.ask("GET", self.table.page(self.seat))
            assert status == 200, (status, page[:200])
            self.version = max(version, self.version)
        if told is not None:
            told.drawn.append(time.perf_counter())

    async def say(self, word: Word, seen: int) -> None:
        async with self._saying:
            told = self.table.told[seen + 1]
            told.began = time.perf_counter()
            path = f"/api/tables/{self.table.name}/actions?as=seat-{self.seat}"
            body = {"seen": seen, "id": f"said-{seen}", "action": word.action}
            status, page = await self.ask("POST", path, body)
            while status == 503:
                self.table.figures.refused += 1
                await asyncio.sleep(1)
                status, page = await self.ask("POST", path, body)
            assert status in (200, 201), (status, page[:300])
            told.answered = time.perf_counter()
            self.version = seen + 1


class Party:
    """One table and its four phones."""

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
            began = time.perf_counter()
            told = Told(began, len(self.seats))
            self.told[self.version + 1] = told
            await self.seats[word.seat].say(word, self.version)
            self.version += 1
            left = began + pause * rng.uniform(0.8, 1.2) - time.perf_counter()
            await asyncio.sleep(max(0.0, left))
            self.figures.note(told)
            del self.told[self.version]


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    pairs = (line.partition(b": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}


async def read_body(reader: asyncio.StreamReader, headers: dict[bytes, bytes]) -> bytes:
    if b"content-length" in headers:
        return await reader.readexactly(int(headers[b"content-length"]))
    pieces = []
    while size := int(await reader.readline(), 16):
        pieces.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(pieces)
