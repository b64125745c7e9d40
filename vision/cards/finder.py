"""Where cards lie, at one glance: a small network marks middles, corners and edges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.image import BgrImage
from vision.network import Network

Floats = NDArray[np.float64]
Map = NDArray[np.float32]

MODEL = Path(__file__).parents[1] / "models" / "card-finder.onnx"

_net = Network(MODEL)

SIDE = 320
"""Longer side of the picture the network is shown: fifteen cards are still seen."""

CLOSE_UP = 160
"""The same for cards so large that the network would see only parts of them."""

FINE = 512
"""The same for many small cards, which are then as large as those of a hand."""

TINY, TYPICAL, FINEST = 0.12, 0.16, 960
"""Root of the area of cards seen from afar, and of usual ones, as shares of the longer
side; what is tiny is looked at again, as large as what is usual, at most at this side.
Of 117 outlines of drawn hands, 0.4 as large as they usually are, 45 are found without
that and 107 with it."""

STRIDE = 4
"""Pixels of the network's input per cell of its answer."""

VECTOR = 32.0
"""Pixels that one unit of the way to a corner stands for."""

LEAST = 0.12
"""Chance of a middle from which on an outline is looked at closely."""

CORNER = 0.3
"""Chance of a corner from which on an outline may end there."""

REACH = 0.16
"""How far a corner may be from where the middle says, as a share of the card."""

SAME = 0.55
"""Outlines that share so much are one card seen twice."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the network says about one photo, in pixels of the picture given."""

    quads: Floats
    """Outlines x 4 x 2, likeliest first."""

    middle: Map
    """Chance of a card's middle, per cell."""

    corners: Floats
    """Corners x 3: where a corner of some card is seen, and how surely."""

    border: Map
    """Chance of a card's edge, per cell, over the whole picture."""

    inside: Map
    """Chance of some card lying there, per cell."""


def closely(image: BgrImage) -> Found:
    """Return what the network says, from closer if the cards are seen from afar."""
    found = find(image)
    if not len(found.quads):
        return found
    sizes = np.sqrt(geometry.areas(found.quads)) / max(image.shape[:2])
    usual = float(np.median(sizes))
    if usual >= TINY:
        return found
    return find(image, min(round(SIDE * TYPICAL / usual), FINEST))


def find(image: BgrImage, side: int = SIDE) -> Found:
    """Return outlines of cards, roughly, and where corners and edges are seen."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    wide, tall = (max(32, round(s * scale / 32) * 32) for s in (width, height))
    small = cv2.resize(image, (wide, tall), interpolation=cv2.INTER_AREA)
    answer = _net.run(prepared(np.asarray(small, np.uint8))[None])[0]
    unit = np.array([width / wide, height / tall])
    marks = 1 / (1 + np.exp(-answer[:4]))
    spots = _corners(marks[1])
    quads = _outlines(marks[0], answer[4:], spots)
    spots[:, :2] *= unit
    middle, _, border, inside = np.asarray(marks, np.float32)
    return Found(quads * unit, middle, spots, border, inside)


def prepared(small: NDArray[np.uint8]) -> Map:
    """Return the picture as the network wants it: even light, and edges beside."""
    plain = small.astype(np.float32)
    plain = (plain - plain.mean()) / (plain.std() + np.float32(10))
    smooth = cv2.GaussianBlur(plain, (3, 3), 0)
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, *way) for way in ((1, 0), (0, 1))]
    steep = np.log1p(np.hypot(*slopes).max(axis=2)) - np.float32(0.6)
    return np.ascontiguousarray(np.dstack([plain, steep]).transpose(2, 0, 1))


def _peaks(heat: Map, least: float) -> tuple[Any, Any]:
    """Return rows and columns of cells above all their neighbours."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat >= least))
    return rows, columns


def _corners(heat: Map) -> Floats:
    """Return corners finer than cells: the middle of the mark around each peak."""
    rows, columns = _peaks(heat, CORNER)
    framed = cv2.copyMakeBorder(heat, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        near = framed[row : row + 3, column : column + 3].astype(float)
        whole = near.sum()
        x = (near.sum(axis=0) @ (-1, 0, 1)) / whole
        y = (near.sum(axis=1) @ (-1, 0, 1)) / whole
        at = ((column + 0.5 + x) * STRIDE, (row + 0.5 + y) * STRIDE)
        found.append((*at, float(heat[row, column])))
    return np.array(found).reshape(-1, 3)


def _outlines(heat: Map, ways: Map, spots: Floats) -> Floats:
    """Return one outline per card, its corners where corners are seen."""
    rows, columns = _peaks(heat, LEAST)
    chances = heat[rows, columns].astype(float)
    middles = (np.stack([columns, rows], axis=1) + 0.5) * STRIDE
    to = ways[:, rows, columns].T.reshape(-1, 4, 2) * VECTOR
    quads = geometry.clockwise(middles[:, None] + to)
    kept: list[int] = []
    for n in np.argsort(-chances).tolist():
        if all(geometry.iou(quads[n], quads[k]) < SAME for k in kept):
            kept.append(n)
    snapped = [_snapped(quads[n], spots) for n in kept]
    return np.array(snapped).reshape(-1, 4, 2)


def _snapped(quad: Floats, spots: Floats) -> Floats:
    """Return the outline with each corner moved to the one seen beside it."""
    reach = REACH * np.sqrt(geometry.area(quad))
    away = np.linalg.norm(quad[:, None] - spots[None, :, :2], axis=2)
    moved = quad.copy()
    for n, row in enumerate(away):
        if len(row) and row.min() < reach:
            moved[n] = spots[int(row.argmin()), :2]
    return moved
