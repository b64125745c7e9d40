"""Whether readings of one rest agree: what is certain must be so in every picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from vision.image import BgrImage
from vision.readings import Report
from vision.watching.same import pieces

MIRRORED = "dice"
"""Which pieces are the same in a mirror."""


def confirmed(
    report: Report[Any],
    image: BgrImage,
    read: Callable[[BgrImage], Report[Any]],
    others: Sequence[Report[Any]] = (),
) -> Report[Any]:
    """Return a report that is certain only if `others` say the same, and a mirror.

    Two frames of a film share most of their grain, so that they are misread alike. Dice
    are the same in a mirror, and to a network they look new: of four in 120 drawn
    pictures that were surely misread it finds two, and doubts 2 of 262 others.
    """
    if not report.certain:
        return report
    looks = list(others)
    if report.reader == MIRRORED:
        looks.append(read(BgrImage(np.asarray(cv2.flip(image, 1), np.uint8))))
    agreed = all(_named(one) == _named(report) for one in looks)
    return report if agreed else replace(report, certain=False)


def best(reports: Sequence[Report[Any]]) -> int:
    """Return which reading is sure, or agreed with by most."""
    said = [_named(one) for one in reports]

    def worth(k: int) -> tuple[bool, int, float]:
        sure = [getattr(one, "confidence", 0.0) for one in reports[k].readings]
        return reports[k].certain, said.count(said[k]), min(sure, default=0.0)

    return max(range(len(reports)), key=worth)


def _named(report: Report[Any]) -> list[str]:
    """Return what a reading names, wherever it lies."""
    return sorted(str(one.what) for one in pieces(report))
