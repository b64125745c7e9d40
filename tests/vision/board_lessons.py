"""Cells of drawn photos with what lies on them: what the board reader is taught with.

`python -m tests.vision.board_lessons FOLDER --seconds N` draws them, piece by piece,
and goes on after the last piece that is there; surfaces, colours and discs are made up
(`board_props.lessons`), none is measured with.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.vision import board_moves, render_boards
from tests.vision.board_props import lessons
from vision.boards.align import align
from vision.boards.cells import sampled
from vision.boards.judge import sides_of
from vision.boards.look import measure
from vision.boards.plan import plan_of
from vision.boards.weigh import codes, grounds_of, weigh
from vision.image import fit

SEED = 5_000_000
"""Far from the seeds that are measured with and those looked at while building."""

SLOPPY = 0.05
"""Steps by which a corner marker or its print may be off."""

PIECE = 50
"""Photos to a file."""

WIDE = 800
"""Pixels across: the reader makes that of every photo, and it is drawn three times as
fast."""


def lesson(number: int, size: tuple[int, int] = (WIDE, WIDE * 3 // 4)):
    """Return a scene and its photo."""
    rng = np.random.default_rng(SEED + number)
    boards = list(board_moves.boards().values())
    moment = board_moves.scene(rng, boards[number % len(boards)])
    hand = (None, None, "edge", None, "over")[number // len(boards) % 5]
    photo = render_boards.photo(
        moment.board, moment.now, rng, lessons(rng), hand=hand, size=size
    )
    return moment, photo, rng


def cells(number: int):
    """Yield the cells of a photo twice: laid nearly exactly, and aligned from taps."""
    moment, photo, rng = lesson(number)
    known = replace(moment.board, last=moment.last)
    plan = plan_of(known)
    picture = fit(photo.image, WIDE)
    there = plan.spots[list(plan.taps)]
    off = there + rng.normal(0, rng.uniform(0, SLOPPY), there.shape)
    exact = cv2.findHomography(off, photo.spots[list(plan.taps)])[0]
    taps = cv2.findHomography(there, np.array(photo.taps))[0]
    occupied = np.array([bool(what) for what in moment.last], float)
    found, _ = align(picture, np.asarray(taps, float), plan, occupied)
    for way in (exact, found):
        look = measure(picture, way, plan)
        yield {
            "photo": np.full(len(plan.spots), number),
            "patch": sampled(look).astype(np.float16),
            "edge": look.features[:, -1:],
            "told": sides_of(look, weigh(look.features, known, plan.arms)),
            "before": codes(moment.last, known),
            "now": np.where(photo.hidden, 3, codes(moment.now, known)),
            "ground": grounds_of(known),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=6000)
    parser.add_argument("--seconds", type=float, default=1e9, help="then no new piece")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(exist_ok=True)
    until = time.monotonic() + args.seconds
    for first in range(0, args.photos, PIECE):
        file = args.folder / f"{first:06}.npz"
        if file.exists() or time.monotonic() > until:
            continue
        kept = defaultdict(list)
        for number in range(first, first + PIECE):
            for n, one in enumerate(cells(number)):
                for name, rows in one.items():
                    kept[name].append(rows)
                kept["way"].append(np.full(len(one["now"]), n))
        part = file.with_suffix(".part")
        with part.open("wb") as out:
            np.savez_compressed(out, **{k: np.concatenate(v) for k, v in kept.items()})
        part.rename(file)


if __name__ == "__main__":
    main()
