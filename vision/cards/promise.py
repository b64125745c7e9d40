"""What a reading may promise: each card once, and no card left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards import fanned, geometry
from vision.cards.pieces import Piece
from vision.cards.titles import Reader
from vision.ppocr import Line

OVERLAP = 0.03
"""Share of a card under another from which on a third may hide there too."""

FAINT = -2.0
"""Log odds below which an outline may be that of two cards, or was not seen at all."""

BARE = 0.0015
"""Share of sharp edges beside cards known by picture from which on a blank strip of
another card may show."""

ONE_SIZE = 1.8
"""Cards of a game are of one size; seen at an angle, so much may lie between."""


def told_apart(reader: Reader, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without a second outline around the same printed title."""
    kept: list[Piece] = []
    titles: list[Line] = []
    for piece in sorted(pieces, key=lambda piece: -piece.likely):
        line = _title(reader, piece)
        if line is None or not any(_same(line, other) for other in titles):
            kept.append(piece)
            titles += [line] if line else []
    return kept


def complete(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether nothing on the photo hints at a card that was not seen."""
    faint = any(piece.likely < FAINT for piece in pieces)
    if faint or reader.stray or not _apart(pieces) or not _one_size(pieces):
        return False
    by_picture = any(piece.known for piece in pieces)  # no text was searched for
    return not (by_picture and fanned.busy(reader.image, pieces, BARE))


def _title(reader: Reader, piece: Piece) -> Line | None:
    if not piece.heard or not reader.clear(piece):
        return None
    return reader.title(piece)


def _same(one: Line, other: Line) -> bool:
    return geometry.overlap(one.corners, other.corners) > 0.5


def _apart(pieces: Sequence[Piece]) -> bool:
    outlines = [piece.corners for piece in pieces]
    return not any(
        geometry.overlap(one, other) > OVERLAP
        for n, one in enumerate(outlines)
        for other in outlines[:n]
    )


def _one_size(pieces: Sequence[Piece]) -> bool:
    if not pieces:
        return False
    sizes = geometry.areas(np.array([piece.corners for piece in pieces]))
    return float(sizes.max()) < ONE_SIZE * float(sizes.min())
