"""Cards whose outline is hidden: found by a title that stands on no known card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.cards import geometry
from vision.cards.pieces import Heard, Piece, crop_line, flipped, upright
from vision.cards.titles import Reader, clear, known
from vision.image import BgrImage, fit
from vision.ppocr import Line

Floats = NDArray[np.float64]

Box = tuple[int, int, int, int]

WORKING_SIDE = 1216
MOST_LINES = 24
HIDDEN = -99.0
"""Stands for the log odds of an outline that was not seen."""

GLANCE = 640
"""Longer side at which titles of a hand are still seen, if not read."""

BUSY = 0.02
"""Share of sharp edges beside a card from which on something else lies there."""

TALL = 0.065
"""Height of a line of title over the height of a card, where nothing tells."""


def complete(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with those that only their titles give away."""
    read = [piece for piece in pieces if piece.heard and reader.clear(piece)]
    unread = [piece for piece in pieces if not reader.clear(piece)]
    if not pieces or _more_text(reader, pieces) or _text_beside(reader, pieces):
        found = _titles(reader, pieces, _whole(reader))
    elif unread:
        found = _titles(reader, pieces, _around(reader, unread))
    else:
        return pieces
    fresh: list[Piece] = []
    for heard in found:  # the tallest first
        if not any(_body(heard.line, piece) for piece in fresh):
            fresh.append(_piece(reader, heard, read))
    kept = [piece for piece in pieces if not _swallowed(reader, piece, fresh)]
    return kept + fresh


def _more_text(reader: Reader, pieces: list[Piece]) -> bool:
    """Say whether more than bare table is seen just beside the known cards."""
    small = fit(reader.image, 800)
    scale = small.shape[1] / reader.image.shape[1]
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    contrast = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    around = np.zeros(gray.shape, np.uint8)
    corners = np.array([piece.corners for piece in pieces]) * scale
    wide = 0.35 * float(np.sqrt(geometry.areas(corners)).mean())
    for reach, value in ((wide, 1), (8.0, 0)):
        for outline in geometry.larger(corners, reach):
            cv2.fillConvexPoly(around, outline.astype(np.int32), value)
    beside = contrast[around > 0]
    return bool(len(beside)) and float((beside > 45).mean()) > BUSY


def _text_beside(reader: Reader, pieces: list[Piece]) -> bool:
    """Say whether a quick look over the photo shows text on no known card."""
    small = fit(reader.image, GLANCE)
    scale = reader.image.shape[1] / small.shape[1]
    found = ppocr.find_lines(np.asarray(small, np.uint8))
    lines = [Line(line.corners * scale, line.strength) for line in found]
    return any(not _on_any(line, pieces) for line in lines)


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
        and (_inside(line, piece) or known(line, [h.line for h in piece.heard]))
        for piece in pieces
    )


def _on_any(line: Line, pieces: list[Piece]) -> bool:
    return any(_inside(line, piece) for piece in pieces)


def _body(line: Line, piece: Piece) -> bool:
    """Say whether the line is smaller print on a card found by its title."""
    return _inside(line, piece) and line.height < 0.9 * piece.lines[0].height


def _inside(line: Line, piece: Piece) -> bool:
    x, y = line.corners.mean(axis=0).tolist()
    return cv2.pointPolygonTest(piece.corners.astype(np.float32), (x, y), False) >= 0


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
    best = int(model.odds(len(reader.matcher.keys)).argmax())
    heard = model.title(best)
    assert heard is not None
    corners = upright(model.corners, heard.line)
    start, along, down = _frame(heard.line, corners)
    away = np.stack([(corners - start) @ along, (corners - start) @ down], axis=1)
    start, along, down = _frame(line, None, _centred(heard.line, corners))
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
    return not reader.clear(piece) and any(
        geometry.inside(piece.corners, other.corners)
        or geometry.overlap(piece.corners, other.corners) > 0.7
        for other in fresh
    )
