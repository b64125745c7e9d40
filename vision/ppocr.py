"""PP-OCR: finds lines of text and reads letters.

What finds lines comes inside the package `rapidocr`, of which nothing is imported;
without it everything here says that there is none. What reads letters is its
recogniser, trained further for print on photographed cards and cut to Latin signs.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lexicon import fold
from vision.network import Floats, Network

LETTERS = "abcdefghijklmnopqrstuvwxyz"
READER = Path(__file__).parent / "models" / "letters.onnx"
HEIGHT, WIDEST = 48, 640
PLAIN, FAINT = (0.3, 0.5), (0.12, 0.2)
"""Chances from which on a cell is text's, and a line one, for plain and faint text."""

BRIGHT, MOST_GAIN = 220.0, 4.0
"""Level that the brightest parts of a picture are brought to, and how far at most."""

GRAIN = 1.0
"""Pixels over which a line is smoothed: of 41 drawn titles in the dark 37 instead of 34
are then read in their row."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a picture: corners clockwise from where it begins."""

    corners: NDArray[np.float64]
    strength: float

    @property
    def height(self) -> float:
        """Return how high the line is, in pixels."""
        a, b, c, d = self.corners
        return float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2

    @property
    def width(self) -> float:
        """Return how long the line is, in pixels."""
        a, b, c, d = self.corners
        return float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2


def available() -> bool:
    """Say whether the models are installed."""
    return _models() is not None


@cache
def _models() -> Path | None:
    try:
        found = importlib.util.find_spec("rapidocr")
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "models"
    return folder if next(folder.glob("*det*.onnx"), None) else None


def _model(kind: str) -> Path:
    folder = _models()
    assert folder is not None
    return next(folder.glob(f"*{kind}*.onnx"))


_finder, _turner = (Network(partial(_model, kind)) for kind in ("det", "cls"))
_reader = Network(READER)


def find_lines(
    image: NDArray[np.uint8], least: tuple[float, float] = PLAIN
) -> list[Line]:
    """Return the lines of text in a picture, of which sides should be 100 to 1300."""
    height, width = (max(32, round(side / 32) * 32) for side in image.shape[:2])
    scaled = lit(cv2.resize(image, (width, height))).astype(np.float32)
    blob = np.asarray(((scaled / 255 - 0.5) / 0.5), np.float32)
    blob = blob.transpose(2, 0, 1)[None]
    likely = _finder.run(blob)[0, 0]
    ratio = np.array([image.shape[1] / width, image.shape[0] / height])
    _, mask = cv2.threshold(likely, least[0], 1, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE
    )
    lines = (_line(contour, likely, ratio) for contour in contours[:400])
    return [line for line in lines if line and line.strength > least[1]]


def lit(image: Any) -> NDArray[np.uint8]:
    """Return a dark picture as if more light fell on it; the networks like light."""
    bright = float(np.percentile(image[::2, ::2], 98))
    gain = min(BRIGHT / max(bright, 1.0), MOST_GAIN)
    return np.asarray(cv2.convertScaleAbs(image, alpha=max(gain, 1.0)), np.uint8)


def even(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture with even local contrast: faint letters on art stand out."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    # three times the slope at most, on a sixteenth of a card: measured, not derived
    lab[..., 0] = cv2.createCLAHE(3.0, (4, 4)).apply(lab[..., 0])
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)


def smooth(strip: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a line with its grain smoothed away: faint letters in the dark stay."""
    return np.asarray(cv2.GaussianBlur(strip, (0, 0), GRAIN), np.uint8)


def _line(
    contour: NDArray[np.int32], likely: Floats, ratio: NDArray[np.float64]
) -> Line | None:
    centre, (one, other), angle = cv2.minAreaRect(contour)
    if min(one, other) < 3 or max(one, other) < 6:
        return None
    x, y, w, h = cv2.boundingRect(contour)
    inside = np.zeros((h, w), np.uint8)
    cv2.drawContours(inside, [contour - (x, y)], -1, 1, -1)
    strength = float(likely[y : y + h, x : x + w][inside > 0].mean())
    # the network marks the core of a line; its letters reach this much further
    grow = 1.6 * one * other / (one + other) * 0.5 * 2
    box = cv2.boxPoints((centre, (one + grow, other + grow), angle))
    return Line(begun(box.astype(float) * ratio), strength)


def begun(box: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return corners clockwise, the line running along its long side, rightwards."""
    middle = box.mean(axis=0)
    around = box[np.argsort(np.arctan2(*(box - middle).T[::-1]))]
    first, second = around[1] - around[0], around[2] - around[1]
    if np.linalg.norm(first) < np.linalg.norm(second):
        around = np.roll(around, -1, axis=0)
    if (around[1] - around[0])[0] < 0:
        around = np.roll(around, -2, axis=0)
    return around


@dataclass(frozen=True, slots=True)
class Letters:
    """What was seen along one line: chances of each small letter, step by step."""

    chances: Floats
    """Steps x 27: the first column is no letter, then a to z."""

    text: str
    sure: float
    """Mean chance of the letters in `text`."""

    @property
    def words(self) -> bool:
        """Say whether this is text beyond doubt."""
        return self.sure > 0.9 and len(fold(self.text)) >= 4


def read_lines(
    crops: Sequence[NDArray[np.uint8]], narrow: float = 1.0
) -> list[Letters]:
    """Return what the letters of each crop of one line may be.

    Letters made narrower by this share cost as much less time.
    """
    return [_letters(_reader.run(_blob(crop, narrow))[0]) for crop in crops]


def _blob(crop: NDArray[np.uint8], narrow: float) -> Floats:
    height, width = crop.shape[:2]
    wide = HEIGHT * width / height * narrow
    wide = int(np.clip(round(wide / 16) * 16, 48, WIDEST))
    way = cv2.INTER_AREA if narrow < 1 else cv2.INTER_LINEAR
    scaled = lit(cv2.resize(crop, (wide, HEIGHT), interpolation=way))
    plain = np.asarray((scaled.astype(np.float32) / 255 - 0.5) / 0.5, np.float32)
    return plain.transpose(2, 0, 1)[None]


def _letters(chances: Floats) -> Letters:
    columns, alphabet = _columns()
    best = chances.argmax(axis=1)
    fresh = np.concatenate([[True], best[1:] != best[:-1]]) & (best > 0)
    text = "".join(alphabet[i] for i in best[fresh])
    sure = float(chances.max(axis=1)[fresh].mean()) if fresh.any() else 0.0
    return Letters(chances @ columns, text, sure)


def joined(one: Letters, other: Letters) -> Letters:
    """Return two lines as one, in this order."""
    chances = np.concatenate([one.chances, other.chances])
    return Letters(chances, f"{one.text} {other.text}", min(one.sure, other.sure))


@cache
def _columns() -> tuple[Floats, tuple[str, ...]]:
    """Return which letter each column of the network stands for, and its characters."""
    data = READER.read_bytes()
    signs = ["", *_metadata(data, b"character").split("\n"), " "]
    columns = np.zeros((len(signs), 1 + len(LETTERS)), np.float32)
    for row, sign in enumerate(signs):
        letter = fold(sign)[:1]
        # blanks, spaces and stops separate, no more
        columns[row, 1 + LETTERS.index(letter) if letter else 0] = 1
    return columns, tuple(signs)


def _metadata(data: bytes, key: bytes) -> str:
    """Return one entry of the properties at the end of a model file."""
    tag = b"\n" + bytes([len(key)]) + key + b"\x12"
    at = data.rindex(tag) + len(tag)
    length = shift = 0
    while True:
        byte = data[at]
        length |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return data[at : at + length].decode("utf-8")


def upside_down(crops: Sequence[NDArray[np.uint8]]) -> list[float]:
    """Return for each crop of a line the chance that it stands on its head."""
    answers = []
    for crop in crops:
        height, width = crop.shape[:2]
        wide = int(np.clip(round(48 * width / height), 16, 192))
        canvas = np.zeros((48, 192, 3), np.float32)
        scaled = cv2.resize(crop, (wide, 48)).astype(np.float32)
        canvas[:, :wide] = (scaled / 255 - 0.5) / 0.5
        answers.append(float(_turner.run(canvas.transpose(2, 0, 1)[None])[0, 1]))
    return answers
