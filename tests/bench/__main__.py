"""Every benchmark but those of the readers: `make bench`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench import bench_engines, bench_live, kill9
from tests.live import House


def start_up() -> str:
    """Return how long an installed server needs until it answers."""
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data))
        times = []
        for _ in range(5):
            times.append(house.start())
            house.kill()
    times.sort()
    return f"start to first answer: median {times[2]:.2f} s, worst {times[-1]:.2f} s"


def main() -> int:
    """Print every figure."""
    print(start_up(), flush=True)
    bench_engines.main()
    for phones in (20, 200):
        result = bench_live.measure(phones, actions=200)
        print(bench_live.line(result), flush=True)
    with tempfile.TemporaryDirectory() as data:
        tally = kill9.run(Path(data), kills=10, seed=1)
    print(kill9.line(tally, "SQLite"), flush=True)
    return 1 if tally.lost or tally.changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
