"""Cells of drawn photos with what lies on them: what the board reader is taught with.

`python -m tests.vision.board_lessons FILE --first N --photos N` draws them; surfaces,
colours and discs are made up (`board_props.lessons`), none is measured with.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.vision import board_moves, render_boards
from tests.vision.board_props import lessons
from vision.boards.align import align
from vision.boards.cells import sampled
from vision.boards.look import measure
from vision.boards.plan import plan_of
from vision.boards.weigh import codes, grounds_of
from vision.image import fit

SEED = 5_000_000
"""Far from the seeds that are measured with and those looked at while building."""

SLOPPY = 0.02
"""Steps by which a corner marker or its print is off."""


def lesson(number: int, size: tuple[int, int] = (1600, 1200)):
    """Return a scene and its photo."""
    rng = np.random.default_rng(SEED + number)
    boards = list(board_moves.boards().values())
    moment = board_moves.scene(rng, boards[number % len(boards)])
    hand = (None, None, "edge", None, "over")[number // len(boards) % 5]
    photo = render_boards.photo(
        moment.board, moment.now, rng, lessons(rng), hand=hand, size=size
    )
    return moment, photo, rng


def cells(number: int, wide: int):
    """Yield the cells of a photo twice: laid nearly exactly, and aligned from taps."""
    moment, photo, rng = lesson(number, (wide, wide * 3 // 4))
    known = replace(moment.board, last=moment.last)
    plan = plan_of(known)
    picture = fit(photo.image, 800)
    scale = photo.image.shape[1] / picture.shape[1]
    corners = photo.spots[list(plan.taps)] / scale
    there = plan.spots[list(plan.taps)]
    off = there + rng.normal(0, SLOPPY, there.shape)
    exact = cv2.findHomography(off, corners)[0]
    taps = cv2.findHomography(there, np.array(photo.taps) / scale)[0]
    occupied = np.array([bool(what) for what in moment.last], float)
    found, agree = align(picture, np.asarray(taps, float), plan, occupied)
    for way, share in ((exact, 1.0), (found, agree)):
        look = measure(picture, way, plan, share)
        yield {
            "photo": np.full(len(plan.spots), number),
            "patch": sampled(look).astype(np.float16),
            "features": look.features,
            "arms": plan.arms,
            "agree": np.full(len(plan.spots), share),
            "before": codes(moment.last, known),
            "now": np.where(photo.hidden, 3, codes(moment.now, known)),
            "ground": grounds_of(known),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--photos", type=int, default=600)
    parser.add_argument("--wide", type=int, default=1600, help="800 is drawn faster")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    kept = defaultdict(list)
    for number in range(args.first, args.first + args.photos):
        for n, one in enumerate(cells(number, args.wide)):
            for name, rows in one.items():
                kept[name].append(rows)
            kept["way"].append(np.full(len(one["now"]), n))
    np.savez_compressed(args.file, **{k: np.concatenate(v) for k, v in kept.items()})


if __name__ == "__main__":
    main()
