"""Whether readings of one rest agree: all name the same, and most of them are sure."""

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
) -> Report[Any]:
    """Return a report that is certain only if a mirror says the same.

    Two frames of a film share most of their grain, so that they are misread alike. Dice
    are the same in a mirror, and to a network they look new: of four in 120 drawn
    pictures that were surely misread it finds two, and doubts 2 of 262 others.
    """
    if not report.certain or report.reader != MIRRORED:
        return report
    mirror = read(BgrImage(np.asarray(cv2.flip(image, 1), np.uint8)))
    return report if _agree((report, mirror)) else replace(report, certain=False)


def views(
    image: BgrImage, other: BgrImage, read: Callable[[BgrImage], Report[Any]]
) -> list[Report[Any]]:
    """Return what is read in a frame; where dice lie, also in the mirror of another,
    and in that one itself if only one of these two readings is sure."""
    said = [read(image)]
    if said[0].reader != MIRRORED or not said[0].readings:
        return said
    mirror = read(BgrImage(np.asarray(cv2.flip(other, 1), np.uint8)))
    said.append(_turned_back(mirror, other.shape[1]))
    if _agree(said) and sum(one.certain for one in said) == 1:
        said.append(read(other))
    return said


def agreed(reports: Sequence[Report[Any]]) -> bool:
    """Return whether all readings of a rest name the same, and enough are sure.

    Where dice lie two, and most of them. Of 300 photos of dice, each as two frames of a
    film, the first look was sure of 254, four of them wrong, and its mirror doubted
    none; one sure look of the two gives 267, six wrong; two of three 258, three wrong.
    """
    sure = sum(one.certain for one in reports)
    if reports[0].reader != MIRRORED:
        return _agree(reports) and sure > 0
    return _agree(reports) and sure > max(1, len(reports) / 2)


def best(reports: Sequence[Report[Any]]) -> int:
    """Return which reading most agree with; of two the surer, or the one with more."""
    said = [_named(one) for one in reports]

    def worth(k: int) -> tuple[int, int, int, float]:
        sure = [getattr(one, "confidence", 0.0) for one in reports[k].readings]
        certain = sum(
            one.certain
            for one, named in zip(reports, said, strict=True)
            if named == said[k]
        )
        return said.count(said[k]), certain, len(said[k]), min(sure, default=0.0)

    return max(range(len(reports)), key=worth)


def _turned_back(report: Report[Any], wide: int) -> Report[Any]:
    """Return dice read in a mirror where they lie."""

    def back(one: Any) -> Any:
        x, y, across, down = one.box
        return replace(one, box=(wide - x - across, y, across, down))

    wholes = (
        replace(one, pieces=tuple(back(die) for die in one.pieces))
        for one in report.wholes
    )
    return replace(
        report,
        readings=tuple(back(die) for die in report.readings),
        wholes=tuple(wholes),
        question=report.question and back(report.question),
    )


def _agree(reports: Sequence[Report[Any]]) -> bool:
    return all(_named(one) == _named(reports[0]) for one in reports)


def _named(report: Report[Any]) -> list[str]:
    """Return what a reading names, wherever it lies."""
    return sorted(str(one.what) for one in pieces(report))
