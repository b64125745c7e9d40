"""What a reading may promise: each card once, and no card left out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import gaps, geometry, quads
from vision.cards.pieces import HIDDEN, Piece, to_photo
from vision.cards.titles import Reader
from vision.ppocr import Line

Floats = NDArray[np.float64]

OVERLAP = 0.05
"""Share of a card under another from which on a third may hide there too."""

FAINT = -1.0
"""Log odds below which an outline may be that of two cards, or was not seen at all."""

ALONE = 4.2
"""The same for one card alone: nothing beside it shows that it is not a whole fan. Of
26 drawn fans the plainest had 4.0."""

ODD_SIZE = 1.35
"""So much may lie between a card and what the others say of its place."""

STEEP = 0.02
"""What a steep plane costs: few cards must not explain each other's size away."""

THINGS = (0.6, 1.6)
"""An outline without a title that is smaller or larger than this, in cards, is none."""

INNER, EDGE, LINES = 0.8, 0.3, 0.2
"""A card alone may be a fan that one outline was drawn around: its inner part (of this
size) then shows an edge (of this chance) in so many of its cells."""

CORNERS, HELD = 0.14, 0.5
"""Share of its sides that a corner takes, and the mean chance of a card there: in the
corners of an outline around a whole fan the table shows. Of 14 drawn cards alone the
least had 0.73, of 12 fans half had less than 0.5."""

UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])

SEEN = 0.5
"""Share of a card known by its title alone that the network must take for a card."""

CARD = 0.75
"""Chance from which on a cell outside of all outlines may be another card's: paper and
boxes are taken for cards too, but less surely."""

LEFT_OVER = 0.12
"""Share of a card that, seen outside of all outlines, may be the strip of another."""

STRIP = 0.28
"""Share of its rim that lies along outlines from which on it may be such a strip: of
strips of drawn fans the least is 0.33."""

WHOLE = 0.925
"""Mean chance from which on a thing by itself may be a card: of 48 drawn cards left out
on purpose the least was 0.94, of sheets and boxes the most 0.91."""

CUT, SURELY = 0.2, 0.8
"""The same for what the edge of the photo cuts: how much of a card's edge is seen
around it, and what the mean chance beyond 0.9 adds. 32 of 36 drawn cards have more, and
8 of 20 sheets and boxes."""


TALL = 1.4
"""Height of a card over its width, of nearly every game."""

CORNER, SHEET = 0.9, (1.3, 1.75)
"""Longer side, in widths of a card, below which what the photo cuts is too small for
one, and both sides above which it is too large, unless the network is very sure: of 40
drawn cards cut by the photo the least was 0.98 and the largest 1.05 by 1.62."""


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


def without_things(reader: Reader, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without boxes and sheets: untitled, and of no card's size.

    Where they lie the network saw something: `left_over` judges that then.
    """
    read = [p.corners for p in pieces if p.likely > HIDDEN and reader.clear(p)]
    if len(read) < 2:
        return list(pieces)
    cards = np.array(read)
    return [
        p
        for p in pieces
        if reader.clear(p) or THINGS[0] < _share(p.corners, cards) < THINGS[1]
    ]


def _share(corners: Floats, cards: Floats) -> float:
    """Return how many cards large an outline is, by the nearest card on the table."""
    return geometry.area(geometry.in_cards(corners, geometry.nearest(corners, cards)))


def complete(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether nothing on the photo hints at a card that was not seen."""
    faint = any(_faint(reader, piece, len(pieces) == 1) for piece in pieces)
    if faint or _fan(reader, pieces) or reader.stray:
        return False
    if not _apart(pieces) or not _one_size(reader, pieces):
        return False
    return not left_over(reader, pieces).any()


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


def left_over(reader: Reader, pieces: Sequence[Piece]) -> NDArray[np.uint8]:
    """Return the cells where the network sees a card, or much of one, besides these."""
    height, width = reader.image.shape[:2]
    outlines = np.array([piece.corners for piece in pieces]).reshape(-1, 4, 2)
    left = quads.left_over(reader.inside, outlines, (width, height), CARD)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(left)
    usual = float(np.median(geometry.areas(outlines))) * left.size / (width * height)
    anywhere = np.ones_like(reader.inside)
    free = quads.left_over(anywhere, outlines, (width, height), CARD) > 0
    likely = np.zeros(count, bool)
    for n in range(1, count):
        large = stats[n, cv2.CC_STAT_AREA] > LEFT_OVER * usual
        likely[n] = large and _may_be_card(reader, parts == n, free, outlines)
    return np.asarray(likely[parts], np.uint8)


def _may_be_card(
    reader: Reader, part: NDArray[np.bool_], free: NDArray[np.bool_], cards: Floats
) -> bool:
    """Say whether these cells may be a card: sheets and boxes look like some too."""
    mask, around = part.astype(np.uint8), np.ones((3, 3), np.uint8)
    grown = cv2.dilate(mask, around)
    rim = np.asarray((grown > 0) & ~part, bool)
    if float((~free[rim]).mean()) > STRIP:
        return True
    sure = float(reader.inside[part].mean())
    rows, columns = (np.asarray(part.any(axis=n), bool) for n in (1, 0))
    if not (rows[0] or rows[-1] or columns[0] or columns[-1]):
        return sure > WHOLE
    short, long = _measured(reader, part, cards)
    if long < CORNER or (sure < 0.9 and (short > SHEET[0] or long > SHEET[1])):
        return False
    edge = grown - cv2.erode(mask, around) > 0
    seen = float(reader.border[edge].mean()) if reader.border.shape == part.shape else 1
    return seen + SURELY * (sure - 0.9) > CUT


def _measured(
    reader: Reader, part: NDArray[np.bool_], cards: Floats
) -> tuple[float, float]:
    """Return the sides of these cells on the table, by the width of the next card."""
    height, width = reader.image.shape[:2]
    rows, columns = np.nonzero(part)
    cells = np.stack([columns, rows], axis=1)[:, None] + (
        (0, 0),
        (1, 0),
        (1, 1),
        (0, 1),
    )
    unit = np.array([width / part.shape[1], height / part.shape[0]])
    points = np.asarray(cells.reshape(-1, 2) * unit, float)
    laid = geometry.in_cards(points, geometry.nearest(points, cards)) * (1, TALL)
    _, sides, _ = cv2.minAreaRect(laid.astype(np.float32))
    return min(sides), max(sides)


def _faint(reader: Reader, piece: Piece, alone: bool) -> bool:
    """Say whether there may be no such card, or two of them."""
    if piece.likely > HIDDEN:
        return piece.likely < (ALONE if alone else FAINT)
    seen = _within(reader, reader.inside, piece.corners)
    return not len(seen) or float((seen > 0.5).mean()) < SEEN


def _fan(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether these may be some cards of a fan: its other titles are covered."""
    if len(pieces) > 1:
        return any(piece.likely <= HIDDEN for piece in pieces)
    if not pieces or pieces[0].likely <= HIDDEN or not reader.border.size:
        return False
    corners = pieces[0].corners
    middle = corners.mean(axis=0)
    seen = _within(reader, reader.border, middle + INNER * (corners - middle))
    if len(seen) and float((seen > EDGE).mean()) > LINES:
        return True
    if reader.inside.size == 1:
        return False
    far = 1 - CORNERS
    ends = [CORNERS * UNIT + (x, y) for x in (0.0, far) for y in (0.0, far)]
    held = (_within(reader, reader.inside, _at(corners, end)) for end in ends)
    return any(len(cells) and float(cells.mean()) < HELD for cells in held)


def _at(corners: Floats, part: Floats) -> Floats:
    """Return where a part of a card is in the photo."""
    (line,) = to_photo([Line(part, 1.0)], corners, (1, 1))
    return line.corners


def _within(
    reader: Reader, cells: NDArray[np.float32], outline: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return what the network says of the cells inside an outline."""
    rows, columns = cells.shape
    height, width = reader.image.shape[:2]
    card = np.zeros((rows, columns), np.uint8)
    corners = np.round(outline * (columns / width, rows / height))
    cv2.fillConvexPoly(card, corners.astype(np.int32), 1)
    return cells[card > 0]


def _one_size(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether these may be cards of one size on one table."""
    if not pieces:
        return False
    outlines = np.array([piece.corners for piece in pieces])
    if len(pieces) < 4:  # one outline around the strips of a fan is no card's
        height, width = reader.image.shape[:2]
        pairs = itertools.permutations(outlines, 2)
        return all(gaps.unlike(*pair, (width, height)) < ODD_SIZE for pair in pairs)
    sizes = geometry.areas(outlines)
    # on a plane the third root of the area changes evenly over the photo
    root = np.cbrt(sizes) / np.cbrt(sizes).mean()
    middles = outlines.mean(axis=1)
    away = (middles - middles.mean(axis=0)) / max(reader.image.shape[:2])
    even = np.linalg.solve(away.T @ away + STEEP * np.eye(2), away.T @ (root - 1))
    odd = (root / np.maximum(1 + away @ even, 1e-6)) ** 3
    return bool(odd.max() < ODD_SIZE and odd.min() > 1 / ODD_SIZE)
