"""What lies on each cell, judged by comparison with the cells of the same photo.

A small network, taught with drawn photos (`vision/train/boards.py`): it does not know
what discs look like, but how to tell from the cells whose content is likely known what
lies on all of them. So it needs no colours, and a lamp or a printed pattern that all
cells share does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.boards.cells import sampled
from vision.boards.look import Look
from vision.boards.plan import Floats
from vision.boards.weigh import Weights, codes, grounds_of
from vision.readings import BoardPrior

FILE = Path(__file__).parents[1] / "models" / "board-cells.npz"

ROUNDS = 2
"""Once with what lay there last, once more with what seems to lie there."""

KEPT = 2.5
"""Nats in favour of what lay there last while cells are sorted for the next round."""

SIDES = 10
"""What else is said about a cell: colours weighed, and how many cells are known."""

Matrix = NDArray[np.float32]


def sides_of(weights: Weights) -> Matrix:
    """Return what the colours alone say: chances and distances, bounded."""
    logs = weights.logs - weights.logs.max(1, keepdims=True)
    both = np.hstack([np.maximum(logs, -30) / 10, np.minimum(weights.distance, 12) / 4])
    return np.asarray(both, np.float32)


def judged(look: Look, weights: Weights, prior: BoardPrior) -> Floats:
    """Return logarithms of chances: cells by empty, the pieces, and something else."""
    net = _net()
    around = sampled(look).reshape(len(look.features), -1)
    rows = np.hstack([around, look.features[:, -1:]]).astype(np.float32)
    bent = np.maximum(rows @ net["bend_weight"].T + net["bend_bias"], 0)
    bent = bent @ net["bent_weight"].T + net["bent_bias"]
    seen = np.hstack([rows @ net["straight_weight"].T, bent])
    grounds = grounds_of(prior)
    same = (grounds[:, None] == grounds).astype(np.float32)
    last = codes(prior.last, prior) if prior.last else weights.labels
    was = np.eye(3, dtype=np.float32)[last]
    labels, sides = was, sides_of(weights)
    for _ in range(ROUNDS):
        logits = _compared(net, seen, sides, labels, same)
        odds = logits[:, :3] + KEPT * was
        odds = np.exp(odds - odds.max(1, keepdims=True))
        labels = odds / odds.sum(1, keepdims=True)
    # Surer of itself than it is right, as every network where it has not learned.
    logits = logits / net["heat"]
    top = logits.max(1, keepdims=True)
    logs = logits - top - np.log(np.exp(logits - top).sum(1, keepdims=True))
    return np.asarray(logs, float)


def _compared(
    net: Mapping[str, Matrix],
    seen: Matrix,
    sides: Matrix,
    labels: Matrix,
    same: Matrix,
) -> Matrix:
    """Compare each cell with those of its ground, of any ground, and the pieces."""
    counts = labels.sum(0)
    means = labels.T @ seen / (counts[:, None] + 1e-3)
    empty = labels[:, :1]
    near = same @ empty
    ground = (same @ (empty * seen) + means[0]) / (near + 1)
    offs = np.hstack([seen - ground, *(seen - mean for mean in means)])
    known = np.hstack([near, np.broadcast_to(counts, (len(seen), 3))])
    inputs = np.hstack([offs, np.abs(offs), sides, np.log1p(known)])
    hidden = np.maximum(inputs @ net["compare_weight"].T + net["compare_bias"], 0)
    return np.asarray(hidden @ net["answer_weight"].T + net["answer_bias"], np.float32)


@cache
def _net() -> dict[str, Matrix]:
    with np.load(FILE) as held:
        return {name: held[name].astype(np.float32) for name in held.files}
