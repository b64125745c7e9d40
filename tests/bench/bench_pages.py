"""Processor time of a page, an action and an event, however busy the machine is.

`python -m tests.bench.bench_pages --steps 60`, or with `--game samsara`. Inside the app
each request is measured alone; over HTTP the whole server is: an action, the events it
causes and the pages that the other three phones fetch. Medians, in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from app import create_app
from companion.games import GAMES
from companion.web.server.bridge import answer_of
from tests.bench.bench_load import lay_out
from tests.bench.crowd import NAMES, PAGE, Figures, Seat, export_of, script
from tests.live import House

BEGUN = 24
"""Entries a game has behind it: most log lines of a page are there."""

EARS = 32
"""Streams that only listen: so many that one event can be told from noise."""


def in_app(game: str, steps: int, seed: int = 1) -> tuple[list[float], list[float]]:
    """Return the times of pages and of actions, inside the app."""
    words = script(game, seed, BEGUN + steps)
    pages: list[float] = []
    actions: list[float] = []
    with tempfile.TemporaryDirectory() as data:
        app = create_app({"DATA": data})
        ask = _asking(app)
        _, made, _ = ask("POST", "/api/tables/import", export_of(game, words[:BEGUN]))
        invited = json.loads(made)
        name = invited["table"]
        tickets = [one["ticket"] for one in invited["seats"]]
        for seen, word in enumerate(words[BEGUN:], BEGUN):
            body = {"seen": seen, "id": f"said-{seen}", "action": word.action}
            path = f"/api/tables/{name}/actions"
            status, text, took = ask("POST", path, body, tickets[word.seat])
            assert status == 201, text[:300]
            actions.append(took)
            for seat in set(range(len(NAMES))) - {word.seat}:
                status, _, took = ask("GET", f"/t/{name}/live", None, tickets[seat])
                assert status == 200
                pages.append(took)
        app.extensions["services"].tables.store.close()
    return pages, actions


def _asking(app: Any) -> Callable[..., tuple[int, bytes, float]]:
    def ask(
        method: str, path: str, body: Any = None, ticket: str = ""
    ) -> tuple[int, bytes, float]:
        headers = [(b"host", b"localhost"), (b"accept", PAGE.encode())]
        if ticket:  # importing answers in JSON, unpacked
            headers += [(b"accept-encoding", b"gzip"), (b"accept-language", b"en")]
            headers.append((b"authorization", f"Bearer {ticket}".encode()))
        data = b"" if body is None else json.dumps(body).encode()
        scope = {
            "method": method,
            "raw_path": path.encode(),
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "client": ("127.0.0.1", 1),
            "headers": [*headers, (b"content-type", b"application/json")],
        }
        began = time.thread_time()
        answer = answer_of(app, scope, data)
        took = time.thread_time() - began
        answer.close()
        return answer.status, answer.body, took

    return ask


async def over_http(house: House, game: str, steps: int, ears: int) -> list[float]:
    """Return what the server needed for each action; every phone has some more ears."""
    figures = Figures()
    party, tickets, _ = lay_out(house.port, game, 1, figures)
    party.seats = [
        Seat(party, one["seat"], one["ticket"], number)
        for number, one in enumerate(tickets, 1)
    ]
    following = [await seat.come() for seat in party.seats]
    listening = [await seat.listen() for seat in party.seats for _ in range(ears)]
    assert house.process is not None
    clock, spent = clock_of(house.process.pid), []
    for _, word in zip(range(steps), party.words, strict=False):
        before = time.clock_gettime(clock)
        await party.step(word)
        await _everybody_has(party)
        spent.append(time.clock_gettime(clock) - before)
    for task in following + listening:
        task.cancel()
    await asyncio.gather(*following, *listening, return_exceptions=True)
    return spent


async def _everybody_has(party: Any) -> None:
    while any(seat.version < party.version for seat in party.seats):
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.02)  # what the server still does after its last answer


def clock_of(process: int) -> int:
    """Return the clock of another process's processor time; only Linux has one."""
    return (~process << 3) | 2


def report(game: str, steps: int) -> str:
    """Return one line."""
    pages, actions = in_app(game, steps)
    with tempfile.TemporaryDirectory() as data, House(Path(data)) as house:
        whole = asyncio.run(over_http(house, game, steps, 0))
        heard = asyncio.run(over_http(house, game, steps, EARS // len(NAMES)))
    event = (median(heard) - median(whole)) / EARS
    page, action, four = (1000 * median(one) for one in (pages, actions, whole))
    return (
        f"{game}: page {page:.2f} ms, action {action:.2f} ms inside the app;"
        f" the whole server {four:.1f} ms an action with its four phones,"
        f" {1000 * event:.3f} ms an event; load {os.getloadavg()[0]:.0f}"
    )


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", default=list(GAMES))
    parser.add_argument("--steps", type=int, default=60)
    chosen = parser.parse_args()
    for game in chosen.game:
        with suppress(BrokenPipeError):
            print(report(game, chosen.steps), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
