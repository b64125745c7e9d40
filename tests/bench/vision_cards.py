"""Results of the card reader as Markdown for `docs/vision-cards.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

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


def pieces() -> dict[str, Callable[[], Any]]:
    """Return what measures each set of photos."""
    found: dict[str, Callable[[], Any]] = {
        f"titles {name}": partial(_titles, name) for name in card_sets.SETS
    }
    found["times"] = partial(bench_cards.speed, SEED)
    found["other prints"] = partial(bench_cards.other_prints, 9, SEED)
    found["taught"] = partial(bench_cards.taught, 12, SEED)
    found["taught on tables"] = partial(bench_cards.taught_on_tables, 9, SEED)
    if bench_cards.PHOTOS.is_dir():
        found["real outlines"] = lambda: {
            "real outlines (in sample)": bench_cards.real_outlines()
        }
        found["real titles"] = lambda: {
            "real titles (in sample)": bench_cards.real_titles()
        }
    return {name: partial(_patiently, work) for name, work in found.items()}


def _patiently(work: Callable[[], Any]) -> Any:
    reading.PATIENCE, ocr.PATIENCE = 120, 60  # a busy machine must change nothing
    return work()


def _titles(name: str) -> dict[str, Any]:
    trust = bench_cards.Trust()
    count = PHOTOS.get(name, 4 if name in MANNERS else 8)
    parts = bench_cards.titles(name, count, SEED, trust)
    chances = [float(one) for one in trust.chances]
    return {"parts": parts, "chances": chances, "hits": [bool(h) for h in trust.hits]}


def told(done: dict[str, Any]) -> str:
    """Return two tables and the times."""
    trust = bench_cards.Trust()
    parts: dict[str, Mapping[str, int]] = {}
    for name, found in done.items():
        if name.startswith("titles "):
            parts |= found["parts"]
            trust.chances += found["chances"]
            trust.hits += found["hits"]
        elif name != "times":
            parts |= found
    parts["art on tables of all kinds"] = _together(parts)
    rows = [f"| {name} | {_counts(counts)} |" for name, counts in parts.items()]
    chances = [f"| {chance} | {row} |" for chance, row in trust.table().items()]
    times = "; ".join(f"{k}: {v}" for k, v in done.get("times", {}).items())
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
            *chances,
            "",
            f"Time: {times or 'not measured yet'}.",
        ]
    )


def _together(parts: Mapping[str, Mapping[str, int]]) -> Counter[str]:
    """Return the sum over full-art cards on tables of all kinds, without a prior."""
    whole: Counter[str] = Counter()
    for kind in render_tables.TABLES:
        whole.update(parts.get(f"art, {kind}", {}))
    return whole


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
