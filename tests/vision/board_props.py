"""What drawn boards are made of: one set while building, another to measure with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Props:
    """What a set of photos is made of; colours are blue, green, red."""

    surfaces: Sequence[tuple[tuple[int, int, int], tuple[int, int, int], str]]
    """Colour of the board, of its lines, and its grain."""

    tables: Sequence[tuple[tuple[int, int, int], str]]
    discs: Sequence[tuple[tuple[int, int, int], tuple[int, int, int]]]
    kinds: Sequence[str]
    grounds: Sequence[dict[str, tuple[int, int, int]]]
    skins: Sequence[tuple[int, int, int]] = (
        (120, 150, 205),
        (70, 95, 145),
        (150, 180, 230),
    )
    curl: float = 0.0
    """Steps by which paper rises from the table at most, rolled up before or folded."""

    dusk: float = 0.0
    """How much light the shadow of a hand takes away at most."""


BUILDING = Props(
    surfaces=(
        ((240, 243, 245), (40, 40, 40), "plain"),
        ((120, 165, 205), (40, 60, 80), "wood"),
        ((175, 180, 180), (60, 60, 60), "cloth"),
    ),
    tables=(
        ((90, 120, 160), "wood"),
        ((60, 60, 62), "plain"),
        ((200, 200, 205), "cloth"),
    ),
    discs=(
        ((215, 235, 240), (40, 38, 36)),
        ((50, 180, 225), (35, 55, 90)),
    ),
    kinds=("counter", "wooden"),
    grounds=(
        {"yellow_power": (120, 215, 240), "brown_power": (90, 125, 165)},
        {"hilltop": (180, 215, 180)},
    ),
)

MEASURING = Props(
    surfaces=(
        ((205, 228, 240), (70, 45, 35), "plain"),
        ((55, 80, 120), (170, 200, 215), "wood"),
        ((85, 120, 70), (215, 225, 220), "cloth"),
        ((80, 76, 72), (205, 205, 205), "plain"),
        ((150, 170, 180), (35, 35, 90), "cloth"),
    ),
    tables=(
        ((45, 65, 100), "wood"),
        ((150, 185, 210), "wood"),
        ((110, 80, 60), "cloth"),
        ((225, 226, 228), "plain"),
    ),
    discs=(
        ((60, 205, 240), (25, 40, 72)),
        ((188, 190, 192), (70, 95, 150)),
        ((160, 205, 230), (40, 60, 95)),
        ((235, 215, 190), (60, 75, 25)),
        ((225, 230, 232), (45, 35, 165)),
    ),
    kinds=("thin", "coin", "turned", "domed"),
    grounds=(
        {},
        {"yellow_power": (100, 200, 235), "brown_power": (70, 100, 145)},
        {
            "yellow_power": (150, 225, 240),
            "brown_power": (130, 155, 185),
            "hilltop": (200, 190, 170),
        },
    ),
)


HOUSEHOLD = Props(
    surfaces=(
        ((250, 250, 250), (25, 25, 25), "paper"),
        ((228, 240, 246), (95, 70, 60), "paper"),
        ((95, 140, 190), (30, 45, 70), "wood"),
        ((40, 58, 92), (120, 170, 205), "wood"),
        ((65, 45, 40), (190, 205, 225), "cloth"),
    ),
    tables=(
        ((62, 92, 138), "wood"),
        ((175, 172, 168), "plain"),
        ((52, 40, 96), "cloth"),
        ((118, 138, 128), "cloth"),
    ),
    discs=(
        ((120, 190, 215), (62, 92, 146)),
        ((198, 204, 208), (55, 100, 160)),
        ((240, 240, 242), (28, 26, 30)),
        ((70, 195, 250), (120, 62, 28)),
        ((150, 210, 170), (60, 30, 110)),
    ),
    kinds=("bimetal", "glossy", "stacked"),
    grounds=(
        {},
        {"yellow_power": (135, 220, 245), "brown_power": (105, 135, 170)},
        {"yellow_power": (85, 190, 225), "brown_power": (60, 85, 125)},
    ),
    skins=((95, 125, 180), (60, 80, 120), (165, 190, 235)),
    curl=0.35,
    dusk=0.55,
)
"""A second set to measure with: prints on paper that does not lie flat, coins of two
metals, glossy discs with broad highlights, two coins on each other, hands' shadows."""


def lessons(rng: np.random.Generator) -> Props:
    """Return made-up props to teach with: any colours, often hard to tell apart.

    None of the measured surfaces, colours or kinds of discs is used, and none of the
    kinds of discs that are measured with.
    """
    surface = _colour(rng, (45, 250), 180)
    dark_ink = np.mean(surface) > rng.uniform(80, 150)
    ink = _colour(rng, (15, 80) if dark_ink else (170, 240), 90)
    light, dark = _colour(rng, (150, 245), 220), _colour(rng, (25, 110), 220)
    near = rng.random()
    if near < 0.45:
        # In the colour of the board itself: whichever disc that can be.
        alike = _like(rng, surface)
        light, dark = (alike, dark) if np.mean(surface) > 130 else (light, alike)
    if np.mean(light) < np.mean(dark) + 30:
        light, dark = (235, 235, 235), (35, 35, 40)
    grounds = {}
    for ground, disc in (("yellow_power", light), ("brown_power", dark)):
        if rng.random() < 0.7:
            # Printed in the colour of the disc that begins there, as boards are.
            shade = _like(rng, disc) if rng.random() < 0.6 else None
            grounds[ground] = shade or _colour(rng, (60, 245), 150)
    if rng.random() < 0.5:
        grounds["hilltop"] = _colour(rng, (60, 245), 120)
    grain = ("plain", "wood", "cloth")
    return Props(
        surfaces=((surface, ink, grain[rng.integers(3)]),),
        tables=((_colour(rng, (40, 240), 150), grain[rng.integers(3)]),),
        discs=((light, dark),),
        kinds=("counter", "wooden", "washer", "speckled", "crossed", "framed"),
        grounds=(grounds,),
        # Sleeves and gloves too.
        skins=(*BUILDING.skins, _colour(rng, (30, 240), 200)),
    )


def _colour(rng, values: tuple[int, int], most: int) -> tuple[int, int, int]:
    """Return a colour of any hue, so bright, at most so strong."""
    hsv = (rng.integers(180), rng.integers(most), rng.integers(*values))
    blue, green, red = cv2.cvtColor(np.uint8([[hsv]]), cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _like(rng, colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a colour close to another."""
    near = np.array(colour) * rng.uniform(0.8, 1.2) + rng.normal(0, 8, 3)
    blue, green, red = np.clip(near, 5, 250).astype(int).tolist()
    return blue, green, red
