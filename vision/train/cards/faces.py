"""Faces of cards as any game may print them: full art, frames, pips, numbers, backs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

Image = np.ndarray
Rng = np.random.Generator

WIDTH = 200
"""Faces are drawn this wide; photos show them smaller."""


def pictures(folder: Path | None) -> list[Image]:
    """Return the pictures of a folder, as colours, none larger than needed."""
    found = []
    for path in sorted(folder.rglob("*")) if folder else []:
        if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
            continue
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None or min(image.shape[:2]) < 200:
            continue
        scale = min(1.0, 700 / max(image.shape[:2]))
        found.append(cv2.resize(image, None, fx=scale, fy=scale, interpolation=3))
    return found


def colour(rng: Rng, low: int = 0, high: int = 255) -> tuple[int, ...]:
    """Return any colour between two levels."""
    return tuple(int(v) for v in rng.integers(low, high + 1, 3))


def art(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return an illustration: a cut of a picture, or shapes over soft colour."""
    if photos and rng.random() < 0.6:
        image = _cut(rng, photos[int(rng.integers(len(photos)))], width, height)
        if rng.random() < 0.4:
            image = image[..., rng.permutation(3)]
        if rng.random() < 0.3:
            image = 255 - image
        image = np.ascontiguousarray(image)
    else:
        image = _soft(rng, width, height)
    for _ in range(int(rng.integers(0, 14))):
        _shape(rng, image)
    return image


def _cut(rng: Rng, photo: Image, width: int, height: int) -> Image:
    tall, wide = photo.shape[:2]
    share = rng.uniform(0.35, 1.0) * min(wide / width, tall / height)
    w, h = max(8, int(share * width)), max(8, int(share * height))
    x, y = int(rng.integers(0, wide - w + 1)), int(rng.integers(0, tall - h + 1))
    cut = cv2.resize(photo[y : y + h, x : x + w], (width, height), interpolation=3)
    return cut[:, ::-1] if rng.random() < 0.5 else cut


def _soft(rng: Rng, width: int, height: int) -> Image:
    """Return clouds of colour at two sizes, some with stripes or rays."""
    image = np.zeros((height, width, 3), np.float32)
    for cells, strength in ((rng.integers(2, 6), 1.0), (rng.integers(8, 24), 0.4)):
        grid = rng.normal(0, 60 * strength, (cells, cells, 3)).astype(np.float32)
        image += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    image += rng.uniform(40, 215, 3).astype(np.float32)
    if rng.random() < 0.2:
        y, x = np.mgrid[0:height, 0:width]
        turn = np.arctan2(y - height * rng.random(), x - width * rng.random())
        image += 40 * np.sign(np.sin(turn * rng.integers(5, 20)))[..., None]
    return np.clip(image, 0, 255).astype(np.uint8)


def _shape(rng: Rng, image: Image) -> None:
    height, width = image.shape[:2]
    x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
    r, kind, ink = int(rng.integers(5, width // 2)), rng.integers(5), colour(rng)
    if kind == 0:
        cv2.circle(image, (x, y), r, ink, -1 if rng.random() < 0.7 else 3, cv2.LINE_AA)
    elif kind == 1:
        points = np.array((x, y)) + rng.integers(-r, r, (int(rng.integers(3, 8)), 2))
        cv2.fillPoly(image, [points.astype(np.int32)], ink, cv2.LINE_AA)
    elif kind == 2:
        end = (x + int(rng.integers(-r, r)), y + int(rng.integers(-2 * r, 2 * r)))
        cv2.line(image, (x, y), end, ink, int(rng.integers(1, 9)), cv2.LINE_AA)
    elif kind == 3:  # towers, doors, windows: straight edges inside the picture
        end = (x + int(rng.integers(4, r + 5)), y + int(rng.integers(r, 3 * r + 2)))
        cv2.rectangle(image, (x, y), end, ink, -1)
    else:
        axes = (r, max(2, r // int(rng.integers(1, 5))))
        cv2.ellipse(image, (x, y), axes, int(rng.integers(180)), 0, 360, ink, -1)


def words(rng: Rng, image: Image, box: tuple[int, ...], tall: int, ink) -> None:
    """Write lines of letter-like strokes or real letters into a box."""
    left, top, right, end = box
    font = int(rng.choice([0, 1, 2, 3, 4, 6]))
    scale = tall / 30
    y = top + tall
    while y < end:
        text = "".join(
            " " if rng.random() < 0.16 else chr(int(rng.integers(97, 123)))
            for _ in range(int((right - left) / max(tall * 0.62, 1)))
        )
        thick = max(1, round(tall / 12))
        cv2.putText(image, text, (left, y), font, scale, ink, thick, cv2.LINE_AA)
        y += int(tall * 1.6)


KINDS = ("full", "framed", "trading", "pips", "set", "number", "back", "plain")
ODDS = (0.36, 0.14, 0.15, 0.1, 0.07, 0.07, 0.07, 0.04)


def game(rng: Rng, photos: Sequence[Image], many: int = 16) -> list[Image]:
    """Return faces of one game: of one kind, mostly, and of one shape."""
    kind, aspect = str(rng.choice(KINDS, p=ODDS)), float(rng.uniform(0.6, 0.74))
    return [face(rng, photos, kind, aspect) for _ in range(many)]


def face(rng: Rng, photos: Sequence[Image], kind: str, aspect: float) -> Image:
    """Return the face of a card of this kind, width over height as given."""
    width = WIDTH
    height = round(width / aspect)
    image = {
        "full": _full,
        "framed": _framed,
        "trading": _trading,
        "pips": _pips,
        "set": _symbols,
        "number": _number,
        "back": _back,
        "plain": _plain,
    }[kind](rng, width, height, photos)
    if rng.random() < 0.12:  # a sleeve's rim
        cv2.rectangle(
            image, (0, 0), (image.shape[1], image.shape[0]), colour(rng), 2 * 4
        )
    return image


def _full(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return art to the edge, with a title and perhaps a box of text on it."""
    image = art(rng, width, height, photos)
    if rng.random() < 0.25:
        _border(rng, image, int(rng.integers(2, 8)))
    tall = int(rng.integers(12, 24))
    top = int(rng.choice([rng.integers(6, 24), height // 2, height - 40]))
    dark = rng.random() < 0.5
    ink = colour(rng, 0, 50) if dark else colour(rng, 205, 255)
    if rng.random() < 0.5:  # a ribbon under the title
        ground = colour(rng, 190, 255) if dark else colour(rng, 0, 80)
        inset = int(rng.integers(0, 25))
        box = (inset, top - 4, width - inset, top + tall + 10)
        cv2.rectangle(image, box[:2], box[2:], ground, -1)
    words(rng, image, (20, top, width - 24, top + tall + 1), tall, ink)
    if rng.random() < 0.5:
        low = int(rng.integers(height // 2, height - 60))
        box = (16, low, width - 16, min(height - 12, low + 70))
        cv2.rectangle(image, box[:2], box[2:], colour(rng, 180, 255), -1)
        words(rng, image, (22, low + 2, width - 22, box[3] - 4), 7, (30, 30, 30))
    return image


def _border(rng: Rng, image: Image, wide: int) -> None:
    height, width = image.shape[:2]
    level = rng.random()
    ink = (
        colour(rng, 0, 30)
        if level < 0.35
        else colour(rng, 220, 255)
        if level < 0.65
        else colour(rng)
    )
    cv2.rectangle(image, (0, 0), (width - 1, height - 1), ink, 2 * wide)


def _framed(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    image = _full(rng, width, height, photos)
    _border(rng, image, int(rng.integers(6, 18)))
    return image


def _trading(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return border, coloured frame, title bar, window of art and box of text."""
    image = np.empty((height, width, 3), np.uint8)
    image[:] = art(rng, width, height, photos) if rng.random() < 0.4 else colour(rng)
    _border(rng, image, int(rng.integers(5, 12)))
    bar = colour(rng, 150, 250)
    cv2.rectangle(image, (14, 14), (width - 14, 34), bar, -1)
    words(rng, image, (20, 14, width - 50, 30), 13, (20, 20, 20))
    middle = int(height * rng.uniform(0.5, 0.6))
    window = art(rng, width - 36, middle - 40, photos)
    image[38 : middle - 2, 18 : width - 18] = window
    cv2.rectangle(image, (14, middle), (width - 14, middle + 16), bar, -1)
    cv2.rectangle(image, (18, middle + 20), (width - 18, height - 22), bar, -1)
    words(rng, image, (22, middle + 22, width - 24, height - 26), 8, (30, 30, 30))
    return image


def _white(rng: Rng, width: int, height: int) -> Image:
    image = np.empty((height, width, 3), np.uint8)
    image[:] = colour(rng, 215, 255)
    return image


def _pips(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return something like a playing card."""
    image = _white(rng, width, height)
    ink = (30, 30, 30) if rng.random() < 0.5 else (40, 30, 200)
    if rng.random() < 0.3:
        cut = art(rng, width - 60, height - 50, photos)
        image[25 : height - 25, 30 : width - 30] = cut
        cv2.rectangle(image, (30, 25), (width - 30, height - 25), (60, 40, 30), 1)
    else:
        for _ in range(int(rng.integers(1, 11))):
            x = int(rng.choice([0.3, 0.5, 0.7]) * width)
            y = int(rng.choice([0.2, 0.35, 0.5, 0.65, 0.8]) * height)
            cv2.circle(image, (x, y), int(rng.integers(10, 18)), ink, -1, cv2.LINE_AA)
    mark = str(rng.choice(list("A23456789JQK")))
    cv2.putText(image, mark, (6, 34), 2, 1.1, ink, 2, cv2.LINE_AA)
    turned = image[::-1, ::-1].copy()
    cv2.putText(turned, mark, (6, 34), 2, 1.1, ink, 2, cv2.LINE_AA)
    return turned


def _symbols(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return one to three equal symbols on white, solid, open or striped."""
    image = _white(rng, width, height)
    many, ink = int(rng.integers(1, 4)), colour(rng, 0, 200)
    kind, fill = rng.integers(3), int(rng.choice([-1, 3]))
    for n in range(many):
        y = int(height * (n + 1) / (many + 1))
        w, h = int(width * 0.3), int(height * 0.09)
        if kind == 0:
            cv2.ellipse(image, (width // 2, y), (w, h), 0, 0, 360, ink, fill)
        elif kind == 1:
            cv2.rectangle(
                image, (width // 2 - w, y - h), (width // 2 + w, y + h), ink, fill
            )
        else:
            points = np.array([[-w, 0], [0, -h], [w, 0], [0, h]]) + np.array(
                [width // 2, y]
            )
            if fill == -1:
                cv2.fillPoly(image, [points.astype(np.int32)], ink)
            else:
                cv2.polylines(image, [points.astype(np.int32)], True, ink, 3)
    return image


def _number(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return a colour with a large number, some in a frame."""
    image = np.empty((height, width, 3), np.uint8)
    image[:] = colour(rng, 20, 240)
    if rng.random() < 0.6:
        _border(rng, image, int(rng.integers(4, 16)))
    ink = colour(rng)
    if rng.random() < 0.5:
        axes = (int(width * 0.35), int(height * 0.38))
        cv2.ellipse(image, (width // 2, height // 2), axes, 25, 0, 360, colour(rng), -1)
    number = str(int(rng.integers(0, 100)))
    at = (int(width * 0.5 - 32 * len(number)), height // 2 + 30)
    cv2.putText(image, number, at, 2, 3.0, ink, 7, cv2.LINE_AA)
    cv2.putText(image, number, (10, 34), 2, 1.0, ink, 2, cv2.LINE_AA)
    return image


def _back(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return the back of a card: a pattern in a rim."""
    image = np.empty((height, width, 3), np.uint8)
    image[:] = colour(rng)
    step, ink = int(rng.integers(8, 26)), colour(rng)
    for n in range(-height, width, step):
        cv2.line(image, (n, 0), (n + height, height), ink, 2, cv2.LINE_AA)
        if rng.random() < 0.95:
            cv2.line(image, (n + height, 0), (n, height), ink, 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        centre = (width // 2, height // 2)
        cv2.circle(image, centre, width // 4, colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.8:
        _border(rng, image, int(rng.integers(4, 16)))
    return image


def _plain(rng: Rng, width: int, height: int, photos: Sequence[Image]) -> Image:
    """Return a nearly empty card."""
    image = np.empty((height, width, 3), np.uint8)
    image[:] = colour(rng, 10, 250)
    words(rng, image, (20, 20, width - 24, 40), int(rng.integers(12, 22)), colour(rng))
    return image
