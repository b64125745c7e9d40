"""A closer look at each box: which face is up, which colour, a die at all?"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.find import TOUCH, Found, overlap
from vision.dice.nets import Floats, Net, blob
from vision.image import BgrImage

SIDE = 64
CONTEXT = 1.35
"""Side of the crop in longer sides of the box; the training knows the same."""

FAINTEST = 0.1
"""Boxes less likely to hold a die are forgotten."""

COLOURS = (
    "red",
    "orange",
    "yellow",
    "green",
    "light-blue",
    "dark-blue",
    "violet",
    "white",
    "black",
)
"""The order of the network's colours."""


@dataclass(frozen=True)
class Look:
    """What the close look says about one box."""

    found: Found
    die: float
    """Probability that this is a die."""
    faces: Floats
    """Probabilities of faces 1 to 6, given a die."""
    colours: Floats
    """Probabilities in the order of COLOURS."""
    pips: float
    """How many pips were counted, a second witness beside `faces`."""
    alike: bool = True
    """Whether every view of the box shows the same face."""

    @property
    def likelihood(self) -> float:
        """Return how likely the box holds a die, both networks together."""
        return float(np.sqrt(max(self.found.score, 0.0) * self.die))


def look(image: BgrImage, found: list[Found], net: Net) -> list[Look]:
    """Return the close look at each box that does not lie on a better one."""
    crops = [crop(image, die.box) for die in found]
    if not crops:
        return []
    raw = net.run(blob(crops))
    firsts = [_weigh(die, one[None]) for die, one in zip(found, raw, strict=True)]
    kept: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: -firsts[k].likelihood):
        if all(overlap(found[k], found[other]) < TOUCH for other in kept):
            kept.append(k)
    kept = [k for k in kept if firsts[k].likelihood > FAINTEST]
    if not kept:
        return []
    again = net.run(blob([crops[k][:, ::-1] for k in kept]))
    return [
        _weigh(found[k], np.stack([raw[k], other]))
        for k, other in zip(kept, again, strict=True)
    ]


def _weigh(found: Found, views: Floats) -> Look:
    """Return what one or several views of a box say together."""
    raw = views.mean(0)
    kind = softmax(raw[:7])
    faces = kind[1:] / max(float(kind[1:].sum()), 1e-6)
    alike = bool((views[:, 1:7].argmax(1) == faces.argmax()).all())
    colours = softmax(raw[7:16])
    return Look(found, float(1 - kind[0]), faces, colours, float(raw[16]), alike)


def softmax(raw: Floats) -> Floats:
    """Return probabilities that add up to one."""
    powers = np.exp(raw - raw.max())
    return np.asarray(powers / powers.sum(), np.float32)


def crop(image: BgrImage, box: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """Return the die and a little of what is around it, `SIDE` pixels wide."""
    x0, y0, x1, y1 = box
    size = CONTEXT * max(x1 - x0, y1 - y0)
    left, top = (x0 + x1 - size) / 2, (y0 + y1 - size) / 2
    if size > SIDE:
        return _shrunk(image, left, top, size)
    scale = SIDE / size
    turn = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]], np.float32)
    view = cv2.warpAffine(image, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _shrunk(image: BgrImage, left: float, top: float, size: float) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    x0, y0, side = round(left), round(top), round(size)
    cut = image[max(y0, 0) : max(y0 + side, 1), max(x0, 0) : max(x0 + side, 1)]
    edges = (
        max(-y0, 0),
        max(y0 + side - high, 0),
        max(-x0, 0),
        max(x0 + side - wide, 0),
    )
    if any(edges):
        cut = np.asarray(cv2.copyMakeBorder(cut, *edges, cv2.BORDER_REPLICATE))
    small = cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
