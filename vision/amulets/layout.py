"""All amulets of a photo together: what one is, another may no longer be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.amulets.faces import UNEXPECTED, metal
from vision.readings import AmuletsPrior, Symbols

BEAM = 96
"""Half-read photos that are followed up; more changed nothing on drawn photos."""

SURPLUS = 5.0
"""Cost in nats of one more face of a metal than lies there by the rules."""

Ranked = Sequence[tuple[Symbols, float]]


@dataclass(frozen=True)
class Layout:
    """One way to read all amulets, and its share among all ways."""

    faces: tuple[Symbols, ...]
    share: float


def layouts(amulets: Sequence[Ranked], prior: AmuletsPrior) -> list[Layout]:
    """Return the likeliest ways to read all amulets, best first."""
    # The surest first: what they are rules out most for the others.
    order = sorted(range(len(amulets)), key=lambda n: -_lead(amulets[n]))
    beam: list[tuple[float, tuple[Symbols, ...]]] = [(0.0, ())]
    for n in order:
        beam = [
            (weight + chance - _surprise(face, so_far, prior), (*so_far, face))
            for weight, so_far in beam
            for face, chance in amulets[n]
        ]
        beam.sort(key=lambda entry: -entry[0])
        del beam[BEAM:]
    best = beam[0][0]
    whole = sum(math.exp(weight - best) for weight, _ in beam)
    back = sorted(range(len(order)), key=order.__getitem__)
    return [
        Layout(tuple(faces[n] for n in back), math.exp(weight - best) / whole)
        for weight, faces in beam
    ]


def chances(ways: Sequence[Layout], amulet: int) -> list[tuple[Symbols, float]]:
    """Return what one amulet may be, with its chance over all ways, best first."""
    shares: dict[Symbols, float] = {}
    for way in ways:
        face = way.faces[amulet]
        shares[face] = shares.get(face, 0.0) + way.share
    return sorted(shares.items(), key=lambda pair: -pair[1])


def _lead(ranked: Ranked) -> float:
    return ranked[0][1] - ranked[1][1] if len(ranked) > 1 else math.inf


def _surprise(face: Symbols, so_far: tuple[Symbols, ...], prior: AmuletsPrior) -> float:
    """Return the cost of one more such face, given those that lie there."""
    cost = 0.0
    most = {"gold": prior.gold, "copper": prior.copper}.get(metal(face) or "")
    if most is not None and sum(metal(one) == metal(face) for one in so_far) >= most:
        cost += SURPLUS
    left = prior.may.get(face)
    if left is not None and so_far.count(face) >= left:
        cost -= math.log(UNEXPECTED[prior.surely])
    return cost
