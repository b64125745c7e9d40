"""From cells to positions: what is hidden decides nothing, nothing far is missed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.boards.decide import CERTAIN, _open, _ranked, _scored
from vision.readings import BoardPrior, Cell, Successor

CELLS = 12
NAMES = ("", "light", "dark")


def board(last, successors):
    cells = tuple(Cell(str(n), n / CELLS, 0.0) for n in range(CELLS))
    return BoardPrior(cells, last=last, successors=successors)


def changed(rng, position, count):
    other = list(position)
    for cell in rng.choice(CELLS, count, replace=False):
        other[cell] = NAMES[rng.integers(3)]
    return tuple(other)


def test_what_something_hides_may_be_anything():
    seen = np.log(np.array([[0.97, 0.01, 0.01, 0.01], [0.03, 0.0009, 0.0001, 0.969]]))
    clear, hidden = np.exp(_open(seen))
    assert clear[0] > 50 * clear[1]
    assert hidden[0] < 1.2 * hidden[2]


@pytest.mark.parametrize("seed", range(40))
def test_positions_left_out_could_not_have_mattered(seed):
    rng = np.random.default_rng(seed)
    last = changed(rng, ("",) * CELLS, 6)
    near = [changed(rng, last, 2) for _ in range(10)]
    far = [changed(rng, one, 2) for one in near for _ in range(20)]
    successors = tuple(Successor(one, 1) for one in near)
    successors += tuple(Successor(one, 2) for one in far)
    there = successors[rng.integers(len(successors))].position
    logs = rng.normal(0, 2, (CELLS, 3))
    logs[np.arange(CELLS), [NAMES.index(one) for one in there]] += rng.uniform(2, 12)
    prior = board(last, successors)
    ways, scores = _ranked(logs, prior)
    all_ways, all_scores = _scored((*successors, Successor(last, 1)), logs, prior)
    assert (ways[0] == all_ways[0]).all()
    lead, true_lead = scores[0] - scores[1], all_scores[0] - all_scores[1]
    assert min(lead, CERTAIN) == pytest.approx(min(true_lead, CERTAIN))
