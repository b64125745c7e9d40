"""Cards that a band printed across them has cut in two outlines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards import geometry
from vision.cards.pieces import HIDDEN, Floats, Piece
from vision.cards.titles import Reader
from vision.ppocr import Line

FILLED = 0.85
"""Share of a whole card that its two halves cover at least."""

SHAPES, SKEW = (0.56, 0.8), 0.3
"""Short side over long side of the card they make, and the most that its sides lean,
both seen from above."""


def mended(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with a title along its long side joined to its other half."""
    kept, (height, width) = list(pieces), reader.image.shape[:2]
    for one in pieces:
        line = _title(reader, one)
        if line is None or not _lying(one.corners, line):
            continue
        for other in [piece for piece in kept if not reader.clear(piece)]:
            whole = _whole(one.corners, other.corners, (width, height))
            if whole is not None and _crosswise(whole, line, (width, height)):
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


def _crosswise(corners: Floats, line: Line, size: tuple[int, int]) -> bool:
    """Say whether the line runs along the sides that are short seen from above."""
    stood = geometry.standing(corners[None], size)[0]
    short, along = stood[1] - stood[0], line.corners[1] - line.corners[0]
    length = float(np.linalg.norm(short) * np.linalg.norm(along))
    return bool(abs(float(short @ along)) > 0.8 * length)


def _whole(one: Floats, other: Floats, size: tuple[int, int]) -> Floats | None:
    """Return the outline around two halves, if it is that of a card at some slant."""
    ends = [_far(one, other.mean(axis=0)), _far(other, one.mean(axis=0))]
    outline = geometry.clockwise(np.concatenate(ends)[None])
    covered = geometry.area(one) + geometry.area(other)
    if not geometry.convex(outline)[0]:
        return None
    if not FILLED < covered / geometry.area(outline[0]) < 1 / FILLED:
        return None
    aspect, skew = geometry.aspect_and_skew(outline, size)
    fits = SHAPES[0] < aspect[0] < SHAPES[1] and skew[0] < SKEW
    return np.asarray(outline[0], float) if fits else None


def _far(corners: Floats, spot: Floats) -> Floats:
    """Return the two corners that are farthest from a spot."""
    away = np.linalg.norm(corners - spot, axis=1)
    return np.asarray(corners[np.argsort(away)[-2:]], float)
