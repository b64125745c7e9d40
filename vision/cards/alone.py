"""A picture that is nothing but one card: a scan, or a photo cut to its edge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards import geometry
from vision.cards.pieces import HIDDEN, Piece
from vision.cards.titles import Reader
from vision.image import BgrImage
from vision.ppocr import Line

SHAPES = (0.52, 0.82)
"""Short side over long side that a scan of a card may have."""

STRAIGHT = 0.08
"""A scan lies this straight: sine of the angle between its title and its side."""

TITLES = (0.015, 0.2)
"""Height of a title as a share of the height of the card."""

FILLED = 0.85
"""Share of the picture from which on a card seen by its features fills it."""

PART = 0.5
"""A smaller outline inside a card that was read is a frame or a box printed on it."""


def edge_to_edge(picture: BgrImage) -> Piece | None:
    """Return the whole picture as a card, if it has the shape of one."""
    height, width = picture.shape[:2]
    if not SHAPES[0] < min(width, height) / max(width, height) < SHAPES[1]:
        return None
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    return Piece(corners if height >= width else np.roll(corners, -1, axis=0))


def filling(picture: BgrImage, piece: Piece) -> Piece:
    """Return the card laid along the edges of the picture, if it fills it."""
    whole = edge_to_edge(picture)
    if whole is None or geometry.iou(whole.corners, piece.corners) < FILLED:
        return piece
    away = np.linalg.norm(whole.corners - piece.corners[0], axis=1)
    turned = np.roll(whole.corners, -int(away.argmin()), axis=0)
    return replace(piece, corners=whole.corners, likely=0.0, turned=turned)


def settled(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the picture as the one card if its only title stands on no outline."""
    named = [piece for piece in pieces if reader.clear(piece)]
    whole = edge_to_edge(reader.image)
    if len(named) == 1 and named[0].likely <= HIDDEN and whole:
        lines = named[0].lines  # none where a taught picture alone gave it away
        if lines and _printed_on(lines[0], whole):
            reader.stray = False
            whole.lines, whole.heard = named[0].lines, named[0].heard
            return [whole]
    return [p for p in pieces if reader.clear(p) or not _printed_frame(p, named)]


def _printed_on(line: Line, card: Piece) -> bool:
    along = line.corners[1] - line.corners[0]
    slant = float(np.abs(along).min() / max(np.linalg.norm(along), 1e-6))
    tall = line.height / float(np.linalg.norm(card.corners[3] - card.corners[0]))
    return slant < STRAIGHT and TITLES[0] < tall < TITLES[1]


def _printed_frame(piece: Piece, named: list[Piece]) -> bool:
    return any(
        geometry.area(piece.corners) < PART * geometry.area(card.corners)
        and geometry.inside(piece.corners, card.corners)
        for card in named
        if card.likely > HIDDEN
    )
