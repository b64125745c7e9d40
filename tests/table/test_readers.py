"""Each reader is called as it wants to be called, and only when it is there."""

import sys
from types import ModuleType

import pytest

from companion.table import readers


@pytest.fixture
def vision(monkeypatch):
    """Stand-ins for the readers, noting how they were called."""
    calls = []
    for name in ("dice", "cards", "amulets", "teach"):
        module = ModuleType(f"vision.{name}")

        def read(*args, _name=name, **kwargs):
            calls.append((_name, args[1:], kwargs))
            return {_name: [{"seen": True}], "certain": True}

        module.read = read
        module.load = lambda folder: f"views of {folder.name}"
        monkeypatch.setitem(sys.modules, f"vision.{name}", module)
    return calls


def test_dice_are_told_the_dice_of_this_roll(vision):
    prior = {"reader": "dice", "dice": [{"colour": "red", "faces": [1, 2]}]}
    report = readers.read("photo", prior)
    assert vision == [("dice", ([{"colour": "red", "faces": [1, 2]}],), {})]
    assert readers.readings(prior, report) == [{"seen": True}]


def test_cards_are_told_what_may_be_there_and_what_was_taught(vision, tmp_path):
    prior = {"reader": "cards", "lexicon": "samsara", "may": {"jann": 3}}
    readers.read("photo", prior, tmp_path)
    (tmp_path / "samsara").mkdir()
    readers.read("photo", prior, tmp_path)
    taught = [kwargs["taught"] for _, _, kwargs in vision]
    assert taught == [None, "views of samsara"]
    assert vision[0][2]["may"] == {"jann": 3}
    assert vision[0][2]["lexicon"] == "samsara"


def test_amulets_are_told_the_palette_of_the_table(vision):
    readers.read("photo", {"reader": "amulets", "palette": {"red": "#ff0000"}})
    readers.read("photo", {"reader": "amulets"})
    assert [kwargs for _, _, kwargs in vision] == [
        {"palette": {"red": "#ff0000"}},
        {"palette": None},
    ]


def test_an_unknown_reader_is_no_reader():
    with pytest.raises(readers.NoReader):
        readers.read("photo", {"reader": "tea-leaves"})
