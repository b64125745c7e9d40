"""Whether what lies there is what was told already."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.dice.match import pairing
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


def _middle(box: tuple[float, ...]) -> tuple[float, float, float, float]:
    x, y, wide, high = box
    return x + wide / 2, y + high / 2, wide, high


def unchanged(
    old: Sequence[Piece], new: Sequence[Piece], seen: Change, scale: float
) -> bool:
    """Return whether the same pieces lie where they lay.

    `seen` is how the two pictures differ, `scale` the pixels along one small pixel.
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
        few[a].what == many[b].what or _untouched(few[a], seen, scale, few is old)
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
