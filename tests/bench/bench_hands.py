"""Reads hundreds of drawn hands: `python -m tests.bench.bench_hands --work FILE`.

Cards of full art on all four kinds of table, one photo per seed. What was read goes to
FILE line by line, so that a run that was cut off goes on where it was; then totals are
printed: titles, photos promised, photos promised wrongly, processor time of one thread
beside that of decoding the photo.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench import bench_cards, card_sets
from tests.vision import render_tables
from vision import cards
from vision.cards import reading
from vision.image import decode
from vision.readings import CardsPrior

KINDS = tuple(render_tables.TABLES)
HANDS = {"four cards": (4,), "six to eight cards": (6, 7, 8)}


def one(seed: int) -> dict[str, Any]:
    """Return what was read of one photo, and how long it took."""
    rng = np.random.default_rng(seed)
    kind = KINDS[seed % len(KINDS)]
    shown = card_sets.table(rng, kind)
    jpeg = cv2.imencode(".jpg", shown.photo.image)[1].tobytes()
    began = time.process_time()
    image = decode(jpeg)
    decoded = time.process_time()
    report = cards.read(image, CardsPrior(shown.game))
    spent = time.process_time() - decoded
    counts = bench_cards.judged(shown, report)
    times = {"decoding": decoded - began, "reading": spent}
    return {"seed": seed, "kind": kind, "counts": counts, "times": times}


def told(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the totals of all photos and of each kind of table, and times."""
    totals: dict[str, Any] = {}
    for kind in ("all", *KINDS):
        counts: Counter[str] = Counter()
        for row in rows:
            if kind in ("all", row["kind"]):
                counts.update(row["counts"])
        totals[kind] = dict(counts)
    for name, many in HANDS.items():
        some = [row["times"] for row in rows if row["counts"]["cards"] in many]
        if some:
            spent = np.array([row["reading"] for row in some]) * 1000
            decoded = np.median([row["decoding"] for row in some]) * 1000
            totals[name] = (
                f"{len(some)} photos: median {np.median(spent):.0f} ms, of ten the "
                f"slowest {np.percentile(spent, 90):.0f}; decoding {decoded:.0f} ms"
            )
    return totals


def main() -> int:
    """Read the photos that FILE does not hold yet, and print the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=96_000)
    parser.add_argument("--photos", type=int, default=500)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reading.PATIENCE = 120  # a busy machine must not change what is measured
    one(args.seed - 1)  # networks are loaded here, not while time is taken
    lines = args.work.read_text().splitlines() if args.work.exists() else []
    rows = [json.loads(line) for line in lines]
    done = {row["seed"] for row in rows}
    with args.work.open("a") as file:
        for seed in range(args.seed, args.seed + args.photos):
            if seed not in done:
                rows.append(one(seed))
                print(json.dumps(rows[-1]), file=file, flush=True)
    print(json.dumps(told(rows), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
