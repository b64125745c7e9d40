"""Kill the server at random moments: is anything lost that was acknowledged?

`python -m tests.bench.kill9 --kills 100 --seed 1`, and with `--postgres` on a
PostgreSQL of our own, where every third kill ends the database instead of the server.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.live import House, Phone, Trouble, lay_out
from tests.postgres import Postgres


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
    host: Phone, promises: dict[str, Promise], sent: set[str], rng: random.Random
) -> None:
    """Play as fast as the server answers, noting each promise."""
    try:
        view = host.look()
        while True:
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


def run(data: Path, kills: int, seed: int, shared: Postgres | None = None) -> Tally:
    """Kill and restart, checking after each start."""
    rng, tally = random.Random(seed), Tally()
    house = House(data, *(("--database", shared.new()) if shared else ()))
    tally.restarts.append(house.start())
    host: Phone | None = None
    promises: dict[str, Promise] = {}
    sent: set[str] = set()
    try:
        for number in range(kills):
            if host is None or number % 10 == 0:
                host, _ = lay_out(house.port, "karma-dice", ["Ana", "Ben", "Cleo"])
                promises, sent = {}, set()
            before = len(promises)
            player = threading.Thread(
                target=play_until_it_dies,
                args=(host, promises, sent, random.Random(rng.random())),
            )
            player.start()
            while len(promises) == before and player.is_alive():
                time.sleep(0.01)  # a busy machine gets its time to start
            time.sleep(rng.uniform(0.0, 0.5))
            if shared and number % 3 == 2:
                shared.restart("immediate")
                player.join()
            else:
                house.kill()
                player.join()
                tally.restarts.append(house.start())
            tally.kills += 1
            tally.acknowledged += len(promises) - before
            host.hang_up()
            lost, changed = check(host, promises, sent)
            tally.lost += lost
            tally.changed += changed
        tally.unfinished += len(sent) - len(promises)
    finally:
        house.kill()
    return tally


def line(tally: Tally) -> str:
    """Return the report."""
    starts = sorted(tally.restarts)
    return (
        f"kill -9: {tally.kills} kills, {tally.acknowledged} acknowledged entries,"
        f" {tally.lost} lost, {tally.changed} changed;"
        f" start to first answer: median {starts[len(starts) // 2]:.2f} s,"
        f" worst {starts[-1]:.2f} s"
    )


def main() -> int:
    """Print the tally; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    shared = Postgres() if chosen.postgres else None
    try:
        with tempfile.TemporaryDirectory() as data:
            tally = run(Path(data), chosen.kills, chosen.seed, shared)
    finally:
        if shared:
            shared.remove()
    print(line(tally))
    return 1 if tally.lost or tally.changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
