"""From a word at one server to the ear at another, on one database.

`python -m tests.bench.bench_neighbours` for two servers on one SQLite file, with
`--postgres` on a PostgreSQL of our own. Counted from the moment the word is sent.
"""

from __future__ import annotations

import argparse
import os
import socket
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.bench.bench_live import at
from tests.live import House, Phone, lay_out
from tests.postgres import Postgres


def measure(words: int, shared: Postgres | None) -> tuple[list[float], list[float]]:
    """Return how long the answer took, and how long until the other server told."""
    answered, heard = [], []
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        more = ("--database", shared.new()) if shared else ()
        here = stack.enter_context(House(data, *more))
        there = stack.enter_context(House(data, *more))
        host, _ = lay_out(here.port, "karma-dice", ["Ana", "Ben"])
        view = host.look()
        action = view["legal"][0]
        ear = listen(stack, Phone(there.port, host.ticket, host.table))
        for number in range(words):
            began = time.perf_counter()
            what, more_ = (
                ("undo", {}) if number % 2 else ("actions", {"action": action})
            )
            status, view = host.say(what, number, f"n{number}", **more_)
            assert status == 201, view
            answered.append((time.perf_counter() - began) * 1000)
            while (
                int(next(line for line in ear if line.startswith(b"id: "))[4:])
                <= number
            ):
                pass
            heard.append((time.perf_counter() - began) * 1000)
    return sorted(answered), sorted(heard)


def listen(stack: ExitStack, phone: Phone) -> socket.SocketIO:
    line = stack.enter_context(socket.create_connection(("127.0.0.1", phone.port), 30))
    line.sendall(
        f"GET /api/tables/{phone.table}/events HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {phone.ticket}\r\n\r\n".encode()
    )
    return stack.enter_context(line.makefile("rb"))  # type: ignore[return-value]


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=60)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    shared = Postgres() if chosen.postgres else None
    try:
        answered, heard = measure(chosen.words, shared)
    finally:
        if shared:
            shared.remove()
    print(
        f"{'PostgreSQL' if shared else 'SQLite'}, {chosen.words} words: answered"
        f" p50 {at(answered, 0.5):.0f} ms, p95 {at(answered, 0.95):.0f} ms; told by the"
        f" other server p50 {at(heard, 0.5):.0f} ms, p95 {at(heard, 0.95):.0f} ms;"
        f" load {os.getloadavg()[0]:.0f}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
