"""What empty cells and pieces look like in one photo."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.boards.plan import Floats, Ints
from vision.readings import BoardPrior

TAILS = 5.0
"""Degrees of freedom: a highlight on one disc must not outweigh all other cells."""

FLOOR = np.array([0.08, 0.025, 0.025, 0.08, 0.025, 0.025, 0.08])
"""Spread every kind of cell has at least: grain, scratches and what lies next to it."""

UNSEEN = np.array([0.5, 0.3, 0.3, 0.5, 0.3, 0.3, 0.4])
"""Spread of a ground that was never seen empty: anything may be printed there."""

ONCE = 2.0
"""Spreads for one if a kind was seen on one cell only."""

CORRELATED = 0.6
"""Middle and rim of a disc say partly the same: seven features count as about four."""

FEW = 5
"""Cells of one ground below which all may have been covered since."""

ALIKE = 2.2
"""Spreads within which a ground looks like a piece: then it is covered by one."""


@dataclass(frozen=True, eq=False)
class Kind:
    """Cells that look alike."""

    mean: Floats
    spread: Floats

    def log(self, features: Floats) -> tuple[Floats, Floats]:
        """Return log-likelihood and distance in spreads of every cell."""
        square = (((features - self.mean) / self.spread) ** 2).sum(1)
        size = features.shape[1]
        log = -0.5 * (TAILS + size) * np.log1p(square / TAILS)
        whole = CORRELATED * (log - np.log(self.spread).sum())
        return whole, np.sqrt(square / size)

    def unlike(self, other: Kind) -> float:
        """Return the spreads between two kinds."""
        off = (self.mean - other.mean) / (self.spread + other.spread)
        return float(np.sqrt((off**2).sum()))


@dataclass(frozen=True, eq=False)
class Kinds:
    """Ways an empty cell of each ground may look, and the pieces."""

    grounds: tuple[tuple[Kind, ...], ...]
    pieces: tuple[Kind, ...]

    @property
    def apart(self) -> float:
        """Return the spreads between a piece and what it may be mistaken for."""
        first = [ways[0] for ways in self.grounds if ways[0].spread is not UNSEEN]
        pairs = [one.unlike(piece) for one in first for piece in self.pieces]
        pairs += [one.unlike(other) for one, other in combinations(self.pieces, 2)]
        return min(pairs, default=0.0)

    def logs(
        self, features: Floats, bare: Floats, grounds: Ints
    ) -> tuple[Floats, Floats]:
        """Return likelihoods and distances: cells by empty and the pieces.

        Features are without the ink of lines, `bare` those of empty cells.
        """
        logs = np.empty((len(features), 1 + len(self.pieces)))
        far = np.empty_like(logs)
        for ground, ways in enumerate(self.grounds):
            here = grounds == ground
            each = [one.log(bare[here]) for one in ways]
            total = np.logaddexp.reduce([log for log, _ in each])
            logs[here, 0] = total - np.log(len(ways))
            far[here, 0] = np.min([distance for _, distance in each], axis=0)
        for n, piece in enumerate(self.pieces, 1):
            logs[:, n], far[:, n] = piece.log(features)
        return logs, far


def mid(rows: Floats) -> Floats:
    """Return the median of each column; of two middles the greater, for speed."""
    return np.asarray(np.sort(rows, axis=0)[len(rows) // 2], float)


def sort_kinds(
    features: Floats, bare: Floats, labels: Ints, grounds: Ints, prior: BoardPrior
) -> Kinds:
    """Return what each kind looks like, given what lies on most of the cells."""
    empty = labels == 0
    groups = [bare[empty & (grounds == g)] for g in range(grounds.max() + 1)]
    laid = [features[labels == n] for n in range(1, len(prior.pieces) + 1)]
    # Spreads of all kinds together: ten discs are too few for one of their own.
    offs = [np.abs(one - mid(one)) for one in (*groups, *laid) if len(one)]
    common = np.maximum(1.48 * mid(np.vstack(offs)), FLOOR)
    usual = Kind(mid(bare[empty] if empty.any() else bare), common)
    pieces = tuple(_kind(one, common) if len(one) else _any(usual) for one in laid)
    return Kinds(tuple(_ways(one, common, usual, pieces) for one in groups), pieces)


def _any(usual: Kind) -> Kind:
    return Kind(usual.mean, UNSEEN)


def _kind(cells: Floats, common: Floats) -> Kind:
    mean, share = mid(cells), len(cells) / (len(cells) + 6)
    own = 1.48 * mid(np.abs(cells - mean))
    spread = np.maximum(np.sqrt(share * own**2 + (1 - share) * common**2), FLOOR)
    return Kind(mean, spread * (ONCE if len(cells) == 1 else 1.0))


def _ways(
    cells: Floats, common: Floats, usual: Kind, pieces: tuple[Kind, ...]
) -> tuple[Kind, ...]:
    """Return how an empty cell of one ground may look, given those thought empty."""
    own = [_kind(cells, common)] if len(cells) else []
    if len(cells) < FEW:
        own = [one for one in own if min(map(one.unlike, pieces)) > ALIKE]
        own.append(usual)
    if len(own) == 1 and own[0] is usual:
        own.append(_any(usual))
    return tuple(own)
