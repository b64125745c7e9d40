"""From an action's POST until every phone is told, over real HTTP, disk included.

`python -m tests.bench.bench_live --phones 20 200 1000 --actions 200`
"""

from __future__ import annotations

import argparse
import random
import selectors
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.live import House, Phone, lay_out


class Crowd(threading.Thread):
    """Many phones that listen; notes when the last of them heard of a version."""

    def __init__(self, port: int, phones: list[Phone]) -> None:
        super().__init__(daemon=True)
        self.heard: dict[int, list[float]] = {}
        self.changed = threading.Condition()
        self._selector = selectors.DefaultSelector()
        self._open = True
        for phone in phones:
            line = socket.create_connection(("127.0.0.1", port), timeout=30)
            line.sendall(
                f"GET /api/tables/{phone.table}/events HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {phone.ticket}\r\n\r\n".encode()
            )
            self._selector.register(line, selectors.EVENT_READ)

    def run(self) -> None:
        while self._open:
            for key, _ in self._selector.select(0.5):
                assert isinstance(key.fileobj, socket.socket)
                data = key.fileobj.recv(65536)
                now = time.perf_counter()
                for line in data.splitlines():
                    if line.startswith(b"id: "):
                        self._note(int(line[4:]), now)

    def _note(self, version: int, now: float) -> None:
        with self.changed:
            self.heard.setdefault(version, []).append(now)
            self.changed.notify_all()

    def wait_for(self, version: int, phones: int) -> float:
        """Return when the last phone heard of this version."""
        with self.changed:
            told = self.changed.wait_for(
                lambda: len(self.heard.get(version, ())) >= phones, 20
            )
            assert told, f"{len(self.heard.get(version, ()))} of {phones} were told"
            return max(self.heard[version])

    def close(self) -> None:
        self._open = False
        self.join()
        for key in tuple(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()


def measure(phones: int, actions: int, seed: int = 1) -> dict[str, Any]:
    """Play with this many listening phones; return milliseconds."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as data, House(Path(data)) as house:
        host, _ = lay_out(house.port, "karma-dice", ["Ana", "Ben", "Cleo", "Dan"])
        view = host.look()
        crowd = Crowd(house.port, [watcher(host)] * phones)
        crowd.start()
        crowd.wait_for(0, phones)
        told, answered = [], []
        for number in range(actions):
            what, more = "actions", {}
            if view["outcome"]:
                what = "undo"
            elif view["awaiting"]:
                what = "chance"
            else:
                more = {"action": rng.choice(view["legal"])}
            began = time.perf_counter()
            status, view = host.say(what, view["version"], f"n{number}", **more)
            answered.append((time.perf_counter() - began) * 1000)
            assert status == 201, view
            last = crowd.wait_for(view["version"], phones)
            told.append((last - began) * 1000)
        crowd.close()
    return {"phones": phones, "told": sorted(told), "answered": sorted(answered)}


def watcher(host: Phone) -> Phone:
    """Return somebody who watches: the one ticket that very many may use at once."""
    _, seats = host.get(f"/api/tables/{host.table}/seats")
    code = seats["watch_url"].rpartition("/")[2]
    status, joined = Phone(host.port).post("/api/join", {"code": code})
    assert status == 201, joined
    return Phone(host.port, joined["ticket"], host.table)


def at(values: list[float], share: float) -> float:
    """Return the value below which this share lies."""
    return values[min(len(values) - 1, int(len(values) * share))]


def line(result: dict[str, Any]) -> str:
    """Return one line of the report."""
    told, answered = result["told"], result["answered"]
    return (
        f"{result['phones']:>4} phones, {len(told)} actions: all told"
        f" p50 {at(told, 0.5):.1f} ms, p95 {at(told, 0.95):.1f} ms,"
        f" worst {told[-1]:.1f} ms; own answer p50 {at(answered, 0.5):.1f} ms,"
        f" p95 {at(answered, 0.95):.1f} ms"
    )


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, nargs="+", default=[20, 200, 1000])
    parser.add_argument("--actions", type=int, default=200)
    chosen = parser.parse_args()
    for phones in chosen.phones:
        print(line(measure(phones, chosen.actions)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
