"""Fit how far the networks' word is to be trusted, on dice they were not trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.dice.decide import Looks, chance, sort_out
from vision.dice.look import DIE, Look
from vision.dice.nets import Nets
from vision.dice.search import search
from vision.dice.trust import Trust, face_signs
from vision.train.bank import alike, unpack

WRONG = 0.025
"""The share of real photos that may be expected to be accepted although wrong.

The permitted photos are harder than most (two sources of small or slanting dice), and
no networks saw the sources they are calibrated on.
"""

DRAWN = 0.25
"""What renders weigh against a source of photos: they are harder than tables are."""

SAME, TOUCHING = 0.3, 0.12
"""Overlap from which a box means a die; less is enough where their middles agree."""


@dataclass(frozen=True)
class Seen:
    """One photo: what was looked at, and which face is really there."""

    looks: list[Look]
    faces: list[int]
    """Of each look: the upper face, 0 where no die is, -1 where nobody can tell."""
    missed: int
    """Whole dice that no look is on."""


def see(bank, folder: Path) -> list[Seen]:
    """Look at every photo of a bank with the networks of a folder."""
    nets = Nets(folder, Trust())
    return [_one(unpack(packed), dice, nets) for packed, dice, *_ in bank]


def _one(image, dice, nets: Nets) -> Seen:
    looks = search(image, nets)
    faces, taken = [0] * len(looks), set()
    for k in sorted(range(len(looks)), key=lambda k: -looks[k].there):
        near = [(_shared(looks[k].found.box, d.box), n) for n, d in enumerate(dice)]
        near = [pair for pair in near if pair[0] > 0 and pair[1] not in taken]
        if near:
            die = dice[max(near)[1]]
            taken.add(max(near)[1])
            faces[k] = die.face if die.whole and die.face else -1
    missed = sum(d.whole for n, d in enumerate(dice) if n not in taken)
    return Seen(looks, faces, missed)


def _shared(box, die) -> float:
    """Return how far a box overlaps the die it means, 0 if it means another thing."""
    shared, x, y = alike(box, die), (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    on = die[0] < x < die[2] and die[1] < y < die[3]
    return shared if shared > (TOUCHING if on else SAME) else 0.0


def logistic(rows, truth, weight) -> tuple[float, ...]:
    """Return the weights of a logistic curve by Newton's method."""
    x, y, w = (np.asarray(one, float) for one in (rows, truth, weight))
    beta = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        slope = x.T @ (w * (y - p)) - 0.1 * beta
        bend = (x * (w * p * (1 - p))[:, None]).T @ x + 0.1 * np.eye(len(beta))
        beta = beta + np.linalg.solve(bend, slope)
    return tuple(round(float(b), 4) for b in beta)


def fit(drawn: list[Seen], *sources: list[Seen]) -> Trust:
    """Return the trust that renders and sources of photos, each as weighty, call for.

    The threshold is the photos' alone: in renders there are dice nobody could read.
    """
    presence, face = _Rows(), _Rows()
    for some in (drawn, *sources):
        pairs = [p for seen in some for p in zip(seen.looks, seen.faces, strict=True)]
        weight = (DRAWN if some is drawn else 1.0) * WEIGHT / max(len(pairs), 1)
        for one, truth in pairs:
            if truth >= 0:
                presence.add(one.signs, truth > 0, weight)
            if truth > 0:
                right = int(one.faces.argmax()) + 1 == truth
                face.add(face_signs(one.faces), right, weight)
    trust = replace(Trust(), presence=presence.curve(), face=face.curve())
    return replace(trust, certain=_threshold(sources, trust))


WEIGHT = 1000.0
"""Looks that a source weighs as much as."""


class _Rows:
    """Examples for one curve."""

    def __init__(self) -> None:
        self.signs: list[tuple[float, ...]] = []
        self.truth: list[bool] = []
        self.weight: list[float] = []

    def add(self, signs: tuple[float, ...], truth: bool, weight: float) -> None:
        self.signs.append(signs)
        self.truth.append(truth)
        self.weight.append(weight)

    def curve(self) -> tuple[float, ...]:
        return logistic(self.signs, self.truth, self.weight)


def judged(seen: Seen, trust: Trust) -> tuple[float, bool]:
    """Return the chance given to a photo's reading and whether it is right."""
    looks = [replace(one, there=trust.there(one.signs)) for one in seen.looks]
    told = zip(looks, seen.faces, strict=True)
    good = seen.missed == 0 and all(
        truth < 0 or truth == (int(one.faces.argmax()) + 1 if one.there >= DIE else 0)
        for one, truth in told
    )
    return chance(_known(seen, trust)), good


def _known(seen: Seen, trust: Trust) -> Looks:
    """Return the reading of what is known of a photo."""
    looks = [replace(one, there=trust.there(one.signs)) for one in seen.looks]
    known = [one for one, truth in zip(looks, seen.faces, strict=True) if truth >= 0]
    return sort_out(known, trust)


def _threshold(sources: Sequence[list[Seen]], trust: Trust) -> float:
    """Return the lowest chance at which few enough wrong readings are to be expected.

    Counting the wrong ones instead would hang on one photo of so few.
    """
    chances = [
        np.array([judged(seen, trust)[0] for seen in some]) for some in sources if some
    ]
    for level in np.arange(0.5, 0.995, 0.01):
        wrong = [np.where(some >= level, 1 - some, 0).mean() for some in chances]
        if np.mean(wrong) <= WRONG:
            return round(float(level), 2)
    return 0.99
