"""Which of many outlines stay: one for each card, all of one size on one table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards import gaps, geometry

Floats = NDArray[np.float64]

SURE, LEAST = 1.0, -1.5
"""Log odds from which on an outline is surely a card's, and is taken for one."""

ALIKE, ONE_SIZE = 1.35, 3.0
"""How much larger a card may be than the one beside it, and what it adds to the log
odds of an outline to be no larger and no smaller."""

SAME, SLACK, WARPED = 0.8, 1.5, 20.0
"""Outlines that share so much, and are less likely by no more than this, may go around
one card; what it costs one of them to have a side longer or shorter than others
have, per unit of its logarithm."""

MOST_CARDS = 24

APART = 0.5
"""Outlines that share more than this of the smaller one are one card."""


@dataclass(frozen=True, slots=True)
class Quad:
    """One outline: corners clockwise from the top left of the upright card."""

    corners: Floats
    likely: float
    """Log odds that this is the edge of a card."""

    area: float


def apart(quads: list[Quad], size: tuple[int, int]) -> list[Quad]:
    """Return the likeliest outline of each card, the plain ones first."""
    chosen = _straight(_chosen([], quads), quads, size)
    # cards of a game are of one size: beside plain ones, faint ones are looked for
    sized = [replace(q, likely=q.likely + _fitting(q, chosen)) for q in quads]
    return _chosen(chosen, sized)[:MOST_CARDS]


def _chosen(chosen: list[Quad], quads: list[Quad]) -> list[Quad]:
    """Return these outlines and others that are likely and lie apart from them."""
    chosen = list(chosen)
    for quad in sorted(quads, key=lambda q: -q.likely):
        if quad.likely < LEAST:
            break
        if all(geometry.overlap(quad.corners, c.corners) < APART for c in chosen):
            chosen.append(quad)
    return chosen


def _straight(
    chosen: list[Quad], quads: list[Quad], size: tuple[int, int]
) -> list[Quad]:
    """Return the outlines, each as it fits the table on which most others lie."""
    settled = list(chosen)
    for n, quad in enumerate(chosen):
        others = settled[:n] + settled[n + 1 :]
        plain = [other.corners for other in others if other.likely > SURE]
        own = [q for q in quads if _same(q, quad)]
        if plain and len(own) > 1:
            outlines = np.array([q.corners for q in own])
            warped = [gaps.warped(outlines, card, size) for card in plain]
            cost = WARPED * np.log(np.median(warped, axis=0))
            settled[n] = own[int(np.argmax([q.likely for q in own] - cost))]
    return settled


def _same(one: Quad, chosen: Quad) -> bool:
    """Say whether an outline may go around the same card, nearly as likely."""
    if one.likely < chosen.likely - SLACK:
        return False
    middles = one.corners.mean(axis=0) - chosen.corners.mean(axis=0)
    if float(middles @ middles) > chosen.area:  # far apart: nothing to measure
        return False
    return geometry.overlap(one.corners, chosen.corners) > SAME


def _fitting(quad: Quad, chosen: list[Quad]) -> float:
    """Return what it adds to an outline to be as large as the card nearest to it."""
    plain = [c for c in chosen if c.likely > SURE]
    if len(plain) < 2:
        return 0.0
    middle = quad.corners.mean(axis=0)
    near = min(plain, key=lambda c: np.linalg.norm(c.corners.mean(axis=0) - middle))
    # measured on the table, where cards farther away are no smaller
    share = geometry.area(geometry.in_cards(quad.corners, near.corners))
    return ONE_SIZE if 1 / ALIKE < share < ALIKE else 0.0
