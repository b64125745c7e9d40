"""Lessons in reading: strips of print on art as the reader cuts them from photos.

A line is printed at the size of a card, seen small, tilted, dark, blurred and grainy,
and cut out again a little wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.train.letters.seen import TALL, WIDE, Box, Floats, Pixels, cut, photographed
from vision.train.letters.words import Words

Ink = dict[str, Any]
SILENT = 0.1
"""Share of strips on which nothing is printed."""


@lru_cache(maxsize=600)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@dataclass
class Press:
    """Prints and photographs lines: fonts by package, pictures, and words."""

    fonts: list[list[str]]
    pictures: list[Pixels]
    words: Words
    plain: float = 0.15
    """Share of lines printed plainly: what was known must stay known."""

    def lesson(self, rng: np.random.Generator) -> tuple[Floats, str]:
        """Return what the network sees of one strip, and what is printed on it."""
        while True:
            made = self._printed(rng)
            if made is None:
                continue
            face, box, text = made
            strip = photographed(rng, face, box, rng.random() < self.plain)
            if strip is not None:
                return cut(rng, strip), text

    def _printed(self, rng: np.random.Generator) -> tuple[Pixels, Box, str] | None:
        """Return a piece of a card, where its line is, and the line."""
        if rng.random() < SILENT:
            tall = rng.uniform(30, 80)
            half = min(tall * rng.uniform(1.5, 4), 0.45 * WIDE)
            x, y = WIDE / 2, TALL / 2
            box = (x - half, y - tall / 2, x + half, y + tall / 2)
            return self._art(rng), box, ""
        text = self.words.line(rng)
        some = self.fonts[int(rng.integers(len(self.fonts)))]
        font = _font(some[int(rng.integers(len(some)))], int(rng.integers(24, 56)))
        gap = float(rng.choice([0, 0, 0, 0.05, 0.12, 0.28])) * font.size
        length = sum(font.getlength(c) + gap for c in text)
        if not text or length > WIDE - 80 or length < 8:
            return None
        line = Line(text, font, gap, gap > 0 or rng.random() < 0.3)
        layer, box = _set(rng, line)
        share = layer[..., 3:].astype(np.float32) / 255
        mixed = layer[..., 2::-1] * share + self._art(rng) * (1 - share)
        return mixed.astype(np.uint8), box, text

    def _art(self, rng: np.random.Generator) -> Pixels:
        if rng.random() < 0.25:
            return _shapes(rng)
        picture = self.pictures[int(rng.integers(len(self.pictures)))]
        tall, wide = picture.shape[:2]
        share = rng.uniform(0.3, 1.0) * min(wide / WIDE, tall / TALL)
        w, h = int(share * WIDE), int(share * TALL)
        x, y = int(rng.integers(0, wide - w + 1)), int(rng.integers(0, tall - h + 1))
        cut = cv2.resize(picture[y : y + h, x : x + w], (WIDE, TALL), interpolation=2)
        if rng.random() < 0.3:
            cut = cut[..., rng.permutation(3)]
        return np.ascontiguousarray(cut[:, ::-1] if rng.random() < 0.5 else cut)


def _shapes(rng: np.random.Generator) -> Pixels:
    """Return soft colours and shapes."""
    small = rng.integers(0, 255, (int(rng.integers(2, 5)), int(rng.integers(2, 7)), 3))
    image = cv2.resize(small.astype(np.uint8), (WIDE, TALL), interpolation=2)
    for _ in range(int(rng.integers(0, 16))):
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = int(rng.integers(0, WIDE)), int(rng.integers(0, TALL))
        r = int(rng.integers(5, 90))
        if rng.random() < 0.5:
            cv2.ellipse(image, (x, y), (r, r // 2 + 1), x, 0, 360, colour, -1, 16)
        else:
            end = (x + int(rng.integers(-r, r)), y + int(rng.integers(-r, r)))
            cv2.line(image, (x, y), end, colour, int(rng.integers(1, 9)), 16)
    return image


@dataclass(frozen=True)
class Line:
    """A line to be printed: letters in one piece, or one by one where apart."""

    text: str
    font: ImageFont.FreeTypeFont
    gap: float
    apart: bool

    @property
    def lengths(self) -> list[float]:
        """Return how far each piece reaches."""
        if not self.apart:
            return [self.font.getlength(self.text)]
        return [self.font.getlength(letter) + self.gap for letter in self.text]

    def print(
        self, pen: ImageDraw.ImageDraw, at: tuple[float, float], ink: Ink
    ) -> None:
        """Print it from a point on its base line on."""
        x, y = at
        pieces = list(self.text) if self.apart else [self.text]
        for piece, length in zip(pieces, self.lengths, strict=True):
            pen.text((x, y), piece, font=self.font, anchor="ls", **ink)
            x += length


def _set(rng: np.random.Generator, line: Line) -> tuple[Pixels, Box]:
    """Return a line printed on nothing, and where it is."""
    sheet = Image.new("RGBA", (WIDE, TALL), (0, 0, 0, 0))
    pen = ImageDraw.Draw(sheet)
    ink, ground = _colours(rng)
    length, size = sum(line.lengths), line.font.size
    x, y = (WIDE - length) / 2, TALL / 2 + 0.35 * size
    kinds = ["outline", "shadow", "panel", "bare"]
    manner = rng.choice(kinds, p=[0.5, 0.15, 0.25, 0.1])
    if manner == "panel":
        room = rng.uniform(0.2, 0.7) * size
        shade = (*ground, int(rng.integers(150, 256)))
        top, end = y - 0.8 * size - room / 2, y + 0.25 * size + room / 2
        around = (x - 2 * room, top, x + length + 2 * room, end)
        pen.rounded_rectangle(around, float(rng.uniform(0, 20)), fill=shade)
    if manner == "shadow":
        away = int(rng.integers(1, 4))
        line.print(pen, (x + away, y + away), {"fill": ground})
    stroke = int(rng.integers(1, 5)) if manner == "outline" else 0
    line.print(
        pen, (x, y), {"fill": ink, "stroke_width": stroke, "stroke_fill": ground}
    )
    if rng.random() < 0.15:
        _rules(rng, pen, line, y, ink)
    _, top, _, end = line.font.getbbox(line.text, anchor="ls")
    layer = np.array(sheet)
    if rng.random() < 0.08:
        layer = _bent(layer, rng.uniform(-9, 9))
    return layer, (x, y + top, x + length, y + end)


def _rules(
    rng: np.random.Generator,
    pen: ImageDraw.ImageDraw,
    line: Line,
    y: float,
    ink: tuple[int, ...],
) -> None:
    """Print smaller letters above or below, which the cut touches."""
    size = line.font.size
    small = _font(str(line.font.path), max(int(size * rng.uniform(0.35, 0.6)), 10))
    down = size * (rng.uniform(0.7, 1.1) if rng.random() < 0.7 else -1.1)
    mixed = "".join(rng.permutation(list(line.text * 3)))
    pen.text((rng.uniform(20, 200), y + down), mixed, ink, small, "ls")


def _bent(layer: Pixels, rise: float) -> Pixels:
    y, x = np.mgrid[0:TALL, 0:WIDE].astype(np.float32)
    lift = rise * (1 - ((x - WIDE / 2) / (WIDE / 2)) ** 2) - rise / 2
    return cv2.remap(layer, x, (y + lift).astype(np.float32), 1)


def _colours(
    rng: np.random.Generator,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return ink and what is around it, dark on light or light on dark."""
    way = rng.random()
    light = rng.integers(185, 256, 3) if way < 0.8 else rng.integers(110, 256, 3)
    dark = rng.integers(0, 90, 3) if way < 0.8 else rng.integers(0, 130, 3)
    pair = (light, dark) if rng.random() < 0.5 else (dark, light)
    return tuple(map(int, pair[0])), tuple(map(int, pair[1]))
