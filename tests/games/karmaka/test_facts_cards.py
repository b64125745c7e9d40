"""Facts 53 to 66 and the power of every card."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import CARDS
from companion.games.karmaka.powers import TABLE
from tests.games.karmaka.shared import (
    ACCEPT,
    DEED,
    ENOUGH,
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

RIVAL = {"hand": "? ?", "deck": 2}


def test_every_card_has_a_power_and_four_allow_another_card():
    assert set(TABLE) == set(CARDS)
    extra = {card for card, power in TABLE.items() if power.extra}
    assert extra == {"panic", "peek", "another-day", "voyage"}


def test_panic_ruins_the_top_of_a_deck_and_allows_another_card():
    state = use(table({"hand": "panic ?"}, RIVAL), "panic", a.Aim(1))
    assert GAME.chance(state).to_json()["place"] == "deck:1"
    state = do(state, a.Turned(("spite",)))
    assert (ruins(state), counts(state, 1)) == ("spite", (2, 1, 0))
    assert question(do(state, REFUSE)) == "Main 0"


def test_panic_on_oneself_is_offered_round():
    lives = {"hand": "panic ?", "deck": 1}, RIVAL, RIVAL
    state = use(table(*lives), "panic", a.Aim(0), a.Turned(("spite",)), REFUSE)
    assert question(state) == "Offer 2"


def test_a_card_that_lies_elsewhere_cannot_be_turned_up():
    state = table({"hand": "panic", "deeds": "spite"}, RIVAL, ruins="spite")
    state = use(state, "panic", a.Aim(1))
    assert refused(state, a.Turned(("spite",))) == "report-cards"
    assert refused(state, a.Turned(("peek", "peek"))) == "report-cards"
    assert refused(state, a.Turned(("cat",))) == "report-cards"
    assert refused(state, a.Play("peek", DEED)) == "report-cards"


def test_crisis_hits_any_deed():
    lives = {"hand": "crisis"}, {"hand": "?", "deeds": "spite peek panic"}
    state = use(table(*lives), "crisis", a.Pick(2))
    assert (deeds(state, 1), ruins(state)) == ("peek panic", "spite")


def test_fact_53_crisis_the_rival_selects():
    lives = {"hand": "crisis"}, {"hand": "?", "deeds": "spite peek panic"}
    state = use(table(*lives), "crisis")
    assert question(state) == "Forsake 1"
    assert len(listed(state, a.Pick)) == 3
    assert refused(state, a.Pick(3)) == "choose-as-told"


def test_crisis_on_equal_deeds_asks_nobody():
    lives = {"hand": "crisis"}, {"hand": "?", "deeds": "spite spite"}
    state = use(table(*lives), "crisis")
    assert (deeds(state, 1), question(state)) == ("spite", "Offer 1")


def test_fact_54_the_victim_of_the_copied_power_is_offered_denial():
    lives = {"hand": "denial thievery"}, {"deeds": "peek"}, {"deeds": "panic"}
    state = use(table(*lives), "denial", a.Put("thievery"), a.Aim(2))
    assert (question(state), state.using.card) == ("Offer 2", "denial")
    assert future(do(state, ACCEPT), 2) == "denial"


@pytest.mark.parametrize("card", ["salvage", "recycle"])
def test_fact_55_a_card_copied_by_denial_can_fetch_itself(card):
    state = table({"hand": f"denial {card}"}, RIVAL, ruins="spite peek panic")
    state = use(state, "denial", a.Put(card))
    assert question(state) == "Fetch 0"
    state = do(state, a.Pick(0))
    kept = hand(state) if card == "salvage" else future(state)
    assert card in kept
    assert ruins(state) == "spite peek panic"


def test_fact_56_denial_of_denial():
    start = table({"hand": "denial denial denial another-day"}, RIVAL)
    state = use(start, "denial", a.Put("denial"), a.Put("denial"), a.Put("another-day"))
    assert ruins(state) == "denial denial another-day"
    assert question(state) == "Offer 1"
    assert future(do(state, ACCEPT), 1) == "denial", "only the first one is offered"


def test_denial_needs_a_card_of_the_hand():
    assert happened(use(table({"hand": "denial"}, RIVAL), "denial")) == ["nothing"]
    state = use(table({"hand": "denial peek"}, RIVAL), "denial")
    assert refused(state, a.Put("spite")) == "card-in-hand"
    assert refused(state, ENOUGH) == "settle-first"


def test_fact_57_dwindle_the_one_who_loses_the_card_picks_it():
    state = use(table({"hand": "dwindle spite peek"}, RIVAL), "dwindle")
    mine = do(state, a.Aim(0))
    assert question(mine) == "Discard 0"
    assert listed(mine, a.Put) == [a.Put("peek"), a.Put("spite")]
    theirs = do(state, a.Aim(1))
    assert question(theirs) == "Discard 1"
    theirs = do(theirs, a.Put("panic"))
    assert (ruins(theirs), counts(theirs, 1)[0]) == ("panic", 1)


def test_dwindle_does_not_ask_where_everybody_knows_the_hand():
    state = use(table({"hand": "dwindle ?"}, {"hand": "!spite"}), "dwindle", a.Aim(1))
    assert (ruins(state), happened(state)) == ("spite", ["hand-ruined"])


def test_roulette_ruins_up_to_two_and_draws_up_to_one_more():
    state = use(table({"hand": "roulette spite peek panic"}, RIVAL), "roulette")
    state = do(state, a.Put("spite"), a.Put("peek"))
    assert question(state) == "DrawUpTo 0"
    assert ruins(state) == "spite peek"
    state = do(state, a.Draw(3))
    assert hand(state) == "? ? ? panic"


@pytest.mark.parametrize(("ruined", "most"), [(0, 1), (1, 2), (2, 3)])
def test_fact_63_roulette_draws_at_most_one_more_than_was_ruined(ruined, most):
    state = use(table({"hand": "roulette spite peek panic"}, RIVAL), "roulette")
    for card in ("spite", "peek")[:ruined]:
        state = do(state, a.Put(card))
    if ruined < 2:
        state = do(state, ENOUGH)
    assert [action.count for action in listed(state, a.Draw)] == list(range(most + 1))
    assert refused(state, a.Draw(most + 1)) == "choose-as-told"


def test_hells_heart_ruins_the_two_top_cards():
    lives = {"hand": "hells-heart"}, {"hand": "?", "future": "? ? ?"}
    state = use(table(*lives), "hells-heart")
    assert refused(state, a.Turned(("spite",))) == "report-cards"
    state = do(state, a.Turned(("spite", "peek")))
    assert (ruins(state), counts(state, 1)[2]) == ("spite peek", 1)


def test_hells_heart_knows_what_everybody_saw():
    lives = {"hand": "hells-heart"}, {"hand": "?", "future": "? !panic"}
    state = use(table(*lives), "hells-heart")
    assert refused(state, a.Turned(("spite", "peek"))) == "report-cards"
    assert ruins(do(state, a.Turned(("panic", "peek")))) == "panic peek"


def test_vengeance_ruins_the_exposed_deed_only():
    lives = {"hand": "vengeance"}, {"hand": "?", "deeds": "spite peek"}
    state = use(table(*lives), "vengeance")
    assert (deeds(state, 1), ruins(state)) == ("spite", "peek")


def test_fact_64_spite_picks_two_cards_blind_one_after_the_other():
    state = use(table({"hand": "spite"}, {"hand": "peek panic ?"}), "spite")
    assert GAME.chance(state) is not None
    assert GAME.legal_actions(state) == ()
    state = do(state, a.Turned(("panic", "peek")))
    assert ruins(state) == "panic peek"
    assert hand(state, 1) == "?"


def test_another_day_and_voyage_draw_and_go_on():
    for card, count in (("another-day", 1), ("voyage", 3)):
        state = use(table({"hand": f"{card} peek"}, RIVAL), card)
        assert counts(state)[0] == 1 + count
        assert question(do(state, REFUSE)) == "Main 0"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_salvage_and_recycle_reach_three_deep(place):
    start = {"hand": "salvage recycle ?"}, RIVAL
    state = table(*start, ruins="crisis spite peek panic")
    card = ("panic", "peek", "spite")[place]
    salvaged = use(state, "salvage", a.Pick(place))
    assert card in hand(salvaged)
    assert card in salvaged.lives[0].hand.seen, "everybody saw it"
    recycled = use(state, "recycle", a.Pick(place))
    assert future(recycled) == card
    assert len(recycled.ruins) == 3
    assert refused(use(state, "salvage"), a.Pick(3)) == "choose-as-told"


def test_longevity_feeds_a_deck_with_two():
    state = use(table({"hand": "longevity"}, RIVAL), "longevity", a.Aim(1))
    assert counts(state, 1) == (2, 4, 0)
    words = [str(doing.words) for doing in GAME.doings(state, None, state, None)]
    assert words == ["Put 2 cards from the Well face down on your Deck, one by one."]
    assert GAME.doings(state, None, state, None)[0].seat == 1


def test_sowing_draws_two_and_lays_two():
    state = use(table({"hand": "sowing spite peek"}, RIVAL), "sowing")
    assert counts(state) == (4, 0, 0)
    named = do(state, a.Sow(("spite", "peek")))
    assert (future(named), hand(named)) == ("spite peek", "? ?")
    silent = do(state, a.Sow())
    assert (future(silent), hand(silent)) == ("? ?", "? ?")
    assert refused(state, a.Sow(("spite",))) == "choose-as-told"


def test_jubilee_lays_up_to_two_deeds():
    state = use(table({"hand": "jubilee spite peek panic"}, RIVAL), "jubilee")
    assert question(do(state, ENOUGH)) == "Offer 1"
    two = do(state, a.Put("spite"), a.Put("peek"))
    assert (deeds(two), question(two)) == ("spite peek", "Offer 1")
    one = do(state, a.Put("spite"), ENOUGH)
    assert deeds(one) == "spite"


def test_fact_66_transmigrate_takes_any_place_and_keeps_the_order():
    lives = {"hand": "transmigrate", "future": "spite peek panic"}, RIVAL
    state = use(table(*lives), "transmigrate", a.Pick(1))
    assert (future(state), hand(state)) == ("spite panic", "peek")
    before = use(table(*lives), "transmigrate")
    line = str(GAME.tell(before, a.Pick(1), state, 1))
    assert "number 2" in line
    assert "Peek" not in line


def test_peek_moves_nothing_and_goes_on():
    state = use(table({"hand": "peek spite"}, {"hand": "panic ?"}), "peek")
    assert happened(state) == ["shown"]
    assert hand(state, 1) == "? panic"
    assert question(do(state, REFUSE)) == "Main 0"


def test_destiny_keeps_up_to_two_of_three():
    state = use(table({"hand": "destiny"}, RIVAL), "destiny")
    assert [x.count for x in listed(state, a.Destine)] == [0, 1, 2]
    after = do(state, a.Destine(2))
    assert (future(after), after.well) == ("? ?", state.well - 2)
    assert refused(state, a.Destine(3)) == "choose-as-told"
    seen = do(state, a.Show(0, a.Place.WELL, ("spite", "peek", "panic")))
    after = do(seen, a.Destine(2, ("peek", "spite")))
    assert future(after) == "peek spite"


def test_stolen_dreams_move_the_top_card():
    lives = {"hand": "stolen-dreams", "future": "?"}, {"future": "spite !peek"}
    state = use(table(*lives), "stolen-dreams")
    assert (future(state), future(state, 1)) == ("? peek", "spite")
    lives = {"hand": "stolen-dreams"}, {"future": "spite"}
    state = use(table(*lives), "stolen-dreams")
    assert future(state) == "?", "its new owner has not told the app yet"


def test_fact_65_swindle_sees_three_and_keeps_one():
    state = use(table({"hand": "swindle"}, {"hand": "? ? ? ?"}), "swindle")
    assert GAME.chance(state).to_json()["count"] == 3
    silent = do(state, a.Picked())
    assert (counts(silent)[0], counts(silent, 1)[0]) == (1, 3)
    told = do(state, a.Picked(("spite", "peek", "panic")))
    assert refused(told, a.Keep("crisis")) == "choose-as-told"
    told = do(told, a.Keep("peek"))
    assert (hand(told), hand(told, 1)) == ("peek", "? ? ?")


def test_fact_65_swindle_against_fewer_cards():
    state = use(table({"hand": "swindle"}, {"hand": "? ?"}), "swindle")
    assert GAME.chance(state).to_json()["count"] == 2
    assert refused(state, a.Picked(("spite",))) == "report-cards"
    state = do(state, a.Picked(("spite", "spite")))
    assert hand(state) == "spite"


def test_thievery_takes_the_exposed_deed():
    lives = {"hand": "thievery"}, {"hand": "?", "deeds": "spite peek"}
    state = use(table(*lives), "thievery")
    assert (hand(state), deeds(state, 1)) == ("peek", "spite")
    assert state.lives[0].hand.seen == ("peek",)


def test_embody_copies_any_own_deed():
    state = table({"hand": "embody", "deeds": "another-day vengeance"}, RIVAL)
    state = use(state, "embody", a.Copy("another-day"))
    assert counts(state)[0] == 1
    assert deeds(state) == "another-day vengeance", "the Deed stays"
    assert (
        refused(
            use(table({"hand": "embody", "deeds": "peek panic"}, RIVAL), "embody"),
            a.Copy("spite"),
        )
        == "choose-as-told"
    )


def test_fact_58_embody_without_a_deed_to_copy_does_nothing():
    for laid in ("", "embody", "embody embody"):
        state = use(table({"hand": "embody", "deeds": laid}, RIVAL), "embody")
        assert (happened(state), question(state)) == (["nothing"], "Offer 1")


def test_fact_59_embody_of_mimic():
    lives = (
        {"hand": "embody", "deeds": "mimic"},
        {"hand": "?", "deeds": "peek thievery"},
    )
    state = use(table(*lives), "embody")
    assert happened(state) == ["copied", "copied", "deed-taken"]
    assert (hand(state), deeds(state)) == ("thievery", "mimic")


def test_fact_60_mimic_of_embody():
    lives = {"hand": "mimic", "deeds": "another-day crisis"}, {"deeds": "peek embody"}
    state = use(table(*lives), "mimic")
    assert question(state) == "Embodying 0"
    state = do(state, a.Copy("another-day"))
    assert counts(state)[0] == 1


def test_fact_61_the_victim_and_not_the_owner_is_offered_mimic():
    lives = {"hand": "mimic"}, {"deeds": "vengeance"}, {"deeds": "peek"}
    state = use(table(*lives), "mimic", a.Aim(1), a.Aim(2))
    assert question(state) == "Offer 2"
    assert ruins(state) == "peek"


def test_fact_62_mimic_of_mimic_does_nothing():
    state = use(table({"hand": "mimic"}, {"deeds": "peek mimic"}), "mimic")
    assert (happened(state), question(state)) == (["nothing"], "Offer 1")


def test_mimic_needs_a_rival_with_a_deed():
    state = use(table({"hand": "mimic"}, RIVAL, RIVAL), "mimic")
    assert (happened(state), question(state)) == (["nothing"], "Offer 1")
