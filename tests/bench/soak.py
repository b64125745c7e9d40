"""Hours of play in rounds: does the server keep more and more?

`python -m tests.bench.soak --minutes 60`. Each round lays out tables, lets four phones
at each play and leave, and deletes the tables again.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

from tests.bench.bench_load import drive, lay_out, rss
from tests.bench.crowd import Figures
from tests.live import House, Phone

ROUND = 20.0
"""Seconds of play in one round."""

WARM = 15
"""Rounds until most of what is kept has been filled once."""


def play_round(port: int, game: str, tables: int, seed: int) -> Figures:
    """Play one round; return what was noted."""
    figures = Figures()
    parties = [lay_out(port, game, seed + n, figures) for n in range(tables)]
    asyncio.run(drive([(one, made) for one, made, _ in parties], 1.0, ROUND, figures))
    for party, _, host in parties:
        status, _ = Phone(port, host).call("DELETE", f"/api/tables/{party.name}")
        assert status == 200
    return figures


def main() -> int:
    """Print the memory after every round; 1 if it grew by more than a tenth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--game", default="karma-dice")
    chosen = parser.parse_args()
    until, kept, seed, actions = time.monotonic() + chosen.minutes * 60, [], 0, 0
    with tempfile.TemporaryDirectory() as data, House(Path(data)) as house:
        while time.monotonic() < until or len(kept) <= WARM:
            found = play_round(house.port, chosen.game, chosen.tables, seed)
            seed, actions = seed + chosen.tables, actions + found.actions
            kept.append(int(rss(house)))
            lost = f", {found.lost} not told in time" if found.lost else ""
            print(f"round {len(kept)}: {kept[-1]} MB{lost}", flush=True)
    first, last = kept[WARM - 1], kept[-1]
    print(
        f"soak: {chosen.minutes:g} minutes, {actions} actions,"
        f" {first} MB after {WARM} rounds, {last} MB after {len(kept)},"
        f" load {os.getloadavg()[0]:.0f}"
    )
    return 0 if last <= first * 1.1 else 1


if __name__ == "__main__":
    raise SystemExit(main())
