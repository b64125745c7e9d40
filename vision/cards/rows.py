"""Where titles stand on the cards of one photo: a row that one card has, all have.

The detector sees no line in letters that drown in art, yet the recogniser reads them
once it is shown the right row. Cards of a game have their titles in the same places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.cards.looks import NARROW, NEARLY
from vision.cards.pieces import (
    Heard,
    Piece,
    against,
    crop_line,
    flipped,
    place_in,
    to_photo,
)
from vision.ppocr import Line

if TYPE_CHECKING:
    from vision.cards.titles import Reader

Floats = NDArray[np.float64]

MARGIN = 0.04
"""Share of the card's width left out at both ends of a row: its frame."""

USUAL = 0.1
"""Height of a row over that of the card, where no other card shows it."""

ENDS = (0.1, 0.9)
"""Rows that are read on any card: most games print titles at an end of it."""

SAME = 0.05
"""Rows nearer to each other than this, as shares of the card, are one."""

ROOM = 1.2
"""So much taller a row is than the titles in it: outlines are a little off."""

MOST = 4

STEP, TALL = 0.065, 0.13
"""How far apart rows over a whole card are, and how tall: one holds the whole title."""


@dataclass(frozen=True, slots=True)
class Row:
    """A place for titles on cards that stand upright, in shares of their height."""

    middle: float
    tall: float
    upside: bool = False
    """Whether the outline of the card it was seen on stands on its head."""


def row_of(corners: Floats, title: Line) -> Row:
    """Return the row in which this title stands on its card."""
    _, down = place_in(corners, title)
    top = Line(corners[[0, 1, 1, 0]], 1.0)
    upside = against(top, title)
    sides = np.linalg.norm(corners[[3, 2]] - corners[[0, 1]], axis=1).mean()
    tall = title.height / max(float(sides), 1e-6)
    return Row(1 - down if upside else down, tall, upside)


def likely(seen: Sequence[Row]) -> list[Row]:
    """Return the rows that are worth reading: those of other cards, then the ends."""
    tall = ROOM * float(np.median([row.tall for row in seen])) if seen else USUAL
    upside = bool(seen) and float(np.mean([row.upside for row in seen])) > 0.5
    rows: list[Row] = []
    for middle in (*(row.middle for row in seen), *ENDS):
        if all(abs(middle - row.middle) > SAME for row in rows):
            rows.append(Row(middle, tall, upside))
    return rows[:MOST]


def everywhere() -> list[Row]:
    """Return rows over a whole card, for titles that stand where no other one does."""
    return [Row(float(y), TALL) for y in np.arange(STEP, 1 - STEP / 2, STEP)]


def read_blindly(
    reader: Reader, piece: Piece, rows: Sequence[Row], least: float
) -> None:
    """Read rows of a card until one shows a title; note what says more than so much."""
    for line in lines(piece, rows):
        for narrow in (NARROW, 1.0):
            if reader.late():
                return
            heard = _heard(reader, line, narrow)
            best = float(heard.odds.max())
            if best > least:  # without letters: no part of a title broken in two
                piece.heard.append(heard)
            if reader.clear(piece):
                reader.hear_beside(piece, [])
                return
            if best < NEARLY:
                break


def _heard(reader: Reader, line: Line, narrow: float) -> Heard:
    """Return what is read of a row of art and perhaps a title."""
    strip = ppocr.smooth(crop_line(reader.image, line, 48))
    letters = ppocr.read_lines([strip], narrow)[0]
    odds = reader.doubted(letters.text, reader.matcher.of_letters(letters))
    return Heard(line, odds, letters.text, sure=letters.sure)


def lines(piece: Piece, rows: Sequence[Row]) -> list[Line]:
    """Return these rows of a card in the photo, both ways up, the likelier first."""
    return [
        _line(piece.corners, row, row.upside ^ turned)
        for turned in (False, True)
        for row in rows
    ]


def _line(corners: Floats, row: Row, upside: bool) -> Line:
    middle = 1 - row.middle if upside else row.middle
    top, end = max(middle - row.tall / 2, 0.0), min(middle + row.tall / 2, 1.0)
    left, right = MARGIN, 1 - MARGIN
    flat = np.array([[left, top], [right, top], [right, end], [left, end]])
    (line,) = to_photo([Line(flat, 1.0)], corners, (1, 1))
    return flipped(line) if upside else line
