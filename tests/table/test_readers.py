"""Each reader is told what can occur, and asked only when it is there."""

import sys
from types import ModuleType

import pytest

from companion.table import readers
from vision.readings import (
    AmuletsPrior,
    BoardPrior,
    CardsPrior,
    Cell,
    CellReading,
    DicePrior,
    DieReading,
    Report,
)


@pytest.fixture
def vision(monkeypatch):
    """Stand-ins for the readers, noting what they were told."""
    calls = []
    for name in ("dice", "cards", "amulets"):
        module = ModuleType(f"vision.{name}")

        def read(image, prior, _name=name):
            calls.append((_name, image, prior))
            return Report(_name)

        module.read = read
        monkeypatch.setitem(sys.modules, f"vision.{name}", module)
    teach = ModuleType("vision.teach")
    teach.load = lambda folder: f"views of {folder.name}"
    monkeypatch.setitem(sys.modules, "vision.teach", teach)
    return calls


@pytest.mark.parametrize(
    "prior",
    [DicePrior(), CardsPrior("samsara", {"jann": 3}), AmuletsPrior(gold=4, copper=2)],
)
def test_a_reader_is_told_everything_that_is_known(vision, prior):
    report = readers.read("photo", prior)
    assert report.reader == prior.reader
    assert vision == [(prior.reader, "photo", prior)]


def test_taught_cards_travel_with_what_may_be_there(vision, tmp_path):
    prior = CardsPrior("samsara", {"jann": 3})
    assert readers.with_taught(prior, None) is prior
    assert readers.with_taught(prior, tmp_path).taught is None
    (tmp_path / "samsara").mkdir()
    told = readers.with_taught(prior, tmp_path)
    assert told.taught == "views of samsara"
    assert told.may == {"jann": 3}
    assert readers.with_taught(DicePrior(), tmp_path) == DicePrior()


def test_a_reader_that_is_not_installed_is_no_reader(monkeypatch):
    monkeypatch.setitem(sys.modules, "vision.board", None)
    with pytest.raises(readers.NoReader):
        readers.read("photo", BoardPrior(()))


def test_where_a_board_lay_is_told_to_the_next_reading_of_a_still_camera():
    board = BoardPrior((Cell("a", 0, 0), Cell("b", 1, 0)))
    before = [
        CellReading("a", "", box=(10, 20, 4, 4)),
        CellReading("b", "", box=(30, 20, 4, 6)),
    ]
    told = readers.where_it_lay(board, before)
    assert told.lay == ((12, 22), (32, 23))
    for other in ([], before[:1], [DieReading(1, "red"), DieReading(2, "red")]):
        assert readers.where_it_lay(board, other) == board
    assert readers.where_it_lay(DicePrior(), before) == DicePrior()
