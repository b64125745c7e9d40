"""From cells to positions: what is hidden decides nothing, nothing far is missed."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.boards.decide import (
    ALIGNED,
    CERTAIN,
    NO_BOARD,
    _open,
    _ranked,
    _scored,
    decided,
)
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


WHAT = ("", "light", "dark", "hidden")


@pytest.fixture
def seen(monkeypatch):
    """Read a board on which each cell surely holds this, or one of two things."""

    def reads(cells, prior, *, how="markers", fits=9.0, agree=1.0, ordered=True):
        chances = np.full((len(cells), 4), 1e-5)
        for row, what in zip(chances, cells, strict=True):
            shares = what if isinstance(what, dict) else {what: 1.0}
            for name, share in shares.items():
                row[WHAT.index(name)] = share
        monkeypatch.setattr(
            "vision.boards.decide.judged",
            lambda *_: np.log(chances / chances.sum(1)[0]),
        )
        look, weights = SimpleNamespace(agree=agree), SimpleNamespace(ordered=ordered)
        place = SimpleNamespace(how=how, fits=fits, look=look, weights=weights)
        boxes = [(10.0 * n, 0.0, 10.0, 10.0) for n in range(len(cells))]
        return decided(place, prior, boxes)

    return reads


BARE, MOVED, BACK = ("light", ""), ("", "light"), ("", "dark")
KNOWN = BoardPrior(
    (Cell("a", 0, 0), Cell("b", 1, 0)),
    last=BARE,
    successors=(Successor(MOVED), Successor(BACK)),
)
NEW = BoardPrior(KNOWN.cells, successors=KNOWN.successors)


@pytest.mark.parametrize(
    ("cells", "prior", "found", "certain"),
    [
        pytest.param(MOVED, KNOWN, {}, True, id="one turn"),
        pytest.param(BARE, KNOWN, {}, True, id="nobody has moved yet"),
        pytest.param(("", {"light": 0.9, "dark": 0.1}), KNOWN, {}, False, id="doubt"),
        pytest.param(
            ("", {"light": 0.7, "hidden": 0.3}), KNOWN, {}, False, id="half a hand"
        ),
        pytest.param(
            ({"": 0.7, "hidden": 0.3}, "light"), NEW, {}, False, id="or beside it"
        ),
        pytest.param(MOVED, KNOWN, {"agree": ALIGNED}, False, id="badly aligned"),
        pytest.param(MOVED, NEW, {}, True, id="by its markers"),
        pytest.param(MOVED, KNOWN, {"ordered": False}, True, id="taken for the other"),
        pytest.param(MOVED, KNOWN, {"how": "geometry"}, True, id="by its lines"),
        pytest.param(MOVED, NEW, {"how": "geometry"}, False, id="and never before"),
        pytest.param(
            MOVED,
            KNOWN,
            {"how": "geometry", "ordered": False},
            False,
            id="and perhaps the other way round",
        ),
    ],
)
def test_a_position_is_promised_where_nothing_else_can_lie_there(
    seen, cells, prior, found, certain
):
    told = seen(cells, prior, **found)
    assert told.certain is certain
    assert (told.question is None) is certain
    assert told.unlike == 0


@pytest.mark.parametrize(("how", "none"), [("geometry", True), ("markers", False)])
def test_lines_that_explain_no_cells_are_no_board(seen, how, none):
    assert seen(MOVED, KNOWN, how=how, fits=NO_BOARD - 0.1).no_board is none
    assert not seen(MOVED, KNOWN, how=how, fits=NO_BOARD + 0.1).no_board


def test_what_no_turn_explains_is_told_as_it_lies(seen):
    told = seen(("dark", "dark"), KNOWN)
    assert [one.what for one in told.readings] == ["dark", "dark"]
    assert (told.certain, told.unlike) == (False, 1)


def test_asked_about_is_the_cell_by_which_two_positions_differ(seen):
    """The other cell is in more doubt, but whatever lies there says nothing."""
    cells = ({"dark": 0.4, "light": 0.3, "": 0.3}, {"light": 0.8, "dark": 0.2})
    asked = seen(cells, KNOWN).question
    assert (asked.piece, asked.options[:2]) == (1, ("light", "dark"))


def test_what_lay_there_is_kept_where_nobody_says_what_can_follow(seen):
    cells = ({"light": 0.45, "": 0.55}, {"": 0.9, "dark": 0.1})
    for last, what in ((BARE, "light"), (("", ""), ""), (None, "")):
        told = seen(cells, BoardPrior(KNOWN.cells, last=last))
        assert told.readings[0].what == what


def test_a_position_that_one_turn_reaches_is_not_held_for_two():
    logs = np.zeros((CELLS, 3))
    one, two = (Successor(("light",) * CELLS, turns) for turns in (1, 2))
    for both in ((one, two), (two, one)):
        _, scores = _scored(both, logs, board(None, both))
        assert scores.tolist() == [0.0]
