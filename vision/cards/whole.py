"""The whole face of a card as one coarse pattern: which way its edges run, and where.

Local features need sharp detail; this holds where a photo is dark, blurred or slanted,
as long as the outline was found.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.image import BgrImage

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

CELLS = (9, 13)
"""Across and down: coarse enough for an outline that is a little off."""

CELL = 12
"""Pixels of a cell."""

TURNS = 6
"""Directions of edges that are told apart."""

TINTS = 2
"""Numbers of colour per cell, beside the directions."""

LENGTH = CELLS[0] * CELLS[1] * (TURNS + TINTS)


def pattern(picture: BgrImage, corners: Floats) -> Singles:
    """Return the pattern of the card inside this outline, of length one."""
    size = (CELLS[0] * CELL, CELLS[1] * CELL)
    flat = geometry.rectified(picture, corners, size)
    cut = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.0), np.uint8)
    gray = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32)
    dx = cv2.Sobel(gray, cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(gray, cv2.CV_32F, 0, 1)
    strength = np.sqrt(np.hypot(dx, dy))  # one hard edge must not drown the others
    angle = np.arctan2(dy, dx) % np.pi / np.pi * TURNS
    low = np.floor(angle).astype(int)
    share = (angle - low).astype(np.float32)
    planes = np.zeros((*gray.shape, TURNS), np.float32)
    rows, columns = np.indices(gray.shape)
    planes[rows, columns, low % TURNS] += strength * (1 - share)
    planes[rows, columns, (low + 1) % TURNS] += strength * share
    edges = cv2.resize(planes, CELLS, interpolation=cv2.INTER_AREA)
    return _joined(np.asarray(edges, np.float32), _tints(cut))


def _tints(cut: NDArray[np.uint8]) -> Singles:
    """Return the colour of each cell against the mean: light may have any tint."""
    lab = cv2.cvtColor(cut, cv2.COLOR_BGR2LAB).astype(np.float32)
    cells = cv2.resize(lab, CELLS, interpolation=cv2.INTER_AREA)[..., 1:]
    return np.asarray(cells - cells.mean(axis=(0, 1)), np.float32)


def _joined(edges: Singles, tints: Singles) -> Singles:
    """Return edges against their neighbourhood and colours, each of equal weight."""
    around = cv2.blur(edges.sum(axis=2), (3, 3)) + np.float32(1e-3)
    even = edges / around[..., None]
    even = even - even.mean(axis=(0, 1))
    parts = [even / max(float(np.linalg.norm(even)), 1e-6)]
    parts.append(0.6 * tints / max(float(np.linalg.norm(tints)), 1e-6))
    whole = np.concatenate(parts, axis=2).ravel()
    return np.asarray(whole / max(float(np.linalg.norm(whole)), 1e-6), np.float32)


def flipped(one: Singles) -> Singles:
    """Return the pattern of the same card upside down: edges keep their direction."""
    grid = one.reshape(CELLS[1], CELLS[0], TURNS + TINTS)
    return np.ascontiguousarray(grid[::-1, ::-1]).ravel()
