"""Where one more card may lie unseen: searched for its title before a promise."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import fanned, geometry
from vision.cards.glance import around
from vision.cards.pieces import Piece
from vision.cards.titles import Reader
from vision.ppocr import Line

Floats = NDArray[np.float64]

CELL = 10
"""Pixels of the photo per cell in which room is measured."""

FITS = 0.42
"""Share of the shorter side of the next card that must be free around a middle: the
half is what a card needs, and outlines are a little too large."""

DIM, THICK = 0.05, 0.25
"""Chance of a card from which on one may lie there unseen, and how thick this is, in
shorter sides of a card: of 17 drawn cards that the finder had overlooked, on tables of
their own colour, all had such cells on 0.43 of them or more."""

CARD_WIDE, FARTHEST, NEAREST = 144, 0.25, 0.7
"""Width at which a card shows its title, and how small or large a photo of 1600 pixels
is looked at for that."""

BESIDE = 0.1
"""Room around such cells, as a share of their longer side: what is seen of a card may
end beside its title."""


def searched(reader: Reader, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, and cards that only a title in free room gives away."""
    return fanned.joined(reader, list(pieces), lines(reader, pieces))


def lines(reader: Reader, pieces: Sequence[Piece]) -> list[Line]:
    """Return the lines of text where one more card may lie beside these."""
    cards = np.array([piece.corners for piece in pieces]).reshape(-1, 4, 2)
    where = dimly(reader.inside, reader.image.shape, cards) if len(cards) else None
    if where is None or not where.any():
        return []
    wide = float(np.sqrt(0.7 * np.min(geometry.areas(cards))))
    scale = float(np.clip(CARD_WIDE / wide, FARTHEST, NEAREST))
    return around(reader.image, where, BESIDE, scale)


def dimly(
    inside: NDArray[np.float32], shape: tuple[int, ...], cards: Floats
) -> NDArray[np.bool_]:
    """Return the cells with room for a card where the network sees one, if dimly."""
    where = rooms(shape, cards)
    if not where.any():
        return where
    chance = cv2.resize(inside, (where.shape[1], where.shape[0]))
    seen = (chance > DIM).astype(np.uint8)
    for card in cards:
        cv2.fillConvexPoly(seen, np.round(card / CELL).astype(np.int32), 0)
    reach = max(round(THICK * float(np.min(_short(cards))) / CELL), 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    return where & (cv2.morphologyEx(seen, cv2.MORPH_OPEN, disc) > 0)


def rooms(shape: tuple[int, ...], cards: Floats) -> NDArray[np.bool_]:
    """Return the cells of the photo on which one more card could lie.

    A card that was overlooked leaves a hole of its own size; narrow margins do not.
    """
    height, width = (max(side // CELL, 1) + 2 for side in shape[:2])
    free = np.ones((height, width), np.uint8)
    free[[0, -1]] = free[:, [0, -1]] = 0  # beyond the photo nothing can be seen
    for card in cards:
        cv2.fillConvexPoly(free, np.round(card / CELL + 1).astype(np.int32), 0)
    away = cv2.distanceTransform(free, cv2.DIST_L2, 5)
    half = _next_card((height, width), cards) / 2
    middles = away >= 2 * FITS * half
    if not middles.any():
        return np.zeros((height - 2, width - 2), bool)
    reach = cv2.distanceTransform((~middles).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray((reach <= half) & (free > 0), bool)[1:-1, 1:-1]


def _next_card(shape: tuple[int, int], cards: Floats) -> NDArray[np.float32]:
    """Return the shorter side, in cells, of the card next to each cell."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    middles = (cards.mean(axis=1) / CELL + 1)[:, :, None, None]
    apart = np.hypot(x - middles[:, 0], y - middles[:, 1])
    return np.asarray(_short(cards)[apart.argmin(axis=0)] / CELL, np.float32)


def _short(cards: Floats) -> Floats:
    """Return the shorter side of each outline as it is seen."""
    sides = np.linalg.norm(np.roll(cards, -1, axis=1) - cards, axis=2)
    return np.asarray((sides + np.roll(sides, 2, axis=1)).min(axis=1) / 2, float)
