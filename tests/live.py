"""A real server in its own process, and phones that talk to it over real HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES

Wanted = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Which of the legal actions somebody may choose."""

ROOT = Path(__file__).parents[1]

Trouble = (OSError, http.client.HTTPException)
"""What a phone may meet when the server is gone or the Wi-Fi drops."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """`python app.py run` as a user starts it; it can be killed and started again."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data, self.more = data, more
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 120) -> float:
        """Start the server; return the seconds until it answered."""
        began = time.perf_counter()
        self._spawn()
        assert self.process is not None
        while time.perf_counter() - began < patience:
            assert self.process.poll() is None, "the server did not stay up"
            with contextlib.suppress(*Trouble):
                if Phone(self.port).get("/healthz")[0] == 200:
                    return time.perf_counter() - began
            time.sleep(0.01)
        raise AssertionError("the server did not come up")

    def _spawn(self) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(ROOT / "app.py"),
                "run",
                *("--host", "127.0.0.1", "--port", str(self.port)),
                *("--data", str(self.data), *self.more),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def kill(self) -> None:
        """End it as a pulled plug would: no goodbye."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Press Ctrl-C; return the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


@dataclass
class Phone:
    """A client with one ticket and one connection that it opens when needed."""

    port: int
    ticket: str = ""
    table: str = ""
    _line: http.client.HTTPConnection | None = field(default=None, repr=False)

    def get(self, path: str) -> tuple[int, Any]:
        return self.call("GET", path)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        return self.call("POST", path, body)

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        try:
            self.send(method, path, body)
            assert self._line is not None
            answer = self._line.getresponse()
            text = answer.read()
        except Trouble:
            self.hang_up()
            raise
        return answer.status, json.loads(text) if text else None

    def send(self, method: str, path: str, body: Any = None) -> None:
        """Send a request and do not wait for the answer."""
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Authorization": f"Bearer {self.ticket}"} if self.ticket else {}
        data = None if body is None else json.dumps(body)
        self._line.request(method, path, data, headers)

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None

    def __del__(self) -> None:
        self.hang_up()

    def look(self) -> dict[str, Any]:
        status, view = self.get(f"/api/tables/{self.table}")
        assert status == 200, view
        return dict(view)

    def say(self, what: str, seen: int, once: str, **more: Any) -> tuple[int, Any]:
        body = {"seen": seen, "id": once, **more}
        return self.post(f"/api/tables/{self.table}/{what}", body)


def lay_out(
    port: int, game: str, players: list[str], **options: Any
) -> tuple[Phone, list[Phone]]:
    """Return the host and the seats of a new table."""
    body = {"game": game, "players": players, "options": options}
    phone = Phone(port)
    status, made = phone.post("/api/tables", body)
    phone.hang_up()
    assert status == 201, made
    table = made["table"]
    seats = [Phone(port, seat["ticket"], table) for seat in made["seats"]]
    return Phone(port, made["host_ticket"], table), seats


class Walk:
    """A game at a real table, its chance seeded too: it always goes the same way."""

    def __init__(
        self, port: int, game: str, players: list[str], seed: int, **options: Any
    ) -> None:
        self.host, self.seats = lay_out(port, game, players, **options)
        self.rng = Random(seed)
        self._game = GAMES[game]
        self._state = self._game.start({**options, "players": len(players)})

    def step(self, view: dict[str, Any], wanted: Wanted = list) -> None:
        """Say what chance brings, or one of the legal actions that are wanted."""
        if view["awaiting"]:
            chance = self._game.chance(self._state)
            assert chance is not None, "the table awaits what the engine does not"
            action = self._game.to_json(chance.sample(self.rng))
        else:
            action = self.rng.choice(wanted(view["legal"]))
        once = f"step-{view['version']}"
        status, told = self.host.say("actions", view["version"], once, action=action)
        assert status == 201, told
        self._state = self._game.apply(self._state, self._game.from_json(action))
