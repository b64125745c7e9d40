"""Cards whose outline is hidden: found by a title that stands on no known card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.cards import geometry
from vision.cards.pieces import (
    HIDDEN,
    Heard,
    Piece,
    crop_line,
    flipped,
    upright,
    within,
)
from vision.cards.titles import Reader, clear, known
from vision.image import BgrImage, fit
from vision.ppocr import Line

Floats = NDArray[np.float64]

Box = tuple[int, int, int, int]

WORKING_SIDE = 1216
MOST_LINES = 24
GLANCE = 640
"""Longer side at which titles of a hand are still seen."""

BUSY = 0.02
"""Share of sharp edges beside a card from which on something else lies there."""

LIKE_TITLE = 0.6
"""Text of this share of a title's height may be the title of another card."""

MOST_TITLES = 8

TALL = 0.085
"""Height of a line of title over the height of a card, where nothing tells."""


def glanced(picture: BgrImage) -> list[Line]:
    """Return the lines of text that a quick look over the photo shows."""
    small = fit(picture, GLANCE)
    scale = picture.shape[1] / small.shape[1]
    found = ppocr.find_lines(np.asarray(small, np.uint8))
    return [Line(line.corners * scale, line.strength) for line in found]


def complete(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with those that only their titles give away."""
    pieces, several = _opened(reader, pieces)
    seen = [p for p in pieces if p.heard and p.likely > HIDDEN and reader.clear(p)]
    unread = [piece for piece in pieces if not reader.clear(piece)]
    if not pieces or several or _more_text(reader, pieces):
        found = _titles(reader, pieces, _whole(reader))
    elif unread:
        found = _titles(reader, pieces, _around(reader, unread))
    else:
        return pieces
    found = _given(found, unread)
    fresh: list[Piece] = []
    for heard in found:  # the tallest first
        if not any(_body(heard.line, piece) for piece in fresh):
            fresh.append(_piece(reader, heard, seen))
    kept = [piece for piece in pieces if not _swallowed(reader, piece, fresh)]
    return kept + fresh


def _given(found: list[Heard], unread: list[Piece]) -> list[Heard]:
    """Give a title to the unread card it alone stands on; return the others."""
    for piece in unread:
        own = [heard for heard in found if within(heard.line, piece.corners)]
        if len(own) == 1:
            piece.heard += own
            found = [heard for heard in found if heard is not own[0]]
    return found


def _opened(reader: Reader, pieces: list[Piece]) -> tuple[list[Piece], bool]:
    """Return the pieces, without outlines that go around several printed titles."""
    kept = [piece for piece in pieces if not _several(reader, piece)]
    return kept, len(kept) < len(pieces)


def _several(reader: Reader, piece: Piece) -> bool:
    """Say whether a second title of the same size stands inside the outline."""
    if not piece.heard or not reader.clear(piece):
        return False
    title = reader.title(piece)
    others = [
        line
        for line in reader.glance
        if within(line, piece.corners)
        and line.height > LIKE_TITLE * title.height
        and reader.short(line)
        and geometry.overlap(line.corners, title.corners) < 0.1
    ]
    heard = (_heard(reader, line) for line in others[:MOST_TITLES])
    return any(one is not None for one in heard)


def _more_text(reader: Reader, pieces: list[Piece]) -> bool:
    """Say whether a title may stand on the photo outside the known cards."""
    if any(not _on_any(line, pieces) for line in reader.glance):
        return True
    return busy(reader.image, pieces)


def busy(picture: BgrImage, pieces: Sequence[Piece], bare: float = BUSY) -> bool:
    """Say whether more than bare table is seen just beside the known cards."""
    small = fit(picture, 800)
    scale = small.shape[1] / picture.shape[1]
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    contrast = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    around = np.zeros(gray.shape, np.uint8)
    corners = np.array([piece.corners for piece in pieces]) * scale
    wide = 0.35 * float(np.sqrt(geometry.areas(corners)).mean())
    for reach, value in ((wide, 1), (8.0, 0)):
        for outline in geometry.larger(corners, reach):
            cv2.fillConvexPoly(around, outline.astype(np.int32), value)
    beside = contrast[around > 0]
    return bool(len(beside)) and float((beside > 45).mean()) > bare


def _whole(reader: Reader) -> Box:
    return 0, 0, reader.image.shape[1], reader.image.shape[0]


def _around(reader: Reader, unread: list[Piece]) -> Box:
    """Return the part of the photo where the rest of these outlines may lie."""
    points = np.concatenate([piece.corners for piece in unread])
    reach = 0.6 * max(float(np.sqrt(geometry.area(p.corners))) for p in unread)
    height, width = reader.image.shape[:2]
    left, top = np.maximum(points.min(axis=0) - reach, 0).astype(int).tolist()
    right, low = (points.max(axis=0) + reach).astype(int).tolist()
    return left, top, min(right, width), min(low, height)


def _titles(reader: Reader, pieces: list[Piece], part: Box) -> list[Heard]:
    """Return readings of titles there that belong to no card read so far."""
    left, top, right, low = part
    cut = BgrImage(reader.image[top:low, left:right])
    scale = min(WORKING_SIDE / max(reader.image.shape[:2]), 1.0)
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lines = [
        Line(line.corners / scale + (left, top), line.strength)
        for line in ppocr.find_lines(np.asarray(small, np.uint8))
    ]
    free = [x for x in lines if reader.short(x) and not _taken(x, pieces, reader)]
    free.sort(key=lambda line: -line.height)
    reader.stray = any(not _on_any(line, pieces) for line in free)
    found = []
    for line in free[:MOST_LINES]:
        if reader.late():
            break
        heard = _heard(reader, line)
        if heard:
            found.append(heard)
    return found


def _taken(line: Line, pieces: list[Piece], reader: Reader) -> bool:
    return any(
        reader.clear(piece)
        and (within(line, piece.corners) or known(line, [h.line for h in piece.heard]))
        for piece in pieces
    )


def _on_any(line: Line, pieces: list[Piece]) -> bool:
    return any(within(line, piece.corners) for piece in pieces)


def _body(line: Line, piece: Piece) -> bool:
    """Say whether the line is smaller print on a card found by its title."""
    return (
        within(line, piece.corners) and line.height < LIKE_TITLE * piece.lines[0].height
    )


def _heard(reader: Reader, line: Line) -> Heard | None:
    strips = [crop_line(reader.image, way, 48) for way in (line, flipped(line))]
    if ppocr.upside_down(strips[:1])[0] > 0.5:
        line, strips = flipped(line), strips[::-1]
    for way, strip in zip((line, flipped(line)), strips, strict=True):
        letters = ppocr.read_lines([strip])[0]
        odds = reader.matcher.of_letters(letters)
        # rules text names cards too, but a title stands alone on its line
        if clear(odds) and reader.matcher.alone(letters.text, int(odds.argmax())):
            return Heard(way, odds, letters.text, letters)
    return None


def _piece(reader: Reader, heard: Heard, read: list[Piece]) -> Piece:
    corners = _like(heard.line, reader, read) if read else _alone(heard.line, reader)
    return Piece(corners, HIDDEN, [heard.line], [heard])


def _like(line: Line, reader: Reader, read: list[Piece]) -> Floats:
    """Return where the card lies if its title stands as on a card already read."""
    model = max(read, key=lambda piece: piece.likely)
    title = reader.title(model)
    corners = upright(model.corners, title)
    start, along, down = _frame(title, corners)
    away = np.stack([(corners - start) @ along, (corners - start) @ down], axis=1)
    start, along, down = _frame(line, None, _centred(title, corners))
    return np.asarray(start + away[:, :1] * along + away[:, 1:] * down, float)


def _centred(line: Line, corners: Floats) -> bool:
    left = np.linalg.norm(line.corners[0] + line.corners[3] - corners[0] - corners[3])
    right = np.linalg.norm(line.corners[1] + line.corners[2] - corners[1] - corners[2])
    return bool(abs(left - right) < 0.3 * max(left, right))


def _frame(
    line: Line, corners: Floats | None, centred: bool = False
) -> tuple[Floats, Floats, Floats]:
    """Return the point of the line that is fixed on cards, and its two directions."""
    if corners is not None:
        centred = _centred(line, corners)
    along = line.corners[1] - line.corners[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    begin = (line.corners[0] + line.corners[3]) / 2
    anchor = line.corners.mean(axis=0) if centred else begin
    return anchor, along, np.array([-along[1], along[0]])


def _alone(line: Line, reader: Reader) -> Floats:
    """Return a guess of the outline where no other card shows the way."""
    height, width = reader.image.shape[:2]
    if line.width > 0.2 * width and 0.5 < width / height < 0.9:
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    start, along, down = _frame(line, None)
    tall = line.height / TALL
    wide = max(0.7 * tall, 1.15 * line.width)
    start = start - along * 0.06 * wide - down * line.height
    box = [(0.0, 0.0), (wide, 0.0), (wide, tall), (0.0, tall)]
    return np.array([start + x * along + y * down for x, y in box])


def _swallowed(reader: Reader, piece: Piece, fresh: list[Piece]) -> bool:
    """Say whether an unread outline is only a part of a card found by its title."""
    return not reader.clear(piece) and covered(piece, fresh)


def covered(piece: Piece, fresh: list[Piece]) -> bool:
    """Say whether an outline is only a part of one of these cards."""
    return any(
        geometry.inside(piece.corners, other.corners)
        or geometry.overlap(piece.corners, other.corners) > 0.7
        for other in fresh
    )
