"""Facts 100 to 128: Ancestral Amulets, Bhaga and Durmangala cards."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.phrase import Phrase
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD, RED, SILVER, ZONES, effect_of
from companion.games.samsara.options import OPTIONS
from companion.games.samsara.payments import symbols_of
from companion.games.samsara.state import Stack
from tests.games.samsara.shared import (
    at,
    do,
    drain_karma,
    fresh,
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

FOUR = "yugal yugal gyaan gyaan"
BOTH = {"bhaga": True, "durmangala": True}


def test_fact_100_each_part_is_an_option_and_off_by_default():
    flags = {o.key: o.default for o in OPTIONS if isinstance(o.default, bool)}
    assert flags.pop("coach"), "no part of the expansion"
    assert flags == dict.fromkeys(
        ("bhaga", "durmangala", "ancestral", "characters"), False
    )
    assert all(isinstance(option.label, Phrase) for option in OPTIONS)


def test_fact_101_a_red_and_a_silver_face():
    pieces = {(effect_of(f"silver-{n}"), effect_of(f"red-{n}")) for n in range(1, 6)}
    assert pieces == set(zip(SILVER, RED, strict=True))


def test_fact_102_each_player_places_one_the_last_first():
    state = fresh(3, ancestral=True)
    order, placed = [], []
    while state.asked.key != "move":
        if (chance := GAME.chance(state)) is not None:
            state = do(state, chance.sample(Random(1)))
        elif state.asked.key == "ancestral":
            order.append(state.asked.seat)
            piece = len(order)
            state = do(state, a.ChooseAncestral(piece, "red"), a.PlaceAncestral(piece))
            placed.append((f"red-{piece}", piece))
        else:
            state = do(state, GAME.legal_actions(state)[0])
    assert order == [2, 1, 0]
    assert state.ancestral == tuple(placed)
    assert fresh(3).ancestral == ()


def test_fact_102_a_piece_is_placed_once_and_between_two_zones():
    state = fresh(2, ancestral=True)
    while state.asked.key != "ancestral":
        chance = GAME.chance(state)
        move = chance.sample(Random(1)) if chance else GAME.legal_actions(state)[0]
        state = do(state, move)
    chosen = do(state, a.ChooseAncestral(3, "silver"))
    assert refused(chosen, a.PlaceAncestral(8)) == "ancestral-setup"
    after = do(chosen, a.PlaceAncestral(7))
    assert refused(after, a.ChooseAncestral(3, "red")) == "ancestral-setup"
    shown = GAME.view(after, None)["board"]["ancestral"]
    assert shown[0]["zones"] == [7, 0], "across the rift too"


def ancestral(*amulets, players=3, owned=(), characters=("bikkhu", "dehnu", "ibah")):
    """A seat on Jann with cards enough, Ancestral Amulets before and behind it."""
    state = ready(players, characters, ancestral=True)
    state = hold(at(state, "jann"), hand=f"{GOOD} " * 6, draw="4", pool=FOUR)
    player = state.players[0]._replace(ancestral=owned)
    state = state._replace(players=(player, *state.players[1:]))
    return now(state._replace(ancestral=tuple(sorted(amulets))), "act")


def buy(amulet: str) -> a.BuyAncestral:
    return a.BuyAncestral(amulet, (GOOD,) * 6)


def test_fact_103_the_pawn_must_stand_beside_it():
    near, far = ("silver-5", 7), ("red-4", 3)
    state = ancestral(near, far)
    assert refused(state, buy("red-4")) == "ancestral-win"
    won = do(state, buy("silver-5"))
    assert won.players[0].ancestral == ("silver-5",)
    assert won.players[0].wins == 1
    assert won.ancestral == (far,)
    less = a.BuyAncestral("silver-5", (GOOD, GOOD))
    assert refused(state, less) == "payment-complete", "paid like any amulet"
    assert do(at(state, "vikaas"), a.EndTurn()), "and never a must"
    assert refused(at(state, "vikaas"), buy("silver-5")) == "ancestral-win"


def test_fact_104_all_owned_effects_again_in_any_order_then_a_power():
    state = ancestral(("silver-5", 0), owned=("silver-4", "red-4"))
    won = do(state, buy("silver-5"))
    assert {t.amulet for t in legal(won, a.Trigger)} == {
        "silver-4",
        "silver-5",
        "red-4",
    }
    assert refused(won, a.Trigger("red-1")) == "ancestral-effects"
    bad = [player.cards.count(BAD) for player in won.players]
    done = do(won, a.Trigger("red-4"))
    assert [p.cards.count(BAD) for p in done.players] == [
        bad[0],
        bad[1] + 1,
        bad[2] + 1,
    ]
    done = do(done, a.Trigger("silver-4"), a.Take(5), a.Trigger("silver-5"))
    assert zone(done, 0, "reserve") == "gyaan"
    assert zone(done, 0, "discard").split() == [GOOD, GOOD]
    assert done.asked.key == "power"
    eternity = ancestral(owned=("silver-5",))
    eternity = eternity._replace(
        gaps=(("J2V2M2", *eternity.gaps[0][1:]), *eternity.gaps[1:])
    )
    plain = do(eternity, a.Buy(0, "J2V2M2", (GOOD,) * 6))
    assert plain.asked.key == "power", "an Eternity Amulet triggers none"


def test_fact_077_the_golden_rule_counts_ancestral_amulets():
    owned = ("silver-5", "red-4")
    state = own(ancestral(("silver-1", 0), owned=owned), 0, 2)
    state = lay(state, 0, "J2V2M2")
    dark = a.Buy(0, "J2V2M2", (GOOD,) * 3)
    assert refused(state, dark) == "golden-rule", "two of each kind are four"
    assert refused(state, a.BuyAncestral("silver-1", (GOOD,) * 3)) == "golden-rule"
    assert all(len(buy.hand) == 6 for buy in legal(state, a.Buy))
    assert do(state, a.Buy(0, "J2V2M2", (GOOD,) * 6)).ended == 0
    three = own(ancestral(owned=owned), 0, 1)
    assert do(lay(three, 0, "J2V2M2"), dark).players[0].wins == 4, "the fourth may"


def triggered(amulet: str, **zones):
    state = do(ancestral((amulet, 0)), buy(amulet))
    if zones:
        state = hold(state, **zones)
    return do(state, a.Trigger(amulet))


def test_fact_105_silver_powers():
    back = triggered("silver-1", hand="jann", discard=f"{BAD} maut")
    assert refused(back, a.Lack()) == "ancestral-silver"
    assert refused(back, a.PutBack("maut")) == "ancestral-silver"
    assert zone(do(back, a.PutBack(BAD)), 0, "discard") == "maut"
    twice = do(triggered("silver-2"), a.ChoosePower("three-good"))
    assert zone(twice, 0, "discard").split() == [GOOD] * 6
    into_hand = do(triggered("silver-3"), a.Take(7))
    assert hand(into_hand) == "maut"
    assert "maut" in zone(
        do(into_hand, a.ChoosePower("purge"), a.Lack(), a.EndTurn()), 0, "discard"
    )
    assert zone(do(triggered("silver-4"), a.Take(7)), 0, "reserve") == "maut"
    assert zone(triggered("silver-5"), 0, "discard").split() == [GOOD] * 2


def test_fact_106_red_one_evanescent_card_of_an_opponent():
    state = do(ancestral(("red-1", 0)), buy("red-1"))
    state = do(hold(state, 1, evanescent="bachcha kaam-kar"), a.Trigger("red-1"))
    assert refused(state, a.Strike(2, "evanescent", "bachcha")) == "ancestral-red"
    assert refused(state, a.Strike(1, "reserve", "bachcha")) == "ancestral-red"
    struck = do(state, a.Strike(1, "evanescent", "bachcha"))
    assert zone(struck, 1, "evanescent") == "kaam-kar"
    assert zone(struck, 1, "discard") == "bachcha"


def test_fact_106_red_two_each_opponent_discards_two():
    state = do(ancestral(("red-2", 0)), buy("red-2"))
    state = hold(state, 1, hand=f"jann {BAD} {BAD}")
    state = do(hold(state, 2, hand="maut"), a.Trigger("red-2"))
    assert state.asked.seat == 1
    assert refused(state, a.Discard(BAD)) == "forced-discard"
    state = do(state, a.Discard("jann"), a.Discard(BAD))
    assert zone(state, 1, "discard") == f"{BAD} jann"
    assert state.asked.seat == 2
    state = do(state, a.Discard("maut"))
    assert state.asked.key == "power", "no second card, no second discard"


def test_fact_106_red_three_give_all_bad_karma_of_the_hand():
    state = do(ancestral(("red-3", 0)), buy("red-3"))
    state = do(hold(state, hand=f"{BAD} {BAD} jann"), a.Trigger("red-3"))
    assert refused(state, a.Lack()) == "ancestral-red"
    assert refused(state, a.Give("jann", 1)) == "ancestral-red"
    assert refused(state, a.Give(BAD, 0)) == "ancestral-red"
    before = [p.cards.count(BAD) for p in state.players]
    state = do(state, a.Give(BAD, 1), a.Give(BAD, 2))
    assert [p.cards.count(BAD) for p in state.players] == [
        before[0] - 2,
        before[1] + 1,
        before[2] + 1,
    ]
    assert do(state, a.Lack()).asked.key == "power"


def test_fact_106_red_four_and_five():
    state = triggered("red-4")
    assert [p.cards.count(BAD) for p in state.players[1:]] == [5, 5]
    back = do(ancestral(("red-5", 0)), buy("red-5"))
    back = hold(hold(back, 1, hand=f"jann {BAD}"), 2, hand=BAD)
    back = do(back, a.Trigger("red-5"))
    assert back.asked.seat == 1
    assert refused(back, a.PutBack(BAD)) == "bad-karma-sticks"
    back = do(back, a.PutBack("jann"))
    assert back.asked.seat == 2
    assert do(back, a.Lack()).asked.key == "power"


@pytest.mark.parametrize(
    ("options", "normal", "specials"),
    [
        ({"bhaga": True}, 6, ["bhaga-"]),
        ({"durmangala": True}, 6, ["durmangala-"]),
        (BOTH, 5, ["bhaga-", "durmangala-"]),
    ],
)
def test_fact_107_a_special_in_place_of_a_normal_card(options, normal, specials):
    for name, stack in zip(ZONES, fresh(3, **options).stacks, strict=True):
        assert stack.normal == normal
        assert stack.specials == tuple(kind + name for kind in specials)
        assert stack.sure == 1, "never on top"
    assert all(not stack.specials for stack in fresh(3).stacks)


def test_fact_108_both_sets_keep_the_size_of_the_stacks():
    for players, size in ((1, 4), (2, 5), (3, 7), (4, 9), (5, 9)):
        assert {len(stack) for stack in fresh(players, **BOTH).stacks} == {size}


def test_fact_109_specials_behave_as_experience_cards():
    state = hold(at(ready(3, bhaga=True), "jann", "yugal"), hand="bhaga-maut jann")
    given = do(state, a.Move(3), a.Give("bhaga-maut", 1))
    assert "bhaga-maut" in hand(given, 1)
    crossing = hold(at(ready(3, bhaga=True), "maut"), hand="bhaga-maut jann")
    after = do(crossing, a.Move(1), a.PutBack("bhaga-maut"), a.PutBack("jann"))
    assert after.stacks[7].specials == ("bhaga-maut",)
    acting = now(hold(ready(3, bhaga=True), hand="gyaan bhaga-maut"), "act")
    reserved = do(acting, a.Play("gyaan"), a.Reserve("bhaga-maut"))
    assert zone(reserved, 0, "reserve") == "bhaga-maut"


def test_fact_110_a_revealed_special_is_taken_instead():
    state = do(
        hold(at(ready(3, bhaga=True), "jann"), hand="maut"), a.Move(2), a.Take(2)
    )
    assert GAME.chance(state).to_json()["may"] == ["", "bhaga-kaam-kar"]
    assert refused(state, a.Uncovered("bhaga-jann")) == "special-revealed"
    assert refused(state, a.EndTurn()) == "report-cards"
    special = do(state, a.Uncovered("bhaga-kaam-kar"))
    assert hand(special) == "bhaga-kaam-kar maut"
    assert special.stacks[2] == Stack(6, (), 1), "the card taken is back on top"
    normal = do(state, a.Uncovered())
    assert hand(normal) == "kaam-kar maut"
    assert normal.stacks[2] == Stack(5, ("bhaga-kaam-kar",), 1)


def test_fact_111_a_second_special_in_a_turn_goes_back():
    state = now(hold(ready(3, bhaga=True), hand="yugal maut"), "act", special=True)
    state = do(state, a.Play("yugal"), a.PutBack("maut"), a.Take(0))
    second = do(state, a.Uncovered("bhaga-jann"))
    assert hand(second) == "jann", "the normal card is kept"
    assert second.stacks[0] == Stack(5, ("bhaga-jann",), 1), "shuffled: one below"


def test_fact_112_a_special_on_top_is_shuffled_in():
    state = hold(at(ready(3, bhaga=True), "maut"), hand="bhaga-jann jann")
    after = do(state, a.Move(1), a.PutBack("bhaga-jann"), a.PutBack("jann"))
    assert after.stacks[0].specials == ("bhaga-jann",)
    assert after.stacks[0].sure == 2, "a known card lies on a known card"
    taken = do(after, a.Take(0))
    assert taken.asked.key == "act", "nothing can be uncovered under the first"
    assert taken.stacks[0].sure == 1


def test_a_stack_of_specials_only():
    state = do(hold(at(ready(3, **BOTH), "jann"), hand="maut"), a.Move(1))
    last = state.with_stack(1, Stack(1, ("bhaga-vikaas",)))
    lone = state.with_stack(1, Stack(0, ("bhaga-vikaas",)))
    assert "bhaga-vikaas" in hand(GAME.apply(last, a.Take(1))), "surely uncovered"
    assert "bhaga-vikaas" in hand(GAME.apply(lone, a.Take(1)))
    two = state.with_stack(1, Stack(0, ("bhaga-vikaas", "durmangala-vikaas")))
    asked = GAME.apply(two, a.Take(1))
    assert GAME.chance(asked).to_json()["may"] == ["bhaga-vikaas", "durmangala-vikaas"]


def playing(card: str, **zones):
    deck = {"draw": "4", "pool": "maut maut yugal yugal", **zones}
    deck["hand"] = f"{card} {deck.get('hand', '')}"
    return do(now(hold(ready(3, **BOTH), **deck), "act"), a.Play(card))


@pytest.mark.parametrize(
    ("fact", "card", "drawn", "actions"),
    [
        (113, "bhaga-jann", 3, 1),
        (114, "durmangala-jann", 2, 0),
        (115, "bhaga-vikaas", 2, 2),
        (116, "durmangala-vikaas", 0, 2),
    ],
)
def test_fact_113_fact_114_fact_115_fact_116_cards_that_draw(
    fact, card, drawn, actions
):
    after = playing(card)
    assert after.players[0].cards.size(0) == drawn, fact
    assert after.turn.actions == actions, fact


@pytest.mark.parametrize(
    ("fact", "card"), [(117, "bhaga-kaam-kar"), (121, "bhaga-bachcha")]
)
def test_fact_117_fact_121_three_light_and_one_dark(fact, card):
    symbols = symbols_of(ready(1).setting.box)[card]
    assert (sum(symbols.light), sum(symbols.dark)) == (3, 1), fact
    assert zone(playing(card), 0, "evanescent") == card


@pytest.mark.parametrize(
    ("fact", "card"), [(118, "durmangala-kaam-kar"), (122, "durmangala-bachcha")]
)
def test_fact_118_fact_122_in_play_and_discard_one(fact, card):
    state = playing(card, hand=f"jann {BAD}")
    assert zone(state, 0, "evanescent") == card, fact
    assert set(legal(state, a.Discard)) == {a.Discard("jann"), a.Discard(BAD)}
    assert refused(state, a.EndTurn()) == "settle-first"
    after = do(state, a.Discard(BAD))
    assert zone(after, 0, "discard") == BAD


def test_specials_in_play_work_like_their_kind():
    deck = {"evanescent": "bhaga-kaam-kar durmangala-bachcha", **{"draw": "6"}}
    deck["pool"] = "maut maut yugal yugal gyaan gyaan"
    state = hold(at(ready(3, **BOTH), "jann"), **deck)
    taking = do(state, a.Move(2))
    assert {take.zone for take in legal(taking, a.Take)} == {1, 2, 3}
    assert do(now(state, "act"), a.EndTurn()).players[0].cards.size(0) == 5


def test_fact_119_bhaga_yugal_also_gives_a_good_karma():
    state = playing("bhaga-yugal", hand="jann")
    state = do(state, a.PutBack("jann"), a.Take(3))
    if state.asked.key == "uncover":
        state = do(state, a.Uncovered())
    assert hand(state) == f"{GOOD} yugal"
    empty = playing("bhaga-yugal", hand=BAD)
    assert hand(do(empty, a.Lack())) == BAD, "nothing put back, nothing taken"


def test_fact_120_durmangala_yugal_puts_back_a_good_karma():
    state = playing("durmangala-yugal", hand=f"jann {GOOD}")
    assert refused(state, a.PutBack("jann")) == "durmangala-yugal"
    assert refused(state, a.Lack()) == "durmangala-yugal"
    after = do(state, a.PutBack(GOOD), a.Take(6), a.Uncovered())
    assert hand(after) == "dhyann jann"
    assert do(playing("durmangala-yugal", hand="jann"), a.Lack()).asked.key == "act"


def test_fact_123_bhaga_gyaan_draws_before_it_reserves():
    state = playing("bhaga-gyaan")
    assert state.players[0].cards.size(0) == 1
    assert zone(do(state, a.Reserve("maut")), 0, "reserve") == "maut"


def test_fact_124_durmangala_gyaan_costs_a_bad_karma():
    state = playing("durmangala-gyaan", hand="jann")
    after = do(state, a.Reserve("jann"))
    assert zone(after, 0, "reserve") == "jann"
    assert hand(after) == BAD


def test_fact_125_bhaga_dhyann_into_the_hand():
    assert hand(playing("bhaga-dhyann")).split() == [GOOD, GOOD]


def test_fact_126_durmangala_dhyann_one_into_the_discard():
    assert zone(playing("durmangala-dhyann"), 0, "discard") == GOOD


def test_fact_127_bhaga_maut_puts_back_two():
    state = playing("bhaga-maut", hand=f"{BAD} {BAD} {BAD}")
    assert hand(do(state, a.PutBack(BAD), a.PutBack(BAD))) == BAD
    one = do(playing("bhaga-maut", hand=f"{BAD} jann"), a.PutBack(BAD))
    assert do(one, a.Lack()).asked.key == "act"


def test_fact_128_durmangala_maut_also_discards():
    state = do(playing("durmangala-maut", hand=f"{BAD} jann"), a.PutBack(BAD))
    assert state.asked.key == "discard"
    assert zone(do(state, a.Discard("jann")), 0, "discard") == "jann"


def test_special_gains_meet_an_empty_supply():
    state = now(hold(ready(3, **BOTH), hand="bhaga-dhyann"), "act")
    assert hand(do(drain_karma(state, good=1), a.Play("bhaga-dhyann"))) == GOOD
