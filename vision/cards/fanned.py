"""Cards whose outline is hidden: found by a title that stands on no known card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.cards import decide, geometry, left
from vision.cards.glance import FEW, MAYBE, around
from vision.cards.looks import known
from vision.cards.pieces import (
    HIDDEN,
    Heard,
    Piece,
    crop_line,
    flipped,
    longer_line,
    upright,
    within,
)
from vision.cards.titles import SPARE, Reader, clear
from vision.image import BgrImage
from vision.ppocr import Line

Floats = NDArray[np.float64]

WORKING_SIDE = 1216
MOST_LINES = 12
"""Lines outside all cards that are read; where there are more, nothing is promised."""

MAY_BE = 0.1
"""Chance from which on a line that was not read may still be a title."""

LIKE_TITLE = 0.6
"""Text of this share of a title's height may be the title of another card."""

MOST_TITLES = 4
"""Lines most like a title that are read to see whether a second one is inside."""

PLAIN = 3.5
"""Log odds from which on few outlines are looked at no closer."""

TALL = 0.085
"""Height of a line of title over the height of a card, where nothing tells."""


def complete(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with those that only their titles give away."""
    lines: Sequence[Line] = reader.glance
    plain = [p for p in pieces if p.likely > PLAIN or _glanced(reader, p)]
    if len(plain) < len(pieces) <= FEW:  # one outline may go around a whole fan
        lines = _closer(reader, reader.inside > MAYBE)
    pieces = [piece for piece in pieces if not _several(reader, piece, lines)]
    pieces = joined(reader, pieces, lines)
    if not pieces:
        return joined(reader, pieces, _closer(reader, np.ones((1, 1), bool)))
    more = left.over(reader, pieces)
    if more.any():  # a card whose title is too small for a glance?
        pieces = joined(reader, pieces, _closer(reader, more > 0))
    return pieces


def joined(reader: Reader, pieces: list[Piece], lines: Sequence[Line]) -> list[Piece]:
    """Return the pieces and those that titles among these lines give away."""
    seen = [p for p in pieces if p.heard and p.likely > HIDDEN and reader.clear(p)]
    unread = [piece for piece in pieces if not reader.clear(piece)]
    found = _given(_titles(reader, _free(reader, pieces, lines)), unread)
    fresh: list[Piece] = []
    for heard in found:  # the tallest first
        if not any(_body(heard.line, piece) for piece in fresh):
            fresh.append(_piece(reader, heard, seen))
    kept = [piece for piece in pieces if not _swallowed(reader, piece, fresh)]
    return kept + fresh


def _glanced(reader: Reader, piece: Piece) -> bool:
    """Say whether the quick look had shown the title of this card."""
    if not piece.heard or not reader.clear(piece):
        return piece.known
    return known(reader.title(piece), reader.glance)


def _free(reader: Reader, pieces: list[Piece], lines: Sequence[Line]) -> list[Line]:
    """Return lines that may be titles and belong to no card read, the tallest first."""
    read = [piece for piece in pieces if piece.heard and reader.clear(piece)]
    least = min((reader.title(piece).height for piece in read), default=0.0)
    free = [
        line
        for line in lines
        if reader.short(line)
        and line.height > LIKE_TITLE * least
        and not _taken(line, read)
    ]
    return sorted(free, key=lambda line: -line.height)


def _given(found: list[Heard], unread: list[Piece]) -> list[Heard]:
    """Give a title to the unread card it alone stands on; return the others."""
    for piece in unread:
        own = [heard for heard in found if within(heard.line, piece.corners)]
        if len(own) == 1:
            piece.heard += own
            found = [heard for heard in found if heard is not own[0]]
    return found


def _several(reader: Reader, piece: Piece, lines: Sequence[Line]) -> bool:
    """Say whether a second title of the same size stands inside the outline."""
    if not piece.heard or not reader.clear(piece):
        return False
    title = reader.title(piece)
    others = [
        line
        for line in lines
        if within(line, piece.corners)
        and line.height > LIKE_TITLE * title.height
        and reader.short(line)
        and geometry.overlap(line.corners, title.corners) < 0.1
    ]
    others.sort(key=lambda line: _unlike(line, title))
    heard = (_heard(reader, line)[0] for line in others[:MOST_TITLES])
    return any(one is not None for one in heard)


def _unlike(line: Line, title: Line) -> float:
    """Return how much another size this line has than a title."""
    tall = abs(line.height / title.height - 1)
    return tall + abs(line.width / title.width - 1) / 2  # titles differ in length


def _closer(reader: Reader, where: NDArray[np.bool_]) -> list[Line]:
    """Return the lines of text that a closer look around these cells shows."""
    scale = min(WORKING_SIDE / max(reader.image.shape[:2]), 1.0)
    # a title may stand beside what is seen of its card
    return around(reader.image, where, 0.25, scale)


def _titles(reader: Reader, lines: list[Line]) -> list[Heard]:
    """Return the titles among these lines; note whether one stays in doubt."""
    reader.stray = len(lines) > MOST_LINES
    found = []
    for line in lines[:MOST_LINES]:
        if reader.late():
            reader.stray = True
            break
        heard, doubt = _heard(reader, line)
        if heard:
            found.append(heard)
        reader.stray |= doubt
    return found


def _taken(line: Line, read: list[Piece]) -> bool:
    return any(
        within(line, piece.corners) or known(line, [h.line for h in piece.heard])
        for piece in read
    )


def _body(line: Line, piece: Piece) -> bool:
    """Say whether the line is smaller print on a card found by its title."""
    return (
        within(line, piece.corners) and line.height < LIKE_TITLE * piece.lines[0].height
    )


def _heard(reader: Reader, line: Line) -> tuple[Heard | None, bool]:
    """Return the title that stands there, or whether one may."""
    strips = [crop_line(reader.image, way, 48) for way in (line, flipped(line))]
    if ppocr.upside_down(strips[:1])[0] > 0.5:
        line, strips = flipped(line), strips[::-1]
    doubt, keys = False, reader.matcher.keys
    before = decide.prior(keys, None)
    for way, strip in zip((line, flipped(line)), strips, strict=True):
        letters = ppocr.read_lines([strip])[0]
        odds = reader.matcher.of_letters(letters)
        alone = reader.matcher.alone(letters.text, int(odds.argmax()))
        # rules text names cards too, but a title stands alone on its line
        if clear(odds) and alone:
            return _whole(reader, Heard(way, odds, letters.text, letters, letters.sure))
        doubt |= decide.verdict(keys, odds, before).confidence > MAY_BE
        if letters.words:  # other words, and which way up they stand
            if not doubt:
                reader.words.append(
                    Heard(way, odds, letters.text, letters, letters.sure)
                )
            break
    return None, doubt


def _whole(reader: Reader, heard: Heard) -> tuple[Heard | None, bool]:
    """Return the longer title of which this is a part, or whether it may be one."""
    room = reader.matcher.room(int(heard.odds.argmax()))
    if not room:
        return heard, False
    longer = longer_line(heard, room, _everywhere(reader.image))
    letters = ppocr.read_lines([crop_line(reader.image, longer, 48)])[0]
    odds = reader.matcher.of_letters(letters)
    card = int(odds.argmax())
    if clear(odds) and reader.matcher.alone(letters.text, card, SPARE):
        return Heard(longer, odds, letters.text, letters, letters.sure), False
    short = int(heard.odds.argmax())
    alone = reader.matcher.alone(letters.text, short, SPARE)
    return (heard, False) if alone else (None, True)


def _everywhere(image: BgrImage) -> Floats:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


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
        return _everywhere(reader.image)
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
