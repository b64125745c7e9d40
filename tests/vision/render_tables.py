"""Drawn photos of whole tables: slanted, dark, chequered, busy, full of cards.

One camera looks at one plane, so cards at the far side are smaller. Pictures of the
folder `ART` (free ones, as scikit-image brings) serve as art to the edge, if it is
named; the network was trained on other pictures, by another hand.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tests.vision import render_cards, render_faces
from tests.vision.render_cards import CARD, Photo, font

ART = os.environ.get("ART")
SIZE = (1600, 1200)


@dataclass(frozen=True)
class Table:
    """What is on the table besides cards, and how it is looked at."""

    tilt: tuple[float, float] = (0.0, 0.3)
    """Least and greatest angle of the camera from straight above, in radians."""

    light: tuple[float, float] = (0.8, 1.1)
    cloth: str = "any"
    clutter: int = 0


TABLES = {
    "plain": Table(),
    "slanted": Table((0.5, 0.9), (0.45, 0.8), "wood"),
    "cloth": Table((0.0, 0.5), (0.6, 1.1), "chequer"),
    "busy": Table((0.1, 0.7), (0.5, 1.1), "any", 9),
}


@cache
def pictures() -> tuple[np.ndarray, ...]:
    """Return the pictures of the folder `ART`, if it is named."""
    found = sorted(Path(ART).glob("*.*")) if ART else []
    return tuple(cv2.imread(str(path), cv2.IMREAD_COLOR) for path in found)


def art(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Return art to the edge: a cut of a picture, or drawn shapes."""
    if not pictures() or rng.random() < 0.35:
        return render_cards.art(rng, width, height)
    picture = pictures()[int(rng.integers(len(pictures())))]
    tall, wide = picture.shape[:2]
    share = rng.uniform(0.4, 1.0) * min(wide / width, tall / height)
    w, h = int(share * width), int(share * height)
    x, y = int(rng.integers(0, wide - w + 1)), int(rng.integers(0, tall - h + 1))
    cut = cv2.resize(picture[y : y + h, x : x + w], (width, height), interpolation=2)
    return np.ascontiguousarray(cut[:, ::-1] if rng.random() < 0.5 else cut)


def full_art(
    title: str,
    rng: np.random.Generator,
    path: str,
    tops: tuple[int, ...] = (40, 360, 600),
) -> np.ndarray:
    """Return a card whose art runs to its edge, title and rules on it."""
    image = art(rng, *CARD)
    if rng.random() < 0.2:
        edge = int(rng.integers(4, 14))
        level = int(rng.choice([5, 250]))
        cv2.rectangle(image, (0, 0), (CARD[0] - 1, CARD[1] - 1), (level,) * 3, 2 * edge)
    render_faces.print_title(image, title, rng, path, tops=tops)
    return image


def symbols(rng: np.random.Generator) -> np.ndarray:
    """Return a card of one to three equal symbols, or a large number."""
    image = np.full((CARD[1], CARD[0], 3), int(rng.integers(225, 255)), np.uint8)
    ink = tuple(int(v) for v in rng.integers(0, 190, 3))
    if rng.random() < 0.4:
        image[:] = ink
        cv2.rectangle(image, (30, 30), (CARD[0] - 30, CARD[1] - 30), (250,) * 3, 8)
        number = str(int(rng.integers(0, 100)))
        cv2.putText(image, number, (130, 420), 2, 6, (250, 250, 250), 16, cv2.LINE_AA)
        return image
    many = int(rng.integers(1, 4))
    for n in range(many):
        y = CARD[1] * (n + 1) // (many + 1)
        cv2.ellipse(image, (CARD[0] // 2, y), (150, 60), 0, 0, 360, ink, 12)
    return image


def photo(
    faces: list[tuple[str, np.ndarray]],
    rng: np.random.Generator,
    kind: str = "plain",
    fanned: bool = False,
    size: float = 1.0,
) -> Photo:
    """Return a photo of these cards on a table of this kind, from afar if small."""
    about = TABLES[kind]
    scene = Photo(_ground(rng, about))
    for _ in range(about.clutter):
        _thing(rng, scene.image)
    middle = (1 - size) / 2 * np.array(SIZE)
    away = np.array([[size, 0, middle[0]], [0, size, middle[1]], [0, 0, 1.0]])
    plane = away @ _camera(rng, about)
    scene.image = cv2.warpPerspective(
        scene.image, plane, SIZE, borderMode=cv2.BORDER_REFLECT
    )
    look = render_cards.Look(
        blur=rng.uniform(0.6, 1.5), noise=rng.uniform(2, 8), glare=0.25
    )
    for (name, face), place in zip(
        faces, _places(len(faces), rng, plane, fanned), strict=True
    ):
        corners = cv2.perspectiveTransform(place[None], plane)[0]
        render_cards.lay(scene.image, face, corners, look, rng)
        scene.cards.append(name)
        scene.quads.append(corners)
    dim = rng.uniform(*about.light)
    scene.image = np.clip(scene.image * dim, 0, 255).astype(np.uint8)
    scene.image = render_cards.seen(scene.image, look, rng)
    return scene


def _camera(rng: np.random.Generator, about: Table) -> np.ndarray:
    width, height = SIZE
    tilt = rng.uniform(*about.tilt)
    roll = rng.normal(0, 0.12)
    lean = np.array([[1, 0], [0, np.cos(tilt)], [0, np.sin(tilt)]])
    spin = np.array(
        [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    focal = 0.85 * width
    view = np.column_stack([spin @ lean, [0, 0, focal]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    return lens @ view @ middle


def _places(
    count: int, rng: np.random.Generator, plane: np.ndarray, fanned: bool
) -> list[np.ndarray]:
    """Return where cards lie on the flat table, all of them inside the photo."""
    if fanned:
        tall = 560.0
        step, start = 0.17 * tall, np.array([620.0, 340.0])
        turns = rng.uniform(-0.06, 0.06, count)
        return [
            _flat(start + n * step * np.array([0.35, 1.0]), tall, turns[n])
            for n in range(count)
        ]
    columns = min(max(count, 1), 4) if count <= 8 else 5
    rows = -(-count // columns)
    tall = min(1180 / columns / 0.80, 860 / max(rows, 1) / 1.1)
    turns = 0.12 if count > 8 else 0.25
    gap = np.array([0.80, 1.1]) * tall * (rng.uniform(1.0, 1.12))
    start = np.array(SIZE) / 2 - gap * (np.array([columns, rows]) - 1) / 2
    placed = []
    for n in range(count):
        middle = start + gap * (n % columns, n // columns) + rng.normal(0, 6, 2)
        turn = rng.uniform(-turns, turns)
        turn += np.pi if rng.random() < 0.15 else 0
        placed.append(_flat(middle, 0.9 * tall, turn))
    return placed


def _flat(middle: np.ndarray, tall: float, turn: float) -> np.ndarray:
    wide = tall * CARD[0] / CARD[1]
    box = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return box @ spin + middle


def _ground(rng: np.random.Generator, about: Table) -> np.ndarray:
    width, height = SIZE
    if about.cloth == "any":
        return render_cards.table(rng, width, height)
    base = rng.integers(50, 215, 3).astype(np.float32)
    image = np.full((height, width, 3), base, np.float32)
    if about.cloth == "wood":
        rows = cv2.resize(
            rng.normal(0, 1, (height // 5, 9)), (width, height), interpolation=2
        )
        image = np.float32([40, 70, 110]) * rng.uniform(0.7, 1.6) + 12 * rows[..., None]
    else:
        y, x = np.mgrid[0:height, 0:width]
        step, turn = rng.uniform(40, 220), rng.uniform(-0.7, 0.7)
        u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        one, two = np.sin(u * np.pi / step) > 0, np.sin(v * np.pi / step) > 0
        other = rng.uniform(-110, 110, 3)
        squares = one ^ two if rng.random() < 0.5 else (one.astype(float) + two) / 2
        image = image + squares[..., None] * other
    return np.clip(image, 0, 255).astype(np.uint8)


def _thing(rng: np.random.Generator, image: np.ndarray) -> None:
    """Lay a sheet, a box with words, a coin, a pen or a die on the table."""
    height, width = image.shape[:2]
    ink = tuple(int(v) for v in rng.integers(10, 250, 3))
    # things lie around the cards: nobody lays cards upon coins
    side = rng.integers(4)
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    x, y = (
        (x, 60.0)
        if side == 0
        else (x, height - 60.0)
        if side == 1
        else (60.0, y)
        if side == 2
        else (width - 60.0, y)
    )
    kind = rng.integers(5)
    wide, tall = ((420, 300), (300, 180), (90, 90), (330, 22), (60, 60))[kind]
    if kind == 2:
        cv2.circle(image, (int(x), int(y)), 45, ink, -1, cv2.LINE_AA)
        return
    box = cv2.boxPoints(((x, y), (wide, tall), float(rng.uniform(0, 180))))
    cv2.fillConvexPoly(image, box.astype(np.int32), ink, cv2.LINE_AA)
    if kind == 1:
        _words_on(rng, image, (int(x), int(y)), sum(ink) < 380)


def _words_on(
    rng: np.random.Generator, image: np.ndarray, at: tuple[int, int], dark: bool
) -> None:
    drawn = Image.fromarray(image[..., ::-1])
    pen = ImageDraw.Draw(drawn)
    words = " ".join(str(w) for w in rng.choice(render_cards.WORDS, 2))
    fill = (245, 240, 225) if dark else (20, 20, 25)
    size = int(rng.integers(22, 60))
    path = str(rng.choice(render_cards.fonts()))
    pen.text(at, words, fill=fill, font=font(path, size), anchor="mm")
    image[:] = np.asarray(drawn)[..., ::-1]
