"""Photos as arrays: decoded upright, bounded in size, refused with advice."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NewType

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

BgrImage = NewType("BgrImage", NDArray[np.uint8])
"""Height x width x 3, blue first, upright."""

MOST_PIXELS = 50_000_000
"""A photo with more pixels than any phone of today makes is refused unread."""

MOST_BYTES = 32_000_000

Image.MAX_IMAGE_PIXELS = None  # only headers go through Pillow; `decode` counts pixels


NARROWEST = 16
"""Pixels of the shorter side below which there is nothing to read."""


class NotAnImage(ValueError):
    """The bytes are not a picture that can be decoded."""


class TooLarge(ValueError):
    """The picture has more pixels or bytes than we are willing to decode."""


def size_of(data: bytes) -> tuple[int, int]:
    """Return width and height from the header alone.

    Raises:
        NotAnImage: if no known format begins this way.
    """
    try:
        with Image.open(io.BytesIO(data)) as header:
            return header.size
    # Pillow's readers of rare formats raise whatever they like on odd headers; a DDS
    # with unknown flags, for one, raises NotImplementedError.
    except Exception as broken:
        raise NotAnImage("This file is not a picture.") from broken


def decode(data: bytes, longest: int = 1600) -> BgrImage:
    """Return the upright picture, its longer side at most `longest` pixels.

    Raises:
        NotAnImage: if it cannot be decoded.
        TooLarge: if it is larger than any honest photo.
    """
    if len(data) > MOST_BYTES:
        raise TooLarge("The file is too large.")
    width, height = size_of(data)
    if width * height > MOST_PIXELS:
        raise TooLarge("The picture has too many pixels.")
    if min(width, height) * min(1.0, longest / max(width, height)) < NARROWEST:
        raise NotAnImage("The picture is too narrow to show anything.")
    pixels = cv2.imdecode(
        np.frombuffer(data, np.uint8), _reduced(max(width, height), longest)
    )
    if pixels is None:
        raise NotAnImage("This file is not a picture.")
    return fit(BgrImage(np.asarray(pixels, np.uint8)), longest)


def load(path: str | Path, longest: int = 1600) -> BgrImage:
    """Return the upright picture of a file; raises as `decode` does."""
    try:
        return decode(Path(path).read_bytes(), longest)
    except OSError as missing:
        raise NotAnImage(str(missing)) from missing


def shrunk_by(path: str | Path, image: BgrImage) -> float:
    """Return how many pixels of the file lie along one pixel of its loaded picture."""
    return float(max(size_of(Path(path).read_bytes())) / max(image.shape[:2]))


def fit(image: BgrImage, longest: int) -> BgrImage:
    """Return the picture, shrunk if its longer side exceeds `longest`."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    shrunk = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return BgrImage(np.asarray(shrunk, np.uint8))


def _reduced(side: int, longest: int) -> int:
    """Let the decoder itself shrink by two or four, which is faster."""
    if side >= 4 * longest:
        return cv2.IMREAD_REDUCED_COLOR_4
    if side >= 2 * longest:
        return cv2.IMREAD_REDUCED_COLOR_2
    return cv2.IMREAD_COLOR
