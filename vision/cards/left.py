"""What is left over beside the cards of a photo: another card, or a sheet or box."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry, quads
from vision.cards.pieces import Heard, Piece
from vision.cards.titles import Reader
from vision.ppocr import Line

Floats = NDArray[np.float64]

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

DIMLY, SIDES = (0.5, 0.45), ((0.95, 1.35), (1.35, 1.75))
"""Chance from which on, and share of a card that makes, with sides in widths of a card,
a whole card that the network hardly sees, on a table of its own colour: of 180 photos
that were promised one has such cells, and it shows a card more."""

FILLS = 0.6
"""Share of the next card that a thing fills which is plainly seen and has the sides of
one: at a slant far cards are a fraction of most others. Of the things beside 201 drawn
hands that were promised the most is 0.51, of a card that was overlooked it was 0.89."""

CORE = (0.95, 0.48)
"""Chance, and share of a card that makes, from which on a part of something else is a
card that touches it: a sheet beside it makes the mean of both no surer than a sheet's.
Of the things beside 165 hands that were promised the most is 0.45."""

PRINT, BEYOND = 0.9, 0.75
"""Height of other words, in titles of the next card, from which on they are no rules of
a card: what bears them is a box or a sheet, whatever its shape; and how far from the
edge of the photo they end, in their own height."""


def cards(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether some card may be left over: what bears large other words is none."""
    count, parts = cv2.connectedComponents(over(reader, pieces))
    words = [heard.line for heard in reader.words if large(reader, heard, pieces)]
    return any(
        not any(_upon(reader, line, parts == n) for line in words)
        for n in range(1, count)
    )


def over(reader: Reader, pieces: Sequence[Piece]) -> NDArray[np.uint8]:
    """Return the cells where the network sees a card, or much of one, besides these."""
    height, width = reader.image.shape[:2]
    cards = np.array([piece.corners for piece in pieces]).reshape(-1, 4, 2)
    free = quads.left_over(np.ones_like(reader.inside), cards, (width, height)) > 0
    likely = np.zeros_like(free)
    for part in _parts(reader, cards, CARD, LEFT_OVER):
        card = _may_be_card(reader, part, free, cards) or _far(reader, part, cards)
        likely |= part & card
    for part in _parts(reader, cards, *DIMLY):
        likely |= part & _card_sized(reader, part, cards)
    for part in _parts(reader, cards, *CORE):
        likely |= part & (not _cut(part))
    return likely.astype(np.uint8)


def _parts(
    reader: Reader, cards: Floats, level: float, least: float
) -> list[NDArray[np.bool_]]:
    """Return what the network sees outside of all cards, from a share of one on."""
    height, width = reader.image.shape[:2]
    left = quads.left_over(reader.inside, cards, (width, height), level)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(left)
    usual = float(np.median(geometry.areas(cards))) * left.size / (width * height)
    large = stats[:, cv2.CC_STAT_AREA] > least * usual
    return [parts == n for n in range(1, count) if large[n]]


def _card_sized(reader: Reader, part: NDArray[np.bool_], cards: Floats) -> bool:
    """Say whether these cells, which the photo does not cut, are as large as a card."""
    sides = _measured(reader, part, cards)
    fits = (low < side < high for side, (low, high) in zip(sides, SIDES, strict=True))
    return not _cut(part) and all(fits)


def _far(reader: Reader, part: NDArray[np.bool_], cards: Floats) -> bool:
    """Say whether these cells are a card as the next one is seen, however small."""
    height, width = reader.image.shape[:2]
    cell = width * height / part.size
    usual = geometry.area(geometry.nearest(_spots(reader, part), cards))
    enough = float(part.sum()) * cell > FILLS * usual
    return enough and _card_sized(reader, part, cards)


def large(reader: Reader, heard: Heard, pieces: Sequence[Piece]) -> bool:
    """Say whether words are too large for the rules of a card that lies there.

    Words that the edge of the photo cuts may be what is left of a title.
    """
    line, (height, width) = heard.line, reader.image.shape[:2]
    read = [piece for piece in pieces if piece.heard and reader.clear(piece)]
    edge = float(np.minimum(line.corners, (width, height) - line.corners).min())
    if not read or (edge < BEYOND * line.height and reader.matcher.cut(heard.text)):
        return False
    spot = line.corners.mean(axis=0)
    card = min(read, key=lambda p: float(np.linalg.norm(p.corners.mean(axis=0) - spot)))
    return line.height > PRINT * reader.title(card).height


def _upon(reader: Reader, line: Line, part: NDArray[np.bool_]) -> bool:
    """Say whether the middle of a line stands on these cells, or next to one."""
    height, width = reader.image.shape[:2]
    x, y = line.corners.mean(axis=0) * (part.shape[1] / width, part.shape[0] / height)
    row, column = int(y), int(x)
    return bool(part[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any())


def _cut(part: NDArray[np.bool_]) -> bool:
    """Say whether the edge of the photo cuts these cells."""
    return bool(part[[0, -1]].any() or part[:, [0, -1]].any())


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
    if not _cut(part):
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
    points = _spots(reader, part)
    laid = geometry.in_cards(points, geometry.nearest(points, cards)) * (1, TALL)
    _, sides, _ = cv2.minAreaRect(laid.astype(np.float32))
    return min(sides), max(sides)


def _spots(reader: Reader, part: NDArray[np.bool_]) -> Floats:
    """Return the corners of these cells in the photo."""
    height, width = reader.image.shape[:2]
    rows, columns = np.nonzero(part)
    cells = np.stack([columns, rows], axis=1)[:, None] + (
        (0, 0),
        (1, 0),
        (1, 1),
        (0, 1),
    )
    unit = np.array([width / part.shape[1], height / part.shape[0]])
    return np.asarray(cells.reshape(-1, 2) * unit, float)
