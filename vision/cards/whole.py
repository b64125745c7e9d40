"""The whole face of a card as a learned pattern: what all prints of a picture share.

A small network turns a straightened card into numbers that are near for two prints of
one picture, however it was cut, coloured and framed, and far for other pictures. It
holds where local features fail: soft art, dark or blurred photos.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.image import BgrImage
from vision.network import Network

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

MODEL = Path(__file__).parents[1] / "models" / "card-face.onnx"

_net = Network(MODEL)

SIZE = (96, 144)
"""Width and height of the card as the network is shown it."""

EYE = 128
"""Numbers of each of the two eyes of the network."""

LENGTH = 2 * EYE

NEAR, APART, BIAS = 30.5, 19.6, -21.0
"""Log odds per unit by which a face is like a taught one, and more like it than any
other card's, and what they begin with: a logistic fit to drawn prints, of which the
right card was taught or was not, made steeper by what `decide` takes off again."""

EACH, NONE = 22.0, 0.5
"""Nats per unit by which a card that must be one of the taught ones is rather one than
another, and how like one a face must be to be any. Of 320 drawn other prints of five
decks 286 are named so, none wrongly; where strangers may lie there too, 272 and one."""

SUREST = 14.0
"""Log odds beyond which no face is surer: then its title needs no look."""


@dataclass(frozen=True, slots=True)
class Likest:
    """Which of some taught faces is most like one seen."""

    index: int
    odds: float
    """Log odds that it is the same picture."""

    upside: bool


def prepared(small: NDArray[Any]) -> Singles:
    """Return a card as the network wants it: each colour against its own mean."""
    plain = small.astype(np.float32)
    mean, spread = plain.mean(axis=(0, 1)), plain.std(axis=(0, 1))
    even = (plain - mean) / (spread + np.float32(8))
    return np.ascontiguousarray(even.transpose(2, 0, 1))


def faces(picture: BgrImage, corners: Floats) -> Singles:
    """Return the patterns of the card in this outline, upright and upside down."""
    # twice as large at first: fine patterns must not turn into coarse ones
    large = geometry.rectified(picture, corners, (2 * SIZE[0], 2 * SIZE[1]))
    upright = prepared(cv2.resize(large, SIZE, interpolation=cv2.INTER_AREA))
    found = _net.run(np.stack([upright, upright[:, ::-1, ::-1]])).reshape(2, 2, EYE)
    length = np.maximum(np.linalg.norm(found, axis=2, keepdims=True), 1e-6)
    # of length one together: what is compared is the mean of both eyes
    return np.asarray(found / length / np.sqrt(2), np.float32).reshape(2, LENGTH)


def likest(taught: Singles, cards: Sequence[str], seen: Singles) -> Likest:
    """Return the taught face most like the one seen, either way up."""
    ways = seen @ taught.T
    alike = ways.max(axis=0)
    first = int(alike.argmax())
    others = [n for n, card in enumerate(cards) if card != cards[first]]
    rival = float(alike[others].max()) if others else 0.0
    near = float(alike[first])
    odds = NEAR * near + APART * (near - max(rival, 0.0)) + BIAS
    return Likest(first, odds, bool(ways[1, first] > ways[0, first]))


def each(
    taught: Singles, cards: Sequence[str], seen: Singles
) -> dict[str, tuple[float, bool]]:
    """Return how like the face seen each card is, and whether upside down."""
    ways = seen @ taught.T
    found: dict[str, tuple[float, bool]] = {}
    for card, (upright, upside) in zip(cards, ways.T.tolist(), strict=True):
        like = max((upright, False), (upside, True))
        found[card] = max(like, found.get(card, like))
    return found
