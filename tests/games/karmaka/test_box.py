"""The deck adds up, and the camera and the rule texts know the same cards."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from companion.core.calibration import values
from companion.core.errors import Malformed
from companion.games.karmaka import GAME
from companion.games.karmaka.box import CARDS, DECK, DESIGNS, POINTS, Colour
from companion.games.karmaka.words import CARD_NAMES, POWER_TEXTS, name
from tests.games.karmaka.shared import table

LEXICON = json.loads((GAME.room / "lexicon.json").read_text("utf-8"))


def test_64_cards_of_23_designs():
    assert len(DECK) == 64
    assert len(CARDS) == 23
    assert {card: DECK.count(card) for card in CARDS} == {
        card: design.copies for card, design in DESIGNS.items()
    }


def test_the_colours_add_up_to_19_19_19_and_7_cards():
    cards, points = Counter(), Counter()
    for card in DECK:
        cards[DESIGNS[card].colour] += 1
        points[DESIGNS[card].colour] += POINTS[card]
    suits = (Colour.RED, Colour.GREEN, Colour.BLUE, Colour.MOSAIC)
    assert [cards[suit] for suit in suits] == [19, 19, 19, 7]
    assert [points[suit] for suit in suits] == [36, 36, 36, 7]


@pytest.mark.parametrize("colour", [Colour.RED, Colour.GREEN, Colour.BLUE])
def test_each_colour_has_two_ones_three_twos_and_two_threes(colour):
    shape = Counter(
        (design.points, design.copies)
        for design in DESIGNS.values()
        if design.colour is colour
    )
    assert shape == {(1, 3): 2, (2, 3): 3, (3, 2): 2}


def test_the_camera_knows_the_same_cards_by_the_same_english_names():
    assert set(LEXICON["cards"]) == set(CARDS)
    for card, names in LEXICON["cards"].items():
        assert str(CARD_NAMES[card]) == names["en"]
        assert card in POWER_TEXTS


def test_a_table_teaches_the_app_its_own_name_of_a_card():
    state = GAME.start({"players": 2, "box": {"names": {"sowing": "Semina"}}})
    assert str(name(state, "sowing")) == "Semina"
    assert str(name(state, "spite")) == "Spite"


def test_the_sheet_of_names_and_what_a_host_types_into_it():
    plain = GAME.box.sheet(None)[0]
    assert len(plain.pieces) == 23
    assert plain.provenance == "rulebook"
    typed = {"name-sowing": " Semina ", "name-spite": ""}
    given = GAME.box.corrections(typed)
    assert given == {"names": {"sowing": "Semina"}}
    assert GAME.box.sheet(given)[0].provenance == "table"
    assert values(GAME.box.sheet(given))["name-sowing"] == "Semina"
    assert GAME.box.corrections(values(GAME.box.sheet(None))) == {}
    braces = GAME.start({"players": 2, "box": {"names": {"sowing": "{x}"}}})
    assert str(name(braces, "sowing")) == "{x}", "braces are only braces"


@pytest.mark.parametrize(
    "box",
    [[], {"names": []}, {"names": {"cat": "Cat"}}, {"names": {"spite": ""}}, {"x": 1}],
)
def test_a_box_that_cannot_be_right_is_malformed(box):
    with pytest.raises(Malformed):
        GAME.start({"players": 2, "box": box})


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "teams": True},
        {"players": 4, "wolf": "1"},
        {"players": 2, "first": 3},
        {"players": 5},
        {"players": 1},
    ],
)
def test_options_that_do_not_fit_the_table_are_malformed(options):
    with pytest.raises(Malformed):
        GAME.start(options)


def test_a_position_made_for_a_test_keeps_all_cards():
    state = table({"hand": "spite ?", "deeds": "panic"}, {"future": "!peek ?"})
    assert GAME.faults(state) == ()
    assert GAME.faults(state._replace(well=state.well - 1)) != ()
    assert GAME.faults(state._replace(ruins=("spite",))) != ()
