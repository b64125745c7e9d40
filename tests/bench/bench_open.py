"""How soon is a table with a long log open, from its bookmark and by playing it?

`python -m tests.bench.bench_open --entries 5000`
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import delete

from companion.games import GAMES
from companion.table import schema
from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.live import Live
from companion.table.rows import StoredEntry
from companion.table.service import Tables
from companion.table.store import Store
from companion.table.table import EntryKind, LogEntry, Table, now


def long_log(tables: Tables, game: str, entries: int) -> str:
    """Return a table whose game goes on and on: what ended is taken back."""
    table, rng = (
        tables.create(game, ["Ana", "Ben", "Cleo", "Dan"], {}),
        random.Random(1),
    )
    lines = []
    for number in range(1, entries + 1):
        chance = table.game.chance(table.state)
        if table.game.outcome(table.state) or (table.standing and rng.random() < 0.1):
            kind, body = EntryKind.UNDO, {"takes_back": 0}
        else:
            actions = list(table.game.legal_actions(table.state))
            action = chance.sample(rng) if chance else rng.choice(actions)
            kind, body = EntryKind.ACTION, {"action": table.game.to_json(action)}
        entry = LogEntry(number, kind, HOST, f"n{number}", now(), body)
        table = table.admit(entry)
        lines.append(StoredEntry(entry, '{"text":"","scores":[]}'))
    name = table.charter.table
    tables.store.append(name, lines, tables.store.head(name))
    tables.memory.forget(name)
    return name


def timed(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return (time.process_time() - began) * 1000


def measure(game: str, entries: int) -> str:
    """Return one line of the report."""
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{Path(data) / 'tables.sqlite'}"
        tables = Tables(Store(connect(url)), Live(), GAMES)
        name = long_log(tables, game, entries)
        with tables.store.write() as connection:
            connection.execute(delete(schema.bookmarks))
        played = timed(lambda: tables.open(name))
        times = []
        for _ in range(5):
            tables.memory.forget(name)
            tables.opening.prover.wait()
            times.append(timed(lambda: tables.open(name)))
        assert isinstance(tables.open(name), Table)
        tables.store.close()
    return (
        f"{game}, {entries} entries: {sorted(times)[2]:.0f} ms from the bookmark,"
        f" {played:.0f} ms by playing it (processor time;"
        f" load {os.getloadavg()[0]:.0f})"
    )


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=5000)
    parser.add_argument("--games", nargs="+", default=["karma-dice", "samsara"])
    chosen = parser.parse_args()
    for game in chosen.games:
        print(measure(game, chosen.entries), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
