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

SIDES = 11
"""What else is said about a cell: colours weighed, how far discs lean there, and how
many other cells are known."""

KNOWN = 0.05
"""Cells below which nothing is known of a kind: its mean is nothing at all."""

Matrix = NDArray[np.float32]


def sides_of(look: Look, weights: Weights) -> Matrix:
    """Return what the colours alone say, chances and distances, bounded; and how far
    discs lean."""
    logs = weights.logs - weights.logs.max(1, keepdims=True)
    lean = np.linalg.norm(look.lean, axis=1, keepdims=True)
    told = [np.maximum(logs, -30) / 10, np.minimum(weights.distance, 12) / 4, lean]
    return np.asarray(np.hstack(told), np.float32)


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
    labels, sides = was, sides_of(look, weights)
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
    """Compare each cell with the others of its ground, of any ground, and the pieces.

    Never with itself: alone of its kind it would always be like its kind.
    """
    parts = labels.T[:, :, None] * seen
    counts = np.maximum(labels.sum(0) - labels, 0)
    means = (parts.sum(1, keepdims=True) - parts) / (counts.T[:, :, None] + KNOWN)
    empty = labels[:, :1]
    near = same @ empty - empty
    ground = (same @ parts[0] - parts[0] + means[0]) / (near + 1)
    offs = np.hstack([seen - ground, *(seen - means)])
    inputs = np.hstack([offs, np.abs(offs), sides, np.log1p(np.hstack([near, counts]))])
    hidden = np.maximum(inputs @ net["compare_weight"].T + net["compare_bias"], 0)
    return np.asarray(hidden @ net["answer_weight"].T + net["answer_bias"], np.float32)


@cache
def _net() -> dict[str, Matrix]:
    with np.load(FILE) as held:
        return {name: held[name].astype(np.float32) for name in held.files}
