"""A table's own light and dice: colours judged by photos that a person confirmed.

A colour is compared in a space that the lamp does not change: the die's light against
the cloth's around it, channel by channel, as logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.dice.look import COLOURS, Look
from vision.image import BgrImage
from vision.readings import Box, OwnColour, OwnColours, Tint

Floats = NDArray[np.float64]

BLACK = 10.0
"""Grey added before the logarithm: below it a sensor tells grain, not colours."""

INNER = 0.76
"""Part of a die's box that is the die, whichever way it is turned."""

NEAR, FAR = 1.25, 2.0
"""The cloth is looked for between these times the box: beyond the die's own edge and
contact shadow, but under the same lamp."""

BODY = 0.5
"""Share of a die's pixels that is surely its body: six pips cover a quarter."""

LEAST_CLOTH = 40.0
"""Level of the cloth (of 255) from which its colour says all about the light."""

OTHER_CLOTH = 0.7
"""Difference of a cloth's tint (log ratio) that no lamp makes: another cloth."""

USUAL = np.array([0.14, 0.14, 0.3])
"""How much dice of one colour differ between photos of a table, before any were seen:
tints little, brightness more, for the sides of a die are lit unlike its top."""

USUAL_COUNTS = 3.0
"""... worth so many dice that were seen."""

NAMED = np.array([0.45, 0.45, 0.6])
"""The same of dice of which only the name is known: reds differ that much."""

TAILS = 4.0
"""Degrees of freedom: photos go wrong more often than a bell curve allows."""

STRANGE = 0.02
"""A die unlike all that was learnt is judged as before: this is added to every
likelihood, relative to that of a die exactly as its name says."""

APART = 2.0
"""Spreads between two colours below which one in six dice lies nearer to the other."""

OPEN = 0.01
"""Added to the reader's chances: it has never seen this table."""

USUAL_TINTS: dict[str, tuple[int, int, int]] = {
    "red": (40, 40, 198),
    "orange": (0, 108, 239),
    "yellow": (14, 200, 249),
    "green": (50, 125, 46),
    "light-blue": (247, 195, 79),
    "dark-blue": (156, 63, 26),
    "violet": (162, 31, 123),
    "white": (234, 242, 245),
    "black": (30, 30, 30),
}
"""A typical die of each name under white light, as blue, green, red."""


def tints(image: BgrImage, boxes: Sequence[Box]) -> tuple[list[Tint], Tint]:
    """Return the colour of the die in each box, and that of the cloth around them."""
    light = _masked(image, boxes)
    near = [_around(image, light, box) for box in boxes]
    seen = [one for one in near if one is not None]
    cloth = np.median(seen, axis=0) if seen else _log(image[::8, ::8]).mean(0)
    return [_tint(_body(image, box)) for box in boxes], _tint(cloth)


def learn(photos: Iterable[tuple[Sequence[tuple[str, Tint]], Tint]]) -> OwnColours:
    """Return what confirmed photos teach: named dice and the cloth of each."""
    held = [(list(dice), np.array(cloth)) for dice, cloth in photos]
    if not held:
        return OwnColours((0.0, 0.0, 0.0), {})
    cloth = np.median([one for _, one in held], axis=0)
    seen: dict[str, list[Floats]] = {}
    for dice, there in held:
        step = _step(there, cloth)
        for name, tint in dice:
            seen.setdefault(name, []).append(np.array(tint) + step)
    return OwnColours(
        _triple(cloth), {name: _spread(np.array(all_)) for name, all_ in seen.items()}
    )


def light(own: OwnColours) -> Tint:
    """Return how the lamp tints what is white here: red and blue against green, log.

    By the dice whose name is known; white ones say most.
    """
    gaps, weights = [np.zeros(3)], [0.5]  # no lamp, until dice say otherwise
    for name, one in own.dice.items():
        gaps.append(np.array(one.mean) - _usual(name))
        weights.append(3.0 if name == "white" else 1.0)
    return _triple(np.average(gaps, axis=0, weights=weights))


def weighed(
    chances: NDArray[np.float32], tint: Tint, cloth: Tint, own: OwnColours
) -> NDArray[np.float32]:
    """Return the reader's chances of a die's colours, weighed by this table's own."""
    here = np.array(tint) + _step(np.array(cloth), np.array(own.cloth))
    lamp = np.array(light(own))
    likely = np.array([_likelihood(name, here, lamp, own) for name in COLOURS])
    both = (np.asarray(chances, np.float64) + OPEN) * (likely + STRANGE * _peak(NAMED))
    return np.asarray(both / both.sum(), np.float32)


def named(
    chances: Mapping[str, float], tint: Tint, cloth: Tint, own: OwnColours
) -> dict[str, float]:
    """Return the same of chances by name, as a report tells them."""
    told = np.array([chances.get(name, 0.0) for name in COLOURS], np.float32)
    return dict(zip(COLOURS, weighed(told, tint, cloth, own).tolist(), strict=True))


def alike(own: OwnColours) -> tuple[tuple[str, str], ...]:
    """Return the colours of dice that can hardly be told apart at this table."""
    found = []
    for (one, here), (other, there) in combinations(own.dice.items(), 2):
        apart = np.array(here.mean) - np.array(there.mean)
        spread = np.hypot(here.spread, there.spread)
        if float(np.linalg.norm(apart / spread)) < APART:
            found.append((one, other))
    return tuple(found)


def recoloured(
    image: BgrImage, looks: Sequence[Look], own: OwnColours | None
) -> list[Look]:
    """Return the looks with colours as they are at this table; faces stay."""
    if own is None or not own.dice or not looks:
        return list(looks)
    boxes = [_box(one) for one in looks]
    seen, cloth = tints(image, boxes)
    return [
        replace(one, colours=weighed(one.colours, tint, cloth, own))
        for one, tint in zip(looks, seen, strict=True)
    ]


def _box(look: Look) -> Box:
    x0, y0, x1, y1 = look.found.box
    return x0, y0, x1 - x0, y1 - y0


def _log(pixels: NDArray[np.uint8]) -> Floats:
    return np.log(pixels.reshape(-1, 3).astype(np.float64) + BLACK)


def _cut(image: BgrImage, box: Box, times: float) -> tuple[slice, slice]:
    x, y, wide, high = box
    across, down = wide * times / 2, high * times / 2
    x, y = x + wide / 2, y + high / 2
    rows = slice(max(0, round(y - down)), max(1, round(y + down)))
    cols = slice(max(0, round(x - across)), max(1, round(x + across)))
    return rows, cols


def _body(image: BgrImage, box: Box) -> Floats:
    """Return the mean colour of a die's body: the half of it that is most alike."""
    pixels = _log(np.ascontiguousarray(image[_cut(image, box, INNER)]))
    if not len(pixels):
        return np.full(3, np.log(BLACK))
    for _ in range(3):
        middle = np.median(pixels, axis=0)
        away = np.abs(pixels - middle).sum(1)
        pixels = pixels[away <= np.quantile(away, BODY ** (1 / 3))]
    return np.asarray(pixels.mean(0))


def _masked(image: BgrImage, boxes: Sequence[Box]) -> NDArray[np.uint8]:
    """Return where no die lies."""
    free = np.ones(image.shape[:2], np.uint8)
    for box in boxes:
        free[_cut(image, box, NEAR)] = 0
    return free


def _around(image: BgrImage, free: NDArray[np.uint8], box: Box) -> Floats | None:
    place = _cut(image, box, FAR)
    pixels = np.ascontiguousarray(image[place])[free[place] > 0]
    return np.asarray(np.median(_log(pixels), axis=0)) if len(pixels) > 9 else None


def _tint(logs: Floats) -> Tint:
    blue, green, red = (float(v) for v in logs)
    return red - green, blue - green, (red + green + blue) / 3


def _step(cloth: Floats, learnt: Floats) -> Floats:
    """Return what makes a photo's cloth look as it was learnt: the change of light."""
    gap = learnt - cloth
    if float(np.abs(gap[:2]).max()) > OTHER_CLOTH:
        return np.zeros(3)
    # What is nearly black has hardly a colour to tell the lamp by.
    level = np.exp(min(cloth[2], learnt[2])) - BLACK
    return np.asarray(gap * np.clip(level / LEAST_CLOTH, 0.0, 1.0))


def _spread(seen: Floats) -> OwnColour:
    mean = seen.mean(0)
    spent = ((seen - mean) ** 2).sum(0) + USUAL_COUNTS * USUAL**2
    spread = np.sqrt(spent / (len(seen) + USUAL_COUNTS))
    return OwnColour(_triple(mean), _triple(spread))


def _usual(name: str) -> Floats:
    pixel = np.array([[USUAL_TINTS[name]]], np.uint8)
    return np.array(_tint(_log(pixel)[0]))


def _likelihood(name: str, here: Floats, lamp: Floats, own: OwnColours) -> float:
    known = own.dice.get(name)
    if known is None:
        mean, spread = _usual(name) + lamp, NAMED
    else:
        mean, spread = np.array(known.mean), np.array(known.spread)
    away = float((((here - mean) / spread) ** 2).sum())
    return _peak(spread) * float((1 + away / TAILS) ** (-(TAILS + 3) / 2))


def _peak(spread: Floats) -> float:
    return float(1 / np.prod(spread))


def _triple(values: Floats) -> Tint:
    one, two, three = (round(float(v), 4) for v in values)
    return one, two, three
