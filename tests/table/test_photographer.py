"""What a reading suggests at a table, what is promised, and how long anybody waits."""

from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest

from companion.core.phrase import say
from companion.table.bearer import HOST
from companion.table.photographer import (
    CLEAR,
    Photographer,
    ReadersBusy,
    _tapped,
    suggested,
)
from vision.readings import BoardPrior, Cell, DicePrior, Report

IMAGE = np.zeros((40, 80, 3), np.uint8)


def at_table(*meant):
    """Return a table whose game takes a photo for these actions; `x` is not legal."""
    game = SimpleNamespace(
        observe=lambda *_: meant,
        broken_rule=lambda _state, action: "a rule" if action == "x" else None,
        to_json=lambda action: action,
        actor=lambda *_: 0,
        label=lambda *_: say("This."),
        unshown=lambda *_: False,
        mismatch=lambda *_: None,
    )
    charter = SimpleNamespace(table="t")
    return SimpleNamespace(
        game=game, state=None, charter=charter, version=1, eyes=lambda _who: None
    )


@pytest.mark.parametrize(
    ("meant", "certain", "offered"),
    [
        pytest.param([("a", 0.9)], True, "a", id="one"),
        pytest.param([("a", 0.6), ("b", 0.3)], True, "ab", id="twice as likely"),
        pytest.param([("a", 0.5), ("b", 0.26)], False, "ab", id="not quite"),
        pytest.param([("x", 0.9), ("a", 0.05)], False, "a", id="the best is not legal"),
        pytest.param([("a", 0.9), ("x", 0.1)], True, "a", id="the other is not"),
        pytest.param([("x", 0.9)], False, "", id="nothing legal"),
        pytest.param([], False, "", id="nothing"),
        pytest.param(
            [("a", 0.8), ("b", 0.3), ("a", 0.1)], True, "ab", id="likely in two ways"
        ),
    ],
)
def test_a_reading_is_promised_if_it_is_legal_and_clear(meant, certain, offered):
    assert CLEAR == 2
    sure = Report("dice", certain=True)
    made = suggested(at_table(*meant), HOST, IMAGE, sure)
    assert made.certain is certain
    assert "".join(one.action for one in made.candidates) == offered
    assert not suggested(at_table(*meant), HOST, IMAGE, Report("dice")).certain


def test_where_somebody_pointed_is_told_in_pixels_of_the_photo():
    taps = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.5))
    told = _tapped(BoardPrior((Cell("a", 0, 0),)), taps, IMAGE)
    assert told.corners == ((0, 0), (80, 0), (80, 40), (0, 20))
    assert _tapped(DicePrior(), taps, IMAGE) == DicePrior()


def test_a_reader_that_takes_too_long_keeps_its_place_until_it_is_done(monkeypatch):
    monkeypatch.setattr("companion.table.photographer.TIME_LIMIT", 0.01)
    monkeypatch.setattr("companion.table.photographer.PATIENCE", 0.01)
    photographer, go_on, late = Photographer(workers=1), Event(), []
    with pytest.raises(ReadersBusy):
        photographer.in_time(lambda: go_on.wait(10))
    with pytest.raises(ReadersBusy):
        photographer.in_time(lambda: late.append("read for nobody"))
    monkeypatch.setattr("companion.table.photographer.TIME_LIMIT", 10)
    monkeypatch.setattr("companion.table.photographer.PATIENCE", 10)
    go_on.set()
    assert photographer.in_time(lambda: "one more") == "one more"
    assert late == []
    photographer.close()


def test_a_reader_that_fails_frees_its_place():
    photographer = Photographer(workers=1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            photographer.in_time(lambda: 1 / 0)
    photographer.close()
