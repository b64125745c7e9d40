"""Readings A1 to A30: what both books leave open, as this table plays it."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import RINGS
from companion.games.karmaka.questions.dying import Death
from tests.games.karmaka.shared import (
    ACCEPT,
    DEED,
    ENOUGH,
    FUTURE,
    PARTNER,
    PASS,
    REFUSE,
    counts,
    deeds,
    do,
    future,
    hand,
    happened,
    listed,
    question,
    refused,
    ruins,
    table,
    use,
)


def dead(*lives, **options):
    """The first player has just died."""
    state = table(*lives, main=False, **options)
    return state.with_todo((*state.todo, Death(0)))


def test_reading_a01_three_ruins_are_no_new_well():
    state = table(
        {"hand": "voyage peek"}, {}, well=1, rest="deck", ruins="spite panic crisis"
    )
    after = use(state, "voyage")
    assert (counts(after)[0], after.well) == (2, 0), "what there is, the rest is lost"
    assert ruins(after) == "spite panic crisis"
    again = table({"hand": "voyage peek"}, {}, well=0, rest="deck")
    assert happened(use(again, "voyage")) == ["nothing"]


def test_reading_a02_as_much_as_possible():
    one = {"hand": "hells-heart"}, {"hand": "?", "future": "?"}
    assert ruins(use(table(*one), "hells-heart", a.Turned(("panic",)))) == "panic"
    one = {"hand": "spite"}, {"hand": "?"}
    assert ruins(use(table(*one), "spite", a.Turned(("panic",)))) == "panic"
    sown = use(table({"hand": "sowing"}, {}, well=1, rest="deck"), "sowing", a.Sow())
    assert counts(sown) == (0, 0, 1)


def test_reading_a03_destiny_refills_for_the_missing_cards():
    state = table({"hand": "destiny"}, {"hand": "?"}, well=1, rest="ruins")
    after = use(state, "destiny")
    assert happened(after) == ["refill"]
    assert [x.count for x in listed(after, a.Destine)] == [0, 1, 2]
    few = table({"hand": "destiny"}, {}, well=1, rest="deck")
    assert [x.count for x in listed(use(few, "destiny"), a.Destine)] == [0, 1]


def test_reading_a04_without_a_ring_in_the_supply_none_is_given():
    state = do(dead({"rings": 2}, {"hand": "?", "rings": RINGS - 2}), a.Reborn())
    assert state.lives[0].rings == 2
    assert "no-ring" in happened(state)
    spent = do(dead({"rings": 2}, {"hand": "?", "rings": RINGS - 2}), a.Reborn(1))
    assert spent.lives[0].rings == 2, "the Ring just spent is in the supply again"


def test_reading_a05_rings_spent_in_vain_are_lost():
    state = dead({"deeds": "panic", "rings": 2}, {"hand": "?"})
    assert str(GAME.label(state, a.Reborn(2))) == "Spend 2 Rings in vain"
    state = do(state, a.Reborn(2))
    assert (state.lives[0].level, state.lives[0].rings) == (0, 1)


def test_reading_a06_enough_points_climb_without_a_choice():
    state = dead({"deeds": "spite panic", "rings": 2}, {"hand": "?"})
    assert GAME.legal_actions(state) == (a.Reborn(0),)
    assert refused(state, a.Reborn(1)) == "rings-spend"
    assert do(state, a.Reborn()).lives[0].level == 1


def test_reading_a07_the_seat_opposite_is_asked_too():
    lives = [{"hand": "destiny"}] + [{"hand": "?"}] * 3
    state = use(table(*lives), "destiny", a.Destine(0), REFUSE)
    assert question(state) == "Offer 2"


@pytest.mark.parametrize("card", ["longevity", "panic", "dwindle"])
def test_reading_a08_the_seat_opposite_is_out_of_reach_for_these_too(card):
    lives = [{"hand": f"{card} ?"}] + [{"hand": "?", "deck": 1}] * 3
    state = use(table(*lives), card)
    assert [aim.seat for aim in listed(state, a.Aim)] == [0, 1, 3]
    assert refused(state, a.Aim(2)) == "neighbours-only"


def test_reading_a09_a_power_on_a_partner_is_offered_to_the_rivals():
    lives = [{"hand": "dwindle ?"}] + [{"hand": "?"}] * 3
    state = use(table(*lives, teams=True), "dwindle", a.Aim(2), a.Put("panic"), REFUSE)
    assert question(state) == "Offer 3"


def test_reading_a10_the_pair_feeds_each_other_only_if_the_table_says_so():
    lives = {"hand": "spite peek"}, {"hand": "?"}, {"hand": "?"}
    assert refused(table(*lives, wolf="2"), a.Play("", PARTNER)) == "partner-future"
    fed = do(table(*lives, wolf="2", pair_future=True), a.Play("spite", PARTNER))
    assert counts(fed, 2)[2] == 1
    wolf = table(*lives, wolf="1", pair_future=True)
    assert refused(wolf, a.Play("", PARTNER)) == "partner-future"
    state = use(table({"hand": "longevity"}, {}, {}, wolf="2"), "longevity")
    assert a.Aim(2) in GAME.legal_actions(state)


def test_reading_a11_a_card_for_the_partner_stays_hidden():
    lives = [{"hand": "spite peek"}] + [{"hand": "?"}] * 3
    state = table(*lives, teams=True)
    after = do(state, a.Play("spite", PARTNER))
    assert after.lives[2].future == ("",)
    line = str(GAME.tell(state, a.Play("spite", PARTNER), after, 1))
    assert "Spite" not in line


def test_reading_a12_a_circle_of_copies_ends():
    lives = {"hand": "mimic", "deeds": "mimic"}, {"hand": "?", "deeds": "embody"}
    state = use(table(*lives), "mimic")
    assert happened(state) == ["copied", "copied", "nothing"]
    assert question(state) == "Offer 1"
    lives = {"hand": "embody", "deeds": "mimic peek"}, {"hand": "?", "deeds": "embody"}
    state = use(table(*lives), "embody", a.Copy("mimic"))
    assert question(state) == "Embodying 0", "the rival's Embody lets choose again"
    again = do(state, a.Copy("mimic"))
    assert (happened(again), question(again)) == (["nothing"], "Offer 1")
    other = do(state, a.Copy("peek"))
    assert question(do(other, REFUSE)) == "Main 1", "a Hand of none plays no more"


def test_reading_a13_mimic_on_mimic_is_legal_though_another_could_be_copied():
    lives = {"hand": "mimic"}, {"deeds": "mimic"}, {"deeds": "peek"}
    state = use(table(*lives), "mimic")
    assert [aim.seat for aim in listed(state, a.Aim)] == [1, 2]
    state = do(state, a.Aim(1))
    assert (happened(state), question(state)) == (["nothing"], "Offer 1")


@pytest.mark.parametrize(
    ("lives", "said"),
    [
        (({"hand": "embody spite", "deeds": "another-day"}, {"hand": "?"}), ()),
        (({"hand": "mimic spite"}, {"hand": "?", "deeds": "another-day"}), ()),
        (({"hand": "denial another-day"}, {"hand": "?"}), (a.Put("another-day"),)),
    ],
    ids=["embody", "mimic", "denial"],
)
def test_reading_a14_a_copied_extra_play_counts_after_the_offer(lives, said):
    card = lives[0]["hand"].split()[0]
    state = use(table(*lives), card, *said)
    assert question(state) == "Offer 1"
    assert question(do(state, REFUSE)) == "Main 0"


def test_reading_a15_all_ruins_are_public():
    state = table({"hand": "?"}, {"hand": "?"}, ruins="crisis spite peek panic")
    pile = GAME.view(state, None)["board"]["ruins"]
    assert pile["count"] == 4
    assert [card["card"] for card in pile["top"]] == ["panic", "peek", "spite"]


def test_reading_a16_a_target_is_named_even_if_nobody_has_anything():
    state = use(table({"hand": "vengeance"}, {"hand": "?"}, {"hand": "?"}), "vengeance")
    assert question(state) == "Target 0"
    assert question(do(state, a.Aim(2))) == "Offer 2"


def test_reading_a17_the_player_chooses_the_order_of_placed_cards():
    sown = use(table({"hand": "sowing spite peek"}, {"hand": "?"}), "sowing")
    assert future(do(sown, a.Sow(("peek", "spite")))) == "peek spite"
    feast = use(table({"hand": "jubilee spite peek"}, {"hand": "?"}), "jubilee")
    assert deeds(do(feast, a.Put("peek"), a.Put("spite"))) == "peek spite"


def test_reading_a18_the_pass_is_checked_after_the_draw():
    state = do(table({"hand": "?", "deck": 1}, {"hand": "?", "deck": 1}), PASS)
    assert counts(state, 1) == (2, 0, 0)
    assert refused(state, PASS) == "pass", "the last card has just been drawn"


def test_reading_a19_the_future_life_is_empty_in_a_new_life():
    assert future(do(dead({"future": "? ?"}, {"hand": "?"}), a.Reborn())) == ""


def test_reading_a20_the_extra_play_stays_when_the_rest_does_nothing():
    state = use(
        table({"hand": "panic spite"}, {"hand": "?"}), "panic", a.Aim(1), REFUSE
    )
    assert question(state) == "Main 0"


def test_reading_a21_without_may_there_is_no_choice():
    state = use(table({"hand": "dwindle ?"}, {"hand": "?"}), "dwindle", a.Aim(1))
    assert refused(state, ENOUGH) == "settle-first"
    assert not listed(state, a.Enough)


def test_reading_a22_salvage_with_one_or_no_ruin():
    one = table({"hand": "salvage"}, {"hand": "?"}, ruins="spite")
    assert hand(use(one, "salvage")) == "spite"
    none = table({"hand": "salvage"}, {"hand": "?"})
    assert happened(use(none, "salvage")) == ["nothing"]


def test_reading_a23_a_copy_of_nothing_is_offered_round():
    lives = {"hand": "mimic"}, {"hand": "?"}, {"hand": "?", "deeds": "mimic"}
    state = use(table(*lives), "mimic", REFUSE)
    assert question(state) == "Offer 2", "nobody was hit"


def test_reading_a24_the_target_is_chosen_after_the_copied_card():
    lives = {"hand": "denial vengeance"}, {"deeds": "peek"}, {"deeds": "panic"}
    state = use(table(*lives), "denial")
    assert question(state) == "Deny 0"
    assert question(do(state, a.Put("vengeance"))) == "Target 0"


@pytest.mark.parametrize("card", ["vengeance", "thievery", "crisis"])
def test_reading_a25_mimic_may_remove_the_very_deed_it_copies(card):
    state = use(table({"hand": "mimic"}, {"hand": "?", "deeds": card}), "mimic")
    assert deeds(state, 1) == ""


def test_reading_a26_a_life_without_any_card_is_legal():
    state = dead({}, {"hand": "?"}, well=0, rest="deck")
    after = do(state, a.Reborn())
    assert counts(after) == (0, 0, 0)
    assert question(after) == "Main 1"
    assert question(do(after, PASS)) == "Death 0"


def test_reading_a27_a_hand_has_no_limit():
    state = do(dead({"future": "? " * 12}, {"hand": "?"}), a.Reborn())
    assert counts(state) == (12, 0, 0)


def test_reading_a28_any_seat_can_be_the_wolf_or_begin():
    state = GAME.start({"players": 3, "wolf": "2", "first": 3})
    assert state.lives[1].level == 2
    assert question(state) == "Main 2"


def test_reading_a29_death_is_only_at_the_start_of_the_own_turn():
    lives = {"hand": "longevity"}, {}, {"hand": "?", "deck": 1}
    state = use(table(*lives), "longevity", a.Aim(1), ACCEPT)
    assert question(state) == "Main 1", "the Deck came in time"
    played = do(
        table({"hand": "spite"}, {"hand": "?", "deck": 1}), a.Play("spite", DEED)
    )
    assert question(played) == "Main 1", "an empty Hand dies a turn later"


def test_reading_a30_cards_looked_at_stay_out_of_the_refill():
    state = table({"hand": "destiny"}, {"hand": "?"}, well=1, rest="ruins")
    looked = use(state, "destiny")
    assert looked.well == 1 + len(state.ruins) - 3
    assert len(looked.ruins) == 3
    after = do(looked, a.Destine(0))
    assert after.well == looked.well, "all of them are back on top"


def test_a_card_face_down_needs_no_name():
    state = table({"hand": "? ?"}, {"hand": "?"})
    after = do(state, a.Play("", FUTURE))
    assert (hand(after), future(after)) == ("?", "?")
