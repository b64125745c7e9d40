"""The board reader on drawn photos whose boards, discs and tables were kept apart."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from tests.vision import board_moves, render_boards
from tests.vision.board_moves import Scene
from tests.vision.render_boards import HOUSEHOLD, MEASURING, Photo
from vision import board
from vision.image import decode
from vision.readings import BoardPrior, CellReading, Report

SEED = 700_000
"""Photos nothing was fitted to; while building, seeds 100 to 330 with other boards,
discs and tables were looked at."""

HOUSE_SEED = 800_000
"""Photos of the second set (`board_props.HOUSEHOLD`): its surfaces, discs and kinds
of discs are in no other."""

SHARE = 1.5
PHOTOS = HOUSE = 500
OVER = 100
"""Photos with a hand over the cells: nothing may be promised wrongly."""

HOW = ("markers", "taps", "neither")
STILL = "where it lay on the last photo"
COST = (*HOW, STILL)
HANDS = (None, None, "edge")


def scene_and_photos(
    n: int, over: bool = False, household: bool = False
) -> tuple[Scene, Photo, Photo]:
    """Return a moment of a game with markers on the board and without."""
    rng = np.random.default_rng((HOUSE_SEED if household else SEED) + n)
    props = HOUSEHOLD if household else MEASURING
    boards = list(board_moves.boards().values())
    moment = board_moves.scene(rng, boards[n % len(boards)])
    hand = "over" if over else HANDS[n // len(boards) % len(HANDS)]
    marked, plain = (
        render_boards.photo(moment.board, moment.now, rng, props, marked=one, hand=hand)
        for one in (True, False)
    )
    return moment, marked, plain


def priors(moment: Scene, plain: Photo) -> Iterator[tuple[str, BoardPrior]]:
    known = replace(moment.board, last=moment.last)
    yield "markers", known
    yield "taps", replace(known, corners=plain.taps)
    yield "neither", known


def judged(n: int, household: bool = False) -> Counter[tuple[str, str]]:
    """Read one moment in all three ways, cells alone and with the rules."""
    cv2.setNumThreads(1)
    moment, marked, plain = scene_and_photos(n, household=household)
    counts: Counter[tuple[str, str]] = Counter({("any", "photos"): 1})
    for how, known in priors(moment, plain):
        photo = marked if how == "markers" else plain
        told = replace(known, successors=moment.successors)
        alone, ruled = board.read(photo.image, known), board.read(photo.image, told)
        counts[how, "whole"] += shown(alone) == moment.now
        counts[how, "move"] += best(ruled) == moment.now
        if moment.turns == 2:
            counts[how, "two"] += 1
            counts[how, "two right"] += best(ruled) == moment.now
        counts[how, "certain"] += ruled.certain
        for report in (alone, ruled):
            wrong = report.certain and shown(report) != moment.now
            counts[how, "promised wrong"] += wrong
    return counts


def household(n: int) -> Counter[tuple[str, str]]:
    """Read one moment of the second set."""
    return judged(n, household=True)


def covered(n: int) -> Counter[tuple[str, str]]:
    """Read a board with a hand over its cells."""
    cv2.setNumThreads(1)
    moment, marked, plain = scene_and_photos(PHOTOS + n, over=True)
    counts: Counter[tuple[str, str]] = Counter()
    for how, known in priors(moment, plain):
        photo = marked if how == "markers" else plain
        report = board.read(photo.image, replace(known, successors=moment.successors))
        counts[how, "certain"] += report.certain
        counts[how, "wrong"] += report.certain and shown(report) != moment.now
    return counts


def shown(report: Report[CellReading]) -> tuple[str, ...]:
    return tuple(cell.what for cell in report.readings)


def best(report: Report[CellReading]) -> tuple[str, ...]:
    whole = report.wholes[0].pieces if report.wholes else ()
    return tuple(cell.what for cell in whole)


def times(photos: int = 12) -> str:
    """Measure decoding and reading side by side, in CPU time of one thread."""
    cv2.setNumThreads(1)
    spent: Counter[str] = Counter()
    for n in range(photos):
        moment, marked, plain = scene_and_photos(n)
        lay = tuple((float(x), float(y)) for x, y in plain.spots)
        still = replace(moment.board, last=moment.last, lay=lay)
        for how, known in (*priors(moment, plain), (STILL, still)):
            photo = marked if how == "markers" else plain
            told = replace(known, successors=moment.successors)
            image = decode(photo.jpeg)
            board.read(image, told)
            spent["decode"] += clocked(lambda jpeg=photo.jpeg: decode(jpeg)) / len(COST)
            spent[how] += clocked(
                lambda image=image, told=told: board.read(image, told)
            )
    one = {name: 1000 * total / photos for name, total in spent.items()}
    rows = [
        f"| {how} | {one['decode']:.1f} | {one[how]:.1f} | "
        f"{one[how] / one['decode']:.1f} x |"
        for how in COST
    ]
    return "\n".join(
        [
            f"Mean of {photos} photos of 1600 px, CPU milliseconds of one thread, with "
            "all positions one and two turns away:",
            "",
            "| found by | decode | read | read by decode |",
            "|---|---|---|---|",
            *rows,
        ]
    )


def clocked(work, times: int = 3) -> float:
    """Return the CPU seconds of the quickest of a few runs."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def pieces() -> dict[str, Callable[[], Any]]:
    """Return what measures each photo: the times first, then the three sets in turn."""
    sets = {"photo": judged, "house": household, "hand": covered}
    counts = {"photo": PHOTOS, "house": HOUSE, "hand": OVER}
    most = max(counts.values())
    found: dict[str, Callable[[], Any]] = {"times": times}
    for n in range(most):
        for kind, count in sets.items():
            if n * counts[kind] // most < (n + 1) * counts[kind] // most:
                k = n * counts[kind] // most
                found[f"{kind} {k}"] = partial(_rows, count, k)
    return found


def _rows(count: Callable[[int], Counter[tuple[str, str]]], n: int) -> list[Any]:
    return [[how, what, total] for (how, what), total in count(n).items()]


def told(done: dict[str, Any]) -> str:
    """Return the tables of what was counted, and the times."""
    sums = [added(done, kind) for kind in ("photo", "hand", "house")]
    return _told(
        *sums, sum(name.startswith("hand") for name in done), done.get("times", "")
    )


def added(done: dict[str, Any], kind: str) -> Counter[tuple[str, str]]:
    """Return the sum of what was counted of one kind."""
    total: Counter[tuple[str, str]] = Counter()
    for name, rows in done.items():
        if name.startswith(kind):
            total.update({(how, what): count for how, what, count in rows})
    return total


def _told(
    total: Counter[tuple[str, str]],
    hands: Counter[tuple[str, str]],
    house: Counter[tuple[str, str]],
    over_cells: int,
    timed: str,
) -> str:
    over = ", ".join(
        f"{how} {hands[how, 'certain']} certain, {hands[how, 'wrong']} of them wrong"
        for how in HOW
    )
    return "\n".join(
        [
            *table(total, SEED),
            "",
            f"{over_cells} more with a hand over the cells: {over}.",
            "",
            "Paper that does not lie flat, coins, glossy discs, shadows of hands; "
            + "\n".join(table(house, HOUSE_SEED)),
            "",
            timed,
        ]
    )


def table(total: Counter[tuple[str, str]], seed: int) -> list[str]:
    """Return how well one set was read."""
    photos = total["any", "photos"]
    lines = [
        f"{photos} drawn photos each (seed {seed}), a third with a hand at the edge:",
        "",
        "| found by | whole position right, cells alone | move right, with the rules | "
        "of these two moves missed | certain | certain and wrong |",
        "|---|---|---|---|---|---|",
    ]
    for how in HOW:
        two = f"{total[how, 'two right']} of {total[how, 'two']}"
        lines.append(
            f"| {how} | {share(total[how, 'whole'], photos)} | "
            f"{share(total[how, 'move'], photos)} | {two} | "
            f"{share(total[how, 'certain'], photos)} | {total[how, 'promised wrong']} |"
        )
    return lines


def share(count: int, photos: int) -> str:
    return f"{100 * count / max(1, photos):.1f} %"
