"""Where the board lies in a photo: by markers, by taps, or by its own geometry."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import markers
from vision.boards.lattice import hypotheses
from vision.boards.align import align
from vision.boards.look import Look, measure
from vision.boards.plan import Floats, Plan
from vision.boards.weigh import Weights, weigh
from vision.image import BgrImage
from vision.readings import BoardPrior

TRIES = 24
"""Ways to lay a board over a found grid that are compared at a glance."""

FINALISTS = 2
"""Ways that are looked at closely."""

SURE_MARKERS = 3
"""With fewer markers the far side of the board is a guess: it is aligned."""


@dataclass(frozen=True, eq=False)
class Place:
    """A board in a photo: where it lies, what is seen there, how it was found."""

    look: Look
    weights: Weights
    how: str
    """`markers`, `taps` or `geometry`."""


def find(picture: BgrImage, prior: BoardPrior, plan: Plan, scale: float) -> Place | None:
    """Return the board, None if none is seen; `scale` is the photo's pixels by ours."""
    if prior.corners is not None:
        taps = np.array(prior.corners, float) / scale
        way, _ = cv2.findHomography(plan.spots[list(plan.taps)], taps)
        return None if way is None else _closely(picture, way, prior, plan, "taps")
    seen = markers.find(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    if seen:
        numbers = sorted(seen)
        here = np.vstack([seen[n] for n in numbers])
        there = plan.markers[numbers].reshape(-1, 2)
        way, _ = cv2.findHomography(there, here)
        if way is not None:
            if len(seen) >= SURE_MARKERS:
                look = measure(picture, way, plan)
                return Place(look, weigh(look.features, prior), "markers")
            return _closely(picture, way, prior, plan, "markers")
    return _by_geometry(picture, prior, plan)


def _closely(
    picture: BgrImage, way: Floats, prior: BoardPrior, plan: Plan, how: str
) -> Place:
    occupied = np.array([bool(what) for what in prior.last or ()], float)
    way, agree = align(picture, np.asarray(way, float), plan, occupied)
    look = measure(picture, way, plan, agree)
    return Place(look, weigh(look.features, prior), how)


def _by_geometry(picture: BgrImage, prior: BoardPrior, plan: Plan) -> Place | None:
    ways = hypotheses(picture, plan, TRIES)
    if len(ways) > FINALISTS:
        glance = _Glance(picture)
        ways.sort(key=lambda way: -glance.gain(way, prior, plan))
    places = [
        _closely(picture, way, prior, plan, "geometry") for way in ways[:FINALISTS]
    ]
    return max(places, key=lambda place: place.weights.gain, default=None)


class _Glance:
    """A cheap look at the colours of cells, enough to compare ways to lay a board."""

    def __init__(self, picture: BgrImage) -> None:
        small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        self.fine = np.log(cv2.blur(small, (7, 7)).astype(np.float32) + 8)
        self.wide = np.log(cv2.blur(small, (61, 61)).astype(np.float32) + 8)

    def gain(self, way: Floats, prior: BoardPrior, plan: Plan) -> float:
        """Return how well what lay there last explains the colours seen this way."""
        at = cv2.perspectiveTransform(plan.spots[None], way)[0] / 2
        high, wide = self.fine.shape[:2]
        outside = ((at < 0) | (at >= (wide, high))).any(1).sum()
        x = np.clip(at[:, 0], 0, wide - 1).astype(int)
        y = np.clip(at[:, 1], 0, high - 1).astype(int)
        colour = self.fine[y, x] - self.wide[y, x]
        features = np.hstack([colour, colour, np.zeros((len(at), 1))]).astype(float)
        return weigh(features, prior).gain - 8.0 * float(outside)
