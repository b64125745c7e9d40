"""Faces of cards in other manners: full art, ribbons, small capitals, scans.

Nobody here has seen the printed cards of Samsara and Karmaka: these are ways in which
card games set their titles, to see which of them the reader can take.
"""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tests.vision import render_cards
from tests.vision.render_cards import CARD, WORDS, art, font

MANNERS = ("full art", "ribbon", "curved", "small caps", "spaced", "side", "named")


def face(title: str, rng: np.random.Generator, manner: str, path: str) -> np.ndarray:
    """Return a card whose title is set in this manner, in this font."""
    if manner == "named":
        return _naming(title, rng, path)
    width, height = CARD
    image = art(rng, width, height)
    if rng.random() < 0.5:
        edge = int(rng.integers(8, 22))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        cv2.rectangle(image, (0, 0), (width - 1, height - 1), colour, 2 * edge)
    title = title.upper() if manner in ("small caps", "spaced") else title
    print_title(image, title, rng, path, manner=manner)
    return image


def print_title(
    image: np.ndarray,
    title: str,
    rng: np.random.Generator,
    path: str,
    *,
    manner: str = "full art",
    tops: tuple[int, ...] = (40, 360, 600),
) -> None:
    """Print a title in this manner on a face, and rules below it."""
    width = image.shape[1]
    strip = _strip(title, rng, manner, path)
    if manner == "side":
        _laid(image, cv2.rotate(strip, cv2.ROTATE_90_CLOCKWISE), (24, 40))
    else:
        top = int(rng.choice(tops))
        _laid(image, strip, ((width - strip.shape[1]) // 2, top))
    _rules(image, rng, path)


def _strip(title: str, rng: np.random.Generator, manner: str, path: str) -> np.ndarray:
    """Return the title alone: blue, green, red and how much it covers."""
    wide = 560 if manner == "side" else 440
    height = 74
    strip = Image.new("RGBA", (wide, height), (0, 0, 0, 0))
    pen = ImageDraw.Draw(strip)
    dark = bool(rng.integers(2))
    ink = tuple(int(v) for v in (rng.integers(0, 45, 3) if dark else (250, 246, 230)))
    ground = (240, 230, 205) if dark else tuple(int(v) for v in rng.integers(20, 80, 3))
    if manner in ("ribbon", "curved", "side"):
        pen.rounded_rectangle((0, 2, wide - 1, height - 3), 18, fill=(*ground, 255))
    _words(pen, title, path, manner, (ink, ground))
    pixels = np.array(strip)[..., [2, 1, 0, 3]]
    return _bent(pixels, rng.uniform(6, 14)) if manner == "curved" else pixels


def _words(
    pen: ImageDraw.ImageDraw,
    title: str,
    path: str,
    manner: str,
    colours: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    ink, ground = colours
    wide, size = pen.im.size[0], 50
    gap = {"spaced": 0.28, "small caps": 0.06}.get(manner, 0.0)

    def sizes() -> list[int]:
        if manner != "small caps":
            return [size] * len(title)
        starts = [n == 0 or title[n - 1] in " '" for n in range(len(title))]
        return [size if start else round(0.78 * size) for start in starts]

    def lengths() -> list[float]:
        return [
            pen.textlength(c, font(path, s)) + gap * size
            for c, s in zip(title, sizes(), strict=True)
        ]

    while size > 18 and sum(lengths()) > wide - 36:
        size -= 2
    x = (wide - sum(lengths())) / 2
    outline = 3 if manner in ("full art", "spaced", "small caps") else 0
    for letter, own, length in zip(title, sizes(), lengths(), strict=True):
        pen.text(
            (x, 37 + size * 0.35),
            letter,
            fill=(*ink, 255),
            font=font(path, own),
            anchor="ls",
            stroke_width=outline,
            stroke_fill=(*ground, 255),
        )
        x += length


def _bent(strip: np.ndarray, rise: float) -> np.ndarray:
    height, width = strip.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lift = rise * (1 - ((x - width / 2) / (width / 2)) ** 2)
    return cv2.remap(strip, x, (y + lift - rise / 2).astype(np.float32), 1)


def _laid(image: np.ndarray, strip: np.ndarray, at: tuple[int, int]) -> None:
    x, y = at
    part = image[y : y + strip.shape[0], x : x + strip.shape[1]]
    strip = strip[: part.shape[0], : part.shape[1]]
    share = strip[..., 3:] / 255.0
    part[:] = (strip[..., :3] * share + part * (1 - share)).astype(np.uint8)


def _rules(image: np.ndarray, rng: np.random.Generator, path: str) -> None:
    drawn = Image.fromarray(image[..., ::-1])
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((110, 470, 470, 570), fill=(235, 228, 210))
    for n in range(4):
        words = " ".join(str(w) for w in rng.choice(WORDS, 5))
        pen.text((120, 474 + 24 * n), words, fill=(30, 25, 20), font=font(path, 18))
    image[:] = np.asarray(drawn)[..., ::-1]


def _naming(title: str, rng: np.random.Generator, path: str) -> np.ndarray:
    """Return a card without a title of its own whose rules name another."""
    image = render_cards.card("", rng, path, place="top")
    drawn = Image.fromarray(image[..., ::-1])
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((30, 430, 470, 590), fill=(238, 232, 214))
    said = (f"{title} or one card", "from the deck of a rival", f"copy {title}")
    for n, words in enumerate(said):
        pen.text((44, 442 + 44 * n), words, fill=(25, 20, 20), font=font(path, 30))
    return np.asarray(drawn)[..., ::-1].copy()


def scan(face: np.ndarray, rng: np.random.Generator) -> render_cards.Photo:
    """Return a picture that is nothing but the card, some of them upside down."""
    wide = int(rng.choice([240, 330, 500, 800]))
    tall = round(wide * face.shape[0] / face.shape[1])
    way = cv2.INTER_AREA if wide < CARD[0] else cv2.INTER_CUBIC
    image = cv2.resize(face, (wide, tall), interpolation=way)
    if rng.random() < 0.25:
        image = cv2.rotate(image, cv2.ROTATE_180)
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])
    whole = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], float)
    return render_cards.Photo(cv2.imdecode(packed, 1), [], [whole])
