"""Facts 31 to 66: the turn, the move, the toll, reincarnation, cards and actions."""

from __future__ import annotations

import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD, ZONES
from companion.games.samsara.words import PHASE_NAMES
from tests.games.samsara.shared import (
    at,
    do,
    drain,
    drain_karma,
    hand,
    hold,
    lay,
    legal,
    now,
    own,
    ready,
    refused,
    zone,
)

FOUR = "jann vikaas good-karma bad-karma"


def test_fact_031_five_amulets_are_the_goal():
    assert GAME.view(ready(3), None)["board"]["goal"] == 5
    state = own(lay(ready(3), 0, "J2V2M2"), 0, 4)
    state = now(hold(lay(state, 0, "J2V2M2"), hand="jann vikaas maut"), "act")
    won = do(state, a.Buy(0, "J2V2M2", ("jann", "vikaas", "maut")))
    assert won.ended == 0


def test_fact_032_the_phases_come_in_order():
    state = hold(at(ready(3), "jann"), hand="dhyann", draw="4", pool=f"{FOUR}")
    seen = [state.asked.phase(state)]
    for action in (a.Move(2), a.Take(2), a.Play("dhyann")):
        state = do(state, action)
        seen.append(state.asked.phase(state))
    assert seen == ["move", "take", "action", "amulet"]
    assert tuple(PHASE_NAMES) == ("move", "take", "action", "amulet", "discard", "draw")
    start = ready(3)
    assert refused(start, a.EndTurn()) == "move-compulsory"
    assert refused(do(start, a.Move(1)), a.EndTurn()) == "phases"
    assert refused(do(start, a.Move(1), a.Take(0)), a.Move(1)) == "phases"


@pytest.mark.parametrize("steps", [0, -1])
def test_fact_033_moving_is_compulsory_and_clockwise(steps):
    assert refused(at(ready(3), "jann"), a.Move(steps)) == "move-compulsory"
    assert refused(ready(3), a.Take(0)) == "move-compulsory"


@pytest.mark.parametrize("zone_left", range(8))
def test_fact_034_one_to_seven_steps_never_back_to_the_start(zone_left):
    state = hold(at(ready(3), ZONES[zone_left]), hand="jann jann jann")
    assert [move.steps for move in legal(state, a.Move)] == [1, 2, 3, 4, 5, 6, 7]
    assert refused(state, a.Move(8)) == "move-steps"
    for steps in range(1, 8):
        moved = do(state, a.Move(steps))
        assert moved.players[0].pawn == (zone_left + steps) % 8 != zone_left


def test_fact_035_from_the_gap_every_zone_without_reincarnation():
    state = ready(3)
    assert [move.steps for move in legal(state, a.Move)] == list(range(1, 9))
    for steps in range(1, 9):
        moved = do(state, a.Move(steps))
        assert moved.players[0].pawn == steps - 1
        assert moved.asked.key == "take"
    assert refused(state, a.Move(9)) == "move-steps"


@pytest.mark.parametrize(
    ("start", "steps", "goal", "crosses"),
    [
        pytest.param("jann", 2, "kaam-kar", False, id="rulebook example"),
        pytest.param("dhyann", 3, "vikaas", True, id="across"),
        pytest.param("maut", 1, "jann", True, id="one step across"),
        pytest.param("jann", 7, "maut", False, id="up to the rift"),
    ],
)
def test_fact_036_a_move_crosses_the_rift_at_eight(start, steps, goal, crosses):
    state = hold(at(ready(3), start), hand="jann jann maut")
    moved = do(state, a.Move(steps))
    assert moved.players[0].pawn == ZONES.index(goal)
    assert (moved.asked.key == "rebirth") == crosses


@pytest.mark.parametrize("players", [3, 4])
def test_fact_037_the_toll_of_an_occupied_zone(players):
    state = hold(at(ready(players), "jann", "yugal"), hand=FOUR)
    paying = do(state, a.Move(3))
    assert paying.asked.key == "toll"
    before = paying.players[1].cards.size(0)
    given = do(paying, a.Give("jann", 1))
    assert "jann" not in hand(given)
    assert given.players[1].cards.size(0) == before + 1
    assert "jann" in hand(given, 1), "into the hand of the occupant"
    taken = do(paying, a.TakeBad())
    assert hand(taken).split().count(BAD) == 3
    assert taken.bad == paying.bad - 2
    assert refused(paying, a.Give(BAD, 1)) == "bad-karma-sticks"
    assert refused(paying, a.Give("maut", 1)) == "card-in-hand"
    assert refused(paying, a.Give("jann", 2)) == "toll-occupant"
    assert refused(paying, a.Take(3)) == "settle-first"
    assert refused(paying, a.PutBack("jann")) == "toll"
    assert refused(paying, a.Grant(1)) == "toll-five-players"


def test_fact_038_once_per_arrival_to_an_occupant_of_choice():
    state = hold(at(ready(4), "jann", "vikaas", "yugal", "yugal"), hand=FOUR)
    paying = do(state, a.Move(3))
    assert {give.to for give in legal(paying, a.Give)} == {2, 3}
    assert do(paying, a.Give("jann", 3)).asked.key == "take", "paid once"
    passed = do(hold(at(ready(4), "jann", "vikaas"), hand=FOUR), a.Move(3))
    assert passed.asked.key == "take", "zones passed cost nothing"


def test_fact_039_two_players_pay_beside_the_opponent_too():
    for opponent, tolled in (
        ("jann", {"maut", "jann", "vikaas"}),
        ("yugal", {"kaam-kar", "yugal", "bachcha"}),
    ):
        for start, name in enumerate(ZONES):
            state = hold(at(ready(2), name, opponent), hand="jann jann maut maut yugal")
            for steps in range(1, 8):
                moved = do(state, a.Move(steps))
                while moved.asked.key == "rebirth":
                    moved = do(moved, a.PutBack(legal(moved, a.PutBack)[0].card))
                goal = ZONES[(start + steps) % 8]
                assert (moved.asked.key == "toll") == (goal in tolled), goal
    paying = do(hold(at(ready(2), "jann", "yugal"), hand=FOUR), a.Move(2))
    assert hand(do(paying, a.Give("jann", 1)), 1).split()[0] == "jann"


def test_fact_040_five_players_grant_a_good_karma():
    state = hold(at(ready(5), "jann", "yugal", "yugal"), hand=FOUR)
    paying = do(state, a.Move(3))
    assert {grant.to for grant in legal(paying, a.Grant)} == {1, 2}
    assert refused(paying, a.Give("jann", 1)) == "toll-five-players"
    assert refused(paying, a.Grant(3)) == "toll-occupant"
    granted = do(paying, a.Grant(2))
    assert granted.good == paying.good - 1
    assert GOOD in hand(granted, 2)
    assert hand(granted) == hand(paying)
    assert hand(do(paying, a.TakeBad())).split().count(BAD) == 3
    empty = drain_karma(paying, good=0)
    assert refused(empty, a.Grant(1)) == "toll-five-players"
    assert "jann" in hand(do(empty, a.Give("jann", 1)), 1), "the classic rule"


def test_fact_040_the_last_good_karma_is_still_granted():
    state = hold(at(ready(5), "jann", "yugal"), hand=FOUR)
    last = drain_karma(do(state, a.Move(3)), good=1)
    assert legal(last, a.Grant) == [a.Grant(1)]
    assert refused(last, a.Give("jann", 1)) == "toll-five-players"
    granted = do(last, a.Grant(1))
    assert granted.good == 0
    assert GOOD in hand(granted, 1)


def test_fact_041_solo_toll_beside_the_neutral_pawn():
    state = hold(at(ready(1), "jann"), hand=FOUR)._replace(neutral=4)
    tolled = []
    for steps in range(1, 8):
        moved = do(state, a.Move(steps))
        if moved.asked.key == "toll":
            tolled.append(ZONES[moved.players[0].pawn])
    assert tolled == ["kaam-kar", "yugal", "bachcha"]
    paying = do(state, a.Move(3))
    back = do(paying, a.PutBack("vikaas"))
    assert "vikaas" not in hand(back)
    assert back.stacks[1].normal == paying.stacks[1].normal + 1
    assert hand(do(paying, a.TakeBad())).split().count(BAD) == 3
    assert refused(paying, a.PutBack(BAD)) == "bad-karma-sticks"
    assert refused(paying, a.Give("jann", 0)) == "toll-solo"


def test_fact_042_the_neutral_pawn_triggers_no_toll():
    state = now(at(ready(1), "jann"), "neutral")
    moved = do(state, a.MoveNeutral())
    assert moved.neutral_zone == moved.players[0].pawn == 0
    assert moved.asked.key == "move"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_fact_043_with_only_bad_karma_the_toll_is_two_more(players):
    state = at(ready(players), "jann", *["yugal"] * (players - 1))
    state = hold(state._replace(neutral=4), hand=f"{BAD} {BAD}")
    paying = do(state, a.Move(3))
    assert GAME.legal_actions(paying) == (a.TakeBad(),)
    assert hand(do(paying, a.TakeBad())).split() == [BAD] * 4


def test_fact_044_crossing_puts_two_cards_back_at_once():
    state = hold(at(ready(3), "maut", "vikaas"), hand="jann maut good-karma bad-karma")
    crossing = do(state, a.Move(2))
    assert crossing.asked.key == "rebirth", "before the toll"
    after = do(crossing, a.PutBack("jann"), a.PutBack(GOOD))
    assert after.stacks[0].normal == state.stacks[0].normal + 1
    assert after.good == state.good + 1
    assert hand(after) == "bad-karma maut"
    assert after.asked.key == "toll"
    assert refused(crossing, a.PutBack(BAD)) == "bad-karma-sticks"
    assert refused(crossing, a.Take(1)) == "settle-first"


@pytest.mark.parametrize(
    ("cards", "put", "after"),
    [
        pytest.param(f"{GOOD} {BAD} {BAD} {BAD}", 1, 4, id="one possible"),
        pytest.param(f"{BAD} {BAD} {BAD} {BAD}", 0, 6, id="none possible"),
    ],
)
def test_fact_045_a_bad_karma_for_each_missing_card(cards, put, after):
    crossing = do(hold(at(ready(3), "maut"), hand=cards), a.Move(1))
    for _ in range(put):
        crossing = do(crossing, a.PutBack(GOOD))
    assert hand(do(crossing, a.Lack())).split() == [BAD] * after


def test_fact_046_bad_karma_is_no_free_choice():
    crossing = do(hold(at(ready(3), "maut"), hand=FOUR), a.Move(1))
    assert refused(crossing, a.Lack()) == "reincarnation-compulsory"
    once = do(crossing, a.PutBack("jann"))
    assert refused(once, a.Lack()) == "reincarnation-compulsory"


def test_fact_046_an_unseen_hand_is_taken_at_its_word():
    deck = {"hand": "3", "draw": "2", "pool": f"{BAD} {BAD} {BAD} {GOOD} jann"}
    crossing = do(hold(at(ready(3), "maut"), **deck), a.Move(1))
    assert set(legal(crossing, a.PutBack)) == {a.PutBack(GOOD), a.PutBack("jann")}
    after = do(crossing, a.Lack())
    assert hand(after).split() == [BAD] * 5, "so these three are Bad Karma too"
    fewer = {**deck, "pool": f"{BAD} {BAD} jann {GOOD} jann"}
    crossing = do(hold(at(ready(3), "maut"), **fewer), a.Move(1))
    assert refused(crossing, a.Lack()) == "reincarnation-compulsory"


def test_fact_047_bad_karma_has_no_use():
    state = now(hold(ready(3), hand=f"{BAD} yugal gyaan"), "act")
    assert refused(state, a.Play(BAD)) == "no-action-on-karma"
    asked = do(state, a.Play("yugal"))
    assert refused(asked, a.PutBack(BAD)) == "bad-karma-sticks"
    assert refused(do(state, a.Play("gyaan")), a.Reserve(BAD)) == "bad-karma-sticks"
    buying = lay(hold(now(ready(3), "act"), hand=f"{BAD} {BAD}"), 0, "J2V2M2")
    assert refused(buying, a.Buy(0, "J2V2M2", (BAD, BAD))) == "payment-complete"


def test_fact_048_bad_karma_leaves_by_maut_or_a_power():
    state = now(hold(ready(3), hand=f"{BAD} maut"), "act")
    done = do(state, a.Play("maut"), a.PutBack(BAD))
    assert hand(done) == ""
    assert done.bad == state.bad + 1
    power = now(hold(ready(3), hand=BAD), "power")
    assert do(power, a.ChoosePower("purge"), a.PutBack(BAD)).bad == power.bad + 1


def test_fact_049_the_card_of_the_zone_goes_into_the_hand():
    state = hold(at(ready(3), "jann"), hand="maut")
    taking = do(state, a.Move(2))
    assert legal(taking, a.Take) == [a.Take(2)]
    taken = do(taking, a.Take(2))
    assert hand(taken) == "kaam-kar maut"
    assert taken.stacks[2].normal == state.stacks[2].normal - 1
    assert refused(taking, a.Take(3)) == "take-card"
    assert refused(taking, a.TakeNothing()) == "take-card"
    assert refused(taking, a.TakeGood()) == "empty-stack"


def test_fact_050_a_good_karma_for_an_empty_stack():
    state = drain(hold(at(ready(3), "jann"), hand="maut"), "kaam-kar")
    taking = do(state, a.Move(2))
    assert refused(taking, a.Take(2)) == "empty-stack"
    assert set(GAME.legal_actions(taking)) == {a.TakeGood(), a.TakeNothing()}
    assert hand(do(taking, a.TakeGood())) == "good-karma maut"
    assert hand(do(taking, a.TakeNothing())) == "maut"
    nothing = drain_karma(taking, good=0)
    assert GAME.legal_actions(nothing) == (a.TakeNothing(),)
    assert refused(nothing, a.TakeGood()) == "supply-empty"


def test_an_exhausted_stack_fills_again():
    state = drain(hold(at(ready(3), "maut"), hand="jann jann"), "jann")
    reborn = do(state, a.Move(1), a.PutBack("jann"), a.PutBack("jann"))
    assert hand(do(reborn, a.Take(0))) == "jann"


def test_fact_051_five_cards_in_hand_after_taking():
    state = ready(3)
    assert do(state, a.Move(3), a.Take(2)).players[0].cards.size(0) == 5


@pytest.mark.parametrize(
    ("copies", "zones"),
    [(0, {0}), (1, {7, 0, 1}), (2, {6, 7, 0, 1, 2}), (4, set(range(8)))],
)
def test_fact_052_kaam_kar_reaches_further(copies, zones):
    state = at(ready(4), "maut", "vikaas")
    state = hold(state, hand="jann jann", evanescent=" ".join(["kaam-kar"] * copies))
    taking = do(state, a.Move(1), a.PutBack("jann"), a.PutBack("jann"))
    assert {take.zone for take in legal(taking, a.Take)} == zones
    if copies:
        assert do(taking, a.Take(1)).asked.key == "act", "occupied or not, no toll"
    if copies == 1:
        assert refused(taking, a.Take(3)) == "kaam-kar-reach"


def test_fact_053_a_good_karma_for_an_empty_stack_in_reach():
    state = hold(at(ready(3), "jann"), hand="maut", evanescent="kaam-kar")
    taking = do(drain(state, "yugal"), a.Move(2))
    assert a.TakeGood() in GAME.legal_actions(taking)
    assert hand(do(taking, a.TakeGood())) == "good-karma maut"
    assert refused(taking, a.TakeNothing()) == "take-card", "the own stack has cards"


def test_fact_054_one_action_and_it_is_optional():
    state = now(hold(ready(3), hand="dhyann dhyann"), "act")
    assert a.EndTurn() in GAME.legal_actions(state)
    once = do(state, a.Play("dhyann"))
    assert zone(once, 0, "play") == "dhyann"
    assert refused(once, a.Play("dhyann")) == "one-action"
    assert refused(state, a.Play("jann")) == "card-in-hand"


def test_fact_055_the_card_just_taken_may_be_played():
    state = do(ready(3), a.Move(7), a.Take(6))
    assert legal(state, a.Play) == [a.Play("dhyann")], "on turn one nothing else"
    assert zone(do(state, a.Play("dhyann")), 0, "play") == "dhyann"


@pytest.mark.parametrize("card", [GOOD, BAD])
def test_fact_056_karma_has_no_action(card):
    state = now(hold(ready(3), hand=card), "act")
    assert refused(state, a.Play(card)) == "no-action-on-karma"
    assert legal(state, a.Play) == []


def test_fact_057_extra_actions_do_not_carry_over():
    state = now(
        hold(ready(2), hand="vikaas", draw="5", pool=" ".join([GOOD] * 5)), "act"
    )
    played = do(state, a.Play("vikaas"))
    assert played.turn.actions == 2
    assert legal(played, a.Play) == []
    later = do(played, a.EndTurn())
    assert later.turn.actions == 1


@pytest.mark.parametrize(
    ("card", "drawn", "actions"), [("jann", 2, 1), ("vikaas", 1, 2)]
)
def test_facts_of_cards_that_draw(card, drawn, actions):
    deck = {"hand": card, "draw": "4", "pool": "maut maut jann yugal"}
    after = do(now(hold(ready(3), **deck), "act"), a.Play(card))
    assert after.players[0].cards.size(0) == drawn
    assert after.turn.actions == actions


def test_fact_058_jann_draws_exactly_two_then_one_more_action():
    deck = {"hand": "jann", "draw": "3", "pool": "dhyann dhyann dhyann"}
    after = do(now(hold(ready(3), **deck), "act"), a.Play("jann"))
    assert hand(after) == "dhyann dhyann"
    once = do(after, a.Play("dhyann"))
    assert refused(once, a.Play("dhyann")) == "one-action"


def test_fact_059_vikaas_draws_one_then_two_more_actions():
    deck = {"hand": "vikaas dhyann dhyann", "draw": "2", "pool": "dhyann dhyann"}
    after = do(now(hold(ready(3), **deck), "act"), a.Play("vikaas"))
    assert hand(after) == "dhyann dhyann dhyann"
    twice = do(after, a.Play("dhyann"), a.Play("dhyann"))
    assert refused(twice, a.Play("dhyann")) == "one-action"


def test_chained_extra_actions_add_up():
    deck = {"hand": "jann vikaas", "draw": "4", "pool": "dhyann dhyann dhyann dhyann"}
    state = now(hold(ready(3), **deck), "act")
    chained = do(state, a.Play("vikaas"), a.Play("jann"))
    assert chained.turn.actions == 2
    assert hand(chained) == "dhyann dhyann dhyann"


def test_fact_060_kaam_kar_helps_from_the_next_turn():
    deck = {"hand": "kaam-kar", "draw": "4", "pool": "maut maut jann jann"}
    state = do(now(hold(ready(1), **deck), "act"), a.Play("kaam-kar"))
    assert zone(state, 0, "evanescent") == "kaam-kar"
    assert legal(state, a.Take) == [], "the card of this turn has been taken"
    later = do(
        state,
        a.EndTurn(),
        a.MoveNeutral(),
        a.Move(4),
    )
    assert {take.zone for take in legal(later, a.Take)} == {2, 3, 4}


def test_fact_061_yugal_puts_back_first_then_takes():
    state = now(hold(ready(3), hand="yugal maut bad-karma"), "act")
    asked = do(state, a.Play("yugal"))
    assert refused(asked, a.PutBack("yugal")) == "card-in-hand"
    assert refused(asked, a.PutBack(BAD)) == "bad-karma-sticks"
    assert refused(asked, a.Take(0)) == "settle-first"
    assert refused(asked, a.Lack()) == "yugal"
    done = do(asked, a.PutBack("maut"), a.Take(0))
    assert hand(done) == "bad-karma jann"


def test_fact_061_yugal_without_a_card_to_put_back_has_no_effect():
    state = now(hold(ready(3), hand=f"yugal {BAD}"), "act")
    after = do(state, a.Play("yugal"), a.Lack())
    assert after.asked.key == "act"
    assert hand(after) == BAD


def test_fact_062_bachcha_makes_the_new_hand_larger():
    pool = "maut maut jann jann yugal yugal gyaan"
    deck = {"hand": "bachcha", "evanescent": "bachcha", "draw": "7", "pool": pool}
    state = do(now(hold(ready(3), **deck), "act"), a.Play("bachcha"))
    assert do(state, a.EndTurn()).players[0].cards.size(0) == 6, "at once, one each"


def test_fact_062_but_not_when_an_amulet_is_won():
    deck = {
        "hand": "bachcha jann vikaas maut",
        "draw": "5",
        "pool": "maut maut jann jann yugal",
    }
    state = now(lay(hold(ready(3), **deck), 0, "J2V2M2"), "act")
    won = do(state, a.Play("bachcha"), a.Buy(0, "J2V2M2", ("jann", "vikaas", "maut")))
    over = do(won, a.ChoosePower("three-good"), a.EndTurn())
    assert over.players[0].cards.size(0) == 4
    ibah = hold(ready(3, ("ibah", "bikkhu", "dehnu")), **deck)
    ibah = now(lay(ibah, 0, "J2V2M2"), "act")
    won = do(ibah, a.Play("bachcha"), a.Buy(0, "J2V2M2", ("jann", "vikaas", "maut")))
    kept = do(won, a.ChoosePower("keep-evanescent"), a.EndTurn())
    assert kept.players[0].cards.size(0) == 5


def test_fact_063_gyaan_must_reserve_a_card():
    state = now(hold(ready(3), hand=f"gyaan maut {BAD}"), "act")
    asked = do(state, a.Play("gyaan"))
    assert refused(asked, a.Reserve("gyaan")) == "card-in-hand"
    assert refused(asked, a.Reserve(BAD)) == "bad-karma-sticks"
    assert refused(asked, a.Lack()) == "gyaan"
    assert zone(do(asked, a.Reserve("maut")), 0, "reserve") == "maut"
    nothing = do(now(hold(ready(3), hand=f"gyaan {BAD}"), "act"), a.Play("gyaan"))
    assert hand(do(nothing, a.Lack())) == BAD


@pytest.mark.parametrize(("supply", "gained"), [(5, 2), (1, 1), (0, 0)])
def test_fact_064_dhyann_gives_two_good_karma_to_the_discard(supply, gained):
    state = drain_karma(now(hold(ready(3), hand="dhyann"), "act"), good=supply)
    after = do(state, a.Play("dhyann"))
    assert zone(after, 0, "discard").split() == [GOOD] * gained
    assert after.good == supply - gained


def test_fact_065_maut_puts_back_a_bad_karma_of_the_hand_only():
    state = now(
        hold(ready(3), hand="maut jann", discard=BAD, draw="1", pool=BAD), "act"
    )
    asked = do(state, a.Play("maut"))
    assert refused(asked, a.PutBack(BAD)) == "card-in-hand"
    assert refused(asked, a.PutBack("jann")) == "maut"
    assert do(asked, a.Lack()).bad == state.bad
    holding = do(now(hold(ready(3), hand=f"maut {BAD}"), "act"), a.Play("maut"))
    assert refused(holding, a.Lack()) == "maut"


def test_fact_066_a_short_pile_is_shuffled_in_between():
    deck = {"hand": "jann", "draw": "1", "pool": "yugal", "discard": "maut maut"}
    after = do(now(hold(ready(3), **deck), "act"), a.Play("jann"))
    assert hand(after) == "maut yugal", "the last card of the pile, then a new one"
    assert zone(after, 0, "draw") == "1"
    assert zone(after, 0, "discard") == ""
    none = do(now(hold(ready(3), hand="jann"), "act"), a.Play("jann"))
    assert hand(none) == "", "nothing to draw, nothing drawn"
