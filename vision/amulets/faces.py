"""Which face an amulet may show: every face weighed against the symbols seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.amulets.symbols import Spot
from vision.readings import AmuletsPrior, Symbols, symbols

Floats = NDArray[np.float64]

METALS = {8: "gold", 6: "copper"}
"""A gold face shows eight symbols, a copper one six."""

USUAL = {8: (4, 4), 6: (2, 2, 2)}
"""How often each colour of a face is there, by deduction."""

SPREAD = 14.0
"""Usual distance between a symbol and its colour of the palette."""

ODD = 6.0
"""Cost in nats of a face that by deduction does not exist."""

MISSED, EXTRA = 2.5, 2.5
"""Cost in nats of a symbol that glare hides, and of a spot that is none."""

MOST_MISCOUNTED = 2
"""Faces with more symbols more or less than were seen are not considered."""

UNEXPECTED = {True: 0.01, False: 0.2}
"""Share of faces that the prior does not list: if it was read from the box, if not."""

LIKELY = 6
"""Faces of one amulet that are followed up."""


def metal(face: Symbols) -> str | None:
    """Return the metal of a face by its number of symbols."""
    return METALS.get(sum(count for _, count in face))


@dataclass(frozen=True)
class Expected:
    """The faces that can occur, each with its log chance before anything is seen."""

    names: tuple[str, ...]
    prior: AmuletsPrior

    @property
    def told(self) -> bool:
        """Return whether anything is known about what lies there."""
        prior = self.prior
        return bool(prior.may) or prior.gold is not None or prior.copper is not None

    @cached_property
    def usual(self) -> dict[int, tuple[Symbols, ...]]:
        """Return the faces of these colours that by deduction exist, by their total."""
        return {
            total: tuple(
                symbols(dict(zip(chosen, times, strict=True)))
                for chosen in combinations(self.names, len(times))
            )
            for total, times in USUAL.items()
        }

    @cached_property
    def chances(self) -> Mapping[Symbols, float]:
        """Return the log chance of every face that is considered."""
        listed = {face: left for face, left in self.prior.may.items() if left > 0}
        others = [
            face
            for faces in self.usual.values()
            for face in faces
            if face not in listed
        ]
        rest = UNEXPECTED[self.prior.surely] if listed else 1.0
        whole = max(sum(listed.values()), 1)
        return {
            **{face: float(np.log(rest / len(others))) for face in others},
            **{f: float(np.log((1 - rest) * n / whole)) for f, n in listed.items()},
        }

    @cached_property
    def unlisted(self) -> float:
        """Return the log chance of a face that nobody thought of."""
        return min(self.chances.values()) - ODD


def weigh(
    spots: list[Spot], colours: Floats, expected: Expected
) -> list[tuple[Symbols, float]]:
    """Return the likeliest faces with their log weights, best first."""
    costs = _costs(spots, colours)
    if expected.told:
        weighed = _against_prior(costs, expected)
    else:
        weighed = _by_themselves(costs, expected)
    return sorted(weighed.items(), key=lambda pair: -pair[1])[:LIKELY]


def _by_themselves(costs: Floats, expected: Expected) -> dict[Symbols, float]:
    plain = _plain(costs, expected.names)
    usual = expected.usual.get(len(costs), ())
    known = plain in usual
    weighed = {plain: -float(costs.min(axis=1).sum()) - (0.0 if known else ODD)}
    others = [face for face in usual if face != plain]
    return weighed | _fitted(costs, expected.names, others)


def _against_prior(costs: Floats, expected: Expected) -> dict[Symbols, float]:
    plain = _plain(costs, expected.names)
    near = [
        face
        for face in expected.chances
        if abs(sum(count for _, count in face) - len(costs)) <= MOST_MISCOUNTED
    ]
    fitted = _fitted(costs, expected.names, {*near, plain})
    before = expected.chances
    return {f: w + before.get(f, expected.unlisted) for f, w in fitted.items()}


def _plain(costs: Floats, names: tuple[str, ...]) -> Symbols:
    """Return the face if every symbol has the colour it is nearest to."""
    return symbols(Counter(names[n] for n in costs.argmin(axis=1)))


def _costs(spots: list[Spot], colours: Floats) -> Floats:
    """Return half the squared distance of every spot to every colour, in nats."""
    seen = np.array([spot.lab for spot in spots])
    apart = seen[:, None] - colours[None]
    apart[..., 0] *= 0.5  # light changes brightness most
    return np.asarray(0.5 * (apart**2).sum(axis=2) / SPREAD**2, float)


def _fitted(
    costs: Floats, names: tuple[str, ...], faces: Iterable[Symbols]
) -> dict[Symbols, float]:
    """Return the log weight of the best way to see each face in the spots."""
    place = {name: n for n, name in enumerate(names)}
    known = (face for face in faces if all(name in place for name, _ in face))
    return {
        face: -_fit(
            costs[:, [place[name] for name, _ in face]].tolist(),
            tuple(count for _, count in face),
        )
        for face in known
    }


def _fit(costs: list[list[float]], times: tuple[int, ...]) -> float:
    """Return the least cost of giving each colour so many of the spots.

    Spots are placed one by one; what matters is only how many of each colour are left.
    """
    best = {times: 0.0}
    for row in costs:
        after: dict[tuple[int, ...], float] = {}
        for left, paid in best.items():
            for then, price in _ways(left, row):
                total = paid + price
                if total < after.get(then, np.inf):
                    after[then] = total
        best = after
    return min(paid + MISSED * sum(left) for left, paid in best.items())


def _ways(
    left: tuple[int, ...], row: list[float]
) -> Iterable[tuple[tuple[int, ...], float]]:
    yield left, EXTRA
    for n, count in enumerate(left):
        if count:
            yield (*left[:n], count - 1, *left[n + 1 :]), row[n]
