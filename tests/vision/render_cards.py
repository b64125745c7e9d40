"""Drawn photos of cards on tables, for measuring: art, fonts, angles, bad light.

Nothing here is taken from a printed card; fonts are those of the system, or Pillow's
own where there is none.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

CARD = (500, 700)
FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
MORE = os.environ.get("FONTS")
"""A folder of further fonts: ornamental ones are seldom installed."""

WORDS = (
    *("draw", "place", "the", "top", "of", "your", "deck", "and", "keep", "one"),
    *("card", "then", "give", "it", "to", "a", "rival", "who", "may", "look", "at"),
    *("before", "goes", "under", "pile", "what", "is", "left", "for", "later"),
)


@dataclass(frozen=True)
class Look:
    """How hard a photo is: everything grows from 0 (a scan) to 1 (a bad phone)."""

    blur: float = 1.0
    noise: float = 6.0
    tilt: float = 0.12
    glare: float = 0.4
    jpeg: int = 80
    sleeve: bool = False


@dataclass
class Photo:
    """A drawn photo and what is on it."""

    image: np.ndarray
    cards: list[str] = field(default_factory=list)
    quads: list[np.ndarray] = field(default_factory=list)


@cache
def fonts() -> tuple[str, ...]:
    """Return the text fonts of this system, without those that draw only symbols."""
    found = [
        str(path)
        for folder in FOLDERS
        for path in sorted(folder.rglob("*.[to]tf"))
        if not any(word in path.name.lower() for word in ("emoji", "symbol", "math"))
    ]
    return tuple(found) or ("",)


@cache
def ornamental() -> tuple[str, ...]:
    """Return display and handwriting fonts, if a folder of them was named."""
    found = sorted(Path(MORE).rglob("*.[to]tf")) if MORE else ()
    return tuple(str(path) for path in found if _latin(path))


def _latin(path: Path) -> bool:
    """Say whether the font draws letters with accents, not empty boxes."""
    try:
        drawn = ImageFont.truetype(str(path), 40)
    except OSError:
        return False
    empty = drawn.getmask("\ufffe").getbbox()
    return all(drawn.getmask(c).getbbox() not in (None, empty) for c in "Paé")


def font(path: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return a font of that size; an empty path is Pillow's own."""
    return ImageFont.truetype(path, size) if path else ImageFont.load_default(size)


def art(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Return something like an illustration: soft shapes, strokes and grain."""
    small = rng.integers(0, 255, (rng.integers(3, 7), rng.integers(3, 7), 3))
    image = cv2.resize(
        small.astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC
    )
    for _ in range(rng.integers(12, 40)):
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = (int(rng.integers(0, side)) for side in (width, height))
        r = int(rng.integers(6, width // 4))
        kind = rng.integers(3)
        if kind == 0:
            cv2.circle(image, (x, y), r, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            corners = np.array((x, y)) + rng.integers(-r, r, (rng.integers(3, 7), 2))
            cv2.fillPoly(image, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        else:
            end = (int(x + rng.integers(-r, r)), int(y + rng.integers(-r, r)))
            cv2.line(image, (x, y), end, colour, int(rng.integers(1, 8)), cv2.LINE_AA)
    grain = rng.normal(0, 8, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def card(
    title: str, rng: np.random.Generator, face: str = "", place: str = "", seed: int = 0
) -> np.ndarray:
    """Return the face of a card; the same seed draws the same art."""
    width, height = CARD
    own = np.random.default_rng(seed) if seed else rng
    image = np.empty((height, width, 3), np.uint8)
    image[:] = own.integers(20, 240, 3)
    inset = int(own.integers(14, 30))
    place = place or str(own.choice(["top", "middle", "bottom"]))
    picture = art(own, width - 2 * inset, height - 2 * inset)
    image[inset : height - inset, inset : width - inset] = picture
    light = bool(own.integers(2))
    ground = own.integers(200, 250, 3) if light else own.integers(10, 70, 3)
    tall = 72
    top = {
        "top": inset + 4,
        "middle": height * 55 // 100,
        "bottom": height - inset - 80,
    }
    _panel(image, (inset, top[place], width - inset, top[place] + tall), ground, own)
    body = {"top": 440, "middle": top["middle"] + tall + 4, "bottom": 360}[place]
    _panel(image, (inset + 12, body, width - inset - 12, body + 130), ground, own)
    drawn = Image.fromarray(image[..., ::-1])
    pen = ImageDraw.Draw(drawn)
    ink = tuple(
        int(v) for v in (own.integers(0, 50, 3) if light else own.integers(205, 255, 3))
    )
    _title(pen, title, face, (inset, top[place], width - inset, top[place] + tall), ink)
    small = font(face, 22)
    for n in range(4):
        words = " ".join(str(w) for w in own.choice(WORDS, 5))
        pen.text((inset + 20, body + 8 + 29 * n), words, fill=ink, font=small)
    return np.asarray(drawn)[..., ::-1].copy()


def _panel(
    image: np.ndarray,
    box: tuple[int, ...],
    ground: np.ndarray,
    rng: np.random.Generator,
) -> None:
    left, top, right, end = box
    part = image[top:end, left:right].astype(float)
    mixed = part * 0.08 + ground * 0.92 + rng.normal(0, 3, part.shape)
    image[top:end, left:right] = np.clip(mixed, 0, 255)


def _title(
    pen: ImageDraw.ImageDraw,
    title: str,
    face: str,
    box: tuple[int, ...],
    ink: tuple[int, ...],
) -> None:
    left, top, right, end = box
    size = 54
    while size > 20 and pen.textlength(title, font(face, size)) > right - left - 40:
        size -= 2
    middle = ((left + right) // 2, (top + end) // 2)
    pen.text(middle, title, fill=ink, font=font(face, size), anchor="mm")


def table(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Return a table: plain, wooden, woven or patterned."""
    base = rng.integers(25, 225, 3).astype(float)
    image = np.full((height, width, 3), base)
    kind = rng.integers(4)
    if kind == 1:
        rows = cv2.resize(
            rng.normal(0, 1, (height // 6, 8)),
            (width, height),
            interpolation=cv2.INTER_CUBIC,
        )
        image += rows[..., None] * 14
    elif kind == 2:
        image += rng.normal(0, 12, (height, width, 1))
    elif kind == 3:
        blobs = cv2.resize(
            rng.normal(0, 1, (9, 12, 3)), (width, height), interpolation=cv2.INTER_CUBIC
        )
        image += blobs * 22
    return np.clip(image, 0, 255).astype(np.uint8)


def photo(
    faces: list[tuple[str, np.ndarray]],
    rng: np.random.Generator,
    look: Look | None = None,
    size: tuple[int, int] = (1600, 1200),
    fanned: bool = False,
) -> Photo:
    """Return a photo of these cards lying on a table."""
    look = look or Look()
    width, height = size
    scene = Photo(table(rng, width, height))
    for (name, face), (middle, tall) in zip(
        faces, _places(len(faces), size, rng, fanned), strict=True
    ):
        turn = rng.uniform(-0.35, 0.35) + (
            np.pi if rng.random() < 0.25 and not fanned else 0
        )
        turn = turn / 3 if fanned else turn  # else the next card hides the title
        corners = _corners(middle, tall, turn, look.tilt, rng)
        lay(scene.image, face, corners, look, rng)
        scene.cards.append(name)
        scene.quads.append(corners)
    scene.image = seen(scene.image, look, rng)
    return scene


def _places(
    count: int, size: tuple[int, int], rng: np.random.Generator, fanned: bool
) -> list[tuple[np.ndarray, float]]:
    width, height = size
    if fanned:
        tall = 0.5 * height
        step = tall * 0.17
        return [
            (np.array([width * 0.4 + n * step * 0.5, height * 0.28 + n * step]), tall)
            for n in range(count)
        ]
    columns = {1: 1, 2: 2, 3: 3, 4: 4}.get(count, (count + 1) // 2)
    rows = -(-count // columns)
    cell = np.array([width / columns, height / rows])
    tall = min(0.78 * cell[1], 1.08 * cell[0], 0.62 * height)
    places = []
    for n in range(count):
        middle = (np.array([n % columns, n // columns]) + 0.5) * cell
        places.append(
            (middle + rng.uniform(-0.03, 0.03, 2) * cell, tall * rng.uniform(0.94, 1.0))
        )
    return places


def _corners(
    middle: np.ndarray, tall: float, turn: float, tilt: float, rng: np.random.Generator
) -> np.ndarray:
    wide = tall * CARD[0] / CARD[1]
    flat = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    turned = flat @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    )
    lean = rng.uniform(-tilt, tilt, 2)
    depth = 1 + turned @ lean / max(tall, 1)
    return middle + turned / depth[:, None]


def lay(
    image: np.ndarray,
    face: np.ndarray,
    corners: np.ndarray,
    look: Look,
    rng: np.random.Generator,
) -> None:
    """Draw one card into a picture, with its shadow."""
    height, width = face.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if look.sleeve:
        face = cv2.addWeighted(face, 0.9, np.full_like(face, 255), 0.1, 0)
    if rng.random() < look.glare:
        face = _shone(face, rng)
    mask = np.zeros((height, width), np.uint8)
    r = 22
    cv2.rectangle(mask, (r, 0), (width - r, height), 255, -1)
    cv2.rectangle(mask, (0, r), (width, height - r), 255, -1)
    for x, y in ((r, r), (width - r, r), (r, height - r), (width - r, height - r)):
        cv2.circle(mask, (x, y), r, 255, -1)
    reach = 30  # room for the shadow; the rest of the photo stays as it is
    left, top = np.maximum(np.floor(corners.min(axis=0)) - reach, 0).astype(int)
    right, low = np.ceil(corners.max(axis=0)).astype(int) + reach
    part = image[top:low, left:right]
    plane = cv2.getPerspectiveTransform(
        flat, (corners - (left, top)).astype(np.float32)
    )
    size = part.shape[1], part.shape[0]
    finer = _finer(face, corners)
    laid = _averaged(face, plane, size, finer)
    where = _averaged(mask, plane, size, finer).astype(np.float32) / 255
    shadow = cv2.GaussianBlur(np.roll(where, (6, 5), (0, 1)), (0, 0), 7)
    dim = part * (1 - 0.35 * shadow[..., None])
    part[:] = laid * where[..., None] + dim * (1 - where[..., None])


def _finer(face: np.ndarray, corners: np.ndarray) -> int:
    """Return into how many parts, each way, a pixel must be cut to miss no stroke."""
    top, right, bottom, left = np.linalg.norm(
        np.roll(corners, -1, axis=0) - corners, axis=1
    )
    height, width = face.shape[:2]
    dense = max(width / min(top, bottom), height / min(left, right))
    return int(np.clip(np.ceil(dense), 1, 6))


def _averaged(
    face: np.ndarray, plane: np.ndarray, size: tuple[int, int], finer: int
) -> np.ndarray:
    """Return the face as a sensor sees it: a pixel is the mean of what it covers."""
    half = (finer - 1) / 2
    cut = np.array([[finer, 0, half], [0, finer, half], [0, 0, 1.0]])
    large = (finer * size[0], finer * size[1])
    drawn = cv2.warpPerspective(face, cut @ plane, large, flags=cv2.INTER_LINEAR)
    return cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)


def _shone(face: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    height, width = face.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    angle, at = rng.uniform(0, np.pi), rng.uniform(0.2, 0.8)
    along = (x * np.cos(angle) + y * np.sin(angle)) / (width + height)
    light = np.exp(-((along - at * 0.7) ** 2) / 0.012) * rng.uniform(40, 110)
    return np.clip(face + light[..., None], 0, 255).astype(np.uint8)


def seen(image: np.ndarray, look: Look, rng: np.random.Generator) -> np.ndarray:
    """Return the picture as a phone takes it: a lamp, blur, grain, JPEG."""
    height, width = image.shape[:2]
    y, x = np.ogrid[0:height, 0:width]
    lamp = rng.uniform(0, 1, 2) * (width, height)
    far = np.hypot(x - lamp[0], y - lamp[1]) / np.hypot(width, height)
    light = (1.12 - 0.5 * far[..., None]).astype(np.float32)
    lit = image * light * rng.uniform(0.94, 1.06, 3).astype(np.float32)
    if look.blur:
        lit = cv2.GaussianBlur(lit, (0, 0), look.blur)
    lit += look.noise * rng.standard_normal(lit.shape, np.float32)
    noisy = np.clip(lit, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)
