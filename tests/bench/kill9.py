"""Kill the server at random moments: is anything lost that was acknowledged?

`python -m tests.bench.kill9 --both` kills 200 times on SQLite, then 200 times on a
PostgreSQL of our own, where every third kill ends the database instead of the server.

Three tables are played at once, as fast as the server answers. To start costs a second
of Python's imports, which no kill can harm: nine of ten servers are forked from a
process that has made them already, every tenth begins as a user starts it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import app
from tests.live import House, Phone, Trouble, lay_out
from tests.postgres import Postgres

TABLES = 3
"""Tables that are played at the same time."""

LONG = 10
"""Kills that a table lives through; to check a longer log takes longer than a start."""


@dataclass
class Tally:
    """What was promised, and what was found after each restart."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    changed: int = 0
    unfinished: int = 0
    """Words sent but never answered; each is either in the log once or not at all."""

    restarts: list[float] = field(default_factory=list)


@dataclass
class Promise:
    """An entry the server said is safe."""

    version: int
    action: dict[str, Any] | None


def play_until_it_dies(
    host: Phone,
    promises: dict[str, Promise],
    sent: set[str],
    rng: random.Random,
    over: threading.Event,
) -> None:
    """Play as fast as the server answers, noting each promise."""
    try:
        view = host.look()
        while not over.is_set():
            once = f"{rng.getrandbits(64):x}"
            seen, action = view["version"], None
            if view["outcome"] or (view["undo"]["allowed"] and rng.random() < 0.1):
                what: str = "undo"
                more: dict[str, Any] = {}
            elif view["awaiting"]:
                what, more = "chance", {}
            else:
                action = rng.choice(view["legal"])
                what, more = "actions", {"action": action}
            sent.add(once)
            status, answer = host.say(what, seen, once, **more)
            if status == 503:  # the database is away, and says so
                return
            assert status == 201, answer
            promises[once] = Promise(answer["version"], action)
            view = answer
    except Trouble:
        return


def check(host: Phone, promises: dict[str, Promise], sent: set[str]) -> tuple[int, int]:
    """Return how many promises were lost and how many entries were changed."""
    status, export = host.get(f"/api/tables/{host.table}/export")
    assert status == 200
    entries = export["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    ids = [entry["id"] for entry in entries]
    assert len(set(ids)) == len(ids), "an id is in the log twice"
    assert set(ids) <= sent, "the log holds what nobody sent"
    found = {entry["id"]: entry for entry in entries}
    lost = [once for once in promises if once not in found]
    changed = [
        once
        for once, promise in promises.items()
        if once in found
        and (
            found[once]["version"] != promise.version
            or (promise.action and found[once]["body"]["action"] != promise.action)
        )
    ]
    view = host.look()
    assert view["closed"] is None, "the log does not replay"
    assert view["version"] == len(entries)
    return len(lost), len(changed)


class QuickHouse(House):
    """A server whose imports another process has made before it was forked."""

    is_cold = False
    _ready = multiprocessing.get_context("forkserver")
    _ready.set_forkserver_preload(["tests.bench.ready"])

    def _spawn(self) -> None:
        self.forked = None
        if self.is_cold:
            super()._spawn()
            return
        where = ["--host", "127.0.0.1", "--port", str(self.port)]
        words = ["run", *where, "--data", str(self.data), *self.more]
        self.forked = self._ready.Process(target=quietly, args=(words,), daemon=True)
        self.forked.start()
        self.process = _Forked(self.forked)


class _Forked:
    """A forked server with the words of a process that was started."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self.kill = process.kill

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode


def quietly(words: list[str]) -> None:
    """Run the command line without its greeting."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    app.main(words)


@dataclass
class Game:
    """A table that is played, with all that was promised of it."""

    host: Phone
    promises: dict[str, Promise] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)


def run(data: Path, kills: int, seed: int, shared: Postgres | None = None) -> Tally:
    """Kill and restart, checking after each start."""
    rng, tally, games = random.Random(seed), Tally(), []
    house = QuickHouse(data, *(("--database", shared.new()) if shared else ()))
    tally.restarts.append(house.start())
    try:
        for number in range(kills):
            if number % LONG == 0:
                tally.unfinished += sum(len(g.sent) - len(g.promises) for g in games)
                games = [
                    Game(lay_out(house.port, "karma-dice", ["Ana", "Ben", "Cleo"])[0])
                    for _ in range(TABLES)
                ]
            before, over = sum(len(game.promises) for game in games), threading.Event()
            players = [
                threading.Thread(
                    target=play_until_it_dies,
                    args=(
                        *(g.host, g.promises, g.sent),
                        *(random.Random(rng.random()), over),
                    ),
                )
                for g in games
            ]
            for player in players:
                player.start()
            while sum(len(game.promises) for game in games) == before and any(
                player.is_alive() for player in players
            ):
                time.sleep(0.01)  # a busy machine gets its time to start
            time.sleep(rng.uniform(0.0, 0.5))
            if shared and number % 3 == 2:
                shared.restart("immediate")
            else:
                house.kill()
                house.is_cold = number % LONG == 0
                tally.restarts.append(house.start())
            over.set()
            for player in players:
                player.join()
            tally.kills += 1
            tally.acknowledged += sum(len(game.promises) for game in games) - before
            for game in games:
                game.host.hang_up()
                lost, changed = check(game.host, game.promises, game.sent)
                tally.lost += lost
                tally.changed += changed
        tally.unfinished += sum(len(g.sent) - len(g.promises) for g in games)
    finally:
        house.kill()
    return tally


def line(tally: Tally, where: str) -> str:
    """Return the report."""
    starts = sorted(tally.restarts)
    return (
        f"kill -9 on {where}: {tally.kills} kills, {tally.acknowledged} acknowledged"
        f" entries, {tally.lost} lost, {tally.changed} changed, {tally.unfinished}"
        f" never answered; start to first answer: median"
        f" {starts[len(starts) // 2]:.2f} s, worst {starts[-1]:.2f} s,"
        f" load {os.getloadavg()[0]:.0f}"
    )


def main() -> int:
    """Print the tally; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--both", action="store_true")
    chosen = parser.parse_args()
    wanted = [False, True] if chosen.both else [chosen.postgres]
    harmed = 0
    for on_postgres in wanted:
        shared = Postgres() if on_postgres else None
        try:
            with tempfile.TemporaryDirectory() as data:
                tally = run(Path(data), chosen.kills, chosen.seed, shared)
        finally:
            if shared:
                shared.remove()
        harmed += tally.lost + tally.changed
        print(line(tally, "PostgreSQL" if shared else "SQLite"), flush=True)
    return 1 if harmed else 0


if __name__ == "__main__":
    raise SystemExit(main())
