"""How fast each engine plays, and what a table adds to it.

`python -m tests.bench.bench_engines`
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from companion.games import GAMES
from companion.table.bearer import HOST, at_seat
from companion.table.database import connect
from companion.table.live import Live
from companion.table.service import Tables
from companion.table.simulate import simulate
from companion.table.store import Store
from companion.table.view import view

SECONDS = 2.0


def engine_speed(key: str, players: int) -> str:
    """Return actions per second of random whole games, invariants off."""
    games = 1
    while True:
        report = simulate(GAMES[key], players, games, seed=1, check=False)
        if report.seconds > SECONDS / 2 or games > 100_000:
            break
        games = max(games * 2, int(games * SECONDS / max(report.seconds, 1e-3)))
    speed = report.actions / report.seconds
    return (
        f"{key}, {players} players: {speed:,.0f} actions/s,"
        f" {report.games / report.seconds:,.1f} games/s ({report.games} games)"
    )


def table_speed(key: str, players: int) -> str:
    """Return what writing, viewing and replaying a table costs."""
    rng, game = random.Random(1), GAMES[key]
    writes, views = [], []
    with tempfile.TemporaryDirectory() as data:
        store = Store(connect(f"sqlite:///{Path(data) / 'bench.sqlite'}"))
        tables = Tables(store, Live(), GAMES, rng)
        table = tables.create(key, [f"P{n}" for n in range(players)], {})
        name, number = table.charter.table, 0
        while game.outcome(table.state) is None and number < 400:
            began = time.perf_counter()
            if game.chance(table.state):
                table, _ = tables.chance(name, HOST, table.version, f"n{number}")
            else:
                action = game.to_json(rng.choice(game.legal_actions(table.state)))
                table, _ = tables.act(name, HOST, action, table.version, f"n{number}")
            middle = time.perf_counter()
            view(table, at_seat(0))
            writes.append((middle - began) * 1000)
            views.append((time.perf_counter() - middle) * 1000)
            number += 1
        began = time.perf_counter()
        Tables(store, Live(), GAMES).open(name)
        replay = time.perf_counter() - began
        store.close()
    writes.sort()
    views.sort()
    return (
        f"{key} table, {number} entries: write (full sync) p50"
        f" {writes[number // 2]:.2f} ms, p95 {writes[int(number * 0.95)]:.2f} ms;"
        f" view p50 {views[number // 2]:.2f} ms,"
        f" p95 {views[int(number * 0.95)]:.2f} ms;"
        f" replay {number / replay:,.0f} entries/s"
    )


def main() -> int:
    """Print the report of every game."""
    for key, game in GAMES.items():
        players = min(4, game.players.stop - 1)
        print(engine_speed(key, players), flush=True)
        print(table_speed(key, players), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
