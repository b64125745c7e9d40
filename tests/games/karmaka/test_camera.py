"""What a photo can show at each moment, and what its cards then mean."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from tests.games.karmaka.shared import DEED, POWER, do, table, use
from vision.readings import CardReading, Report, Whole


def seen(*cards, chance=0.9):
    """A report of these cards, read as one whole."""
    pieces = tuple(CardReading(card, confidence=chance) for card in cards)
    return Report("cards", pieces, (Whole(pieces, chance),))


def meant(state, seat, *cards):
    return [action for action, _ in GAME.observe(state, seat, seen(*cards))]


def test_a_photo_of_the_card_just_played_asks_deed_or_power():
    state = table({"hand": "? ?"}, {"hand": "?"})
    assert meant(state, 0, "spite") == [a.Play("spite", DEED), a.Play("spite", POWER)]
    assert meant(state, 0, "spite", "peek") == [
        a.Show(0, a.Place.HAND, ("spite", "peek"))
    ]
    assert meant(state, None, "spite") == []


def test_the_prior_knows_what_can_be_in_a_hand():
    state = table({"hand": "spite ?", "deeds": "vengeance vengeance"}, {"hand": "?"})
    prior = GAME.expects(state, 0)
    assert (prior.lexicon, prior.most) == ("karmaka", 2)
    assert "vengeance" not in prior.may
    assert GAME.expects(table({"hand": "spite"}, {"hand": "?"}), 0).may == {"spite": 1}
    assert GAME.expects(state, None) is None


def test_cards_that_come_to_light_are_anybodys_photo():
    state = use(table({"hand": "spite"}, {"hand": "!peek ? ?"}), "spite")
    assert GAME.expects(state, None).count == 2
    assert GAME.expects(state, None) == GAME.expects(state, 1)
    assert meant(state, None, "panic", "peek") == [a.Turned(("panic", "peek"))]


def test_swindled_destined_and_ruined_cards():
    state = use(table({"hand": "swindle"}, {"hand": "? ? ?"}), "swindle")
    assert meant(state, 0, "panic", "peek", "spite") == [
        a.Picked(("panic", "peek", "spite"))
    ]
    assert GAME.expects(state, 0).count == 3
    state = use(table({"hand": "destiny"}, {"hand": "?"}), "destiny")
    assert meant(state, 0, "panic", "peek", "spite") == [
        a.Show(0, a.Place.WELL, ("panic", "peek", "spite"))
    ]
    state = use(table({"hand": "denial ?"}, {"hand": "?"}), "denial")
    assert meant(state, 0, "panic") == [a.Put("panic")]


def test_a_card_of_the_rivals_row_is_shown_to_the_app_alone():
    state = do(GAME.start({"players": 2, "rival": "strong"}), a.Pass())
    assert GAME.expects(state, 0).count == 1
    show = a.Show(1, a.Place.HAND, ("spite",))
    assert meant(state, 0, "spite") == [show]
    assert "Spite" not in str(GAME.label(state, show))
    known = do(state, show)
    again = a.Show(1, a.Place.HAND, ("spite", "spite"))
    assert meant(known, 0, "spite") == [again]
    assert GAME.expects(state, 1) is None, "nobody photographs from its seat"


@pytest.mark.parametrize("cards", [("vengeance",) * 3, ("cat",)])
def test_what_cannot_be_is_not_suggested(cards):
    assert meant(table({"hand": "? ? ?"}, {"hand": "?"}), 0, *cards) == []
