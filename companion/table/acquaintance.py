"""Know your table: how well photos of the own dice are read, and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase, say
from companion.table.photographer import Photographer, decoded, read_with
from vision.readings import DicePrior, DieReading, Report, piece_json

DIM = 70
"""Middle brightness (of 255) below which a lamp helps."""

GLARE = 0.06
"""Share of pure white from which a lamp shines into the camera."""

SMALL_DIE = 0.035
"""Width of a die by the picture's longer side below which pips get few pixels."""

ALIKE = 18.0
"""Distance of colours (CIE Lab) between die and cloth that is easily overlooked."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How one photo of this table was read."""

    report: Report[DieReading]
    help: tuple[Phrase, ...]
    """What would make it easier, the most useful first."""

    def pieces(self) -> list[dict[str, Any]]:
        """Return the dice, ready for JSON."""
        return [piece_json(die) for die in self.report.readings]


def try_out(photographer: Photographer, data: bytes) -> Trial:
    """Read a photo of dice of which nothing is known.

    Raises:
        Refusal: if it is no picture.
        ReadersBusy: if it would take too long.
    """
    return photographer.in_time(lambda: _tried(data))


def _tried(data: bytes) -> Trial:
    image = decoded(data)
    report = read_with(image, DicePrior())
    return Trial(report, tuple(_help(image, report)))


def _help(image: Any, report: Report[DieReading]) -> list[Phrase]:
    import numpy as np

    found = []
    if report.problem:
        found.append(say(report.problem.advice, **dict(report.problem.numbers)))
    if float(np.median(image)) < DIM:
        found.append(say("Put a lamp beside the table: the picture is dim."))
    if float((image.min(axis=2) > 252).mean()) > GLARE:
        found.append(say("Move the lamp aside: parts of the picture are pure white."))
    sizes = [max(die.box[2:]) for die in report.readings]
    if sizes and min(sizes) < SMALL_DIE * max(image.shape[:2]):
        found.append(say("Bring the camera closer: the dice are small."))
    if any(_is_alike(image, die) for die in report.readings):
        found.append(say("Take a cloth of another colour: a die hardly stands out."))
    return found


def _is_alike(image: Any, die: DieReading) -> bool:
    """Tell whether a die has nearly the colour of what lies around it."""
    import cv2
    import numpy as np

    x, y, wide, high = (round(side) for side in die.box)
    left, top = max(0, x - wide // 2), max(0, y - high // 2)
    patch = image[top : y + high + high // 2, left : x + wide + wide // 2]
    if not patch.size:
        return False
    lab = cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    around = np.ones(lab.shape[:2], bool)
    around[y - top : y - top + high, x - left : x - left + wide] = False
    quarter = (slice(y - top + high // 4, y - top + high - high // 4),)
    inner = lab[(*quarter, slice(x - left + wide // 4, x - left + wide - wide // 4))]
    if not around.any() or not inner.size:
        return False
    gap = np.median(inner.reshape(-1, 3), axis=0) - np.median(lab[around], axis=0)
    return float(np.linalg.norm(gap)) < ALIKE
