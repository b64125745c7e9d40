"""Facts 67 to 99: Evanescent cards, amulets, powers, the end, and the solo game."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD, SOLO_TURNS, ZONES
from companion.games.samsara.engine import bad_karma
from companion.games.samsara.purchases import in_reach
from tests.games.samsara.shared import (
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

COPPER = "J2V2M2"
PAID = ("jann", "vikaas", "maut")
POOL = {"draw": "6", "pool": "yugal yugal gyaan gyaan maut maut"}


def buying(characters=("bikkhu", "vanarah", "ussagah", "dehnu"), players=3, **zones):
    """A seat at its action with what the copper amulet on its left costs."""
    zones = {"hand": "jann vikaas maut", **POOL, **zones}
    state = hold(ready(players, characters), **zones)
    return lay(now(state, "act"), 0, COPPER)


def won(character: str, **zones):
    """A seat of this character that has just paid for an amulet."""
    others = [c for c in ("bikkhu", "vanarah", "ussagah", "dehnu") if c != character]
    state = buying((character, *others), **zones)
    return do(state, a.Buy(0, COPPER, PAID))


@pytest.mark.parametrize("card", ["kaam-kar", "bachcha"])
def test_fact_067_only_two_types_stay_and_they_stack(card):
    state = now(hold(ready(3), hand=f"{card} dhyann", evanescent=card), "act")
    assert zone(do(state, a.Play(card)), 0, "evanescent") == f"{card} {card}"
    assert zone(do(state, a.Play("dhyann")), 0, "evanescent") == card


def test_fact_068_an_amulet_discards_all_evanescent_cards():
    after = do(
        won("bikkhu", evanescent="bachcha kaam-kar"), a.ChoosePower("three-good")
    )
    assert zone(after, 0, "evanescent") == ""
    assert {"bachcha", "kaam-kar"} <= set(zone(after, 0, "discard").split())


def test_fact_069_an_evanescent_card_in_play_cannot_pay():
    state = now(hold(ready(3), hand="jann", evanescent="bachcha bachcha"), "act")
    state = lay(state, 0, "J2B4")
    paid = a.Buy(0, "J2B4", ("bachcha", "bachcha", "jann"))
    assert refused(state, paid) == "card-in-hand"
    held = now(hold(ready(3), hand="jann bachcha bachcha"), "act")
    assert do(lay(held, 0, "J2B4"), paid).players[0].wins == 1


def test_fact_070_at_most_one_amulet_and_it_is_optional():
    state = buying(hand="jann vikaas maut jann vikaas maut")
    assert a.EndTurn() in GAME.legal_actions(state)
    once = do(state, a.Buy(0, COPPER, PAID), a.ChoosePower("three-good"))
    assert refused(once, a.Buy(0, once.gaps[0][0], PAID)) == "one-amulet-per-turn"
    assert refused(once, a.Play("jann")) == "phases"
    assert GAME.legal_actions(once) == (a.EndTurn(),)


@pytest.mark.parametrize(
    ("seat", "near", "far"), [(0, (0, 3), (1, 2)), (2, (2, 1), (0, 3))]
)
def test_fact_071_only_the_gaps_beside_you(seat, near, far):
    state = ready(4)
    for gap in range(4):
        state = lay(state, gap, COPPER)
    state = now(hold(state, seat, hand="jann vikaas maut"), "act", seat)
    for gap in near:
        assert do(state, a.Buy(gap, COPPER, PAID)).players[seat].wins == 1
    for gap in far:
        assert refused(state, a.Buy(gap, COPPER, PAID)) == "amulet-gap"
    view = GAME.view(state, seat)["board"]["players"][seat]
    assert (view["left"], view["right"]) == near


@pytest.mark.parametrize("players", [1, 2])
def test_fact_071_one_pool_for_one_or_two(players):
    for seat in range(players):
        state = now(hold(ready(players), seat, hand="jann vikaas maut"), "act", seat)
        assert do(lay(state, 0, COPPER), a.Buy(0, COPPER, PAID)).players[seat].wins == 1


def test_fact_072_hand_and_reserve_pay_nothing_else():
    state = buying(
        hand="jann vikaas", reserve="maut", play="maut", evanescent="bachcha"
    )
    assert refused(state, a.Buy(0, COPPER, PAID)) == "card-in-hand"
    paid = do(state, a.Buy(0, COPPER, ("jann", "vikaas"), ("maut",)))
    assert zone(paid, 0, "reserve") == ""
    assert zone(paid, 0, "play") == "jann maut maut vikaas"
    twice = a.Buy(0, COPPER, ("jann", "vikaas"), ("maut", "maut"))
    assert refused(state, twice) == "payment-cards"


def test_fact_073_light_symbols_cost_nothing():
    """The first example of the rulebook: Jann, Vikaas and Maut."""
    state = buying()
    after = do(state, a.Buy(0, COPPER, PAID))
    assert after.bad == state.bad
    assert zone(after, 0, "discard") == ""
    assert zone(after, 0, "play") == "jann maut vikaas"


def test_fact_074_each_dark_symbol_adds_a_bad_karma_to_the_discard():
    """The second example: 4 Kaam Kar and 4 Yugal with one Kaam Kar."""
    state = now(hold(ready(3), hand="kaam-kar yugal yugal"), "act")
    state = lay(own(state, 0, 1), 0, "K4Y4")
    after = do(state, a.Buy(0, "K4Y4", ("kaam-kar", "yugal", "yugal")))
    assert zone(after, 0, "discard").split() == [BAD, BAD]
    assert after.bad == state.bad - 2
    fifth = lay(own(state, 0, 3), 0, "K4Y4")
    buy = a.Buy(0, "K4Y4", ("kaam-kar", "yugal", "yugal"))
    assert refused(fifth, buy) == "golden-rule"


def test_fact_075_good_karma_is_a_joker_with_a_dark_side():
    """The third example: mostly Good Karma, one dark symbol, one Bad Karma."""
    state = lay(
        now(hold(ready(3), hand=f"jann {GOOD} {GOOD} {GOOD}"), "act"), 0, COPPER
    )
    after = do(state, a.Buy(0, COPPER, ("jann", GOOD, GOOD, GOOD)))
    assert zone(after, 0, "discard").split() == [BAD]
    fewer = a.Buy(0, COPPER, ("jann", GOOD))
    assert refused(state, fewer) == "payment-complete"
    assert do(state, a.Buy(0, COPPER, ("jann", GOOD, GOOD))).bad == state.bad - 2


def test_fact_076_everything_may_be_mixed():
    state = now(hold(ready(3), hand=f"kaam-kar {GOOD}", reserve="yugal"), "act")
    state = lay(state, 0, "K4Y4")
    after = do(state, a.Buy(0, "K4Y4", ("kaam-kar", GOOD), ("yugal",)))
    assert zone(after, 0, "discard").split() == [BAD] * 3


def test_fact_077_the_fifth_amulet_without_dark_symbols():
    state = now(hold(ready(3), hand=f"jann vikaas {GOOD} {GOOD}"), "act")
    state = lay(own(state, 0, 4), 0, COPPER)
    assert refused(state, a.Buy(0, COPPER, ("jann", "vikaas", GOOD))) == "golden-rule"
    assert {buy.hand for buy in legal(state, a.Buy)} == {(GOOD, GOOD, "jann", "vikaas")}
    assert do(state, legal(state, a.Buy)[0]).ended == 0


def test_fact_078_won_amulets_lie_on_the_board():
    after = do(buying(), a.Buy(0, COPPER, PAID))
    shown = GAME.view(after, None)["board"]["players"][0]["amulets"]
    assert [amulet["face"] for amulet in shown] == [COPPER]
    assert GAME.view(after, None)["scores"][0] == {"seat": 0, "score": 1}


def test_fact_079_a_power_must_be_chosen():
    state = won("bikkhu")
    assert refused(state, a.EndTurn()) == "settle-first"
    assert len(legal(state, a.ChoosePower)) == 3
    assert refused(state, a.ChoosePower("two-samsara")) == "activate-power"
    marked = do(state, a.ChoosePower("good-reserve"))
    assert marked.players[0].markers == ("good-reserve",)


def test_fact_080_the_covered_power_rests_once():
    state = buying(hand="jann vikaas maut")
    player = state.players[0]._replace(markers=("purge",))
    state = state._replace(players=(player, *state.players[1:]))
    state = do(state, a.Buy(0, COPPER, PAID))
    assert refused(state, a.ChoosePower("purge")) == "power-covered"
    assert [c.power for c in legal(state, a.ChoosePower)] == [
        "three-good",
        "good-reserve",
    ]
    moved = do(state, a.ChoosePower("three-good"))
    again = now(moved, "power")
    assert do(again, a.ChoosePower("purge")).players[0].markers == ("purge",)


def test_fact_081_gaps_are_not_refilled():
    state = buying()
    after = do(state, a.Buy(0, COPPER, PAID), a.ChoosePower("three-good"), a.EndTurn())
    assert [len(gap) for gap in after.gaps] == [5, 6, 6]


def test_fact_082_bikkhu():
    state = won("bikkhu", hand=f"jann vikaas maut {BAD}")
    three = do(state, a.ChoosePower("three-good"))
    assert zone(three, 0, "discard").split() == [GOOD] * 3
    assert zone(do(state, a.ChoosePower("good-reserve")), 0, "reserve") == GOOD
    purged = do(state, a.ChoosePower("purge"), a.PutBack(BAD))
    assert purged.bad == state.bad + 1
    short = do(drain_karma(state, good=2), a.ChoosePower("three-good"))
    assert zone(short, 0, "discard").split() == [GOOD] * 2


def test_fact_083_vanarah():
    state = won("vanarah", evanescent="bachcha")
    asked = do(state, a.ChoosePower("evanescent-in-play"))
    assert {ZONES[take.zone] for take in legal(asked, a.Take)} == {
        "kaam-kar",
        "bachcha",
    }
    assert refused(asked, a.Take(0)) == "vanarah"
    played = do(asked, a.Take(2))
    assert zone(played, 0, "evanescent") == "kaam-kar", "the old ones go first"
    assert zone(do(played, a.EndTurn()), 0, "evanescent") == "kaam-kar"
    good = do(state, a.ChoosePower("good-next"), a.EndTurn())
    assert hand(good) == f"{GOOD} 4", "on top of the normal draw"
    card = do(state, a.ChoosePower("samsara-next"), a.Take(3), a.EndTurn())
    assert hand(card) == "yugal 4"


def test_fact_084_ussagah():
    state = won("ussagah", hand=f"jann vikaas maut {BAD}")
    both = do(state, a.ChoosePower("purge-and-good"), a.PutBack(BAD))
    assert zone(both, 0, "discard") == GOOD
    assert both.bad == state.bad + 1
    clean = do(won("ussagah"), a.ChoosePower("purge-and-good"))
    assert zone(clean, 0, "discard") == GOOD, "the Good Karma comes in any case"
    card = do(state, a.ChoosePower("samsara-next"), a.Take(5), a.EndTurn())
    assert "gyaan" in hand(card)
    assert zone(
        do(state, a.ChoosePower("samsara-reserve"), a.Take(5)), 0, "reserve"
    ) == ("gyaan")


def test_fact_085_dehnu():
    state = won("dehnu", hand=f"jann vikaas maut {BAD}")
    more = do(state, a.ChoosePower("two-more-cards"), a.EndTurn())
    assert more.players[0].cards.size(0) == 6
    assert do(state, a.ChoosePower("purge"), a.PutBack(BAD)).bad == state.bad + 1
    two = do(state, a.ChoosePower("two-samsara"), a.Take(0), a.Take(1))
    assert zone(two, 0, "discard") == "jann vikaas"


def test_fact_086_ibah():
    state = won("ibah", evanescent="bachcha kaam-kar")
    kept = do(state, a.ChoosePower("keep-evanescent"))
    assert zone(kept, 0, "evanescent") == "bachcha kaam-kar"
    assert zone(do(kept, a.EndTurn()), 0, "evanescent") == "bachcha kaam-kar"
    stored = do(state, a.ChoosePower("samsara-reserve"), a.Take(7))
    assert zone(stored, 0, "reserve") == "maut"
    two = do(state, a.ChoosePower("two-samsara"), a.Take(7), a.Take(7))
    assert zone(two, 0, "discard") == "bachcha kaam-kar maut maut"


def test_a_power_may_have_no_effect():
    state = do(won("bikkhu"), a.ChoosePower("purge"))
    assert state.asked.key == "close", "no hand left, nothing to put back"
    assert state.players[0].markers == ("purge",)
    empty = won("ibah")
    for name in ZONES:
        empty = drain(empty, name)
    assert do(empty, a.ChoosePower("samsara-reserve")).asked.key == "close"


def test_fact_087_everything_goes_on_the_discard():
    state = buying(hand=f"jann vikaas maut {BAD} yugal dhyann")
    state = do(state, a.Play("dhyann"), a.Buy(0, COPPER, PAID))
    after = do(state, a.ChoosePower("good-reserve"), a.EndTurn())
    assert zone(after, 0, "discard") == (
        f"{BAD} dhyann {GOOD} {GOOD} jann maut vikaas yugal"
    )
    assert zone(after, 0, "play") == ""


def test_fact_088_the_reserve_stays_except_what_was_spent():
    state = buying(hand="jann vikaas", reserve="maut yugal")
    after = do(
        state,
        a.Buy(0, COPPER, ("jann", "vikaas"), ("maut",)),
        a.ChoosePower("three-good"),
        a.EndTurn(),
    )
    assert zone(after, 0, "reserve") == "yugal"
    assert "maut" in zone(after, 0, "discard")


def test_fact_089_the_own_discard_is_open_the_draw_pile_secret():
    state = hold(ready(3), hand="jann", discard="maut", draw="2", pool="yugal gyaan")
    me = GAME.view(state, 0)["board"]["me"]
    assert [entry["card"] for entry in me["discard"]["seen"]] == ["maut"]
    assert me["draw"] == 2, "a number, no order and no cards"
    other = GAME.view(state, 1)["board"]
    assert other["me"]["seat"] == 1
    assert other["players"][0]["discard"] == 1, "others see how many, not which"


def test_fact_090_ibah_saves_the_evanescent_cards_of_fact_87():
    kept = do(won("ibah", evanescent="bachcha"), a.ChoosePower("keep-evanescent"))
    lost = do(won("ibah", evanescent="bachcha"), a.ChoosePower("samsara-reserve"))
    assert "bachcha" not in zone(do(kept, a.EndTurn()), 0, "discard")
    assert "bachcha" in zone(do(lost, a.Take(0), a.EndTurn()), 0, "discard")


def test_fact_091_a_new_hand_of_four_with_a_shuffle_in_between():
    deck = {"hand": "yugal", "draw": "2", "pool": "gyaan maut", "discard": "jann jann"}
    after = do(now(hold(ready(3), **deck), "act"), a.EndTurn())
    assert after.players[0].cards.size(0) == 4
    assert zone(after, 0, "draw") == "1"
    assert set(hand(after).split()) >= {"gyaan", "maut"}, "the rest of the pile first"
    few = do(now(hold(ready(3), hand="yugal maut"), "act"), a.EndTurn())
    assert hand(few) == "maut yugal", "no more than there is"


def play_round(state, seats: int):
    """Let the next seats play a turn each as simply as can be."""
    for _ in range(seats):
        seat, rng = state.seat, Random(3)
        while not state.over and state.seat == seat and state.asked.key != "neutral":
            if a.EndTurn() in GAME.legal_actions(state):
                state = do(state, a.EndTurn())
            else:
                state = do(state, rng.choice(GAME.legal_actions(state)))
    return state


@pytest.mark.parametrize(
    ("first", "winner", "turns"),
    [(1, 0, 4), (1, 2, 2), (1, 4, 0), (3, 1, 0), (3, 4, 2)],
)
def test_fact_092_the_round_is_played_to_its_end(first, winner, turns):
    state = ready(5, first=first)
    state = own(hold(state, winner, hand="jann vikaas maut"), winner, 4)
    state = lay(now(state, "act", winner), winner, COPPER)
    state = do(state, a.Buy(winner, COPPER, PAID))
    state = do(state, GAME.legal_actions(state)[0])
    while state.seat == winner and not state.over:
        state = do(state, GAME.legal_actions(state)[0])
    assert state.over == (turns == 0)
    if turns:
        assert not play_round(state, turns - 1).over
        state = play_round(state, turns)
    assert state.over
    assert GAME.outcome(state).winners == (winner,)
    assert refused(state, a.EndTurn()) == "game-over"
    assert refused(state, a.Show(0, ("jann",))) == "game-over"


@pytest.mark.parametrize(
    ("bad", "winners"), [((3, 2, 9), (1,)), ((2, 2, 0), (0, 1)), ((0, 1, 2), (0,))]
)
def test_fact_093_fewest_bad_karma_or_a_shared_victory(bad, winners):
    state = own(own(ready(3), 0, 5), 1, 5)
    for seat, count in enumerate(bad):
        state = hold(
            state, seat, hand=BAD if count else "", discard=f"{BAD} " * (count - 1)
        )
        assert bad_karma(state, seat) == count
    ended = state._replace(todo=(), ended=0)
    assert GAME.outcome(ended).winners == winners
    assert GAME.outcome(ended).scores == (5, 5, 0)
    assert GAME.view(ended, None)["board"]["players"][2]["bad_karma"] == bad[2]


def test_fact_094_solo_setup():
    state = ready(1)
    assert {len(stack) for stack in state.stacks} == {4}
    wheel = GAME.view(state, 0)["board"]["wheel"]
    assert wheel["start"] == [0]
    assert wheel["neutral_at_start"]
    state = now(hold(state, hand="jann vikaas maut"), "act")
    assert {face for _, face in in_reach(state, 0)} == set(state.gaps[0])
    assert len(state.gaps[0]) == 6
    assert do(lay(state, 0, COPPER), a.Buy(0, COPPER, PAID)).players[0].wins == 1


def test_fact_095_the_neutral_pawn_advances_after_the_draw():
    state = now(ready(1), "act")
    done = do(state, a.EndTurn())
    assert done.asked.key == "neutral"
    assert done.players[0].cards.size(0) == 4, "after the new hand"
    assert GAME.legal_actions(done) == (a.MoveNeutral(),)
    assert refused(done, a.Move(1)) == "settle-first"
    assert "Jann" in str(GAME.label(done, a.MoveNeutral()))
    moved = do(done, a.MoveNeutral())
    assert moved.neutral_zone == 0
    assert moved.asked.key == "move", "before the next move"


def solo_turns(state, turns: int):
    for _ in range(turns):
        state = do(play_round(state, 1), a.MoveNeutral())
    return state


def test_fact_096_lost_after_the_second_reincarnation_of_the_neutral_pawn():
    state = solo_turns(ready(1), SOLO_TURNS - 1)
    assert not state.over
    lost = do(play_round(state, 1), a.MoveNeutral())
    assert lost.over
    assert GAME.outcome(lost).winners == ()
    assert GAME.outcome(lost).ending == "seventeen-turns"


def test_fact_097_positions_of_the_neutral_pawn():
    state = ready(1)
    places = [state._replace(neutral=moves).neutral_zone for moves in range(1, 18)]
    assert places == [*range(8), *range(8), 0]
    assert places[7] == ZONES.index("maut")
    assert places[8] == ZONES.index("jann"), "the first crossing is the ninth move"


def test_fact_097_the_seventeenth_turn_is_in_time():
    state = own(now(hold(ready(1), hand="jann vikaas maut"), "act"), 0, 4)
    state = lay(state, 0, COPPER)._replace(neutral=16)
    won_now = do(
        state, a.Buy(0, COPPER, PAID), a.ChoosePower("three-good"), a.EndTurn()
    )
    assert won_now.over
    assert GAME.outcome(won_now).winners == (0,)


def test_fact_098_where_the_neutral_pawn_stands_on_each_turn():
    state = ready(1)
    for steps in range(1, 9):
        assert do(state, a.Move(steps)).asked.key == "take", "no toll on turn one"
    for turn in range(2, 18):
        assert state._replace(neutral=turn - 1).neutral_zone == (turn - 2) % 8
    solo = GAME.view(state._replace(neutral=11), 0)["board"]["solo"]
    assert solo["turns_left"] == 6
    assert solo["next"] == ZONES.index("yugal")


def test_fact_098_the_countdown_is_said_with_the_move():
    state = now(ready(1), "neutral")._replace(neutral=11)
    prompt = GAME.view(state, 0)["prompt"]
    assert prompt["with"]["n"] == 5
    assert prompt["with"]["zone"] == {"say": "Yugal"}


def test_fact_099_the_golden_rule_counts_alone_too():
    state = own(now(hold(ready(1), hand=f"jann vikaas {GOOD}"), "act"), 0, 4)
    buy = a.Buy(0, COPPER, ("jann", "vikaas", GOOD))
    assert refused(lay(state, 0, COPPER), buy) == "golden-rule"
