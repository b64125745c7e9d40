"""The amulet reader on drawn photos, without and with what the table knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from companion.core.colours import HEX, Colour
from companion.games.samsara.box import DEFAULT_BOX, need
from tests.vision import render_amulets
from vision import amulets
from vision.readings import AmuletReading, AmuletsPrior, Report, Symbols, symbols

SEED = 90_000
"""Photos nothing was fitted to; seeds 1000 to 1100 were looked at while building."""

PHOTOS = 60
SHAPES = ("round", "octagon", "square")
LAYOUTS = ((4, 2), (6, 0), (5, 1))
"""Gold and copper faces of one place, as the rules lay them out."""

LIGHTS = {
    "even light": {},
    "coloured lamps": {"cast": 0.2},
    "glare on every third amulet": {"glare": 0.33},
    "lamps, glare and noise": {"cast": 0.2, "glare": 0.33, "noise": 12},
}

PALETTE = {colour.value: HEX[colour] for colour in Colour}


def face(written: str) -> Symbols:
    """Return a face of the default box by its colours."""
    counts = zip(DEFAULT_BOX.colours, need(written), strict=True)
    return symbols({colour.value: count for colour, count in counts})


MAY = Counter(
    face(side)
    for piece in DEFAULT_BOX.amulets
    for side in (piece.gold, piece.copper, piece.copper_back)
    if side
)


def dealt(rng: np.random.Generator, gold: int, copper: int) -> list[Symbols]:
    """Return faces of different pieces, as they would lie between two players."""
    pieces = [DEFAULT_BOX.amulets[n] for n in rng.permutation(len(DEFAULT_BOX.amulets))]
    golden = [piece for piece in pieces if piece.gold][:gold]
    others = [piece for piece in pieces if piece not in golden][:copper]
    return [face(one.gold) for one in golden] + [face(one.copper) for one in others]


def judged(truth: list[Symbols], report: Report[AmuletReading]) -> Counter[str]:
    """Return how many amulets of a photo were right, wrong or asked about."""
    there = Counter(truth)
    named = Counter(one.symbols for one in report.readings if one.face)
    whole = (
        [piece.symbols for piece in report.wholes[0].pieces] if report.wholes else []
    )
    return Counter(
        amulets=len(truth),
        right=(there & named).total(),
        wrong=(named - there).total(),
        asked=sum(one.face is None for one in report.readings),
        photos=1,
        best=int(Counter(whole) == there),
        certain=int(report.certain),
        promised_wrong=int(report.certain and named != there),
    )


def measure(light: dict[str, float], n: int, seed: int) -> dict[str, Counter[str]]:
    """Read a photo with nothing known, a guess of the box, and the box."""
    rng = np.random.default_rng(seed + n)
    gold, copper = LAYOUTS[n % len(LAYOUTS)]
    truth = dealt(rng, gold, copper)
    shown = [[name for name, times in one for _ in range(times)] for one in truth]
    for one in shown:
        rng.shuffle(one)
    photo = render_amulets.photo(shown, rng, SHAPES[n % len(SHAPES)], **light)
    priors = {
        "nothing known": AmuletsPrior(),
        "box guessed": AmuletsPrior(PALETTE, MAY, False, gold, copper),
        "box read": AmuletsPrior(PALETTE, MAY, True, gold, copper),
    }
    return {
        name: judged(truth, amulets.read(photo, prior))
        for name, prior in priors.items()
    }


def pieces() -> dict[str, Callable[[], Any]]:
    """Return what measures each photo, all lights in turn."""
    return {
        f"{light} {n}": partial(measure, how, n, SEED)
        for n in range(PHOTOS)
        for light, how in LIGHTS.items()
    }


def told(done: dict[str, Any]) -> str:
    """Return what was counted as one table."""
    keys = ("right", "asked", "wrong", "best", "certain", "promised_wrong")
    lines = [
        f"{len(done) / len(LIGHTS):.0f} drawn photos of six amulets for each light, "
        f"seed {SEED}:",
        "",
        "| light | prior | right | asked | wrong | whole photo first | certain "
        "| certain and wrong |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for light in LIGHTS:
        sums: dict[str, Counter[str]] = {}
        for name, found in done.items():
            if name.rpartition(" ")[0] == light:
                for prior, counts in found.items():
                    sums.setdefault(prior, Counter()).update(counts)
        for prior, counts in sums.items():
            cells = " | ".join(str(counts[key]) for key in keys)
            lines.append(f"| {light} | {prior} | {cells} |")
    return "\n".join(lines)
