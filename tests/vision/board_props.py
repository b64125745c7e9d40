"""What drawn boards are made of: one set while building, another to measure with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Props:
    """What a set of photos is made of; colours are blue, green, red."""

    surfaces: Sequence[tuple[tuple[int, int, int], tuple[int, int, int], str]]
    """Colour of the board, of its lines, and its grain."""

    tables: Sequence[tuple[tuple[int, int, int], str]]
    discs: Sequence[tuple[tuple[int, int, int], tuple[int, int, int]]]
    kinds: Sequence[str]
    grounds: Sequence[dict[str, tuple[int, int, int]]]


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
