"""The learned networks of this reader, loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import second, thing, trust
from vision.network import Floats, Network

MODELS = Path(__file__).parent.parent / "models"


class Nets:
    """The finder of dice, the two readers of a die, who judges things, their trust."""

    def __init__(self, folder: Path, told: trust.Trust | None = None) -> None:
        self.trust = told or trust.load(folder)
        self.finder = Network(folder / "dice-finder.onnx")
        self.reader = Network(folder / "dice-reader.onnx")
        head = folder / thing.HEAD  # not there yet while the networks are made
        features = thing.feature_net(MODELS)
        self.judge = thing.Judge(features, head) if head.exists() else None
        again = folder / second.FILE
        self.second = Network(again) if again.exists() else None


@cache
def nets(folder: Path = MODELS) -> Nets:
    """Return the networks of a folder, loaded at the first call."""
    return Nets(folder)


def blob(images: list[NDArray[np.uint8]]) -> Floats:
    """Return pictures of one size as the networks want them."""
    stacked = np.stack(images).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stacked, np.float32) / np.float32(255) - np.float32(0.5)


LOCAL = 19
"""Side of the square whose contrast a close look is measured against, in pixels."""


def close_blob(crops: list[NDArray[np.uint8]]) -> Floats:
    """Return crops as they are and, as three more channels, with even contrast.

    Dark pips on a dark die are as plain in these as black ones on white.
    """
    return np.stack([with_local_contrast(one) for one in crops])


def with_local_contrast(crop: NDArray[np.uint8]) -> Floats:
    """Return one crop (6, h, w): its colours, and the same against those around."""
    plain = np.asarray(crop, np.float32) / np.float32(255)
    square, edge = (LOCAL, LOCAL), cv2.BORDER_REFLECT_101
    mean = cv2.blur(plain, square, borderType=edge)
    spread = cv2.blur(plain * plain, square, borderType=edge) - mean * mean
    local = (plain - mean) / (2 * np.sqrt(np.maximum(spread, 0)) + np.float32(0.06))
    both = np.concatenate([plain - np.float32(0.5), local], -1)
    return np.ascontiguousarray(both.transpose(2, 0, 1), np.float32)
