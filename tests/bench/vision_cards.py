"""Results of the card reader as Markdown for `docs/vision.md`."""

from __future__ import annotations

from collections.abc import Mapping

from tests.bench import bench_cards, card_sets
from tests.vision.render_faces import MANNERS
from vision import ocr
from vision.cards import reading

SEED = 82_000
"""Photos nothing was fitted to; seeds from 1000 on were looked at while building."""

PHOTOS = {"karmaka": 16, "samsara": 10, "scans": 20, "sleeved": 6, "fanned": 6}
"""A small part of each set, for a run of minutes; manners of setting get four."""


def run() -> str:
    """Measure everything and return two tables."""
    reading.PATIENCE, ocr.PATIENCE = 120, 60  # a busy machine must change nothing
    trust = bench_cards.Trust()
    parts: dict[str, Mapping[str, int]] = {}
    for name in card_sets.SETS:
        count = PHOTOS.get(name, 4 if name in MANNERS else 8)
        parts |= bench_cards.titles(name, count, SEED, trust)
    parts |= bench_cards.taught(12, SEED)
    parts |= bench_cards.taught_on_tables(9, SEED)
    if bench_cards.PHOTOS.is_dir():
        parts["real outlines"] = bench_cards.real_outlines()
        parts["real titles"] = bench_cards.real_titles()
    rows = [f"| {name} | {_counts(counts)} |" for name, counts in parts.items()]
    told = [f"| {chance} | {row} |" for chance, row in trust.table().items()]
    times = "; ".join(f"{k}: {v}" for k, v in bench_cards.speed(SEED).items())
    return "\n".join(
        [
            "### Cards",
            "",
            "| what | result |",
            "|---|---|",
            *rows,
            "",
            "| chance given | cards: mean chance / share right |",
            "|---|---|",
            *told,
            "",
            f"Time: {times}.",
        ]
    )


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
