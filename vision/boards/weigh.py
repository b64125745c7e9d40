"""How likely each cell is empty or holds a piece, in the colours of this table.

What lay there last is known for nearly every cell, so each photo teaches its own
colours: light, shadow and lamp are those of this moment.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.kinds import FLOOR, Kind, mid, sort_kinds
from vision.boards.plan import Floats, Ints
from vision.readings import BoardPrior

KEPT = 2.5
"""Nats in favour of what lay there last: one turn changes few of the cells."""

CLEARLY_LIGHTER = 0.4
"""Logarithm of brightness between two pieces that nobody takes for each other: with
less, colours tell them apart and not which is lighter."""

ROUNDS = 2
DARKER = 40.0
"""Nats against a board on which the lighter piece would be the darker one."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What the features say."""

    logs: Floats
    """Log-likelihood of each cell (row) being empty or one of the pieces (columns)."""

    distance: Floats
    """How unlike its kind each cell is, in spreads."""

    gain: float
    """Nats by which kinds explain the cells better than one kind for all would."""

    apart: float
    """Spreads between the two kinds that are most alike."""

    labels: Ints
    """What seems to lie on each cell, as numbers."""

    ordered: bool
    """Whether the pieces that should be lighter are: else the board lies the other way
    round."""


def weigh(features: Floats, prior: BoardPrior, arms: Floats) -> Weights:
    """Return how likely each cell is what, and how well that explains the board.

    Where more lines meet (`arms`) cells and what is around them are darker or lighter.
    """
    grounds = grounds_of(prior)
    known = codes(prior.last, prior) if prior.last else None
    labels = known if known is not None else _sorted_out(features, prior)
    for _ in range(ROUNDS):
        bare = features - _ink(features, np.where(labels, -1, grounds), arms)
        laid = features - _ink(features, labels - 1, arms)
        kinds = sort_kinds(laid, bare, labels, grounds, prior)
        logs, distance = kinds.logs(laid, bare, grounds)
        held = logs.copy()
        if known is not None:
            held[np.arange(len(known)), known] += KEPT
        labels = held.argmax(1)
    whole = logs[np.arange(len(labels)), labels].sum()
    gain = float(whole - _all_alike(features))
    pieces = np.array([piece.mean for piece in kinds.pieces])
    ordered = not _wrong_order(pieces[_by_brightness(prior)])
    if not ordered:
        gain -= DARKER
    return Weights(logs, distance, gain, kinds.apart, labels, ordered)


def explained(colours: NDArray[np.float32], prior: BoardPrior) -> Floats:
    """Return the share of all differences in colour that what lay there last explains.

    `colours` has one row of cells for each way to lay the board; less than nothing if
    the lighter piece would be the darker one.
    """
    assert prior.last is not None
    known = codes(prior.last, prior)
    kinds = np.where(known == 0, -1 - grounds_of(prior), known)
    # What is left within kinds is all squares less those of the sums of each kind.
    member = (np.unique(kinds)[:, None] == kinds).astype(np.float32)
    counts = member.sum(1)
    sums = member @ colours
    squares = (colours**2).sum((1, 2))
    between = ((sums**2).sum(2) / counts).sum(1)
    everything = (sums.sum(1) ** 2).sum(1) / counts.sum()
    shares = np.asarray((between - everything) / (squares - everything + 1e-4), float)
    present = [n + 1 for n in _by_brightness(prior) if (known == n + 1).any()]
    if len(present) < 2:
        return shares
    light = np.stack([colours[:, known == n].mean((1, 2)) for n in present], 1)
    wrong = np.diff(light, axis=1).max(1) / CLEARLY_LIGHTER
    return np.asarray(shares - np.clip(wrong, 0, 1), float)


def codes(position: tuple[str, ...], prior: BoardPrior) -> Ints:
    """Return a position as numbers: 0 for an empty cell, then the pieces in order."""
    code = {"": 0} | {piece: n for n, piece in enumerate(prior.pieces, 1)}
    return np.array([code[one] for one in position])


def grounds_of(prior: BoardPrior) -> Ints:
    """Return a number for the ground of each cell."""
    if len(prior.grounds) != len(prior.cells):
        return np.zeros(len(prior.cells), int)
    names = sorted(set(prior.grounds))
    return np.array([names.index(one) for one in prior.grounds])


def _ink(features: Floats, groups: Ints, arms: Floats) -> Floats:
    """Return what the lines that meet on each cell, and those around it, add to its
    look, learned from groups of cells that are alike but for that."""
    above, along = np.zeros(features.shape[1]), 1.0
    for group in range(groups.max() + 1):
        alike = groups == group
        if alike.sum() > 2:
            x = arms[alike] - arms[alike].mean()
            rest = features[alike] - mid(features[alike])
            # What changed meanwhile must not be taken for ink.
            above = above + x @ np.clip(rest, -0.6, 0.6)
            along += float(x @ x)
    return np.asarray((arms - arms.mean())[:, None] * above / along, float)


def _all_alike(features: Floats) -> float:
    """Return the log-likelihood of the cells if all were of one kind."""
    mean = mid(features)
    spread = np.maximum(1.48 * mid(np.abs(features - mean)), FLOOR)
    # With half of the cells alike the median spread is too small for the others.
    spread = np.maximum(spread, 0.7 * features.std(0))
    return float(Kind(mean, spread).log(features)[0].sum())


def _wrong_order(pieces: Floats) -> bool:
    return bool((np.diff(pieces[:, 0]) > 0).any())


def _sorted_out(features: Floats, prior: BoardPrior) -> Ints:
    """Return a first guess of what lies on each cell if nothing is known.

    Most cells are empty or alike; the kinds are groups of colours.
    """
    count = len(prior.pieces) + 1
    colour = np.ascontiguousarray(features[:, :3], np.float32)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    groups = min(count, len(colour))
    _, found, middles = cv2.kmeans(
        colour, groups, np.zeros(0), stop, 4, cv2.KMEANS_PP_CENTERS
    )
    found = found.ravel()
    # Empty cells differ least from the ground around them.
    empty = int(np.abs(middles).sum(1).argmin())
    pieces = [n for n in range(groups) if n != empty]
    pieces.sort(key=lambda n: -float(middles[n, 0]))
    order = _by_brightness(prior)
    pieces = [pieces[order.index(n)] for n in range(len(pieces))]
    name = np.zeros(groups, int)
    name[pieces] = np.arange(1, groups)
    return np.asarray(name[found], np.int64)


def _by_brightness(prior: BoardPrior) -> list[int]:
    """Return the numbers of the pieces from the lightest to the darkest."""

    def light(number: int) -> float:
        value = prior.colours.get(prior.pieces[number], "#808080").lstrip("#")
        return sum(int(value[n : n + 2], 16) for n in (0, 2, 2, 4))

    return sorted(range(len(prior.pieces)), key=lambda n: -light(n))
