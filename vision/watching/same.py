"""Whether what lies there is what was told already."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.dice.match import pairing
from vision.image import BgrImage
from vision.readings import (
    AmuletReading,
    CardReading,
    CellReading,
    DieReading,
    Reading,
    Report,
)
from vision.watching.still import Change

NUDGE = 0.4
"""A piece that moved by less than this share of its size was not thrown."""

UNTOUCHED = 0.04
"""Share of a piece's box that may have changed without it having been turned."""


INNER = 0.7
"""The middle of a die's box: its pips, without the table at the corners."""

ROOM = 0.15
"""Share of its box by which a piece is looked for around its place."""

CLOSE_UP = 24
"""Pixels in which a piece is compared with itself: pips stay, grain does not."""

ALIKE = 0.8
"""Correlation from which it is the same face; another one comes to about a half."""

PLAIN = 4.0
"""Grey levels; in something plainer only grain would be compared."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing at a place, whatever its kind."""

    what: Hashable
    x: float
    y: float
    wide: float
    high: float

    @property
    def size(self) -> float:
        """Return the longer side."""
        return max(self.wide, self.high)


def pieces(report: Report[Any]) -> list[Piece]:
    """Return what was read, as things at places."""
    return [_piece(one) for one in report.readings]


def _piece(one: Reading) -> Piece:
    match one:
        case DieReading():
            return Piece(one.face, *_middle(one.box))
        case AmuletReading():
            return Piece((one.face, one.symbols), *_middle(one.box))
        case CellReading():
            return Piece((one.cell, one.what), *_middle(one.box))
        case CardReading():
            return around(one.card, one.quad)


def around(what: Hashable, quad: ArrayLike) -> Piece:
    """Return a piece with these corners."""
    (x0, y0), (x1, y1) = np.min(quad, axis=0), np.max(quad, axis=0)
    box = (float(x0), float(y0), float(x1 - x0), float(y1 - y0))
    return Piece(what, *_middle(box))


def is_turned(
    piece: Piece, before: BgrImage, now: BgrImage, by: tuple[float, float]
) -> bool:
    """Return whether a piece looks otherwise than it did, seen closely.

    `by` is how far the picture has drifted, in its own pixels.
    """
    old = _close_up(before, piece, (0.0, 0.0), 0.0)
    new = _close_up(now, piece, by, ROOM)
    if old is None or new is None or old.std() < PLAIN:
        return False
    return float(cv2.matchTemplate(new, old, cv2.TM_CCOEFF_NORMED).max()) < ALIKE


def _close_up(
    image: BgrImage, piece: Piece, by: tuple[float, float], room: float
) -> NDArray[np.float32] | None:
    """Return the inner part of a piece, with some room around it, in few pixels."""
    wide, high = (side * (INNER + room) / 2 for side in (piece.wide, piece.high))
    x, y = piece.x + by[0], piece.y + by[1]
    left, top, right, low = (round(v) for v in (x - wide, y - high, x + wide, y + high))
    cut = image[max(0, top) : max(0, low), max(0, left) : max(0, right)]
    if min(cut.shape[:2]) < 6:
        return None
    side = round(CLOSE_UP * (INNER + room) / INNER)
    grey = cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGR2GRAY)
    return np.asarray(
        cv2.resize(grey, (side, side), interpolation=cv2.INTER_AREA), np.float32
    )


def _middle(box: tuple[float, ...]) -> tuple[float, float, float, float]:
    x, y, wide, high = box
    return x + wide / 2, y + high / 2, wide, high


def unchanged(
    old: Sequence[Piece],
    new: Sequence[Piece],
    seen: Change,
    scale: float,
    turned: Sequence[Piece] = (),
) -> bool:
    """Return whether the same pieces lie where they lay.

    `seen` is how the two pictures differ, `scale` the pixels along one small pixel;
    `turned` are the old pieces that look otherwise, seen closely.
    """
    if not old or not new:
        return not old and not new
    few, many = (old, new) if len(old) <= len(new) else (new, old)
    way = 1 if few is old else -1
    by = np.array(seen.shift) * scale * way
    gaps = np.array([[_gap(a, b, by) / a.size for b in many] for a in few])
    placed = pairing(np.asarray(gaps, np.float64))
    if any(gaps[a, b] > NUDGE for a, b in enumerate(placed)):
        return False
    # A piece that the reader overlooked, or saw one too many, in what did not change.
    rest = [one for k, one in enumerate(many) if k not in placed]
    return all(_untouched(one, seen, scale, many is old) for one in rest) and all(
        few[a].what == many[b].what
        or (
            _untouched(few[a], seen, scale, few is old)
            and (few[a] if few is old else many[b]) not in turned
        )
        for a, b in enumerate(placed)
    )


def _gap(one: Piece, other: Piece, by: NDArray[np.float64]) -> float:
    return float(np.hypot(other.x - one.x - by[0], other.y - one.y - by[1]))


def _untouched(piece: Piece, seen: Change, scale: float, before: bool) -> bool:
    """Return whether the picture did not change where a piece lies."""
    by = np.array(seen.shift) if before else np.zeros(2)
    x, y = piece.x / scale + by[0], piece.y / scale + by[1]
    wide, high = piece.wide / scale / 2, piece.high / scale / 2
    rows = slice(max(0, round(y - high)), max(0, round(y + high)) + 1)
    cols = slice(max(0, round(x - wide)), max(0, round(x + wide)) + 1)
    here = seen.moving[rows, cols]
    return here.size > 0 and float(here.mean()) <= UNTOUCHED
