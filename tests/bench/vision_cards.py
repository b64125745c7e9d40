"""Results of the card reader as Markdown for `docs/vision.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.bench import bench_cards, card_sets
from tests.vision import render_tables
from tests.vision.render_faces import MANNERS
from vision import ocr
from vision.cards import reading

SEED = 82_000
"""Photos nothing was fitted to; seeds from 1000 on were looked at while building."""

ART = render_tables.ART

ABOUT = (
    "Drawn photos from seed {seed} on, art from {art}: held out, nothing was fitted to "
    "them. Real photographs were looked at while the reader was built: in sample."
)

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
    parts["art on tables of all kinds"] = _together(parts)
    parts |= bench_cards.taught(12, SEED)
    parts |= bench_cards.taught_on_tables(9, SEED)
    parts |= bench_cards.other_prints(9, SEED)
    if bench_cards.PHOTOS.is_dir():
        parts["real outlines (in sample)"] = bench_cards.real_outlines()
        parts["real titles (in sample)"] = bench_cards.real_titles()
    rows = [f"| {name} | {_counts(counts)} |" for name, counts in parts.items()]
    told = [f"| {chance} | {row} |" for chance, row in trust.table().items()]
    times = "; ".join(f"{k}: {v}" for k, v in bench_cards.speed(SEED).items())
    return "\n".join(
        [
            "### Cards",
            "",
            ABOUT.format(seed=SEED, art="pictures of `ART`" if ART else "drawn shapes"),
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


def _together(parts: Mapping[str, Mapping[str, int]]) -> Counter[str]:
    """Return the sum over full-art cards on tables of all kinds, without a prior."""
    whole: Counter[str] = Counter()
    for kind in render_tables.TABLES:
        whole.update(parts[f"art, {kind}"])
    return whole


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
