"""Facts 50 to 52 and 67 to 74: three and four players, teams and the Wolf."""

from __future__ import annotations

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.questions.dying import Death
from tests.games.karmaka.shared import (
    ACCEPT,
    PARTNER,
    POWER,
    counts,
    do,
    future,
    listed,
    question,
    refused,
    table,
    use,
)

ANY = {"hand": "?", "deck": 1, "deeds": "panic", "future": "?"}
OTHER = {"hand": "?", "deck": 1, "deeds": "crisis", "future": "?"}
AIMED = ["crisis", "hells-heart", "vengeance", "spite", "peek", "stolen-dreams"]
AIMED += ["swindle", "thievery"]
FOR_ANYONE = ["panic", "dwindle", "longevity"]


def seats(state):
    return [action.seat for action in listed(state, a.Aim)]


@pytest.mark.parametrize("card", AIMED)
def test_fact_50_with_three_any_rival_can_be_aimed_at(card):
    state = use(table({"hand": card}, ANY, OTHER), card)
    assert seats(state) == [1, 2]
    assert refused(state, a.Aim(0)) == "any-rival"
    assert refused(state, a.Aim(9)) == "any-rival"


@pytest.mark.parametrize("card", AIMED)
def test_fact_51_with_four_only_neighbours_can_be_aimed_at(card):
    state = use(table({"hand": card}, ANY, OTHER, {}), card)
    assert seats(state) == [1, 3]
    assert refused(state, a.Aim(2)) == "neighbours-only"


def test_fact_52_mimic_copies_the_seat_opposite_but_does_not_reach_it():
    state = table({"hand": "mimic"}, {}, {"deeds": "vengeance"}, {"deeds": "peek"})
    state = use(state, "mimic")
    assert seats(state) == [2, 3]
    state = do(state, a.Aim(2))
    assert question(state) == "Target 0"
    assert seats(state) == [1, 3]


def test_fact_52_a_partners_deed_cannot_be_copied():
    lives = {"hand": "mimic"}, {}, {"deeds": "spite"}, {"deeds": "vengeance"}
    state = use(table(*lives, teams=True), "mimic")
    assert question(state) == "Target 0", "the only rival's Deed is copied at once"
    assert str(state.todo[-1].card) == "vengeance"


def test_fact_67_partners_sit_opposite_and_win_together():
    state = table(
        {"level": 3, "deeds": "spite vengeance panic"}, {}, {}, {}, teams=True
    )
    state = do(state.with_todo((Death(0),)), a.Reborn())
    assert GAME.outcome(state).winners == (0, 2)


def test_fact_68_a_card_goes_on_the_partners_future_life():
    lives = {"hand": "spite peek"}, {"hand": "?"}, {"future": "panic"}, {}
    state = do(table(*lives, teams=True), a.Play("spite", PARTNER))
    assert future(state, 2) == "panic ?"
    assert counts(state)[0] == 1
    alone = table(*lives)
    assert refused(alone, a.Play("spite", PARTNER)) == "partner-future"


@pytest.mark.parametrize("card", FOR_ANYONE)
def test_fact_69_powers_for_anyone_reach_the_partner(card):
    state = use(table({"hand": f"{card} ?"}, ANY, OTHER, {}, teams=True), card)
    assert seats(state) == [0, 2, 1, 3]


@pytest.mark.parametrize("card", AIMED)
def test_fact_69_powers_against_a_rival_do_not(card):
    state = use(table({"hand": card}, ANY, OTHER, {}, teams=True), card)
    assert refused(state, a.Aim(2)) == "partner-power"


def test_fact_70_in_teams_both_neighbours_are_rivals():
    board = GAME.view(GAME.start({"players": 4, "teams": True}), None)["board"]
    assert [player["rivals"] for player in board["players"]] == [
        [1, 3],
        [2, 0],
        [3, 1],
        [0, 2],
    ]
    assert [player["partner"] for player in board["players"]] == [2, 3, 0, 1]


def test_fact_71_one_against_two():
    board = GAME.view(GAME.start({"players": 3, "wolf": "2"}), None)["board"]
    assert [player["rivals"] for player in board["players"]] == [[1], [2, 0], [1]]
    assert board["wolf"] == 1


def test_fact_72_the_single_player_starts_on_wolf():
    state = GAME.start({"players": 3, "wolf": "3"})
    assert [life.level for life in state.lives] == [0, 0, 2]


@pytest.mark.parametrize(("seat", "winners"), [(0, (0, 2)), (1, (1,)), (2, (0, 2))])
def test_fact_73_the_wolf_wins_alone_and_the_pair_together(seat, winners):
    lives = [{}, {}, {}]
    lives[seat] = {"level": 3, "deeds": "spite vengeance panic"}
    state = table(*lives, wolf="2").with_todo((Death(seat),))
    assert GAME.outcome(do(state, a.Reborn())).winners == winners


@pytest.mark.parametrize("card", ["vengeance", "thievery"])
def test_fact_74_the_pair_are_no_rivals(card):
    lives = {"hand": card}, {"hand": "?"}, {"deeds": "panic"}
    state = use(table(*lives, wolf="2"), card)
    assert question(state) == "Offer 1", "aimed at the Wolf without a question"
    asked = use(table({"hand": "dwindle ?"}, ANY, OTHER, wolf="2"), "dwindle")
    assert seats(asked) == [0, 2, 1]
    wolf = use(table({"hand": card}, ANY, OTHER, wolf="1"), card)
    assert seats(wolf) == [1, 2]


def test_the_offer_after_the_partners_help_goes_to_the_rivals():
    lives = {"hand": "longevity"}, {"hand": "?"}, {"hand": "?"}, {"hand": "?"}
    state = use(table(*lives, teams=True), "longevity", a.Aim(2))
    assert question(state) == "Offer 1"
    assert future(do(state, ACCEPT), 1) == "longevity"
    assert a.Play("longevity", POWER) not in GAME.legal_actions(state)
