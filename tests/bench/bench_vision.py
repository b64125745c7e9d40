"""Measure every reader and write the results into its page of `docs`.

`python -m tests.bench.bench_vision [dice] [cards] ...`: each module
`tests/bench/vision_<reader>.py` offers `run() -> str`, the Markdown of its results,
which replaces what stands between `<!-- results: reader -->` and `<!-- end -->`.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import cv2

DOCS = Path(__file__).parents[2] / "docs"

PAGES = {"watch": "vision-camera.md", "habits": "vision-camera.md"}
"""Readers whose results stand on a page of their own."""


def readers() -> list[str]:
    return sorted(
        path.stem.removeprefix("vision_")
        for path in Path(__file__).parent.glob("vision_*.py")
    )


def write(reader: str, results: str) -> None:
    path = DOCS / PAGES.get(reader, "vision.md")
    page = path.read_text()
    place = re.compile(rf"(<!-- results: {reader} -->\n).*?(<!-- end -->)", re.S)
    if not place.search(page):
        page += f"\n<!-- results: {reader} -->\n<!-- end -->\n"
    path.write_text(place.sub(lambda m: m[1] + results.strip() + "\n" + m[2], page))


def main(names: list[str]) -> None:
    cv2.setNumThreads(1)
    for reader in names or readers():
        results = importlib.import_module(f"tests.bench.vision_{reader}").run()
        print(results)
        write(reader, results)


if __name__ == "__main__":
    main(sys.argv[1:])
