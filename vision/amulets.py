"""Amulets: counts the coloured symbols on round, square or eight-sided pieces.

A face shows 8 symbols (gold) or 6 (copper). Nobody has seen the printed faces: by
deduction gold ones show two colours four times, copper ones three colours twice, and
a count that fits such a face is trusted more than one that does not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import BgrImage, fit
from vision.symbols import Spot, find_outlines, find_symbols

Floats = NDArray[np.float64]

WORKING_SIDE = 1200
FACES = {8: "gold", 6: "copper"}
USUAL = {8: (4, 4), 6: (2, 2, 2)}
"""How often each colour of a face is there, by deduction."""

ACCEPT, CERTAIN = 0.85, 0.95
SPREAD = 14.0
"""Usual distance between a symbol and its colour of the palette."""

NO_AMULET = (
    "No amulet was found. Lay them flat and apart on a plain table, in even light, "
    "and take the photo from above."
)
UNSURE = "Some symbols could not be counted. Say what the marked amulet shows."


def default_palette() -> dict[str, str]:
    """Return the colours of symbols as a screen shows them."""
    path = Path(__file__).parent / "palette.json"
    return dict(json.loads(path.read_text("utf-8")))


def read(image: BgrImage, palette: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the amulets of a photo as plain values, boxes in its own pixels."""
    picture = fit(image, WORKING_SIDE)
    scale = image.shape[1] / picture.shape[1]
    lab = cv2.cvtColor(cv2.medianBlur(picture, 3), cv2.COLOR_BGR2LAB).astype(np.float32)
    names, colours = _colours(palette or default_palette())
    amulets = []
    for outline in find_outlines(picture):
        spots = find_symbols(lab, outline)
        if len(spots) >= 4:
            amulets.append(_amulet(outline, spots, names, colours, scale))
    amulets.sort(key=lambda a: (round(a["box"][1] / max(a["box"][3], 1)), a["box"][0]))
    return _report(amulets)


def _colours(palette: Mapping[str, str]) -> tuple[tuple[str, ...], Floats]:
    bgr = [
        [int(value.lstrip("#")[n : n + 2], 16) for n in (4, 2, 0)]
        for value in palette.values()
    ]
    lab = cv2.cvtColor(np.array([bgr], np.uint8), cv2.COLOR_BGR2LAB)[0]
    return tuple(palette), np.asarray(lab, float)


def _amulet(
    outline: NDArray[np.int32],
    spots: list[Spot],
    names: tuple[str, ...],
    colours: Floats,
    scale: float,
) -> dict[str, Any]:
    ranking = _faces(spots, names, colours)
    symbols, chance = ranking[0]
    x, y, w, h = (round(v * scale) for v in cv2.boundingRect(outline))
    total = sum(symbols.values())
    sure = chance >= ACCEPT and total in FACES
    return {
        "face": FACES.get(total) if sure else None,
        "symbols": dict(symbols),
        "total": total,
        "confidence": round(chance, 4),
        "box": [x, y, w, h],
        "candidates": [
            {
                "face": FACES.get(sum(c.values())),
                "symbols": dict(c),
                "confidence": round(p, 4),
            }
            for c, p in ranking[:3]
        ],
    }


def _faces(
    spots: list[Spot], names: tuple[str, ...], colours: Floats
) -> list[tuple[Counter[str], float]]:
    """Return the likeliest counts with their chances."""
    costs = _costs(spots, colours)
    plain = Counter(names[n] for n in costs.argmin(axis=1))
    weighed = [(plain, -float(costs.min(axis=1).sum()) - _odd(plain))]
    if len(spots) in USUAL:
        for chosen in combinations(range(len(names)), len(USUAL[len(spots)])):
            times = USUAL[len(spots)]
            cost = _shared(costs[:, chosen], times)
            face = Counter({names[n]: t for n, t in zip(chosen, times, strict=True)})
            if face != plain:
                weighed.append((face, -cost))
    best = max(weight for _, weight in weighed)
    shares = [(face, float(np.exp(weight - best))) for face, weight in weighed]
    whole = sum(share for _, share in shares)
    # a count no face has is never the whole truth
    trust = 1.0 if len(spots) in FACES else 0.4
    ranked = sorted(shares, key=lambda share: -share[1])
    return [(face, trust * share / whole) for face, share in ranked]


def _odd(counts: Counter[str]) -> float:
    """Return the cost of a face that by deduction does not exist."""
    usual = USUAL.get(sum(counts.values()))
    return 0.0 if tuple(sorted(counts.values())) == usual else 3.0


def _costs(spots: list[Spot], colours: Floats) -> Floats:
    """Return half the squared distance of every spot to every colour, in nats."""
    seen = np.array([spot.lab for spot in spots])
    apart = seen[:, None] - colours[None]
    apart[..., 0] *= 0.5  # light changes brightness most
    return np.asarray(0.5 * (apart**2).sum(axis=2) / SPREAD**2, float)


def _shared(costs: Floats, times: tuple[int, ...]) -> float:
    """Return the least cost of giving each colour exactly so many symbols."""
    return min(
        (
            float(costs[np.arange(len(costs)), list(order)].sum())
            for order in _orders(times)
        ),
    )


@cache
def _orders(times: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every way to give the colours of a face to its symbols."""
    if not any(times):
        return ((),)
    found: list[tuple[int, ...]] = []
    for n, left in enumerate(times):
        if left:
            fewer = (*times[:n], left - 1, *times[n + 1 :])
            found += [(n, *rest) for rest in _orders(fewer)]
    return tuple(found)


def _report(amulets: list[dict[str, Any]]) -> dict[str, Any]:
    sure = [amulet["confidence"] >= CERTAIN for amulet in amulets]
    report: dict[str, Any] = {"amulets": amulets, "certain": bool(sure) and all(sure)}
    doubtful = [n for n, ok in enumerate(sure) if not ok]
    report["question"] = None
    if doubtful:
        index = min(doubtful, key=lambda n: float(amulets[n]["confidence"]))
        report["question"] = {
            "index": index,
            "candidates": amulets[index]["candidates"],
        }
        report["problem"] = UNSURE
    if not amulets:
        report["problem"] = NO_AMULET
    return report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the table's own colours to the command line."""
    parser.add_argument(
        "--palette", type=json.loads, metavar="JSON", help='{"red": "#c62828", ...}'
    )


def report(image: BgrImage, args: argparse.Namespace) -> dict[str, Any]:
    """Return the amulets of one photo."""
    return read(image, args.palette)


def draw(image: BgrImage, report: dict[str, Any]) -> BgrImage:
    """Return the photo with each amulet boxed and its count beside it."""
    drawn = image.copy()
    for amulet in report["amulets"]:
        x, y, w, h = amulet["box"]
        colour = (60, 180, 60) if amulet["face"] else (0, 140, 255)
        cv2.rectangle(drawn, (x, y), (x + w, y + h), colour, 3)
        words = " ".join(f"{count}{name}" for name, count in amulet["symbols"].items())
        cv2.putText(drawn, words, (x, max(20, y - 6)), 0, 0.7, (0, 0, 0), 4)
        cv2.putText(drawn, words, (x, max(20, y - 6)), 0, 0.7, (255, 255, 255), 2)
    return BgrImage(drawn)
