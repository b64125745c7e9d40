"""Tables x 4 phones on the real server: how soon has everybody what to draw?

`make bench-load ARGS="--tables 200 --game karma-dice"`. The phones share the cores
with the server. With `--postgres` a PostgreSQL of our own is started; with
`--servers 2` tables are spread over two processes, as a proxy that looks at the table
in the address would do it; with `--workers 2` one server has two processes, and every
phone is at one of them by chance.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench.crowd import NAMES, Figures, Party, Seat, export_of, script
from tests.live import House, Phone
from tests.postgres import Postgres

SCRIPTS = 12
"""Different games; more would only take longer to prepare."""

BEGUN = 40
"""Entries a game may have behind it when its phones come: pages grow with it."""

AT_ONCE = 20
"""Phones that open their page in the same moment; a hall does not come in at once."""

TICKS = os.sysconf("SC_CLK_TCK")


def lay_out(
    port: int, game: str, seed: int, figures: Figures
) -> tuple[Party, Any, str]:
    """Bring a game that has begun to a server; return it, its seats, its host."""
    steps = script(game, seed % SCRIPTS, 400)
    begun = min(random.Random(seed).randrange(BEGUN), len(steps) // 2)
    party = Party(port, figures, iter(steps[begun:]))
    status, made = Phone(port).post(
        "/api/tables/import", export_of(game, steps[:begun])
    )
    assert status == 201, made
    party.name, party.version = made["table"], begun
    return party, made["seats"], made["host_ticket"]


async def drive(
    parties: list[tuple[Party, Any]],
    pause: float,
    seconds: float,
    figures: Figures,
    begins: Callable[[], object] = lambda: None,
) -> None:
    """Let everybody come, then play for so long; `begins` is called in between."""
    gate, number = asyncio.Semaphore(AT_ONCE), 0

    async def come(seat: Seat) -> asyncio.Task[None]:
        async with gate:
            return await seat.come()

    for party, tickets in parties:
        for one in tickets:
            number += 1
            party.seats.append(Seat(party, one["seat"], one["ticket"], number))
    seats = [seat for party, _ in parties for seat in party.seats]
    following = await asyncio.gather(*map(come, seats))
    figures.bytes = figures.pages = 0
    begins()
    until = time.perf_counter() + seconds
    rng = random.Random(1)
    playing = [
        party.play(random.Random(rng.random()), pause, until) for party, _ in parties
    ]
    await asyncio.gather(*playing)
    for task in following:
        task.cancel()
    for problem in await asyncio.gather(*following, return_exceptions=True):
        if not isinstance(problem, asyncio.CancelledError):
            print(f"a phone gave up: {problem!r}", flush=True)


def measure(chosen: argparse.Namespace, tables: int) -> str:
    """Return one line of the report."""
    figures = Figures()
    with ExitStack() as stack:
        houses = start(chosen, stack)
        parties = [
            lay_out(houses[n % len(houses)].port, chosen.game, n, figures)[:2]
            for n in range(tables)
        ]
        before: list[float] = []

        def begins() -> None:
            before.extend((used(houses), time.process_time(), time.perf_counter()))

        asyncio.run(drive(parties, chosen.pause, chosen.seconds, figures, begins))
        after = (used(houses), time.process_time(), time.perf_counter())
        servers, phones, took = (
            now - then for now, then in zip(after, before, strict=True)
        )
        memory = [rss(house) for house in houses]
    each = 1000 * servers / max(1, figures.actions)
    return line(figures, tables, chosen) + (
        f"; servers {100 * servers / took:.0f} % of a core, {each:.1f} ms an action,"
        f" phones {100 * phones / took:.0f} %; memory {' + '.join(memory)} MB;"
        f" load {os.getloadavg()[0]:.0f}"
    )


def start(chosen: argparse.Namespace, stack: ExitStack) -> list[House]:
    more: tuple[str, ...] = ("--streams", "8000", "--workers", str(chosen.workers))
    if chosen.postgres:
        shared = Postgres()
        stack.callback(shared.remove)
        more += ("--database", shared.new())
    data = stack.enter_context(tempfile.TemporaryDirectory())
    houses = [House(Path(data), *more) for _ in range(chosen.servers)]
    return [stack.enter_context(house) for house in houses]


def used(houses: list[House]) -> float:
    """Return the seconds of processor time that the servers have had."""
    ticks = 0
    for pid in (pid for house in houses for pid in pids(house)):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
        ticks += sum(map(int, stat.split()[11:13]))
    return ticks / TICKS


def pids(house: House) -> list[int]:
    """Return a server's processes: its own, or that of the parent and each worker."""
    assert house.process is not None
    pid = house.process.pid
    workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, workers)]


def rss(house: House) -> str:
    def of(pid: int) -> int:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])

    size = resource.getpagesize() / 1e6
    return " and ".join(f"{of(pid) * size:.0f}" for pid in pids(house))


def at(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def line(found: Figures, tables: int, chosen: argparse.Namespace) -> str:
    def shown(values: list[float]) -> str:
        return " / ".join(f"{at(values, share):.0f}" for share in (0.5, 0.95, 1.0))

    size = found.bytes / max(1, found.pages) / 1000
    return (
        f"{chosen.game} {tables} x {len(NAMES)}, one action per {chosen.pause:g} s:"
        f" {found.actions} actions, {found.lost} not told in time,"
        f" {found.refused} refused for a moment, {found.streams_lost} streams lost;"
        f" p50 / p95 / worst ms: answered {shown(found.answered)},"
        f" all heard {shown(found.heard)}, all have what to draw {shown(found.drawn)};"
        f" {size:.1f} kB a page"
    )


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="karma-dice")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 100, 200])
    parser.add_argument("--pause", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument(
        "--asking", action="store_true", help="phones ask for every page, as they can"
    )
    chosen = parser.parse_args()
    if chosen.asking:
        Party.wish = ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16384)), hard))
    for tables in chosen.tables:
        print(measure(chosen, tables), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
