"""The amulet reader: counts the coloured symbols on round, square or octagonal pieces.

Nobody has seen the printed faces: by deduction gold ones show two colours four times,
copper ones three colours twice. A prior says which faces lie there and how many.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.amulets.faces import METALS, Expected, Floats, metal, weigh
from vision.amulets.layout import Layout, chances, layouts
from vision.amulets.symbols import find_outlines, find_symbols
from vision.image import BgrImage, fit
from vision.readings import (
    AmuletGuess,
    AmuletReading,
    AmuletsPrior,
    Box,
    Problem,
    Question,
    Report,
    Symbols,
    Whole,
)

WORKING_SIDE = 1200
FEWEST_SYMBOLS = 4
"""A compact piece with fewer spots is no amulet."""

ACCEPT, CERTAIN = 0.85, 0.95
MISCOUNTED = {True: 0.94, False: 0.4}
"""Trust in a face whose symbols were not all seen, with a prior and without: a person
is asked either way, but what the prior singles out is offered as read."""

GUESSES = 3
MOST_WHOLES = 5
"""More than these nobody looks through on a phone."""

ADVICE = {
    "no-amulet": "No amulet was found. Lay them flat and apart on a plain table, in "
    "even light, and take the photo from above.",
    "unsure": "Some symbols could not be counted. Say what the marked amulet shows.",
    "fewer": "Fewer amulets were found ({found}) than lie here ({wanted}). Take all of "
    "them into the picture, flat and apart.",
    "more": "More amulets were found ({found}) than lie here ({wanted}). Take only "
    "these into the picture.",
}

ANY = AmuletsPrior()
"""Nothing is known of the amulets."""


@cache
def default_palette() -> Mapping[str, str]:
    """Return the colours of symbols as a screen shows them."""
    path = Path(__file__).parents[1] / "palette.json"
    return dict(json.loads(path.read_text("utf-8")))


def read(image: BgrImage, prior: AmuletsPrior = ANY) -> Report[AmuletReading]:
    """Return the amulets of a photo, boxes in its own pixels."""
    picture = fit(image, WORKING_SIDE)
    scale = image.shape[1] / picture.shape[1]
    lab = cv2.cvtColor(cv2.medianBlur(picture, 3), cv2.COLOR_BGR2LAB).astype(np.float32)
    names, colours = _colours(prior.palette or default_palette())
    expected = Expected(names, prior)
    found: list[tuple[Box, int, list[tuple[Symbols, float]]]] = []
    for outline in find_outlines(picture):
        spots = find_symbols(lab, outline)
        if len(spots) >= FEWEST_SYMBOLS:
            box = _box(outline, scale)
            found.append((box, len(spots), weigh(spots, colours, expected)))
    found.sort(key=lambda one: (round(one[0][1] / max(one[0][3], 1)), one[0][0]))
    size = (int(image.shape[1]), int(image.shape[0]))
    if not found:
        return Report("amulets", problem=_problem("no-amulet"), size=size)
    ways = layouts([ranked for _, _, ranked in found], prior)
    amulets = tuple(
        _amulet(box, seen, chances(ways, n), expected.told)
        for n, (box, seen, _) in enumerate(found)
    )
    miscounted = _miscounted(len(amulets), prior)
    doubtful = [n for n, one in enumerate(amulets) if one.confidence < CERTAIN]
    return Report(
        "amulets",
        amulets,
        _wholes(amulets, ways),
        not doubtful and not miscounted,
        _question(amulets, doubtful),
        miscounted or (_problem("unsure") if doubtful else None),
        size,
    )


def _colours(palette: Mapping[str, str]) -> tuple[tuple[str, ...], Floats]:
    bgr = [
        [int(value.lstrip("#")[n : n + 2], 16) for n in (4, 2, 0)]
        for value in palette.values()
    ]
    lab = cv2.cvtColor(np.array([bgr], np.uint8), cv2.COLOR_BGR2LAB)[0]
    return tuple(palette), np.asarray(lab, float)


def _box(outline: NDArray[np.int32], scale: float) -> Box:
    x, y, w, h = (round(v * scale) for v in cv2.boundingRect(outline))
    return x, y, w, h


def _amulet(
    box: Box, seen: int, ranked: Sequence[tuple[Symbols, float]], told: bool
) -> AmuletReading:
    def trust(face: Symbols) -> float:
        whole = sum(count for _, count in face) == seen and seen in METALS
        return 1.0 if whole else MISCOUNTED[told]

    guesses = tuple(
        AmuletGuess(metal(face), face, round(trust(face) * chance, 4))
        for face, chance in ranked[:GUESSES]
    )
    best = guesses[0]
    face = best.face if best.confidence >= ACCEPT else None
    return AmuletReading(face, best.symbols, best.confidence, box, guesses)


def _wholes(
    amulets: Sequence[AmuletReading], ways: Sequence[Layout]
) -> tuple[Whole[AmuletReading], ...]:
    return tuple(
        Whole(
            tuple(
                AmuletReading(metal(face), face, amulet.confidence, amulet.box)
                for amulet, face in zip(amulets, way.faces, strict=True)
            ),
            way.share,
        )
        for way in ways[:MOST_WHOLES]
    )


def _question(
    amulets: Sequence[AmuletReading], doubtful: Sequence[int]
) -> Question | None:
    """Return the one amulet a person should name: the least sure one."""
    if not doubtful:
        return None
    index = min(doubtful, key=lambda n: amulets[n].confidence)
    asked = amulets[index]
    return Question(index, tuple(one.symbols for one in asked.candidates), asked.box)


def _miscounted(found: int, prior: AmuletsPrior) -> Problem | None:
    if prior.gold is None or prior.copper is None:
        return None
    wanted = prior.gold + prior.copper
    if found == wanted:
        return None
    return _problem("more" if found > wanted else "fewer", found=found, wanted=wanted)


def _problem(code: str, **numbers: int) -> Problem:
    return Problem(code, ADVICE[code], tuple(numbers.items()))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the table's own colours to the command line."""
    parser.add_argument(
        "--palette", type=json.loads, metavar="JSON", help='{"red": "#c62828", ...}'
    )


def report(image: BgrImage, args: argparse.Namespace) -> Report[AmuletReading]:
    """Return the amulets of one photo."""
    return read(image, AmuletsPrior(palette=args.palette or {}))


def draw(image: BgrImage, report: Report[AmuletReading]) -> BgrImage:
    """Return the photo with each amulet boxed and its count beside it."""
    drawn = image.copy()
    for amulet in report.readings:
        x, y, w, h = (round(v) for v in amulet.box)
        colour = (60, 180, 60) if amulet.face else (0, 140, 255)
        cv2.rectangle(drawn, (x, y), (x + w, y + h), colour, 3)
        words = " ".join(f"{count}{name}" for name, count in amulet.symbols)
        cv2.putText(drawn, words, (x, max(20, y - 6)), 0, 0.7, (0, 0, 0), 4)
        cv2.putText(drawn, words, (x, max(20, y - 6)), 0, 0.7, (255, 255, 255), 2)
    return BgrImage(drawn)
