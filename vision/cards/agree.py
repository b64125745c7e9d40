"""Whether features of two pictures fall into place together, or by chance.

Two prints of one picture differ by a cut: the one is the other moved and scaled, on a
straightened card upright or upside down. Every pair of matched features says how; what
counts is how unlikely it is that so many others agree with one pair by chance.
"""

from __future__ import annotations

from math import lgamma

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Spots = NDArray[np.complex128]

MOST = 80
"""Matches that are looked at, the plainest first: pairs grow with their square."""

FEWEST = 5
"""Features that must agree: on drawn prints no more than three ever did by chance."""

NEAR = 0.035
"""How far a feature may be from its place, as a share of the card's width."""

BY_CHANCE = 0.004
"""Chance of falling so near to any place: the share of the card, and a little more,
since features come in clusters."""

SCALES, SLANT = (0.6, 1.6), 0.25
"""How much larger one print may show the picture, and how far it may be turned."""

SHORTEST = 0.12
"""Nearer to each other than this, two features do not say how a picture lies."""


def spots(places: Singles, tall: float) -> Spots:
    """Return places on a card as numbers of the plane, whatever a slant made of it."""
    return np.asarray(places[:, 0] + 1.4j * places[:, 1] / max(tall, 1e-6), complex)


def agreement(taught: Spots, seen: Spots) -> tuple[float, bool]:
    """Return the log odds that features agree not by chance, and if upside down.

    Matches come in the order of how plain they are.
    """
    taught, seen = taught[:MOST], seen[:MOST]
    many = len(taught)
    if many < FEWEST:
        return 0.0, False
    first, turn = _pairs(taught, seen)
    if not len(first):
        return 0.0, False
    laid = turn[:, None] * (taught - taught[first][:, None]) + seen[first][:, None]
    near = np.abs(laid - seen) < NEAR
    best = int(near.sum(axis=1).argmax())
    cells = np.round(seen[near[best]] / NEAR)
    agree = len(np.unique(cells))
    if agree < FEWEST:
        return 0.0, False
    odds = -_tail(agree - 2, many - 2) - np.log(many * (many - 1) / 2)
    return max(float(odds), 0.0), bool(turn[best].real < 0)


def _pairs(taught: Spots, seen: Spots) -> tuple[NDArray[np.intp], Spots]:
    """Return pairs that a print may show so: their first feature, scale and turn."""
    first, second = np.triu_indices(len(taught), 1)
    apart = taught[second] - taught[first]
    far = np.abs(apart) > SHORTEST
    first, second, apart = first[far], second[far], apart[far]
    turn = (seen[second] - seen[first]) / apart
    angle = np.abs(np.angle(turn))
    straight = np.minimum(angle, np.pi - angle) < SLANT
    sized = (np.abs(turn) > SCALES[0]) & (np.abs(turn) < SCALES[1])
    return first[straight & sized], turn[straight & sized]


def _tail(least: int, many: int) -> float:
    """Return the log chance that at least so many of many agree by chance."""
    each, none = np.log(BY_CHANCE), np.log1p(-BY_CHANCE)
    logs = [
        lgamma(many + 1)
        - lgamma(n + 1)
        - lgamma(many - n + 1)
        + n * each
        + (many - n) * none
        for n in range(least, many + 1)
    ]
    return float(np.logaddexp.reduce(logs))
