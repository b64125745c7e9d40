"""Where the board lies in a photo: by markers, by taps, or by its own geometry."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import markers
from vision.boards.align import SETTLED, WINDOWS, align
from vision.boards.look import BLACK, Look, edges, measure
from vision.boards.outline import THEN, halved, hypotheses
from vision.boards.plan import Floats, Ints, Plan, half_turn, nudges, probes, shifts
from vision.boards.weigh import Weights, explained, weigh
from vision.image import BgrImage
from vision.readings import BoardPrior

BESIDE_IT = ((1, 0.5, 64),)
BRIEF = ((3, 0.5, 48), (3, 0.25, 48))
WIDE = ((96, 0.8, 16), (16, 0.5, 32), (8, 0.3, 32), (4, 0.2, 48), (4, 0.12, 48))
"""Time by time: how many ways are kept, by about how many units their corners are
moved, and in how many manners. A corner that caught a line beside its own is off by
half a unit; one that a dark disc hides on a dark board, by more."""

SEARCHES = ((BRIEF, 1, 1), (WIDE, 2, 2))
"""If the first way does not fit: how corners are moved, how many of the ways found so
are aligned, and how many are then looked at closely. What one finds ends the search."""

TRIES = 2
"""Ways as they are that are aligned too."""

PLAIN = 0.9
"""Share of lines and circles in their places with which no corner can lie wrong."""

BESIDE, INKED = 0.2, 0.6
"""Units beside a line where no ink is, and what ink that is seen on the lines only
counts against what the colours of the cells explain."""

IN_ORDER = 0.3
"""Share explained in favour of the order in which somebody tapped."""

BLIND = 12
"""Ways that are looked at closely if nothing can be said at a glance."""

FITS = 3.0
"""Nats by cell at which a board surely lies there: elsewhere it is half of that."""

FITS_WELL, FAIR = 5.5, 0.7
"""So well a board fits that fewer lines and circles need to be in their places: some
are hidden, or drawn in the colour of the board."""

LOGS = np.log(np.arange(256, dtype=np.float32) + BLACK)
"""Logarithms of colours, looked up."""

SURE_MARKERS = 3
"""With fewer markers the far side of the board is a guess: it is aligned."""


@dataclass(frozen=True, eq=False)
class Place:
    """A board in a photo: where it lies, what is seen there, how it was found."""

    look: Look
    weights: Weights
    how: str
    """`markers`, `taps` or `geometry`."""

    @property
    def fits(self) -> float:
        """Return how well the board explains what is seen there, in nats by cell."""
        return self.weights.gain * self.look.agree / len(self.look.features)

    @property
    def sure(self) -> bool:
        """Tell whether the board surely lies there, and this way round."""
        if not self.weights.ordered:
            return False
        settled = self.fits > FITS and self.look.agree > SETTLED
        return settled or (self.fits > FITS_WELL and self.look.agree > FAIR)


def find(
    picture: BgrImage, prior: BoardPrior, plan: Plan, scale: float
) -> Place | None:
    """Return the board, None if none is seen; `scale` is the photo's pixels by ours."""
    if prior.corners is not None:
        ways = _by_taps(np.array(prior.corners, float) / scale, plan)
        if prior.last is not None and ways:
            ways = _Glance(halved(picture), prior, plan).ranked(ways, IN_ORDER)
        return _closely(picture, ways[0], prior, plan, "taps") if ways else None
    if prior.lay and prior.last is not None:
        still = _as_it_lay(picture, prior, plan, scale)
        if still is not None:
            return still
    small = halved(picture)
    # Half as large at least one marker is seen if any is: most boards have none.
    seen = markers.find(_grey(picture)) if markers.find(_grey(small)) else {}
    if seen:
        numbers = sorted(seen)
        here = np.vstack([seen[n] for n in numbers])
        there = plan.markers[numbers].reshape(-1, 2)
        fitted, _ = cv2.findHomography(there, here)
        if fitted is not None:
            return _by_markers(picture, np.asarray(fitted, float), prior, plan, seen)
    return _by_geometry(picture, small, prior, plan)


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _as_it_lay(
    picture: BgrImage, prior: BoardPrior, plan: Plan, scale: float
) -> Place | None:
    """Return the board if it surely lies where it lay on the last photo."""
    way, _ = cv2.findHomography(plan.spots, np.array(prior.lay, float) / scale)
    if way is None:
        return None
    place = _closely(picture, np.asarray(way, float), prior, plan, "geometry")
    if place.fits < FITS or place.look.agree < FAIR:
        return None
    small = halved(picture)
    settled = _Glance(small, prior, plan, edges(small)).settled(place.look.way)
    return place if settled else None


def _by_taps(taps: Floats, plan: Plan) -> list[Floats]:
    """Return the ways to lay the board into four taps, in the order given first."""
    around = taps - taps.mean(0)
    clockwise = taps[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    turned = [np.roll(clockwise, turn, axis=0) for turn in range(4)]
    found = [
        cv2.findHomography(plan.spots[list(plan.taps)], corners)[0]
        for corners in (taps, *turned)
    ]
    return [np.asarray(way, float) for way in found if way is not None]


def _by_markers(
    picture: BgrImage,
    way: Floats,
    prior: BoardPrior,
    plan: Plan,
    seen: dict[int, Floats],
) -> Place:
    if len(seen) < SURE_MARKERS:
        return _closely(picture, way, prior, plan, "markers")
    look = measure(picture, way, plan)
    return Place(look, weigh(look.features, prior, plan.arms), "markers")


def _closely(
    picture: BgrImage, way: Floats, prior: BoardPrior, plan: Plan, how: str
) -> Place:
    way, agree = align(picture, way, plan, _occupied(prior))
    look = measure(picture, way, plan, agree)
    return Place(look, weigh(look.features, prior, plan.arms), how)


def _occupied(prior: BoardPrior) -> Floats:
    return np.array([bool(what) for what in prior.last or ()], float)


def _by_geometry(
    picture: BgrImage, small: NDArray[np.uint8], prior: BoardPrior, plan: Plan
) -> Place | None:
    """Return the best of the likeliest ways; the first that fits ends the search.

    What is found at a glance is found in the picture half as large, `small`.
    """
    plane = edges(small)
    ways = hypotheses(plane, plan)
    if prior.last is None:
        return _best(picture, ways[:BLIND], prior, plan)
    glance = _Glance(small, prior, plan, plane)
    ways = glance.ranked(ways)
    found = _best(picture, ways[:1], prior, plan)
    if found is not None and not found.weights.ordered:
        turned = found.look.way @ half_turn(plan)
        again = _closely(picture, turned, prior, plan, "geometry")
        found = max(found, again, key=lambda place: place.fits)
    if found is not None and found.sure:
        if found.look.agree > PLAIN and glance.settled(found.look.way):
            return found
        # One corner may have caught a line beside its own: what explains more?
        beside = glance.moved([found.look.way], BESIDE_IT)[0]
        if np.allclose(beside, found.look.way):
            return found
        again = _closely(picture, beside, prior, plan, "geometry")
        return max(found, again, key=lambda place: place.fits)
    # A corner hidden by a disc or drawn out by grain: all four wander.
    ways = glance.ranked([*ways, *hypotheses(plane, plan, THEN)])
    for times, some, few in SEARCHES:
        moved = glance.moved(ways, times)[:some]
        tried = _tried(picture, [*moved, *ways[:TRIES]], prior, plan)
        other = _best(picture, glance.agreed(tried)[:few], prior, plan)
        both = [place for place in (found, other) if place is not None]
        found = max(both, key=lambda place: place.fits, default=None)
        if found is None or found.sure:
            break
    return found


def _tried(
    picture: BgrImage, ways: list[Floats], prior: BoardPrior, plan: Plan
) -> list[tuple[Floats, float]]:
    """Return ways after one round of alignment, with the share that agrees."""
    occupied = _occupied(prior)
    return [align(picture, way, plan, occupied, WINDOWS[:1]) for way in ways]


def _best(
    picture: BgrImage, ways: list[Floats], prior: BoardPrior, plan: Plan
) -> Place | None:
    best: Place | None = None
    for way in ways:
        place = _closely(picture, way, prior, plan, "geometry")
        if best is None or place.fits > best.fits:
            best = place
        if best.sure:
            break
    return best


class _Glance:
    """A cheap look at many ways: those first in which what lay there last explains
    the colours, and ink is seen where lines are and not beside them."""

    def __init__(
        self,
        small: NDArray[np.uint8],
        prior: BoardPrior,
        plan: Plan,
        plane: NDArray[np.float32] | None = None,
    ) -> None:
        self.fine, self.wide = cv2.blur(small, (7, 7)), cv2.blur(small, (61, 61))
        # A way that is a seventh of a unit off still sees its lines.
        self.ink = cv2.blur(plane, (5, 5)) if plane is not None else None
        self.flat = np.hstack([plan.spots, np.ones((len(plan.spots), 1))], dtype="f4")
        self.prior, self.plan = prior, plan

    def moved(
        self, ways: list[Floats], times: tuple[tuple[int, float, int], ...]
    ) -> list[Floats]:
        """Return the ways with their corners moved, time by time, the likeliest first.

        What was there stays among them: no corner moved is one way to move them.
        """
        for kept, step, count in times if ways else ():
            near = np.array(ways[:kept])[:, None] @ nudges(self.plan, step, count)
            ways = self.ranked(list(near.reshape(-1, 3, 3)))
        return ways

    def settled(self, way: Floats) -> bool:
        """Tell whether the board is not one step beside: pushed by a step most lines
        fall on lines again, and only the pieces tell."""
        return bool(np.allclose(self.ranked(list(way @ shifts(self.plan)))[0], way))

    def ranked(self, ways: list[Floats], favour: float = 0.0) -> list[Floats]:
        """Return the ways, the likeliest first; the first given may be favoured."""
        return self._sorted(ways, favour * (np.arange(len(ways)) == 0))

    def agreed(self, tried: list[tuple[Floats, float]]) -> list[Floats]:
        """Return ways by what they explain and the share of lines that agrees."""
        return self._sorted([way for way, _ in tried], np.array([n for _, n in tried]))

    def _sorted(self, ways: list[Floats], more: Floats) -> list[Floats]:
        if not ways:
            return []
        at, outside = self._seen(ways, self.flat)
        colour, around = (
            LOGS.take(one.reshape(-1, 3).take(at, axis=0))
            for one in (self.fine, self.wide)
        )
        score = explained(colour - around, self.prior) - outside + more
        if self.ink is not None and len(self.plan.steps):
            at, _ = self._seen(ways, probes(self.plan, BESIDE))
            ink = self.ink.ravel().take(at).reshape(len(ways), 3, -1).mean(2)
            lines, faces = ink[:, 0], (ink[:, 1] + ink[:, 2]) / 2
            score = score + INKED * (lines - faces) / (lines + faces + 0.02)
        return [ways[n] for n in np.argsort(-score, kind="stable")]

    def _seen(
        self, ways: list[Floats], places: NDArray[np.float32]
    ) -> tuple[Ints, Floats]:
        """Return the pixels of places at each way, and the share outside."""
        high, wide = self.fine.shape[:2]
        # All ways in one product: small ones, each on its own, cost four times as much.
        seen = np.reshape(ways, (-1, 3)).astype(np.float32) @ places.T
        x, y, far = seen.reshape(len(ways), 3, -1).swapaxes(0, 1)
        half = np.float32(0.5) / far
        x, y = x * half, y * half
        across, down = x.clip(0, wide - 1), y.clip(0, high - 1)
        outside = ((across != x) | (down != y)).mean(1)
        return down.astype(np.intp) * wide + across.astype(np.intp), outside
