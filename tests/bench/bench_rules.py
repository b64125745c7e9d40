"""Figures of the rules: search, pages, codes. `python -m tests.bench.bench_rules`."""

from __future__ import annotations

import statistics
import tempfile
from time import perf_counter

import numpy as np

from app import create_app
from companion.rulebook import catalogue, library
from companion.rulebook.kit.kit import make_kit
from companion.rulebook.kit.order import Kit
from tests.rulebook.measure_search import ask_server, questions, rates
from tests.rulebook.sheets import decode, photograph, rasterise
from tests.rulebook.test_kit import BASE, sticker_codes


def search_lines() -> list[str]:
    asked = questions()
    lines = []
    for name, some in (
        ("all", asked),
        ("held out", [question for question in asked if question.held_out]),
    ):
        first, three, _ = rates(some, ask_server)
        lines.append(
            f"search, {name}: {len(some)} questions,"
            f" first {first:.1%}, top three {three:.1%}"
        )
    took = []
    for question in asked:
        began = perf_counter()
        library().index(question.game).search(question.text, question.lang)
        took.append(1000 * (perf_counter() - began))
    lines.append(
        f"search: median {statistics.median(took):.1f} ms, worst {max(took):.0f}"
    )
    return lines


def page_lines() -> list[str]:
    with tempfile.TemporaryDirectory() as data:
        client = create_app({"DATA": data, "TESTING": True}).test_client()
        took, sizes = [], []
        for entry in catalogue().entries:
            began = perf_counter()
            sizes.append(len(client.get(f"/rules/{entry.id}").data))
            took.append(1000 * (perf_counter() - began))
    return [
        f"rule page: {len(sizes)} pages, median {statistics.median(took):.1f} ms,"
        f" worst {max(took):.0f} ms, largest {max(sizes) / 1000:.1f} kB of HTML"
    ]


def code_lines() -> list[str]:
    rng = np.random.default_rng(7)
    flat, photos = [], {0.5: [], 0.7: [], 1.0: []}
    for game in catalogue().games:
        pages = rasterise(make_kit(Kit(game, BASE), catalogue(), str))
        for address, piece in list(sticker_codes(pages, game, "a4"))[::3]:
            flat.append(decode(piece) == address)
            for scale, read in photos.items():
                read.append(decode(photograph(piece, rng, scale)) == address)
    lines = [f"codes at 300 dpi: {sum(flat)} of {len(flat)} read"]
    return lines + [
        f"codes photographed, {10.4 * scale:.0f} px per module:"
        f" {sum(read)} of {len(read)} read ({sum(read) / len(read):.1%})"
        for scale, read in photos.items()
    ]


def main() -> None:
    """Print every figure."""
    for lines in (search_lines, page_lines, code_lines):
        print("\n".join(lines()), flush=True)


if __name__ == "__main__":
    main()
