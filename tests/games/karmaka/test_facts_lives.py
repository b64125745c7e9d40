"""Facts 29 to 49: death, score, ladder, rebirth, and the piles."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import NEED, score
from companion.games.karmaka.questions.dying import Death
from tests.games.karmaka.shared import (
    DEED,
    PASS,
    REFUSE,
    counts,
    deeds,
    do,
    future,
    hand,
    happened,
    question,
    refused,
    ruins,
    table,
    use,
)


def dying(deeds="", future="", level=0, rings=0, other=None, **where):
    """The first player is dead; the second has a Deck to go on with."""
    state = table(
        {"deeds": deeds, "future": future, "level": level, "rings": rings},
        other or {"hand": "?", "deck": 1},
        main=False,
        **where,
    )
    return state.with_todo((*state.todo, Death(0)))


def test_fact_29_death_uses_up_the_turn():
    state = do(dying("spite peek"), a.Reborn())
    assert counts(state) == (0, 6, 0), "no draw, no play"
    assert question(state) == "Main 1"
    assert refused(dying("spite"), PASS) == "death"


def test_fact_29_rivals_can_hit_the_deeds_before_it():
    state = table({"hand": "spite"}, {"hand": "vengeance ?"}, turn=0)
    state = do(state, a.Play("spite", DEED), a.Play("vengeance", a.Use.POWER), REFUSE)
    assert question(state) == "Death 0"
    assert deeds(state) == ""


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("", 0),
        ("spite panic", 4),
        ("spite voyage salvage", 5),
        ("spite embody mimic voyage", 5),
        ("embody mimic", 2),
        ("panic recycle peek embody", 2),
    ],
)
def test_fact_30_the_best_colour_and_every_mosaic_card(laid, points):
    assert score(tuple(laid.split())) == points


def test_fact_31_rings_of_earlier_lives_make_up_for_missing_points():
    state = dying("spite", rings=3)
    assert GAME.legal_actions(state) == tuple(a.Reborn(n) for n in range(4))
    state = do(state, a.Reborn(1))
    assert (state.lives[0].level, state.lives[0].rings) == (1, 2)
    assert GAME.view(state, None)["board"]["rings"] == 10
    assert refused(dying("spite", rings=1), a.Reborn(2)) == "rings-spend"


def test_fact_31_the_ring_of_this_death_does_not_count_for_it():
    state = do(dying("spite"), a.Reborn())
    assert (state.lives[0].level, state.lives[0].rings) == (0, 1)


@pytest.mark.parametrize(
    ("level", "laid"),
    [
        (0, "spite panic"),
        (1, "spite crisis"),
        (2, "spite vengeance"),
        (3, "spite vengeance dwindle"),
    ],
)
def test_fact_32_four_five_six_and_seven_points_are_needed(level, laid):
    assert score(tuple(laid.split())) == NEED[level]
    enough = do(dying(laid, level=level), a.Reborn())
    assert enough.lives[0].level == level + 1
    short = do(dying(laid.rpartition(" ")[0], level=level), a.Reborn())
    assert short.lives[0].level == level


def test_fact_33_one_step_per_life_and_the_surplus_is_lost():
    state = do(dying("spite spite vengeance vengeance"), a.Reborn())
    assert state.lives[0].level == 1
    assert score(state.lives[0].deeds) == 0


def test_fact_34_not_enough_points_bring_a_ring():
    state = do(dying("spite", level=2), a.Reborn())
    assert (state.lives[0].level, state.lives[0].rings) == (2, 1)
    assert "ring" in happened(state)


def test_fact_35_a_wolf_with_five_red_points_and_a_ring_becomes_a_monkey():
    state = do(dying("spite crisis", level=2, rings=1), a.Reborn(1))
    assert (state.lives[0].level, state.lives[0].rings) == (3, 0)


def test_fact_36_transcendence_wins_at_once():
    state = do(dying("spite vengeance dwindle", level=3), a.Reborn())
    ended = GAME.outcome(state)
    assert (ended.winners, ended.ending) == ((0,), "transcendence")
    assert GAME.legal_actions(state) == ()
    assert deeds(state) == "spite vengeance dwindle", "nobody is reborn any more"
    assert refused(state, PASS) == "game-over"


def test_fact_37_deeds_go_to_the_ruins_as_they_lie():
    state = do(dying("spite peek panic", ruins="crisis"), a.Reborn())
    assert ruins(state) == "crisis spite peek panic"


def test_fact_38_the_future_life_becomes_the_hand():
    state = do(dying(future="!spite peek ?"), a.Reborn())
    assert hand(state) == "? peek spite"
    assert future(state) == ""
    assert state.lives[0].hand.seen == ("spite",)


@pytest.mark.parametrize(
    ("saved", "dealt"), [(0, 6), (3, 3), (4, 2), (5, 1), (6, 0), (9, 0)]
)
def test_fact_39_40_41_hand_and_deck_make_six(saved, dealt):
    state = dying(future="? " * saved)
    after = do(state, a.Reborn())
    assert counts(after) == (saved, dealt, 0)
    assert after.well == state.well - dealt


def test_fact_39_a_refill_at_rebirth_includes_the_deeds_but_the_top_three():
    state = dying("spite peek panic crisis", well=2, rest="deck", ruins="")
    after = do(state, a.Reborn())
    assert ruins(after) == "peek panic crisis"
    assert "refill" in happened(after)
    assert counts(after) == (0, 3, 0), "two of the Well and the spite"


def test_fact_42_the_next_player_goes_on():
    assert question(do(dying(), a.Reborn())) == "Main 1"


def test_fact_43_each_life_is_independent():
    other = {"hand": "?", "deck": 1, "deeds": "panic", "level": 2}
    state = do(dying("spite panic", other=other), a.Reborn())
    assert (deeds(state, 1), state.lives[1].level) == ("panic", 2)


def test_fact_44_rings_stay_from_life_to_life():
    state = do(dying("spite panic", rings=2), a.Reborn())
    assert state.lives[0].rings == 2


def test_fact_45_ruins_stay_where_they_are():
    state = do(dying("spite", ruins="peek panic crisis denial"), a.Reborn())
    assert ruins(state) == "peek panic crisis denial spite"


def test_fact_46_cards_move_one_at_a_time():
    state = table(
        {"hand": "hells-heart"}, {"hand": "?", "future": "!peek !panic !spite"}
    )
    state = use(state, "hells-heart")
    assert ruins(state) == "spite panic", "the top one first"
    state = table({"hand": "longevity"}, {"hand": "?"})
    words = str(
        GAME.doings(state, None, use(state, "longevity", a.Aim(1)), None)[0].words
    )
    assert "one by one" in words


def test_fact_47_only_deeds_keep_their_order():
    state = do(dying("spite peek"), a.Reborn())
    assert ruins(state) == "spite peek"


def test_fact_48_the_top_three_ruins_stay_when_the_well_is_refilled():
    state = table(
        {"hand": "another-day"},
        {"hand": "?"},
        well=0,
        rest="ruins",
        ruins="spite peek panic",
    )
    after = use(state, "another-day")
    assert ruins(after) == "spite peek panic"
    assert after.well == len(state.ruins) - 3 - 1
    assert happened(after) == ["refill", "draw"]


def test_fact_49_the_refill_is_lazy_and_comes_in_the_middle_of_an_effect():
    state = table({"hand": "voyage peek"}, {"hand": "?"}, well=3, rest="ruins")
    drawn = use(state, "voyage")
    assert (drawn.well, happened(drawn)) == (0, ["draw"]), "nobody needs one yet"
    state = table({"hand": "voyage peek"}, {"hand": "?"}, well=2, rest="ruins")
    drawn = use(state, "voyage")
    assert happened(drawn) == ["refill", "draw"]
    assert counts(drawn)[0] == 4
