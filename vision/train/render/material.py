"""Colours and surfaces of dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.look import COLOURS

Floats = NDArray[np.float32]

_HUES = {
    "red": ((350, 370), (0.72, 1.0), (0.35, 0.85)),
    "orange": ((14, 32), (0.75, 1.0), (0.75, 1.0)),
    "yellow": ((43, 62), (0.62, 1.0), (0.75, 1.0)),
    "green": ((85, 165), (0.5, 1.0), (0.22, 0.75)),
    "light-blue": ((182, 205), (0.35, 0.9), (0.65, 1.0)),
    "dark-blue": ((212, 246), (0.6, 1.0), (0.18, 0.85)),
    "violet": ((262, 305), (0.4, 1.0), (0.25, 0.75)),
    "white": ((30, 60), (0.0, 0.26), (0.82, 1.0)),
    "black": ((0, 360), (0.0, 0.35), (0.02, 0.14)),
}
"""Hue in degrees, saturation and value of the bare material."""

_OTHERS = (
    ((0, 360), (0.0, 0.08), (0.25, 0.6)),  # grey
    ((10, 35), (0.4, 0.8), (0.2, 0.5)),  # brown
    ((18, 34), (0.35, 0.6), (0.5, 0.75)),  # wood
    ((312, 345), (0.3, 0.8), (0.5, 1.0)),  # pink
)
"""The same of what has no name here."""


NAMELESS = -2
"""In place of an index: no name fits. An index of -1 means nobody named it."""


@dataclass(frozen=True)
class Material:
    """The look of one die; colours are linear BGR in 0..1."""

    colour: int
    """Index in COLOURS, or NAMELESS where no name fits (grey, brown, pink)."""
    body: Floats
    second: Floats
    """The other colour of a marbled die, else the same."""
    pip: Floats
    odd_pip: Floats
    """The colour of the one (red or blue on many dice)."""
    gloss: float
    sharp: float
    clear: float
    """0 opaque .. 0.85 glassy."""
    relief: float
    """How much brighter or darker the rim of a drilled pip is."""


def hsv(hue: float, saturation: float, value: float) -> Floats:
    """Return linear BGR of a colour given in degrees and 0..1 as screens mean it."""
    pixel = np.float32([[[hue % 360, saturation, value]]])
    return (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] ** 2.2).astype(np.float32)


def body_colour(rng: np.random.Generator, colour: int) -> Floats:
    """Return one of the many tints that go by a colour's name."""
    if colour < 0:
        hues, saturations, values = _OTHERS[int(rng.integers(len(_OTHERS)))]
        return hsv(rng.uniform(*hues), rng.uniform(*saturations), rng.uniform(*values))
    hues, saturations, values = _HUES[COLOURS[colour]]
    return hsv(rng.uniform(*hues), rng.uniform(*saturations), rng.uniform(*values))


def brightness(colour: Floats) -> float:
    """Return the perceived lightness of a linear colour, 0..1."""
    return float((colour @ np.float32([0.07, 0.72, 0.21])) ** (1 / 2.2))


def pip_colour(rng: np.random.Generator, body: Floats) -> Floats:
    """Return a colour that shows on the body."""
    light = brightness(body)
    for _ in range(20):
        kind = rng.random()
        if kind < 0.42:
            pip = hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.03, 0.2))
        elif kind < 0.82:
            pip = hsv(rng.uniform(30, 60), rng.uniform(0, 0.2), rng.uniform(0.8, 1.0))
        elif kind < 0.88:
            pip = hsv(
                rng.uniform(38, 50), rng.uniform(0.4, 0.8), rng.uniform(0.7, 0.95)
            )
        else:
            pip = hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.3, 0.9))
        apart = np.abs(pip ** (1 / 2.2) - body ** (1 / 2.2)).sum()
        if abs(brightness(pip) - light) > 0.3 or (apart > 0.6 and rng.random() < 0.5):
            return pip
    return hsv(0, 0, 0.03 if light > 0.5 else 0.95)


def _dim(rng: np.random.Generator) -> tuple[int, Floats]:
    """Return a dark body, on which coloured pips are hard to see."""
    colour = int(rng.choice([COLOURS.index(name) for name in _DARK]))
    if rng.random() < 0.25:
        brown = hsv(rng.uniform(10, 35), rng.uniform(0.4, 0.8), rng.uniform(0.2, 0.45))
        return NAMELESS, brown
    return colour, body_colour(rng, colour) * np.float32(rng.uniform(0.3, 1.0))


_DARK = ("black", "black", "dark-blue", "violet", "green", "red")


def choose(rng: np.random.Generator, colour: int | None = None) -> Material:
    """Return a random material, of a colour if one is named."""
    if colour is None:
        odds = np.array([9, 8, 9, 8, 8, 9, 8, 24, 8, 8], float)
        colour = int(rng.choice([*range(9), NAMELESS], p=odds / odds.sum()))
    body = body_colour(rng, colour)
    dim = rng.random() < 0.2
    if dim:
        colour, body = _dim(rng)
    second = body
    if rng.random() < 0.28:
        mix = rng.uniform(0.0, 0.8)
        second = mix * body + (1 - mix) * body_colour(rng, int(rng.integers(9)))
    pip = pip_colour(rng, body)
    if dim:
        hue = rng.choice([0, 5, 355, 45, 130, 215])
        pip = hsv(hue, rng.uniform(0.5, 1), rng.uniform(0.38, 0.85))
    odd = pip
    if rng.random() < 0.18:
        odd = hsv(
            rng.choice([0, 355, 220, 235]), rng.uniform(0.7, 1), rng.uniform(0.5, 0.9)
        )
        if abs(brightness(odd) - brightness(body)) < 0.2:
            odd = pip
    clear = rng.uniform(0.1, 0.85) if rng.random() < 0.18 else 0.0
    return Material(
        colour,
        body,
        second.astype(np.float32),
        pip,
        odd,
        gloss=rng.uniform(0, 0.7) ** 1.5,
        sharp=float(np.exp(rng.uniform(np.log(8), np.log(200)))),
        clear=clear,
        relief=rng.uniform(0, 0.8) ** 1.5,
    )
