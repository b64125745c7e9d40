"""Whether a hand lies in a still picture: something that came in over the edge."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.watching.still import FURTHEST, Floats, Small, change, moved

TINT = 0.13
"""Another colour, as a log ratio between channels: no shadow does that."""

SHADE = 0.4
"""Lighter or darker by more than the shadow of somebody who leans over, log ratio."""

FAINT = 0.33
"""Share of these by which the rest of a thing differs at least."""

PATTERN = 0.03
"""Contrast of a table's pattern (log) that is no grain."""

PATTERN_PATCH = (9, 9)
"""Small pixels over which it is looked for: grain goes away, a finger's width stays."""

LEFT = 0.3
"""Share of a pattern that shines through nothing: where less is left, it is covered."""

LEAST_AREA = 0.02
"""Share of the picture below which something at the edge is no hand in the way."""

ANOTHER_VIEW = 0.5
"""Where more than this share is new, the camera was moved: no hand is so large."""

ACROSS = 0.35
"""An arm crosses the edge as broadly as it is thick: so many times the root of its
area. A die near the edge only touches it."""

LEAST_REACH = 0.06
"""A hand reaches further in than this share of the shorter side."""

ELSEWHERE = 0.5
"""Other lines than those of a hand: so many times as much at most, for dice."""

CLEARER = 1.15
"""The picture in which a thing stands out so many times as much has it in it."""

PLAINLY = 0.67
"""... as a factor for what is known by its lines alone: now by half as much again."""

BESIDE = 11
"""Small pixels on both sides of an outline in which they are compared."""

PATTERN_COUNTS = 3.0
EDGE_COUNTS = 4.0
"""What a difference of patterns and an edge weigh against one of colours."""

REMEMBERED = 5
"""Scenes without a hand to compare with: dice lie elsewhere in each of them."""

GLANCES = 9
GLANCE_EVERY = 0.4
"""Before any scene was at rest, the middle of so many glances, seconds apart, stands
for the table: a hand that shakes dice is nowhere for half of that time."""


class Hands:
    """Remembers how the table looks without hands."""

    def __init__(self) -> None:
        self._without: deque[Small] = deque(maxlen=REMEMBERED)
        self._glances: deque[Small] = deque(maxlen=GLANCES)
        self._glanced = -np.inf

    def glance(self, at: float, now: Small) -> None:
        """Take notice of any frame."""
        if at - self._glanced >= GLANCE_EVERY:
            self._glanced = at
            self._glances.append(now)

    @property
    def knows(self) -> bool:
        """Return whether it has seen a still table."""
        return bool(self._without)

    def gone(self, now: Small) -> None:
        """Remember a picture in which there is no hand."""
        self._without.append(now)

    def glimpse(self, now: Small) -> None:
        """Take a picture that was still for a moment for the table, for want of others.

        Should a hand be in it, it is known later by what stands out in which picture.
        """
        if not self._without:
            self._without.append(now)

    def follow(self, now: Small) -> None:
        """See the newest of these as it lies now: the camera drifts on."""
        if self._without:
            self._without[-1] = now

    def forget(self) -> None:
        """Begin anew: the camera was moved, or the film cut."""
        self._without.clear()
        self._glances.clear()

    def inside(self, now: Small) -> bool:
        """Return whether a hand (or an arm, a sleeve) lies in this still picture."""
        known = [one for one in self._without if _alike(one, now)]
        if not known:
            known = self._usual(now)
        if not known:
            return False
        gap, nearest, redrawn = _unlike(known, now)
        foreign = _thick(gap > 1)
        if foreign.mean() > ANOTHER_VIEW:
            self.forget()
            return False
        faint = _thick(gap > FAINT)
        if _is_hand(foreign, faint, nearest, now):
            return True
        # A hand of the table's colour is known by its lines, all in one place: where
        # they are all over the picture, it is the camera that moved.
        lines = _largest(_thick(redrawn))
        if np.count_nonzero(redrawn & (lines == 0)) > ELSEWHERE * lines.sum():
            return False
        return _is_hand(lines, faint, nearest, now, PLAINLY)

    def _usual(self, now: Small) -> list[Small]:
        glances = [one for one in self._glances if _alike(one, now)]
        if len(glances) < GLANCES // 2:
            return []
        parts = (np.stack([getattr(one, part) for one in glances]) for part in PARTS)
        shape, slack, little, dim = (
            np.median(part, axis=0).astype(part.dtype) for part in parts
        )
        return [Small(shape, slack, little, dim, now.scale)]


PARTS = ("shape", "slack", "little", "dim")


def _alike(one: Small, other: Small) -> bool:
    return one.shape.shape == other.shape.shape


def _unlike(known: list[Small], now: Small) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return how unlike every known picture it is, the nearest of them, and where
    other lines are drawn than in each."""
    gaps, pictures = [], []
    redrawn = np.ones(now.shape.shape, np.bool_)
    colours = now.colours
    for one in known:
        seen = change(one, now, furthest=FURTHEST)
        before = moved(one.colours, seen.shift)
        ratio = colours - before
        ratio = ratio - np.median(ratio[::2, ::2], axis=(0, 1))  # exposure
        light = ratio.mean(axis=2)
        tint = np.abs(ratio - light[..., None]).max(axis=2)
        gap = np.maximum(tint / TINT, np.abs(light) / SHADE)
        # A brown hand on brown wood has its colour and brightness, not its pattern.
        gaps.append(np.maximum(cv2.blur(gap, (5, 5)), 2 * _lost(before, colours)))
        pictures.append(before)
        redrawn &= seen.moving
    nearest = int(np.argmin([float(np.minimum(gap, 1).mean()) for gap in gaps]))
    gap = np.asarray(np.min(gaps, axis=0), np.float32)
    return gap, pictures[nearest], redrawn


def _thick(mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return a mask without its thin parts: edges that a drifting camera leaves."""
    seven = np.ones((7, 7), np.uint8)
    out = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, seven)
    return np.asarray(cv2.morphologyEx(out, cv2.MORPH_CLOSE, seven), np.uint8)


def _largest(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the largest part of a mask."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return mask
    label = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(labels == label, np.uint8)


def _lost(before: Floats, now: Floats) -> Floats:
    """Return where a pattern that was there before is there no more."""
    was, is_ = (_pattern(one) for one in (before, now))
    there = cv2.blur(was * was, PATTERN_PATCH)
    still = cv2.blur(was * is_, PATTERN_PATCH)
    return np.asarray((there > PATTERN**2) & (still < LEFT * there), np.float32)


def _pattern(colours: Floats) -> Floats:
    light = colours.mean(axis=2)
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), 2.0), np.float32)


def _is_hand(
    foreign: NDArray[np.uint8],
    faint: NDArray[np.uint8],
    before: Floats,
    now: Small,
    clearer: float = CLEARER,
) -> bool:
    high, wide = foreign.shape
    _, around = cv2.connectedComponents(faint)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign)
    for label in range(1, count):
        left, top, across, down, area = (int(v) for v in stats[label])
        if area < LEAST_AREA * high * wide:
            continue
        part = np.asarray(labels == label, np.uint8)
        # Which edges it lies at, and how far it reaches in from there.
        reach = max(
            (across if left <= 1 or left + across >= wide - 1 else 0),
            (down if top <= 1 or top + down >= high - 1 else 0),
        )
        crossing = sum(int(edge.sum()) for edge in _edges(part))
        if reach < LEAST_REACH * min(high, wide) or crossing < ACROSS * area**0.5:
            continue
        # What the table's pattern happens to match belongs to the thing as well.
        whole = np.isin(around, np.unique(around[part > 0])) & (around > 0)
        if 0 < whole.mean() < ANOTHER_VIEW:
            part = np.maximum(part, whole.astype(np.uint8))
        if _is_new(part, before, now.colours, clearer):
            return True
    return False


def _edges(part: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], ...]:
    return part[0], part[-1], part[:, 0], part[:, -1]


def _is_new(
    part: NDArray[np.uint8], before: Floats, now: Floats, clearer: float
) -> bool:
    """Return whether the thing is there now rather than before.

    Where it is not, the table goes on: the same colour and pattern on both sides of
    its outline, and no edge along it.
    """
    inner = cv2.erode(part, np.ones((BESIDE, BESIDE), np.uint8), borderValue=1) == 0
    inside = (part > 0) & inner
    outside = (cv2.dilate(part, np.ones((2 * BESIDE + 1,) * 2, np.uint8)) > 0) & (
        cv2.dilate(part, np.ones((5, 5), np.uint8)) == 0
    )
    if not inside.any() or not outside.any():
        return True
    around = cv2.morphologyEx(part, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
    around[:2], around[-2:], around[:, :2], around[:, -2:] = False, False, False, False
    was, is_ = (_stands_out(one, inside, outside, around) for one in (before, now))
    return is_ * clearer > was


def _stands_out(
    colours: Floats,
    inside: NDArray[np.bool_],
    outside: NDArray[np.bool_],
    around: NDArray[np.bool_],
) -> float:
    """Return how unlike its surroundings a part of a picture is."""
    tone = np.abs(colours[inside].mean(axis=0) - colours[outside].mean(axis=0)).max()
    pattern = np.abs(_pattern(colours))
    drawn = abs(float(pattern[inside].mean() - pattern[outside].mean()))
    edge = float(_steep(colours)[around].mean()) if around.any() else 0.0
    return float(tone) + PATTERN_COUNTS * drawn + EDGE_COUNTS * edge


def _steep(colours: Floats) -> Floats:
    light = colours.mean(axis=2)
    across = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.hypot(across, down), np.float32)
