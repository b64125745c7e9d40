"""Drawn photos of amulets: metal pieces with coloured symbols around the middle."""

from __future__ import annotations

import cv2
import numpy as np

from vision.amulets import default_palette

METAL = {"gold": (70, 170, 205), "copper": (60, 95, 150)}


def bgr(name: str) -> tuple[int, int, int]:
    value = default_palette()[name].lstrip("#")
    return int(value[4:], 16), int(value[2:4], 16), int(value[:2], 16)


def amulet(
    symbols: list[str], face: str, shape: str, size: int = 300
) -> tuple[np.ndarray, np.ndarray]:
    """Return the face of an amulet and its mask."""
    image = np.full((size, size, 3), METAL[face], np.uint8)
    mask = np.zeros((size, size), np.uint8)
    middle, r = size / 2, size / 2 - 2
    sides = {"round": 64, "octagon": 8, "square": 4}[shape]
    turns = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    outline = middle + r * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255)
    cv2.polylines(
        image, [outline.astype(np.int32)], True, tuple(v // 2 for v in METAL[face]), 8
    )
    ring = 0.34 * size if shape != "square" else 0.27 * size
    for n, name in enumerate(symbols):
        turn = n * 2 * np.pi / len(symbols)
        x, y = middle + ring * np.cos(turn), middle + ring * np.sin(turn)
        cv2.circle(image, (int(x), int(y)), size // 13, bgr(name), -1, cv2.LINE_AA)
        cv2.circle(image, (int(x), int(y)), size // 13, (25, 25, 25), 2, cv2.LINE_AA)
    return image, mask


def shine(piece: np.ndarray, rng: np.random.Generator) -> None:
    """Lay a soft white reflection over a part of an amulet, in place."""
    size = piece.shape[0]
    turn, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.4) * size
    middle = size / 2 + away * np.array([np.cos(turn), np.sin(turn)])
    spot = np.zeros((size, size), np.float32)
    axes = (int(size * rng.uniform(0.05, 0.1)), int(size * rng.uniform(0.1, 0.2)))
    cv2.ellipse(
        spot,
        tuple(middle.astype(int).tolist()),
        axes,
        rng.uniform(0, 180),
        0,
        360,
        1,
        -1,
    )
    light = cv2.GaussianBlur(spot, (0, 0), size / 40)[..., None] * 0.95
    piece[:] = (piece * (1 - light) + 255 * light).astype(np.uint8)


def photo(
    faces: list[list[str]],
    rng: np.random.Generator,
    shape: str = "octagon",
    *,
    noise: float = 5,
    cast: float = 0.04,
    glare: float = 0.0,
) -> np.ndarray:
    """Return a photo of amulets on a table.

    `cast` is how far lamps shift each colour channel, `glare` the chance that a
    reflection lies on an amulet.
    """
    width = height = 900
    image = np.full((height, width, 3), rng.integers(30, 90, 3), np.uint8)
    columns = int(np.ceil(np.sqrt(len(faces))))
    cell = width // columns
    for n, symbols in enumerate(faces):
        face = "gold" if len(symbols) == 8 else "copper"
        piece, mask = amulet(symbols, face, shape, int(cell * 0.7))
        if rng.random() < glare:
            shine(piece, rng)
        middle = ((n % columns + 0.5) * cell, (n // columns + 0.5) * cell)
        plane = cv2.getRotationMatrix2D(
            (piece.shape[1] / 2, piece.shape[0] / 2), rng.uniform(0, 360), 1
        )
        plane[:, 2] += np.array(middle) - piece.shape[0] / 2
        laid = cv2.warpAffine(piece, plane, (width, height))
        where = cv2.warpAffine(mask, plane, (width, height))[..., None] / 255
        image = (laid * where + image * (1 - where)).astype(np.uint8)
    lit = image * rng.uniform(0.85, 1.1) * rng.uniform(1 - cast, 1 + cast, 3)
    lit = cv2.GaussianBlur(lit, (0, 0), 1.0) + rng.normal(0, noise, lit.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)
