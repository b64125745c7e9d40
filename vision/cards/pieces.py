"""Cards as they are being read: an outline, its lines of text, what they say."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.cards.match import lowered
from vision.image import BgrImage
from vision.lexicon import fold
from vision.ppocr import Letters, Line

Floats = NDArray[np.float64]
Plane = NDArray[np.float64]

HIDDEN = -99.0
"""Stands for the log odds of an outline that was not seen."""

TITLE, SURER, ART = 4.0, 0.3, -2.0
"""Where a line speaks so much for a title, others of the card that speak less for one,
in letters so much less sure, are art or words upside down: they count no more."""

KNOWN = 12.0
"""Log odds from its picture at which a card's title needs no look."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One reading of one line (or of two that belong together)."""

    line: Line
    odds: Floats
    text: str
    letters: Letters | None = None
    sure: float = 1.0
    """Mean chance of the letters read."""


@dataclass(slots=True)
class Piece:
    """One card of the photo while it is being read."""

    corners: Floats
    likely: float = 0.0
    """Log odds that its outline is that of a card."""

    lines: list[Line] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    partly: dict[int, float] = field(default_factory=dict)
    """Cards whose title was read here with more letters beside it: their most odds."""

    features: Floats | None = None
    """Log odds of each card from its picture, if cards were taught."""

    only_taught: bool = False
    """Whether its picture was weighed as if none but taught cards can lie there."""

    turned: Floats | None = None
    """The corners as the features say the card stands."""

    @property
    def known(self) -> bool:
        """Say whether its picture alone tells which taught card it is."""
        return self.features is not None and bool(self.features.max() > KNOWN)

    @property
    def worded(self) -> bool:
        """Say whether some line of it was read as words beyond doubt."""
        return any(heard.letters and heard.letters.words for heard in self.heard)

    def odds(self, cards: int) -> Floats:
        """Return the log odds of each card from all that was heard of its title."""
        best = np.full(cards, -np.inf)
        said = [(float(h.odds.max(initial=-np.inf)), h.sure) for h in self.heard]
        for heard, (most, sure) in zip(self.heard, said, strict=True):
            art = any(m >= max(most, TITLE) and s > sure + SURER for m, s in said)
            best = np.maximum(best, lowered(heard.odds, ART) if art else heard.odds)
        return best

    def title(self, card: int) -> Heard | None:
        """Return the reading that speaks most for this card."""
        return max(self.heard, key=lambda h: float(h.odds[card]), default=None)


def card_size(corners: Floats, width: int) -> tuple[int, int]:
    """Return the size of an upright picture of this card, so many pixels wide."""
    top, right, bottom, left = np.linalg.norm(
        np.roll(corners, -1, axis=0) - corners, axis=1
    )
    ratio = float(np.clip((left + right) / max(top + bottom, 1.0), 0.6, 2.0))
    return width, round(width * ratio)


def to_photo(lines: list[Line], corners: Floats, size: tuple[int, int]) -> list[Line]:
    """Return lines found on a rectified card where they are in the photo."""
    width, height = size
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    plane = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    return [
        Line(
            cv2.perspectiveTransform(line.corners.reshape(1, 4, 2), plane)[0],
            line.strength,
        )
        for line in lines
    ]


def crop_line(image: BgrImage, line: Line, height: int) -> NDArray[np.uint8]:
    """Return the line as an upright strip of that height."""
    width = int(np.clip(round(height * line.width / max(line.height, 1.0)), 16, 1400))
    return geometry.rectified(image, line.corners, (width, height))


def flipped(line: Line) -> Line:
    """Return the line as it reads from the other side of the table."""
    return Line(geometry.upside_down(line.corners), line.strength)


def place_in(corners: Floats, line: Line) -> tuple[float, float]:
    """Return where the middle of a line is on the card, 0 to 1 across and down."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), unit)
    middle = line.corners.mean(axis=0).reshape(1, 1, 2)
    x, y = cv2.perspectiveTransform(middle, plane)[0, 0]
    return float(x), float(y)


def against(one: Line, other: Line) -> bool:
    """Say whether two lines read in opposite directions."""
    along = [line.corners[1] - line.corners[0] for line in (one, other)]
    return float(along[0] @ along[1]) < 0


def widened(line: Line, more: float, corners: Floats) -> Line:
    """Return the line so many pixels longer at both ends, but not past the card."""
    along = line.corners[1] - line.corners[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    outline = corners.astype(np.float32)
    moved = line.corners.copy()
    for ends, way in (((0, 3), -1.0), ((1, 2), 1.0)):
        middle = line.corners[list(ends)].mean(axis=0)
        steps = np.linspace(0, more, 9)[1:]
        free = [
            step
            for step in steps
            if cv2.pointPolygonTest(
                outline, (middle + way * step * along).tolist(), False
            )
            >= 0
        ]
        moved[list(ends)] += way * (max(free, default=0.0)) * along
    return Line(moved, line.strength)


def longer_line(heard: Heard, room: int, corners: Floats) -> Line:
    """Return the line with room for so many more letters on either side."""
    line = heard.line
    wide = line.width * room / max(len(fold(heard.text)), 1) + line.height
    return widened(line, wide, corners)


def within(line: Line, corners: Floats) -> bool:
    """Say whether the middle of a line lies inside the outline."""
    x, y = line.corners.mean(axis=0).tolist()
    return cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) >= 0


def upright(corners: Floats, line: Line) -> Floats:
    """Return the corners so that the first is the top left one for this line."""
    along = line.corners[1] - line.corners[0]
    tops = np.roll(corners, -1, axis=0) - corners
    length = np.maximum(np.linalg.norm(tops, axis=1), 1e-6)
    best = int(np.argmax(tops @ along / length))
    return np.asarray(np.roll(corners, -best, axis=0), float)


def together(one: Line, other: Line) -> bool:
    """Say whether `other` goes on where `one` ends: beside it or just below."""
    tall = (one.height + other.height) / 2
    if max(one.height, other.height) > 1.5 * min(one.height, other.height):
        return False
    along = one.corners[1] - one.corners[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    down = np.array([-along[1], along[0]])
    apart = other.corners.mean(axis=0) - one.corners.mean(axis=0)
    right, below = float(apart @ along), float(apart @ down)
    gap = right - (one.width + other.width) / 2
    if abs(below) < 0.5 * tall:
        return -0.3 * tall < gap < 2.5 * tall
    return 0.6 * tall < below < 2.0 * tall and gap < 0


def on_row(other: Line, line: Line) -> bool:
    """Say whether another line stands on the same row, to the left or to the right."""
    along = line.corners[1] - line.corners[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    apart = other.corners.mean(axis=0) - line.corners.mean(axis=0)
    below = float(apart @ np.array([-along[1], along[0]]))
    beyond = max(line.width, other.width) / 2  # neither lies upon the other's middle
    return abs(below) < 0.6 * line.height and abs(float(apart @ along)) > beyond


def spanning(one: Line, other: Line) -> Line:
    """Return the smallest line around two that belong together."""
    points = np.concatenate([one.corners, other.corners])
    start = one.corners[0]
    along = one.corners[1] - start
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    down = np.array([-along[1], along[0]])
    x, y = (points - start) @ along, (points - start) @ down
    box = [
        (x.min(), y.min()),
        (x.max(), y.min()),
        (x.max(), y.max()),
        (x.min(), y.max()),
    ]
    corners = np.array([start + a * along + b * down for a, b in box])
    return Line(corners, min(one.strength, other.strength))
