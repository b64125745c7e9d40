"""Drawn photos of tables with cards, and what a finder should see on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.train.cards import tables

Image = np.ndarray
Rng = np.random.Generator

LONG, SHORT = 480, 360
"""Photos are drawn at this size; views of the size trained on are cut from them."""


@dataclass
class Scene:
    """A photo, the outlines on it, and how much of each is seen."""

    image: Image
    quads: np.ndarray
    """Cards x 4 x 2, clockwise."""

    seen: np.ndarray
    """Share of each card that is on the photo and not covered."""

    corners: np.ndarray
    """Cards x 4: whether that corner is seen."""

    border: Image
    """255 where the edge of a card is seen, else 0."""


def scene(rng: Rng, games: Sequence[list[Image]], photos: Sequence[Image]) -> Scene:
    """Return a photo of a random table with cards of one game, some with others."""
    size = (LONG, SHORT) if rng.random() < 0.6 else (SHORT, LONG)
    ground = tables.table(rng, size, photos)
    if rng.random() < 0.65:
        tables.clutter(rng, ground, int(rng.integers(1, 11)))
    plane = _camera(rng, size)
    image = cv2.warpPerspective(
        ground, plane, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    places = _layout(rng, size) if rng.random() < 0.94 else np.zeros((0, 4, 2))
    quads = [cv2.perspectiveTransform(p[None], plane)[0] for p in places]
    owner = np.zeros(image.shape[:2], np.int32)
    mixed = rng.random() < 0.1
    own = games[int(rng.integers(len(games)))]
    radius = rng.uniform(0, 0.07)
    shadow = rng.uniform(0, 0.5)
    for n, quad in enumerate(quads):
        some = games[int(rng.integers(len(games)))] if mixed else own
        face = some[int(rng.integers(len(some)))]
        _lay(rng, image, owner, face, quad, number=n + 1, radius=radius, shadow=shadow)
    drawn = _photographed(rng, image)
    return _labelled(drawn, np.array(quads).reshape(-1, 4, 2), owner)


def _camera(rng: Rng, size: tuple[int, int]) -> np.ndarray:
    """Return the plane of a table seen at an angle through a phone's lens."""
    width, height = size
    focal = rng.uniform(0.75, 1.1) * max(size)
    tilt = abs(rng.normal(0, 0.38)) if rng.random() < 0.8 else rng.uniform(0.5, 1.0)
    tilt = min(tilt, 1.05)
    roll = rng.uniform(-np.pi, np.pi) if rng.random() < 0.3 else rng.normal(0, 0.15)
    lean = np.array(
        [[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]
    )
    spin = np.array(
        [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    turn = spin @ lean
    centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    view = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, focal]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    return lens @ view @ centre


def _layout(rng: Rng, size: tuple[int, int]) -> np.ndarray:
    """Return where cards lie on the flat table."""
    kind = str(rng.choice(["rows", "loose", "fan", "one"], p=[0.42, 0.3, 0.16, 0.12]))
    aspect = rng.uniform(0.6, 0.74)
    if kind == "one":
        tall = rng.uniform(0.3, 0.95) * min(size[1], size[0] / aspect)
        middle = np.array(size) / 2 + rng.normal(0, 0.06, 2) * size
        return _card(middle, tall, aspect, rng.uniform(-np.pi, np.pi))[None]
    if kind == "rows":
        return _rows(rng, size, aspect)
    if kind == "fan":
        return _fan(rng, size, aspect)
    return _loose(rng, size, aspect)


def _card(middle: np.ndarray, tall: float, aspect: float, turn: float) -> np.ndarray:
    wide = tall * aspect
    flat = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return flat @ spin + middle


def _rows(rng: Rng, size: tuple[int, int], aspect: float) -> np.ndarray:
    columns, rows = int(rng.integers(1, 7)), int(rng.integers(1, 5))
    cell = np.array(size) * rng.uniform(0.75, 1.0) / (columns, rows)
    lying = rng.random() < 0.25
    w, h = (1.0, aspect) if lying else (aspect, 1.0)
    tall = min(cell[0] / w, cell[1] / h) * rng.uniform(0.7, 0.99)
    gap = np.array([w, h]) * tall * rng.uniform(1.0, 1.35)
    jitter, turns = rng.uniform(0, 0.04), rng.uniform(0, 0.2)
    start = np.array(size) / 2 - gap * (np.array([columns, rows]) - 1) / 2
    places = [
        _card(
            start + gap * (c, r) + rng.normal(0, jitter, 2) * tall,
            tall,
            aspect,
            rng.normal(0, turns) + (np.pi / 2 if lying else 0),
        )
        for r in range(rows)
        for c in range(columns)
        if rng.random() < 0.93
    ]
    return np.array(places).reshape(-1, 4, 2)


def _loose(rng: Rng, size: tuple[int, int], aspect: float) -> np.ndarray:
    many = int(rng.integers(1, 13))
    tall = min(size) * rng.uniform(0.75, 1.15) / np.sqrt(many + 0.5)
    over = 0.75 if rng.random() < 0.3 else 1.12  # some lie on one another
    places, middles = [], []
    for _ in range(8 * many):
        middle = rng.uniform(0.1, 0.9, 2) * size
        if all(np.linalg.norm(middle - m) > over * tall for m in middles):
            middles.append(middle)
            places.append(_card(middle, tall, aspect, rng.uniform(-np.pi, np.pi)))
        if len(places) == many:
            break
    return np.array(places).reshape(-1, 4, 2)


def _fan(rng: Rng, size: tuple[int, int], aspect: float) -> np.ndarray:
    """Cards on one another: a column, a row, or a hand spread by turning."""
    many, tall = int(rng.integers(2, 7)), min(size) * rng.uniform(0.35, 0.6)
    way, step = rng.uniform(-np.pi, np.pi), tall * rng.uniform(0.1, 0.5)
    turn, turning = rng.uniform(-np.pi, np.pi), rng.normal(0, 0.12)
    along = step * np.array([np.cos(way), np.sin(way)])
    start = np.array(size) / 2 - along * (many - 1) / 2
    return np.array(
        [
            _card(start + n * along, tall, aspect, turn + n * turning)
            for n in range(many)
        ]
    )


def _lay(
    rng: Rng,
    image: Image,
    owner: np.ndarray,
    face: Image,
    quad: np.ndarray,
    *,
    number: int,
    radius: float,
    shadow: float,
) -> None:
    """Draw one card, its shadow, and whose each pixel now is."""
    height, width = face.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    low = np.maximum(np.floor(quad.min(axis=0)) - 12, 0).astype(int)
    high = np.minimum(
        np.ceil(quad.max(axis=0)) + 12, (image.shape[1], image.shape[0])
    ).astype(int)
    if (high <= low + 2).any():
        return
    part = image[low[1] : high[1], low[0] : high[0]]
    plane = cv2.getPerspectiveTransform(flat, (quad - low).astype(np.float32))
    size = part.shape[1], part.shape[0]
    seen = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    if seen < 0.5 * np.sqrt(width * height):  # shrink first: no false patterns
        face = cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        plane = plane @ np.diag([2.0, 2.0, 1.0])
    laid = cv2.warpPerspective(face, plane, size, flags=cv2.INTER_LINEAR)
    mask = np.zeros(face.shape[:2], np.uint8)
    r = max(1, int(radius * face.shape[1]))
    h, w = mask.shape
    cv2.rectangle(mask, (r, 0), (w - r, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 255, -1)
    for x, y in ((r, r), (w - r - 1, r), (r, h - r - 1), (w - r - 1, h - r - 1)):
        cv2.circle(mask, (x, y), r, 255, -1)
    where = cv2.warpPerspective(mask, plane, size).astype(np.float32) / 255
    if shadow > 0.05:
        reach = max(1, int(0.02 * seen))
        dark = np.roll(where, (reach, reach // 2), (0, 1))
        dark = cv2.GaussianBlur(dark, (0, 0), 0.5 + reach)
        part[:] = (part * (1 - shadow * dark[..., None])).astype(np.uint8)
    if rng.random() < 0.15:
        laid = np.clip(laid * rng.uniform(0.7, 1.3), 0, 255)
    share = where[..., None]
    part[:] = (laid * share + part * (1 - share)).astype(np.uint8)
    owner[low[1] : high[1], low[0] : high[0]][where > 0.5] = number


def _photographed(rng: Rng, image: Image) -> Image:
    """Return the scene as a phone takes it: lamp, shadow, glare, blur, grain."""
    height, width = image.shape[:2]
    light, shine = _light(rng, width, height)
    cast = rng.normal(1.0, 0.09, 3)
    level = rng.uniform(0.25, 0.6) if rng.random() < 0.25 else rng.uniform(0.75, 1.2)
    tint = (cast * level).astype(np.float32)
    lit = (image * light[..., None] + shine[..., None]) * tint
    lit = cv2.GaussianBlur(np.clip(lit, 0, 255), (0, 0), rng.uniform(0.3, 1.3))
    grain = rng.standard_normal((height // 2, width, 3), np.float32)
    strength = np.float32(rng.uniform(0.5, 7))
    lit[: height // 2] += grain * strength
    lit[height - height // 2 :] += grain[::-1] * strength
    return np.clip(lit, 0, 255).astype(np.uint8)


def _light(rng: Rng, width: int, height: int) -> tuple[Image, Image]:
    """Return how bright each point is lit, and what a lamp's reflection adds."""
    y, x = np.mgrid[0 : height // 4, 0 : width // 4].astype(np.float32)
    x, y = x * 4 / width - 0.5, y * 4 / height - 0.5
    lamp = rng.uniform(-0.8, 0.8, 2)
    light = 1.15 - rng.uniform(0, 0.9) * np.hypot(x - lamp[0], y - lamp[1]) / 1.4
    for _ in range(int(rng.integers(0, 3))):  # someone stands in the light
        angle, at = rng.uniform(-np.pi, np.pi), rng.uniform(-0.3, 0.3)
        across = x * np.cos(angle) + y * np.sin(angle)
        edge = np.clip((across - at) * rng.uniform(3, 60), 0, 1)
        light *= 1 - rng.uniform(0.1, 0.5) * edge
    shine = np.zeros_like(x)
    if rng.random() < 0.25:
        spot, wide = rng.uniform(-0.5, 0.5, 2), rng.uniform(0.03, 0.13)
        off = (x - spot[0]) ** 2 + ((y - spot[1]) * height / width) ** 2
        shine = rng.uniform(60, 220) * np.exp(-off / (2 * wide**2))
    grown = [
        cv2.resize(np.asarray(one, np.float32), (width, height))
        for one in (np.maximum(light, 0.15), shine)
    ]
    return grown[0], grown[1]


def _labelled(image: Image, quads: np.ndarray, owner: np.ndarray) -> Scene:
    """Return the scene with what is seen of each card."""
    height, width = image.shape[:2]
    seen = np.zeros(len(quads))
    corners = np.zeros((len(quads), 4), bool)
    for n, quad in enumerate(quads):
        whole = abs(cv2.contourArea(quad.astype(np.float32)))
        seen[n] = (owner == n + 1).sum() / max(whole, 1.0)
        inner = quad + (quad.mean(axis=0) - quad) * 0.06
        for k, (x, y) in enumerate(inner):
            on = 0 <= x < width - 1 and 0 <= y < height - 1
            corners[n, k] = on and owner[round(y), round(x)] == n + 1
    change = np.zeros(owner.shape, np.uint8)
    change[:, 1:][owner[:, 1:] != owner[:, :-1]] = 255
    change[1:][owner[1:] != owner[:-1]] = 255
    return Scene(image, quads, seen, corners, change)
