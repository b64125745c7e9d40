"""Cards that a band printed across them has cut in two outlines."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cards import geometry
from vision.cards.pieces import HIDDEN, Floats, Piece
from vision.cards.titles import Reader
from vision.ppocr import Line

FILLED = 0.85
"""Share of a whole card that its two halves cover at least."""

SHAPES = (0.56, 0.8)
"""Short side over long side of the card they make."""


def mended(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with a title along its long side joined to its other half."""
    kept = list(pieces)
    for one in pieces:
        line = _title(reader, one)
        if line is None or not _lying(one.corners, line):
            continue
        for other in [piece for piece in kept if not reader.clear(piece)]:
            whole = _whole(one.corners, other.corners)
            if whole is not None and not _lying(whole, line):
                mine = [piece for piece in kept if piece is not one]
                kept = [piece for piece in mine if piece is not other]
                kept.append(replace(one, corners=whole))
                break
    return kept


def _title(reader: Reader, piece: Piece) -> Line | None:
    if not piece.heard or piece.likely <= HIDDEN or not reader.clear(piece):
        return None
    return reader.title(piece)


def _lying(corners: Floats, line: Line) -> bool:
    """Say whether the line runs along the longer sides of the outline."""
    sides = np.roll(corners, -1, axis=0) - corners
    across, down = sides[0] - sides[2], sides[1] - sides[3]
    longer = max(across, down, key=lambda side: float(np.linalg.norm(side)))
    along = line.corners[1] - line.corners[0]
    length = np.linalg.norm(longer) * max(float(np.linalg.norm(along)), 1e-6)
    return bool(abs(float(longer @ along)) > 0.8 * length)


def _whole(one: Floats, other: Floats) -> Floats | None:
    """Return the outline around two halves, if it is that of a card."""
    points = np.concatenate([one, other]).astype(np.float32)
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(points))), float)
    outline = geometry.clockwise(box[None])[0]
    wide, tall = np.linalg.norm(outline[1:3] - outline[:2], axis=1).tolist()
    covered = geometry.area(one) + geometry.area(other)
    if covered < FILLED * geometry.area(outline):
        return None
    fits = SHAPES[0] < min(wide, tall) / max(wide, tall) < SHAPES[1]
    return outline if fits else None
