"""How a straightened card is looked at for lines of text, from afar and closer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.ppocr import Line

BANDS = ((0.0, 0.42), (0.29, 0.71), (0.58, 1.0))
"""Parts of a card that are looked at one by one: none has the shape of a sign."""

SIGN = 0.4
"""Height over the width of the card from which on a line is such a sign."""

NARROW = 0.8
"""Width of letters when a line is read first: that takes so much less time, as many
titles are read, and what stays in doubt is read again in full width."""

NEARLY = 0.0
"""Log odds below which a line read is no title, however it may be looked at again."""


@dataclass(frozen=True, slots=True)
class Closer:
    """One look at a straightened card: how wide, and how many lines are then read."""

    width: int
    most: int
    even: bool = False
    """Whether local contrast is made even and fainter marks count."""

    bands: bool = False
    """Whether it is looked at band by band from the first, not only where the detector
    takes the whole card for one large sign and then sees no line on it."""


CLOSER = (
    Closer(160, 3),
    Closer(256, 4, even=True),
    Closer(368, 4, even=True, bands=True),
)
"""How a card without a title is looked at: measured, most titles need no more than the
first look, and a glance over the whole photo shows fewer in more time."""


def marked(card: NDArray[np.uint8], closer: Closer) -> list[Line]:
    """Return the lines that this look shows on a straightened card, each once."""
    if not closer.bands:
        seen = _seen(card, closer)
        if not any(line.height > SIGN * closer.width for line in seen):
            return seen
    found: list[Line] = []
    for top, end in BANDS:
        first = int(top * len(card))
        for line in _seen(card[first : int(end * len(card))], closer):
            moved = Line(line.corners + np.array([0, first]), line.strength)
            if not known(moved, found):
                found.append(moved)
    return found


def _seen(part: NDArray[np.uint8], closer: Closer) -> list[Line]:
    if closer.even:
        return ppocr.find_lines(ppocr.even(part), ppocr.FAINT)
    return ppocr.find_lines(part)


def known(line: Line, others: Sequence[Line]) -> bool:
    """Say whether the line is one of these."""
    middle = line.corners.mean(axis=0)
    return any(
        np.linalg.norm(middle - other.corners.mean(axis=0)) < 0.5 * line.height
        and 0.7 < line.width / max(other.width, 1.0) < 1.4
        for other in others
    )
