"""A second reader of faces: layers that photos of all kinds taught, taught dice.

It begins as the first layers of EfficientNet-Lite0 and looks at a finer crop than the
first reader, whose contrast is partly evened.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Floats, Network

FILE = "dice-second.onnx"
SIDE = 80
LOCAL = 23
"""Side of the square whose contrast a crop is measured against, in pixels."""

SHARE = 0.35
"""Its part in the mean of both readers' chances, which says what the face is. Of the
permitted photos and the webcam's, each read by networks that never saw its source, 101
of 106 are exact with it, 100 at 0.5 or with chances multiplied, 99 without it."""

FAINT = 1e-3
"""What is added to every chance before they are multiplied: nobody rules a face out."""

AGREED = 0.85
"""A product from which on it is taken where it says the same face as the mean. Of those
photos 12 instead of 16 are then asked about, as many are exact and wrong. Faces of dice
with digits, which the first reader hardly tells from each other, have at most 0.51 in
every second of these photos."""

SURE, CONTRARY = 0.97, 0.5
"""A face so sure to the first reader is doubted only if the second says another with
this chance, as where a shaking camera draws the pips of a four long. Of 600 drawn
tables 16 instead of 20 are then promised wrongly; of those photos 14 instead of 12 are
asked about."""

PLAIN, EVEN = np.float32(0.6), np.float32(0.6)
"""How much of a crop is shown as it is, and how much with even contrast."""


def views(crops: list[NDArray[np.uint8]]) -> Floats:
    """Return crops as this reader wants them (n, 3, SIDE, SIDE)."""
    return np.stack([evened(one) for one in crops])


def evened(crop: NDArray[np.uint8]) -> Floats:
    """Return one crop whose dark parts show as much as its bright ones."""
    plain = np.asarray(crop, np.float32) / np.float32(127.5) - 1
    square, edge = (LOCAL, LOCAL), cv2.BORDER_REFLECT_101
    mean = cv2.blur(plain, square, borderType=edge)
    spread = cv2.blur(plain * plain, square, borderType=edge) - mean * mean
    local = (plain - mean) / (2 * np.sqrt(np.maximum(spread, 0)) + np.float32(0.12))
    both = PLAIN * plain + EVEN * local
    return np.ascontiguousarray(both.transpose(2, 0, 1), np.float32)


def faces(net: Network, crops: list[NDArray[np.uint8]]) -> Floats:
    """Return the chances of faces 1 to 6 for each crop, if it shows a die."""
    raw = net.run(views(crops))[:, 1:]
    powers = np.exp(raw - raw.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


def together(first: Floats, said: Floats, *, alone: bool) -> Floats:
    """Return the chances by both readers' words.

    Two who name one face are surer than either; not of the only die of a photo, which
    may be a thing on which they see pips, as on a die of twenty faces.
    """
    mean = (1 - SHARE) * first + SHARE * said
    if first.max() >= SURE:
        contrary = said.argmax() != first.argmax() and said.max() >= CONTRARY
        return mean if contrary else first
    product = (first + FAINT) * (said + FAINT)
    product = product / product.sum()
    agreed = product.argmax() == mean.argmax() and product.max() >= AGREED
    return product if agreed and not alone else mean
