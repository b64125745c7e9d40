"""The board reader: what lies on every cell, and which legal position that is."""

from __future__ import annotations

import argparse
import sys

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.decide import Decision, decided
from vision.boards.files import NoBoard, found, load
from vision.boards.find import Place, find
from vision.boards.plan import plan_of
from vision.image import BgrImage, fit
from vision.readings import BoardPrior, Box, CellReading, Problem, Report

WORKING_SIDE = 800
"""Discs of thirty pixels are told apart as well as of sixty, in a quarter of the
time."""

DARK = 22
"""Mean brightness, of 255, below which colours are noise."""

SMALL = 11.0
"""Pixels between neighbouring cells, in the picture worked on, below which a disc is
a handful of pixels."""

CUT_OFF = 0.02
"""Cells may lie this share of the picture outside it: their discs are half seen."""

ADVICE = {
    "no-board": "No board was found. Take all of it into the picture, or tap its four "
    "outermost cells.",
    "dark": "The photo is too dark. Switch on a lamp or use the flash from farther "
    "away.",
    "small": "The board is too small in the picture. Go closer until it fills most of "
    "it.",
    "cut-off": "{count} cells lie outside the picture. Take the whole board into it.",
    "unsure": "Some cells could not be read. Take your hands off the board, or say "
    "what lies on the marked cell.",
    "unlike": "{count} cells differ from every position that can be reached. Compare "
    "them with the board.",
}


def read(image: BgrImage, prior: BoardPrior) -> Report[CellReading]:
    """Return what lies on every cell, in the order of the prior; boxes in pixels."""
    size = (int(image.shape[1]), int(image.shape[0]))
    if len(prior.cells) < 4:
        return _refused("no-board", size)
    picture = fit(image, WORKING_SIDE)
    scale = image.shape[1] / picture.shape[1]
    if float(np.mean(cv2.mean(picture)[:3])) < DARK:
        return _refused("dark", size)
    plan = plan_of(prior)
    place = find(picture, prior, plan, scale)
    if place is None:
        return _refused("no-board", size)
    spots = cv2.perspectiveTransform(plan.spots[None], place.look.way)[0]
    steps = _steps(place, plan.spots)
    outside = _outside(spots, picture)
    if outside:
        return _refused("cut-off", size, count=outside)
    if float(np.median(steps)) < SMALL:
        return _refused("small", size)
    decision = decided(place, prior, _boxes(spots, steps, scale))
    if decision.no_board:
        return _refused("no-board", size)
    return Report(
        "board",
        decision.readings,
        decision.wholes,
        decision.certain,
        decision.question,
        _doubt(decision),
        size,
    )


def _doubt(decision: Decision) -> Problem | None:
    if decision.unlike:
        return _problem("unlike", count=decision.unlike)
    return None if decision.certain else _problem("unsure")


def _problem(code: str, **numbers: int) -> Problem:
    return Problem(code, ADVICE[code], tuple(numbers.items()))


def _refused(code: str, size: tuple[int, int], **numbers: int) -> Report[CellReading]:
    return Report("board", problem=_problem(code, **numbers), size=size)


def _steps(place: Place, spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how many pixels wide the room of each cell is, across the narrow way."""
    ends = spots + np.array([[(0, 0)], [(0.5, 0)], [(0, 0.5)]])
    seen = cv2.perspectiveTransform(ends.reshape(1, -1, 2), place.look.way)
    seen = seen.reshape(3, -1, 2)
    across = np.linalg.norm(seen[1] - seen[0], axis=1)
    down = np.linalg.norm(seen[2] - seen[0], axis=1)
    return np.asarray(2 * np.minimum(across, down), float)


def _outside(spots: NDArray[np.float64], picture: BgrImage) -> int:
    high, wide = picture.shape[:2]
    slack = CUT_OFF * max(high, wide)
    low, top = spots[:, 0], spots[:, 1]
    out = (low < -slack) | (top < -slack) | (low > wide + slack) | (top > high + slack)
    return int(out.sum())


def _boxes(
    spots: NDArray[np.float64], steps: NDArray[np.float64], scale: float
) -> list[Box]:
    sides = 0.8 * steps[:, None] * scale
    boxes = np.hstack([spots * scale - sides / 2, sides, sides]).round(1).tolist()
    return [(x, y, wide, high) for x, y, wide, high in boxes]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command line may say about the board."""
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="a board file, or the name of a shipped one: "
        f"{', '.join(found()) or 'none is shipped'}; all of these are tried if "
        "nothing is said",
    )


def report(image: BgrImage, args: argparse.Namespace) -> Report[CellReading]:
    """Read one photo for the command line; of several boards the one that fits."""
    names = [args.board] if args.board else list(found())
    try:
        priors = [load(name) for name in names]
    except NoBoard as broken:
        sys.exit(str(broken))
    if not priors:
        sys.exit("Say which board this is: --board FILE.")
    reports = [read(image, prior) for prior in priors]
    return max(reports, key=lambda one: (one.certain, _trust(one)))


def _trust(one: Report[CellReading]) -> float:
    if not one.readings:
        return 0.0
    return float(np.mean([cell.confidence for cell in one.readings]))


def draw(image: BgrImage, report: Report[CellReading]) -> NDArray[np.uint8]:
    """Return the photo with every cell marked by what was read there."""
    out = np.asarray(image, np.uint8).copy()
    names = sorted({cell.what for cell in report.readings} - {""})
    shades = ((0, 215, 255), (200, 60, 200), (255, 160, 0))
    for cell in report.readings:
        x, y, side, _ = cell.box
        middle = (int(x + side / 2), int(y + side / 2))
        shade = shades[names.index(cell.what) % 3] if cell.what else (160, 160, 160)
        thick = 3 if cell.confidence > 0.9 else 1
        cv2.circle(out, middle, int(side / 2), shade, thick, cv2.LINE_AA)
        cv2.putText(out, cell.cell, middle, 0, 0.5, shade, 1, cv2.LINE_AA)
    return out


__all__ = ["add_arguments", "draw", "read", "report"]
