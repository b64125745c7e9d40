"""Measure every reader, in pieces that are kept: stop it, and it goes on from there.

`python -m tests.bench.bench_vision [dice] [cards] ...` gives each part its share of
`--minutes` of processor time (40 for all of them) and of what others left, prints what
was measured by then and how much is left; the same command once more measures on.
`--write` puts the tables into their pages of `docs`, `--anew` forgets.

Each module `tests/bench/vision_<part>.py` offers `pieces()`, an ordered mapping from
names to what measures one of them and returns JSON, and `told(done)`, the Markdown of
those that are done; where it says `SHARE`, that is its part of the time.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2

DOCS = Path(__file__).parents[2] / "docs"
KEPT = Path(__file__).parents[1] / "artefacts" / "bench-vision"

PAGES = {
    "cards": "vision-cards.md",
    "watch": "vision-camera.md",
    "films": "vision-camera.md",
    "troubles": "vision-camera.md",
    "real": "vision-camera.md",
    "habits": "vision-camera.md",
}
"""Parts whose results stand on a page of their own."""

MINUTES = 40.0

Done = dict[str, Any]


def parts() -> list[str]:
    """Return the names of all parts."""
    return sorted(
        path.stem.removeprefix("vision_")
        for path in Path(__file__).parent.glob("vision_*.py")
    )


def module(part: str) -> ModuleType:
    return importlib.import_module(f"tests.bench.vision_{part}")


class Ledger:
    """The pieces of one part that are done, a line of a file each."""

    def __init__(self, part: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / f"{part}.jsonl"
        self._file.touch()
        self.done: Done = dict(_whole(self._file.read_text()))
        rows = [json.dumps(pair) + "\n" for pair in self.done.items()]
        self._file.write_text("".join(rows))

    def add(self, name: str, result: Any) -> None:
        """Keep a piece at once: the next one may never end."""
        self.done[name] = json.loads(json.dumps(result))
        with self._file.open("a") as out:
            print(json.dumps([name, result]), file=out)

    def forget(self) -> None:
        """Begin anew."""
        self._file.write_text("")
        self.done = {}


def _whole(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the lines that were written to their end before something was stopped."""
    for line in text.splitlines():
        try:
            name, result = json.loads(line)
        except ValueError:
            continue
        yield name, result


def measure(part: str, ledger: Ledger, seconds: float) -> str:
    """Measure pieces for so many seconds of processor time; return what is known."""
    bench = module(part)
    pieces = bench.pieces()
    began, spent = time.process_time(), 0.0
    for name, work in pieces.items():
        if name in ledger.done:
            continue
        if spent >= seconds:
            break
        ledger.add(name, work())
        spent = time.process_time() - began
    done = {name: ledger.done[name] for name in pieces if name in ledger.done}
    if not done:
        return f"## {part}: nothing measured yet, {len(pieces)} pieces to do\n"
    left = len(pieces) - len(done)
    rest = f"{len(done)} of {len(pieces)} pieces" if left else "all of it"
    return f"## {part}: {rest}, {spent:.0f} s now\n\n{bench.told(done)}\n"


def write(part: str, results: str) -> None:
    """Replace what stands between `<!-- results: part -->` and `<!-- end -->`."""
    path = DOCS / PAGES.get(part, "vision.md")
    page = path.read_text()
    place = re.compile(rf"(<!-- results: {part} -->\n).*?(<!-- end -->)", re.S)
    if not place.search(page):
        page += f"\n<!-- results: {part} -->\n<!-- end -->\n"
    path.write_text(place.sub(lambda m: m[1] + results.strip() + "\n" + m[2], page))


def main(words: list[str] | None = None) -> None:
    """Measure the parts named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[[], *parts()])
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--keep", type=Path, default=KEPT)
    parser.add_argument("--write", action="store_true", help="into docs")
    parser.add_argument("--anew", action="store_true", help="forget what was measured")
    args = parser.parse_args(words)
    cv2.setNumThreads(1)
    chosen = args.parts or parts()
    shares = {part: getattr(module(part), "SHARE", 1.0) for part in chosen}
    began = time.process_time()
    for part in chosen:
        ledger = Ledger(part, args.keep)
        if args.anew:
            ledger.forget()
        left = 60 * args.minutes - time.process_time() + began
        share = shares[part] / sum(shares.values())
        print(measure(part, ledger, left * share), flush=True)
        del shares[part]  # what it left is for the others
        if args.write and ledger.done:
            write(part, module(part).told(ledger.done))


if __name__ == "__main__":
    main()
