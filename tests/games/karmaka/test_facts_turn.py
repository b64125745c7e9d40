"""Facts 1 to 28: setting up, the turn, the karmic cost, what is known."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import LEVELS, RINGS
from tests.games.karmaka.shared import (
    ACCEPT,
    DEED,
    FUTURE,
    PASS,
    POWER,
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


def test_fact_01_two_to_four_players_and_twelve_rings():
    assert list(GAME.players) == [2, 3, 4]
    assert RINGS == 12
    assert len(LEVELS) == 5


def test_fact_02_everybody_starts_as_a_dung_beetle_without_rings():
    for life in GAME.start({"players": 4}).lives:
        assert (life.level, life.rings) == (0, 0)


def test_fact_03_everything_else_starts_empty():
    state = GAME.start({"players": 3})
    assert state.ruins == ()
    assert all(life.future == life.deeds == () for life in state.lives)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fact_04_four_cards_in_hand_and_two_in_the_deck(players):
    state = GAME.start({"players": players})
    assert counts(state, 0) == (5, 1, 0), "the first player has drawn already"
    assert all(counts(state, seat) == (4, 2, 0) for seat in range(1, players))


@pytest.mark.parametrize(("players", "well"), [(2, 52), (3, 46), (4, 40)])
def test_fact_05_the_well_holds_what_was_not_dealt(players, well):
    assert GAME.start({"players": players}).well == well


def test_fact_06_whoever_was_chosen_begins_and_turns_go_round():
    state = GAME.start({"players": 3, "first": 3})
    assert question(state) == "Main 2"
    state = do(state, PASS)
    assert question(state) == "Main 0"
    assert question(do(state, PASS)) == "Main 1"


def test_fact_07_without_hand_and_deck_a_turn_is_a_death():
    state = do(table({"hand": "spite", "deck": 1}, {}), PASS)
    assert question(state) == "Death 1"


def test_fact_08_a_turn_begins_with_one_card_of_the_own_deck():
    state = do(table({"hand": "spite", "deck": 1}, {"hand": "?", "deck": 3}), PASS)
    assert counts(state, 1) == (2, 2, 0)
    assert happened(state) == ["deck"]
    state = do(table({"hand": "spite", "deck": 1}, {"hand": "?"}), PASS)
    assert counts(state, 1) == (1, 0, 0), "skipped with an empty Deck"


def test_fact_09_exactly_one_card_is_played():
    state = do(table({"hand": "spite peek"}, {"hand": "?"}), a.Play("peek", DEED))
    assert question(state) == "Main 1"
    assert hand(state) == "spite"


def test_fact_10_for_points_a_card_goes_on_the_deeds_without_power():
    start = table({"hand": "spite", "deeds": "peek"}, {"hand": "? ?"})
    state = do(start, a.Play("spite", DEED))
    assert deeds(state) == "peek spite"
    assert question(state) == "Main 1"
    assert counts(state, 1)[0] == 2


def test_fact_11_for_power_it_lies_in_the_middle_and_is_offered_afterwards():
    state = use(
        table({"hand": "vengeance"}, {"hand": "?", "deeds": "peek"}), "vengeance"
    )
    assert ruins(state) == "peek", "first the power"
    assert state.using.card == "vengeance"
    assert question(state) == "Offer 1"
    assert deeds(state) == "", "no points"


def test_fact_12_for_the_future_it_goes_face_down_on_top():
    state = table({"hand": "spite ?", "future": "peek"}, {"hand": "?"})
    state = do(state, a.Play("spite", FUTURE))
    assert future(state) == "peek spite"
    assert state.lives[0].future == ("", ""), "the others only see a card more"


def test_fact_13_points_or_power_never_both():
    state = table({"hand": "another-day", "deeds": "peek"}, {"hand": "?"})
    laid = do(state, a.Play("another-day", DEED))
    assert laid.well == state.well
    assert question(laid) == "Main 1", "no second card"
    used = use(state, "another-day", ACCEPT)
    assert deeds(used) == "peek"


def test_fact_14_passing_needs_a_card_left_in_the_deck():
    assert PASS in GAME.legal_actions(table({"hand": "spite", "deck": 1}, {}))
    poor = table({"hand": "spite", "deck": 0}, {"hand": "?"})
    assert PASS not in GAME.legal_actions(poor)
    assert refused(poor, PASS) == "pass"


def test_fact_15_an_empty_hand_with_a_deck_is_no_death():
    state = do(table({"hand": "spite", "deck": 1}, {"deck": 2}), PASS)
    assert question(state) == "Main 1"
    assert counts(state, 1) == (1, 1, 0)
    assert PASS in GAME.legal_actions(state)


def test_fact_16_the_user_is_never_offered_the_card():
    for players in (2, 3, 4):
        others = [{"hand": "?"}] * (players - 1)
        state = use(table({"hand": "sowing ?"}, *others), "sowing", a.Sow())
        asked = []
        while question(state).startswith("Offer"):
            asked.append(int(question(state)[-1]))
            state = do(state, REFUSE)
        assert asked == list(range(1, players))


def test_fact_16_it_may_come_back_in_the_same_turn():
    state = table({"hand": "another-day salvage"}, {"hand": "?"}, ruins="spite")
    state = use(state, "another-day", REFUSE)
    state = use(state, "salvage", a.Pick(0))
    assert "another-day" in hand(state)


@pytest.mark.parametrize(
    ("answer", "kept", "ruined"), [(ACCEPT, "peek", ""), (REFUSE, "", "peek")]
)
def test_fact_17_one_rival_takes_the_card_or_it_is_ruined(answer, kept, ruined):
    state = use(table({"hand": "peek"}, {"hand": "?"}), "peek")
    assert question(state) == "Offer 1"
    state = do(state, answer)
    assert (future(state, 1), ruins(state)) == (kept, ruined)


def test_fact_17_each_of_a_pair_has_the_wolf_as_only_rival():
    lives = [{"hand": "sowing ?"}, {"hand": "?"}, {"hand": "?"}]
    state = use(table(*lives, wolf="3"), "sowing", a.Sow())
    assert question(state) == "Offer 2"
    assert ruins(do(state, REFUSE)) == "sowing"


def test_fact_18_the_victim_alone_is_offered_the_card():
    lives = [{"hand": "vengeance"}, {"hand": "?"}, {"hand": "?", "deeds": "peek"}]
    state = use(table(*lives), "vengeance", a.Aim(2))
    assert question(state) == "Offer 2"
    state = do(state, REFUSE)
    assert ruins(state) == "peek vengeance", "nobody else is asked"


def test_fact_19_a_power_on_nobody_is_offered_round_from_the_left():
    lives = [{"hand": "?"}, {"hand": "destiny"}, {"hand": "?"}]
    state = use(table(*lives, turn=1), "destiny", a.Destine(0))
    assert question(state) == "Offer 2"
    assert future(do(state, ACCEPT), 2) == "destiny", "the first taker keeps it"
    state = do(state, REFUSE)
    assert question(state) == "Offer 0"
    assert ruins(do(state, REFUSE)) == "destiny"


def test_fact_19_a_partner_is_never_asked():
    lives = [{"hand": "destiny"}, {"hand": "?"}, {"hand": "?"}, {"hand": "?"}]
    state = use(table(*lives, teams=True), "destiny", a.Destine(0), REFUSE)
    assert question(state) == "Offer 3"
    assert question(do(state, REFUSE)) == "Main 1"


def test_fact_20_taking_is_free():
    state = use(table({"hand": "peek"}, {"hand": "?"}), "peek")
    assert GAME.legal_actions(state) == (ACCEPT, REFUSE)


def test_fact_21_the_card_in_use_is_in_no_pile():
    state = use(
        table({"hand": "salvage"}, {"hand": "?"}, ruins="spite peek"), "salvage"
    )
    assert question(state) == "Fetch 0"
    assert len(listed(state, a.Pick)) == 2, "not itself"
    empty = table({"hand": "voyage"}, {"hand": "?"}, well=0, rest="ruins")
    drawn = use(empty, "voyage")
    assert drawn.using.card == "voyage"
    assert drawn.ruins[-1] != "voyage"


@pytest.mark.parametrize("card", ["denial", "roulette", "jubilee", "sowing"])
def test_fact_21_it_has_left_the_hand_before_its_power_starts(card):
    state = use(table({"hand": f"{card} peek"}, {"hand": "?"}), card)
    assert card not in hand(state)
    assert refused(state, a.Put(card)) in ("card-in-hand", "settle-first")


def test_fact_22_the_offer_is_settled_before_the_next_card():
    state = use(table({"hand": "peek spite"}, {"hand": "?"}), "peek")
    assert refused(state, a.Play("spite", DEED)) == "offer-is-free"
    assert question(do(state, ACCEPT)) == "Main 0"


def test_fact_23_a_further_card_is_free_in_its_way_and_optional():
    state = use(table({"hand": "peek spite"}, {"hand": "?"}), "peek", REFUSE)
    assert PASS in GAME.legal_actions(state), "though the Deck is empty"
    assert counts(state)[0] == 1, "and nothing is drawn"
    for way in (DEED, POWER, FUTURE):
        assert a.Play("spite", way) in GAME.legal_actions(state)


def test_fact_23_extra_cards_chain_without_limit():
    lives = ({"hand": "peek panic another-day peek"}, {"hand": "?", "deck": 1})
    state = use(table(*lives), "peek", REFUSE)
    state = use(state, "panic", a.Aim(1), a.Turned(("spite",)), REFUSE)
    state = use(state, "another-day", REFUSE)
    state = use(state, "peek", REFUSE)
    assert question(state) == "Main 0"


def test_fact_23_without_a_card_there_is_no_further_card():
    state = use(table({"hand": "peek"}, {"hand": "?"}), "peek", REFUSE)
    assert question(state) == "Main 1"


def test_fact_24_a_power_may_do_nothing():
    state = use(table({"hand": "transmigrate ?"}, {"hand": "?"}), "transmigrate")
    assert happened(state) == ["nothing"]
    assert question(state) == "Offer 1"
    state = use(table({"hand": "dwindle ?"}, {}), "dwindle", a.Aim(1))
    assert (happened(state), question(state)) == (["nothing"], "Offer 1")


def test_fact_25_hands_are_for_their_owner_decks_and_well_for_nobody():
    state = table({"hand": "spite", "deck": 2}, {"hand": "peek", "deck": 1})
    mine = GAME.view(state, 0)["board"]
    assert [card["card"] for card in mine["me"]["hand"]] == ["spite"]
    assert "peek" not in str(mine["players"][1])
    assert GAME.view(state, None)["board"]["me"] is None


def test_fact_26_the_owner_browses_the_future_life_in_its_order():
    state = table({"hand": "?", "future": "spite ? peek"}, {"hand": "?"})
    me = GAME.view(state, 0)["board"]["me"]
    assert [card and card["card"] for card in me["future"]] == ["spite", None, "peek"]
    wrong = a.Show(0, a.Place.FUTURE, ("spite", "peek"))
    assert refused(state, wrong) == "future-life-order"


def test_fact_27_every_count_is_public():
    state = table({"hand": "? ?", "deck": 3, "future": "?"}, {"hand": "?"})
    board = GAME.view(state, None)["board"]
    first = board["players"][0]
    assert (first["hand"], first["deck"], first["future"]) == (2, 3, 1)
    assert board["well"] == 64 - 2 - 3 - 1 - 1


def test_fact_28_deeds_keep_their_order_and_the_newest_is_exposed():
    state = table(
        {"hand": "vengeance", "deck": 1}, {"hand": "?", "deeds": "spite peek"}
    )
    state = use(state, "vengeance", REFUSE)
    assert deeds(state, 1) == "spite"
    shown = GAME.view(state, None)["board"]["players"][1]["deeds"]
    assert [card["card"] for card in shown] == ["spite"]
