"""What a reading may promise: each card once, and no card left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import gaps, geometry, left
from vision.cards.pieces import HIDDEN, Piece, to_photo
from vision.cards.titles import Reader
from vision.ppocr import Line

Floats = NDArray[np.float64]

OVERLAP = 0.05
"""Share of a card under another from which on a third may hide there too."""

FAINT = -1.0
"""Log odds below which an outline may be that of two cards, or was not seen at all."""

ALONE = 5.5
"""The same for one card alone: nothing beside it shows that it is not a whole fan. Of
330 drawn fans those with one outline around them had 4.6 at most."""

SHAPED, SHAPE, SKEW = 3.0, (0.68, 0.77), 0.04
"""The same if, seen from above, it has the shape of most cards: short over long side,
and nearly right angles (as a cosine). Of 22 outlines around drawn fans none has it, of
24 cards alone 22 have."""

ODD_SIZE = 1.35
"""So much may lie between a card and what the others say of its place."""

STEEP = 0.02
"""What a steep plane costs: few cards must not explain each other's size away."""

THINGS = (0.6, 1.6)
"""An outline without a title that is smaller or larger than this, in cards, is none."""

UNLIKE = 1.18
"""So much wider or taller than the card next to it is an outline of odd size: of 20
drawn cards whose title was not read two are, of 9 boxes and sheets seven."""

INNER, EDGE, LINES = 0.8, 0.3, 0.2
"""A card alone may be a fan that one outline was drawn around: its inner part (of this
size) then shows an edge (of this chance) in so many of its cells."""

CORNERS, HELD = 0.14, 0.5
"""Share of its sides that a corner takes, and the mean chance of a card there: in the
corners of an outline around a whole fan the table shows. Of 14 drawn cards alone the
least had 0.73, of 12 fans half had less than 0.5."""

SPREAD = 3
"""So many cards with an outline, apart from each other, are spread out and no fan: one
more, known by its title alone, then only hides its edge in the colour of the table."""

UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])

SEEN = 0.5
"""Share of a card known by its title alone that the network must take for a card."""


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
    """Return the pieces without boxes and sheets: untitled, and unlike the cards.

    Where they lie the network saw something: `left.cards` judges that then.
    """
    read = [p for p in pieces if p.likely > HIDDEN and reader.clear(p)]
    if len(read) < 2:
        return list(pieces)
    return [p for p in pieces if reader.clear(p) or not _thing(reader, p, read)]


def _thing(reader: Reader, piece: Piece, read: Sequence[Piece]) -> bool:
    """Say whether an outline without a title goes around no card.

    A card whose title was not read is seen plainly, is of the size of the others, and
    its large print is garbled: two of these three must fail.
    """
    cards = np.array([other.corners for other in read])
    near = geometry.nearest(piece.corners, cards)
    share = geometry.area(geometry.in_cards(piece.corners, near))
    if not THINGS[0] < share < THINGS[1]:
        return True
    if piece.heard and piece.odds(len(reader.matcher.keys)).max() > 0:
        return False
    height, width = reader.image.shape[:2]
    odd = gaps.unlike(piece.corners, near, (width, height)) > UNLIKE
    return odd + (piece.likely < FAINT) + _worded(reader, piece, read) >= 2


def _worded(reader: Reader, piece: Piece, read: Sequence[Piece]) -> bool:
    """Say whether other words in print as large as titles were read on it, surely."""
    return any(
        heard.letters.words and left.large(reader, heard, read)
        for heard in piece.heard
        if heard.letters
    )


def complete(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether nothing on the photo hints at a card that was not seen."""
    faint = any(_faint(reader, piece, len(pieces) == 1) for piece in pieces)
    if faint or _fan(reader, pieces) or reader.stray:
        return False
    if not _apart(pieces) or not _one_size(reader, pieces):
        return False
    return not left.cards(reader, pieces)


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


def _faint(reader: Reader, piece: Piece, alone: bool) -> bool:
    """Say whether there may be no such card, or two of them."""
    if piece.likely > HIDDEN:
        return piece.likely < (_least(reader, piece) if alone else FAINT)
    seen = _within(reader, reader.inside, piece.corners)
    return not len(seen) or float((seen > 0.5).mean()) < SEEN


def _least(reader: Reader, piece: Piece) -> float:
    """Return how plainly one card alone must be seen."""
    height, width = reader.image.shape[:2]
    aspect, skew = geometry.aspect_and_skew(piece.corners[None], (width, height))
    shaped = SHAPE[0] < aspect[0] < SHAPE[1] and skew[0] < SKEW
    return SHAPED if shaped else ALONE


def _fan(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether these may be some cards of a fan: its other titles are covered."""
    if len(pieces) > 1:
        hidden = sum(piece.likely <= HIDDEN for piece in pieces)
        return hidden > 1 or (hidden == 1 and len(pieces) <= SPREAD)
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


def _each(outlines: Floats) -> list[tuple[Floats, Floats]]:
    """Return each outline and the others, if there are any."""
    several = range(len(outlines) if len(outlines) > 1 else 0)
    return [(outlines[n], np.delete(outlines, n, axis=0)) for n in several]


def _unlike(one: Floats, other: Floats, size: tuple[int, int]) -> float:
    """Return how much one differs from the other, each measured by the other."""
    return max(gaps.unlike(one, other, size), gaps.unlike(other, one, size))


def _one_size(reader: Reader, pieces: Sequence[Piece]) -> bool:
    """Say whether these may be cards of one size on one table."""
    if not pieces:
        return False
    outlines = np.array([piece.corners for piece in pieces])
    if len(pieces) < 4:  # one outline around the strips of a fan is no card's
        height, width = reader.image.shape[:2]
        return all(
            min(_unlike(one, other, (width, height)) for other in others) < ODD_SIZE
            for one, others in _each(outlines)
        )
    sizes = geometry.areas(outlines)
    # on a plane the third root of the area changes evenly over the photo
    root = np.cbrt(sizes) / np.cbrt(sizes).mean()
    middles = outlines.mean(axis=1)
    away = (middles - middles.mean(axis=0)) / max(reader.image.shape[:2])
    even = np.linalg.solve(away.T @ away + STEEP * np.eye(2), away.T @ (root - 1))
    odd = (root / np.maximum(1 + away @ even, 1e-6)) ** 3
    return bool(odd.max() < ODD_SIZE and odd.min() > 1 / ODD_SIZE)
