"""Results of the card and amulet readers as Markdown for `docs/vision.md`."""

from __future__ import annotations

from collections.abc import Mapping

from tests.bench import bench_cards
from vision.cards import reading

PHOTOS, SEED = 20, 70_100
"""Photos nothing was fitted to; seeds from 1000 on were looked at while building."""


def run() -> str:
    """Measure everything and return two tables."""
    reading.PATIENCE = 120  # a busy machine must not change what is measured
    parts = {
        f"drawn titles, {k}": v for k, v in bench_cards.titles(PHOTOS, SEED).items()
    }
    parts["taught, titles covered"] = bench_cards.taught(PHOTOS // 2, SEED)
    parts["amulets"] = bench_cards.amulet_faces(PHOTOS // 2, SEED)
    if bench_cards.PHOTOS.is_dir():
        parts["real outlines"] = bench_cards.real_outlines()
        parts["real titles"] = bench_cards.real_titles()
    rows = [f"| {name} | {_counts(counts)} |" for name, counts in parts.items()]
    times = ", ".join(f"{k} {v}" for k, v in bench_cards.speed(SEED).items())
    return "\n".join(
        [
            "### Cards and amulets",
            "",
            "| what | result |",
            "|---|---|",
            *rows,
            "",
            f"Time: {times}.",
        ]
    )


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
