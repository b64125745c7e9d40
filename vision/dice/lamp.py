"""Under which lamp dice lie: their colours are named as they look by day.

White under a cold lamp is light blue to a network that sees one die. Here the whole
photo is asked: which lamp makes the colours of its dice plainest, and is its table
then neither bluer nor more orange than tables are?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.dice.look import COLOUR, DIE, Look, crop, softmax
from vision.dice.nets import close_blob
from vision.image import BgrImage
from vision.network import Floats, Network

LAMPS = ((1, 0.8, 1.2), (2, 0.65, 1.4), (1, 1.25, 0.85), (2, 1.5, 0.75))
"""A cold lamp, a colder one, a warm one and a warmer one: how many steps away from the
light as it is, and what blue and red are multiplied by to undo it."""

USUAL = 0.15
"""How much plainer colours must be for one step away from the light as it is."""

TABLES, SPREAD = -0.07, 0.8
"""Blue against red of most photos by day, as a logarithm, and how far they stray."""

SIDE, POWER = 64, 6
"""Pixels along a side by which a photo's light is judged, and the power that bright
pixels are weighed with: they show the lamp, dark ones the table."""

WEIGHTS = (np.arange(256, dtype=np.float32) / 255) ** POWER
FAINTEST = 1e-12

DARK, BLOWN, ENOUGH = 11.0, 251.0, 0.08
"""Pixels outside of these shades tell no tint, if that leaves so many of them."""

FAINT = 0.2
"""A box less likely to be a die keeps its colours."""


def by_day(image: BgrImage, looks: list[Look], net: Network) -> list[Look]:
    """Return the looks with their colours as they are by day."""
    dice = [one for one in looks if one.there >= DIE]
    if not dice:
        return looks
    tint = _tint(image)
    best, chosen = _plain([one.colours for one in dice]) - _odd(tint), None
    for steps, blue, red in LAMPS:
        odd = _odd(tint + float(np.log(blue / red)), steps)
        if -odd <= best:  # no colours could be plain enough
            continue
        worth = _plain(_colours(image, dice, net, blue, red)) - odd
        if worth > best:
            best, chosen = worth, (blue, red)
    if chosen is None:
        return looks
    shown = [k for k, one in enumerate(looks) if one.there >= FAINT]
    named = _colours(image, [looks[k] for k in shown], net, *chosen)
    again = list(looks)
    for k, colours in zip(shown, named, strict=True):
        again[k] = replace(looks[k], colours=colours)
    return again


def _tint(image: BgrImage) -> float:
    """Return the blue of a photo's bright parts against their red, as a logarithm."""
    small = cv2.resize(image, (SIDE, SIDE))
    most = np.maximum.reduce(cv2.split(small))
    lively = cv2.inRange(most, DARK, BLOWN)
    if cv2.countNonZero(lively) < ENOUGH * SIDE * SIDE:
        lively[:] = 1
    blue, _, red, _ = cv2.mean(cv2.LUT(small, WEIGHTS), lively)
    return float(np.log((blue + FAINTEST) / (red + FAINTEST))) / POWER


def _plain(colours: Sequence[Floats]) -> float:
    """Return how plain colours are, nought at the best."""
    return float(np.mean([np.log(float(one.max()) + 1e-6) for one in colours]))


def _odd(tint: float, steps: int = 0) -> float:
    """Return what speaks against a lamp under which a photo is left with a tint."""
    return (tint - TABLES) ** 2 / (2 * SPREAD**2) + USUAL * steps


def _colours(
    image: BgrImage, looks: Sequence[Look], net: Network, blue: float, red: float
) -> list[Floats]:
    """Return the colours of dice as another lamp would show them."""
    gains = np.array([blue, 1, red], np.float32)
    views = [
        np.clip(crop(image, one.found.box) * gains, 0, 255).astype(np.uint8)
        for one in looks
    ]
    return [softmax(raw[COLOUR]) for raw in net.run(close_blob(views))]
