"""Quick looks for text where cards may still lie, each part of the photo by itself."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import ppocr
from vision.cards import quads
from vision.image import BgrImage
from vision.ppocr import Line

Cut = tuple[int, int, int, int]
"""A rectangle of the photo: left, top, right, bottom."""

GLANCE = 640
"""Longer side at which titles of a hand are still seen."""

CARD_WIDE, FARTHEST, NEAREST = 112, 0.25, 0.55
"""Width at which a card shows its title at a glance, and how small or large a photo of
1600 pixels is looked at for that."""

MAYBE = 0.25
"""Chance from which on a card may lie there: text elsewhere stands on none."""

TITLE_SHARE = 0.05
"""Share of a card that its title takes: less than this beside outlines holds none."""

BESIDE = 0.08
"""Room around what may be a card, as a share of its longer side."""

FEW = 3
"""So few outlines may hide a fan whose titles are too small for a quick look."""


def glanced(picture: BgrImage, seen: quads.Seen) -> list[Line]:
    """Return the lines of text that a quick look shows where cards may still lie.

    That is beside the outlines; few outlines are looked at whole, for one of them may
    go around a fan.
    """
    height, width = picture.shape[:2]
    if not seen.quads:
        return _lines(picture, (0, 0, width, height), GLANCE / max(height, width))
    areas = [quad.area for quad in seen.quads]
    wide = np.sqrt(0.7 * np.median(areas))  # a card is 0.7 as wide as it is tall
    scale = float(np.clip(CARD_WIDE / wide, FARTHEST, NEAREST))
    outlines = np.array([quad.corners for quad in seen.quads])
    if len(areas) <= FEW:
        scale = max(scale, GLANCE / max(height, width))
        held = _held(picture, seen)
        box = cv2.boundingRect(held.astype(np.uint8))
        return _lines(picture, _in_pixels(picture, held.shape, box, 0.0), scale)
    left = quads.left_over(seen.inside, outlines, (width, height), MAYBE)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(left)
    least = TITLE_SHARE * np.median(areas) * left.size / (width * height)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] > least]
    if not large:
        return []
    return around(picture, np.isin(parts, large), BESIDE, scale)


def _held(picture: BgrImage, seen: quads.Seen) -> NDArray[np.bool_]:
    """Return the cells where a card may lie, and those of all corners."""
    height, width = picture.shape[:2]
    where = seen.inside > MAYBE
    unit = (where.shape[1] / width, where.shape[0] / height)
    corners = np.concatenate([quad.corners for quad in seen.quads]) * unit
    spots = np.clip(corners, 0, np.array(where.shape[::-1]) - 1).astype(int)
    where[spots[:, 1], spots[:, 0]] = True
    return where


def around(
    picture: BgrImage, where: NDArray[np.bool_], room: float, scale: float
) -> list[Line]:
    """Return the lines of text around these cells, each part of them looked at alone.

    Things at two ends of a table cost as much as they are large, not the whole table.
    """
    if not where.any():
        where = np.ones((1, 1), bool)
    _, _, stats, _ = cv2.connectedComponentsWithStats(where.astype(np.uint8))
    boxes = [
        _in_pixels(picture, where.shape, (x, y, wide, tall), room)
        for x, y, wide, tall, _ in stats[1:].tolist()
    ]
    return [line for box in _merged(boxes) for line in _lines(picture, box, scale)]


def _in_pixels(
    picture: BgrImage, cells: tuple[int, ...], box: Sequence[int], room: float
) -> Cut:
    """Return the rectangle of the photo around a box of cells, and room beside it."""
    height, width = picture.shape[:2]
    across, down = width / cells[1], height / cells[0]
    x, y, wide, tall = box
    more = room * max(wide, tall)
    return (
        max(int((x - more) * across), 0),
        max(int((y - more) * down), 0),
        min(int((x + wide + more) * across), width),
        min(int((y + tall + more) * down), height),
    )


def _merged(boxes: list[Cut]) -> list[Cut]:
    """Return the rectangles, those that meet as one: no line is cut or seen twice."""
    apart: list[Cut] = []
    for box in boxes:
        left, top, right, bottom = box
        for other in apart:
            if (
                left < other[2]
                and other[0] < right
                and top < other[3]
                and other[1] < bottom
            ):
                apart.remove(other)
                whole = (
                    min(left, other[0]),
                    min(top, other[1]),
                    max(right, other[2]),
                    max(bottom, other[3]),
                )
                return _merged([*apart, whole, *boxes[boxes.index(box) + 1 :]])
        apart.append(box)
    return apart


def _lines(picture: BgrImage, box: Cut, scale: float) -> list[Line]:
    """Return the lines of text in a rectangle of the photo, seen at this scale."""
    left, top, right, bottom = box
    if min(right - left, bottom - top) * scale < 1:  # cells finer than a tiny photo
        return []
    cut = picture[top:bottom, left:right]
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = ppocr.find_lines(np.asarray(small, np.uint8))
    return [Line(line.corners / scale + (left, top), line.strength) for line in found]
