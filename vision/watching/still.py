"""Whether anything moves between two frames, whatever light and camera do."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import BgrImage

Floats = NDArray[np.float32]
Shift = tuple[float, float]
STAYED: Shift = (0.0, 0.0)

SIDE = 320
"""Longer side of the small picture; a die of 20 pixels in 1280 is 5 wide in it."""

BLACK = 16.0
"""Grey added before the logarithm, so that grain in the dark does not count."""

LOGS = np.log(np.arange(256, dtype=np.float32) + np.float32(BLACK))

SMOOTH = 14.0
"""Light that changes over more than about this many small pixels is the lamp's: bands
of a flickering lamp and the camera's exposure go away with it."""

PATCH = 5
"""Differences are averaged over squares of so many small pixels: grain goes away, the
smallest die stays."""

LEAST = 0.045
"""A patch whose brightness relative to its surroundings changes by less is still."""

ABOVE_NOISE = 5.0
"""... and it changes more than so many times the usual patch of this pair of frames: a
film's key frames and dark rooms change everywhere a little."""

DIMMEST = 4.0
"""Grain weighs so many times as much, relatively, where it is dark."""

EDGE_SLACK = 0.35
"""Pixels by which an edge may tremble without having moved."""

SPECKS = 6
"""Fewer moving small pixels than this are no die."""

MOST_NOISE = 0.15
"""No film is so bad that a change above this is noise."""

SLOWLY = 3.0
"""Small pixels by which a drifting camera moves while a scene comes to rest: twelve
of a film's pixels in a second, on which the anchor of stillness is renewed."""

FURTHEST = 14.0
"""... and between one scene and the next."""


SHARP = 800
"""Longer side at which sharpness is about measured: finer detail is grain."""


@dataclass(frozen=True, slots=True)
class Small:
    """A frame made small: what is looked at for movement, and its colours."""

    shape: Floats
    """Log brightness without what is smooth in it."""

    slack: Floats
    """How much it may differ at each place because edges tremble."""

    little: NDArray[np.uint8]
    """The picture itself, blue, green, red."""

    dim: Floats
    """How many times darker than usual it is at each place, from one on."""

    scale: float
    """Pixels of the frame along one small pixel."""

    @property
    def colours(self) -> Floats:
        """Return the log of blue, green, red: few frames are asked for it."""
        return np.asarray(cv2.LUT(self.little, LOGS), np.float32)


def small(image: BgrImage) -> Small:
    """Return a frame as it is compared with others."""
    scale = max(1.0, max(image.shape[:2]) / SIDE)
    size = tuple(max(8, round(side / scale)) for side in image.shape[1::-1])
    little = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(little, cv2.COLOR_BGR2GRAY)
    light = np.asarray(cv2.LUT(grey, LOGS), np.float32)
    shape = light - _smooth(light)
    steep = np.abs(cv2.Sobel(shape, cv2.CV_32F, 1, 0, scale=0.125))
    steep += np.abs(cv2.Sobel(shape, cv2.CV_32F, 0, 1, scale=0.125))
    slack = cv2.blur(steep, (PATCH, PATCH)) * EDGE_SLACK
    usual = np.median(light[::2, ::2])
    dim = cv2.LUT(grey, np.clip(np.exp(usual - LOGS), 1, DIMMEST))
    return Small(
        np.asarray(shape, np.float32),
        np.asarray(slack, np.float32),
        np.asarray(little, np.uint8),
        np.asarray(dim, np.float32),
        scale,
    )


def _smooth(light: Floats) -> Floats:
    """Return what is smooth in a picture; seen in a quarter of its size, for speed."""
    high, wide = light.shape
    size = max(2, wide // 4), max(2, high // 4)
    few = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    few = cv2.GaussianBlur(few, (0, 0), SMOOTH / 4)
    return np.asarray(cv2.resize(few, (wide, high)), np.float32)


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two frames once the camera's own movement is undone."""

    moving: NDArray[np.bool_]
    shift: Shift
    """By how many small pixels the picture lies further right and down."""

    rest: float
    """Mean of what is left, to choose between shifts."""

    @property
    def still(self) -> bool:
        """Return whether nothing moved."""
        return int(np.count_nonzero(self.moving)) < SPECKS

    def but(self, places: NDArray[np.bool_] | None) -> Change:
        """Return the same without what moves in some places."""
        if places is None or places.shape != self.moving.shape or not places.any():
            return self
        return replace(self, moving=self.moving & ~places)


def change(
    old: Small, new: Small, likely: Shift = STAYED, furthest: float = SLOWLY
) -> Change:
    """Return what moved from one frame to another.

    `likely` is a shift to try first: the one of the frames just before. `furthest` is
    how many small pixels the camera may have drifted since.
    """
    if old.shape.shape != new.shape.shape:
        return Change(np.ones(new.shape.shape, np.bool_), STAYED, np.inf)
    best = _differs(old, new, likely)
    if best.still:
        return best
    drifted = _drifted(old.shape, new.shape)
    # Looked for twice: the second time only a small step is left, which is measured
    # better than a long one.
    step = _drifted(moved(old.shape, drifted), new.shape)
    further = (drifted[0] + step[0], drifted[1] + step[1])
    for shift in dict.fromkeys((STAYED, drifted, further)):
        if shift == likely or max(abs(shift[0]), abs(shift[1])) > furthest:
            continue
        # By how well it fits, never by how little then moves: where a pattern is laid
        # on itself wrongly everything differs, and nothing more than the rest.
        other = _differs(old, new, shift)
        if other.rest < best.rest:
            best = other
    return best


def _drifted(old: Floats, new: Floats) -> Shift:
    # Copies: it multiplies pictures of some sizes by a window where they lie. None is
    # given, for often all there is to hold on to lies at the edge.
    (x, y), _ = cv2.phaseCorrelate(old.copy(), new.copy())
    return float(x), float(y)


def moved(picture: Floats, shift: Shift) -> Floats:
    """Return a small picture moved by a shift."""
    if shift == STAYED:
        return picture
    how = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    size = picture.shape[1::-1]
    out = cv2.warpAffine(picture, how, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)


def _differs(old: Small, new: Small, shift: Shift) -> Change:
    gap = np.abs(new.shape - moved(old.shape, shift))
    gap = cv2.blur(gap, (PATCH, PATCH))
    usual = float(np.median(gap[::2, ::2]))
    noise = np.clip(ABOVE_NOISE * usual * new.dim, LEAST, MOST_NOISE)
    limit = noise + np.maximum(new.slack, moved(old.slack, shift))
    moving = gap > limit
    lost = int(np.ceil(max(abs(shift[0]), abs(shift[1])))) + 1 if any(shift) else 0
    if lost:  # what a drifting camera sees for the first time did not move
        inside = np.zeros_like(moving)
        inside[lost:-lost, lost:-lost] = True
        moving &= inside
    # Only edges tell by how far a picture moved; the rest is grain and lamps.
    rest = float(np.average(np.minimum(gap, 2 * LEAST), weights=new.slack + 1e-4))
    return Change(np.asarray(moving, np.bool_), shift, rest)


def sharpness(image: BgrImage) -> float:
    """Return how sharp a frame is, to be compared with others of its film."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    whole = max(1, round(max(grey.shape) / SHARP))
    size = (grey.shape[1] // whole, grey.shape[0] // whole)
    grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
