"""Many pictures, and two prints of any of them, to learn what a picture keeps.

A print is the picture cut anew, in other colours, with another frame, box of rules and
title, seen by a camera: blur, glare, grain, an outline that is a little off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.cards.whole import SIZE, prepared
from vision.train.cards import faces

Image = np.ndarray
Rng = np.random.Generator

CANVAS = (120, 168)
"""Width and height of a picture before it is cut."""

DRAWN = 1500
"""Pictures drawn besides those of the folders."""

STYLES = 12
"""Drawn pictures are shared out to so many styles: alike is what must be told apart."""


def gather(path: Path, folders: Sequence[Path], most: int) -> None:
    """Pack pictures of all folders and drawn ones into a file, unless it is there."""
    if path.exists():
        return
    rng = np.random.default_rng(11)
    found: list[Image] = []
    styles: list[int] = []
    for picture, style in _pictures(rng, folders, most):
        found.append(picture)
        styles.append(style)
    last = max(styles, default=0)
    for n in range(DRAWN):
        found.append(faces.art(rng, *CANVAS, ()))
        styles.append(last + 1 + n % STYLES)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, pictures=np.stack(found), styles=np.array(styles))


def _pictures(
    rng: Rng, folders: Sequence[Path], most: int
) -> Iterator[tuple[Image, int]]:
    """Yield pictures of at most so many files per folder; files of one lie together."""
    style = 0
    for folder in folders:
        paths = [
            path
            for path in sorted(folder.rglob("*"))
            if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp")
        ]
        chosen = sorted(rng.permutation(len(paths))[:most].tolist())
        of_place = {path.parent: style + n for n, path in enumerate(paths)}
        style += len(paths)
        for n in chosen:
            picture = cv2.imread(str(paths[n]), cv2.IMREAD_UNCHANGED)
            if picture is None or min(picture.shape[:2]) < 60 or picture.ndim < 3:
                continue
            for part in _parts(rng, picture):
                yield part, of_place[paths[n].parent]


def _parts(rng: Rng, picture: Image) -> Iterator[Image]:
    """Yield one picture of a drawing on nothing, several of a large painting."""
    picture = np.asarray(picture if picture.dtype == np.uint8 else picture // 257)
    picture = picture.astype(np.uint8)
    if picture.shape[2] == 4 and (picture[..., 3] < 128).mean() > 0.03:
        yield _on_ground(rng, picture)
        return
    # parts that share nothing: two prints of one part are one card, two parts never
    tall, wide = picture.shape[:2]
    columns = max(1, min(4, round(wide / tall * CANVAS[1] / CANVAS[0])))
    rows = 2 if columns > 1 and tall > 700 else 1
    w, h = wide // (columns * rows), tall // rows
    for n in range(columns * rows * rows):
        x, y = n % (columns * rows) * w, n // (columns * rows) * h
        yield _filled(picture[y : y + h, x : x + w, :3])


def _scaled(picture: Image, scale: float) -> Image:
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _filled(part: Image) -> Image:
    """Return the middle of a part in the shape of the canvas."""
    tall, wide = part.shape[:2]
    share = min(wide / CANVAS[0], tall / CANVAS[1])
    w, h = int(share * CANVAS[0]), int(share * CANVAS[1])
    x, y = (wide - w) // 2, (tall - h) // 2
    return cv2.resize(part[y : y + h, x : x + w], CANVAS, interpolation=3)


def _on_ground(rng: Rng, drawing: Image) -> Image:
    """Return a drawing laid on a soft ground, most of it to be seen."""
    ground = faces.art(rng, *CANVAS, ()) if rng.random() < 0.3 else _plain(rng)
    tall, wide = drawing.shape[:2]
    scale = rng.uniform(0.8, 1.3) * min(CANVAS[0] / wide, CANVAS[1] / tall)
    x, y = (
        (side - scale * own) / 2 + rng.normal(0, 0.06) * side
        for side, own in zip(CANVAS, (wide, tall), strict=True)
    )
    if scale < 0.5:
        less = 0.5 / scale
        drawing = _scaled(drawing, 1 / less)
        scale *= less
    plane = np.array([[scale, 0, x], [0, scale, y]])
    laid = cv2.warpAffine(drawing, plane, CANVAS, flags=cv2.INTER_AREA)
    over = laid[..., 3:].astype(np.float32) / 255
    return (laid[..., :3] * over + ground * (1 - over)).astype(np.uint8)


def _plain(rng: Rng) -> Image:
    grid = rng.uniform(0, 255, (2, 2, 3)) * rng.uniform(0.2, 1) + rng.uniform(0, 80)
    grid = np.clip(grid, 0, 255).astype(np.float32)
    return cv2.resize(grid, CANVAS, interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def printed(rng: Rng, picture: Image) -> Image:
    """Return one print of a picture as a camera sees it: what the network is shown."""
    face = _recut(rng, picture)
    _furnish(rng, face)
    face = _coloured(rng, face)
    if rng.random() < 0.35:
        face = _shone(rng, face)
    face = _outlined(rng, face)
    if rng.random() < 0.6:
        face = cv2.GaussianBlur(face, (0, 0), rng.uniform(0.3, 1.5))
    grain = rng.standard_normal(face.shape, np.float32) * rng.uniform(1, 9)
    return prepared(np.clip(face + grain, 0, 255).astype(np.uint8))


def _recut(rng: Rng, picture: Image) -> Image:
    share = rng.uniform(0.72, 1.0)
    w, h = int(share * CANVAS[0]), int(share * CANVAS[1])
    x = int(rng.integers(0, CANVAS[0] - w + 1))
    y = int(rng.integers(0, CANVAS[1] - h + 1))
    return cv2.resize(picture[y : y + h, x : x + w], CANVAS, interpolation=3)


def _furnish(rng: Rng, face: Image) -> None:
    """Print a frame, a box of rules, a bar that hides the title, or some words."""
    width, height = CANVAS
    if rng.random() < 0.4:  # a title on the art, or rules
        top = int(rng.choice([_any(rng, 2, 10), height // 2, height - width // 4]))
        tall, rim = _any(rng, 5, 10), width // 12
        ink = faces.colour(rng, 0, 60) if rng.random() < 0.5 else (245, 245, 245)
        faces.words(rng, face, (rim, top, width - rim, top + tall + 1), tall, ink)
    if rng.random() < 0.5:
        low = int(rng.integers(int(0.5 * height), int(0.8 * height)))
        end, inset = min(height - 1, low + _any(rng, 12, 32)), _any(rng, 1, 8)
        ground = faces.colour(rng, 140, 255)
        cv2.rectangle(face, (inset, low), (width - inset, end), ground, -1)
        if rng.random() < 0.3:
            box = (inset + 4, low, width - width // 8, end - 5)
            faces.words(rng, face, box, 6, (30,) * 3)
    if rng.random() < 0.5:
        top, tall, inset = _any(rng, 1, 9), _any(rng, 7, 17), _any(rng, 0, 6)
        ends = (inset, top), (width - inset, top + tall)
        cv2.rectangle(face, *ends, faces.colour(rng), -1)
    if rng.random() < 0.5:
        ends = (0, 0), (width - 1, height - 1)
        cv2.rectangle(face, *ends, faces.colour(rng), 2 * _any(rng, 1, 9))


def _any(rng: Rng, low: int, high: int) -> int:
    """Return any length between two, in eightieths of the card's width."""
    return round(float(rng.uniform(low, high)) * CANVAS[0] / 80)


def _coloured(rng: Rng, face: Image) -> Image:
    """Return other ink and other light."""
    rich = rng.uniform(0.45, 1.35)
    mix = np.full((3, 3), (1 - rich) / 3) + rich * np.eye(3)
    level = np.arange(256)[:, None] / 255 * rng.uniform(0.72, 1.25, 3)
    curves = np.clip(level, 0, 1) ** rng.uniform(0.65, 1.5) * rng.uniform(130, 255)
    mixed = cv2.transform(face, mix.astype(np.float32))
    return cv2.LUT(mixed, curves[None].astype(np.uint8))


def _shone(rng: Rng, face: Image) -> Image:
    width, height = CANVAS
    angle = rng.uniform(0, np.pi)
    x, y = np.arange(width) * np.cos(angle), np.arange(height) * np.sin(angle)
    along = ((x[None] + y[:, None]) / (width + height)).astype(np.float32)
    band = np.exp(-((along - rng.uniform(0, 0.7)) ** 2) / rng.uniform(0.003, 0.02))
    light = (band * rng.uniform(30, 130)).astype(np.uint8)
    return cv2.add(face, cv2.merge([light] * 3))


def _outlined(rng: Rng, face: Image) -> Image:
    """Return what an outline cuts out that is a little off its card."""
    width, height = CANVAS
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    off = flat + rng.normal(0, rng.uniform(0.3, 2.1), (4, 2)).astype(np.float32)
    goal = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)
    plane = cv2.getPerspectiveTransform(off, goal)
    table = tuple(int(v) for v in rng.integers(0, 255, 3))
    return cv2.warpPerspective(
        face, plane, SIZE, flags=cv2.INTER_AREA, borderValue=table
    )
