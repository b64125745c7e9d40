"""Every numbered fact of the sheet, in its order, in the words of a table."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.colours import Colour
from companion.games.karma_dice import GAME, box
from companion.games.karma_dice.actions import ChooseTrait, Draft, Throw
from companion.games.karma_dice.questions import TakeDie, ThrowOrStop
from companion.games.karma_dice.questions.drafting import picking
from companion.games.karma_dice.state import hand_of, order_of
from tests.games.karma_dice.table import (
    after,
    asks,
    dice,
    fact,
    holding,
    play,
    rolls,
    scores,
    short_turn,
    start,
    told,
)


@fact(1, 2)
def test_the_box_holds_thirty_chakra_dice_and_the_yogi():
    chakra = len(box.RED_DICE) + box.COPIES * len(box.CHAKRA)
    assert (chakra, len(box.RED_DICE), box.TRAIT_CARDS) == (30, 6, 12)
    assert set(box.FACES) == set(Colour)


@fact(3)
def test_one_to_four_play():
    assert list(GAME.players) == [1, 2, 3, 4]


@fact(4, "B2-e")
@pytest.mark.parametrize(
    ("points", "winners"),
    [((3, 9, 4), (1,)), ((9, 3, 9), (0, 2)), ((0, 0, 0), (0, 1, 2))],
)
def test_most_karma_wins_and_a_tie_is_shared(points, winners):
    state = after(*[short_turn()] * 3, players=3, end="rounds", rounds=1)
    state = GAME.correct(state, {"scores": list(points)})
    assert GAME.outcome(state).winners == winners


@fact(5, 6, 7, 11)
def test_everyone_starts_on_zero_with_the_red_dice_only():
    state = start(3)
    assert scores(state) == (0, 0, 0)
    assert state.yogi is None
    assert hand_of(state, 0) == box.RED_DICE
    assert state.turn.left == box.RED_DICE


@fact(8)
@pytest.mark.parametrize(("players", "count"), [(1, 6), (2, 12), (3, 18), (4, 24)])
def test_the_reserve_holds_one_die_per_player_of_six_colours(players, count):
    reserve = Counter(start(players).reserve)
    assert reserve.total() == count
    assert reserve == dict.fromkeys(box.CHAKRA, players)


@fact(9)
def test_kept_traits_are_secret_until_everyone_has_one():
    kept = ChooseTrait(0, Colour.VIOLET, "smile")
    state = GAME.apply(start(traits=True), kept)
    others = GAME.view(state, 1)["board"]["seats"][0]
    assert (others["chosen"], others["trait"]) == (True, None)
    assert GAME.view(state, 0)["board"]["seats"][0]["trait"]["ability"] == "smile"
    assert "violet" not in told(start(traits=True), "trait 0 violet", eyes=1)
    assert "violet" in told(start(traits=True), "trait 0 violet", eyes=0)
    everyone = GAME.view(play(state, "trait 1 green"), 1)["board"]["seats"]
    assert [seat["trait"]["die"] for seat in everyone] == ["violet", "green"]


@fact(10, 32)
def test_the_die_of_a_trait_comes_from_the_reserve_when_all_are_shown():
    state = play(start(traits=True), "trait 1 violet")
    assert Counter(state.reserve)[Colour.VIOLET] == 2
    state = play(state, "trait 0 violet")
    assert Counter(state.reserve)[Colour.VIOLET] == 0
    assert [player.dice for player in state.players] == [dice("violet")] * 2


@fact(12, 25)
def test_the_red_dice_pass_to_the_next_player():
    state = after(short_turn(5))
    assert state.turn.seat == 1
    assert state.turn.left == box.RED_DICE


@fact(13, "B3-13")
def test_the_first_player_stays_unless_the_table_rotates():
    one_round = [short_turn(), short_turn()]
    drafts = "draft violet; draft violet"
    assert after(*one_round, drafts).first == 0
    assert after(*one_round, drafts, rotate_first=True).turn.seat == 1


@fact(13, 27, "B3-13")
def test_the_first_player_token_goes_round_clockwise_and_the_round_ends_before_it():
    a_round = [short_turn()] * 3
    drafts = "draft violet; draft violet; draft violet"
    state = after(*a_round, drafts, players=3, rotate_first=True)
    assert order_of(state) == (1, 2, 0)
    played = []
    for _ in range(3):
        assert asks(state) is ThrowOrStop, "the round goes on until seat 0 has played"
        played.append(state.turn.seat)
        state = play(state, short_turn())
    assert (played, asks(state)) == ([1, 2, 0], TakeDie)
    assert order_of(play(state, drafts.replace("violet", "green"))) == (2, 0, 1)


@fact(14)
def test_the_zones_are_1_2_4_7_10_15():
    state, seen = start(), []
    for face in range(1, 6):
        state = play(state, f"throw red; landed {face}")
        seen.append(state.turn.points)
    assert seen == [1, 2, 4, 7, 10]
    assert scores(play(state, "throw red; landed 6")) == (15, 0)


@fact(15)
def test_a_hand_is_red_dice_own_dice_and_the_yogi():
    state = holding(start(), 0, "violet green", yogi=True)
    assert state.turn.left == dice("red*6 green violet white")


@fact(16, 17)
def test_used_dice_are_gone_for_the_turn():
    state = after("throw red*2; landed 1 1; throw red*3; landed 1 1 1")
    assert state.turn.left == dice("red")
    assert [len(zone.dice) for zone in state.turn.zones] == [2, 3]
    assert Throw(dice("red*2")) not in GAME.legal_actions(state)


@fact(18)
@pytest.mark.parametrize(
    ("second", "zones"), [(4, 0), (3, 0), (5, 2)], ids=["equal", "lower", "higher"]
)
def test_a_roll_must_be_strictly_higher(second, zones):
    state = after(rolls(4, second))
    assert len(state.turn.zones) == zones
    assert state.turn.seat == (0 if zones else 1)


@fact(19)
def test_success_puts_the_dice_in_the_next_zone():
    state = after("throw red; landed 2; throw red*2; landed 1 2")
    assert [zone.total for zone in state.turn.zones] == [2, 3]


@fact(20, 21, 23, "B1.8")
@pytest.mark.parametrize(
    ("results", "points"),
    [
        pytest.param((2, 5, 5), 1, id="on 2, the third fails"),
        pytest.param((4, 3), 0, id="failing from zone 1"),
        pytest.param((1, 2, 3, 4, 4), 4, id="on 7, fails"),
        pytest.param((1, 2, 3, 3), 2, id="on 4, failing 7"),
    ],
)
def test_failure_falls_back_one_zone(results, points):
    state = after(rolls(*results))
    assert scores(state) == (points, 0)
    assert state.turn.seat == 1
    assert state.summary.failed


@fact(22, 23, "B1.8")
def test_after_a_success_one_may_stop():
    assert scores(after(rolls(1, 2, 3), "stop")) == (4, 0)


@fact(22)
def test_a_turn_without_dice_is_over():
    state = after("throw red*6; landed 1 1 1 1 1 1")
    assert (state.turn.seat, scores(state)) == (1, (1, 0))


@fact(24, "B1.8", "B3-5", "B3-6")
def test_fifteen_pays_two_points_per_unused_die_and_ends_the_turn():
    state = holding(start(), 0, "violet green yellow")
    state = play(state, rolls(1, 2, 3, 4, 5), "throw red yellow; landed 6 6; settle 12")
    assert scores(state) == (15 + 2 * 2, 0), "9 dice, 7 used"
    assert state.turn.seat == 1


@fact(24, "B2-f")
def test_the_yogi_is_an_unused_die_when_fifteen_pays():
    state = play(holding(start(), 0, "", yogi=True), rolls(1, 2, 3, 4, 5, 6))
    assert scores(state) == (15 + 2, 0), "the Yogi was not thrown"


@fact("B1.8", "B3-2")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_first_roll_always_validates_zone_1(face):
    assert after(rolls(face)).turn.points == 1


@fact("B3-2", "B3-9")
def test_even_a_first_roll_of_nothing_counts():
    state = holding(start(), 0, "yellow*2")
    state = play(state, "throw yellow*2; landed 3 4; settle 0")
    assert (state.turn.points, state.turn.last) == (1, 0)


@fact(26, 27, "B1.8", "B3-3")
def test_the_draft_goes_from_lowest_to_highest_ties_in_order_of_play():
    state = start(3)._replace(played=2)
    state = GAME.correct(state, {"turn": 2, "scores": [7, 4, 6]})
    state = play(state, short_turn())
    assert (scores(state), asks(state)) == ((7, 4, 7), TakeDie)
    assert picking(state) == (1, 0, 2)
    state = play(state, "draft violet; draft violet; draft violet")
    assert [player.dice for player in state.players] == [dice("violet")] * 3
    assert (asks(state), state.round) == (ThrowOrStop, 2)


@fact(26, "B3-12")
def test_nobody_throws_before_all_have_drafted():
    state = after(short_turn(), short_turn())
    assert all(isinstance(legal, Draft) for legal in GAME.legal_actions(state))


@fact(28, "B3-15")
def test_a_colour_that_is_gone_stays_gone_and_red_is_never_drafted():
    state = after(short_turn(), short_turn(), "draft violet; draft violet")
    assert Colour.VIOLET not in state.reserve
    state = play(state, short_turn(), short_turn())
    free = {legal.die for legal in GAME.legal_actions(state)}
    assert free == set(box.CHAKRA) - {Colour.VIOLET}


@fact(31, "B2-f")
def test_the_yogi_goes_to_the_lowest_after_each_round():
    state = after(rolls(1, 2), "stop", short_turn())
    assert state.yogi == 1
    state = play(state, "draft green; draft green")
    assert hand_of(state, 1) == dice("red*6 green white")
    state = play(state, short_turn(), rolls(1, 2, 3), "stop")
    assert (scores(state), state.yogi) == ((3, 5), 0), "it moves with the lowest"


@fact(31, "B2-f")
def test_the_yogi_shows_1_to_3_and_has_no_power():
    state = holding(start(), 0, "", yogi=True)
    state = play(state, "throw white")
    assert GAME.chance(state).to_json()["dice"] == [
        {"colour": "white", "faces": [1, 2, 3]}
    ]
    assert play(state, "landed 3").turn.last == 3


@fact("B2-f")
def test_a_tie_for_the_yogi_goes_by_order_of_play_and_some_tables_leave_it_out():
    two_turns = (short_turn(), short_turn())
    assert after(*two_turns).yogi == 0
    assert after(*two_turns, yogi=False).yogi is None


@fact(33)
def test_a_trait_is_used_once():
    state = after("trait 0 violet; trait 1 green; use 0 points=3", traits=True)
    assert scores(state) == (3, 0)
    assert state.players[0].trait.used
    assert [legal for legal in GAME.legal_actions(state) if "Use" in repr(legal)]
    assert GAME.view(state, 1)["board"]["seats"][0]["trait"]["used"]


@fact("B2-e")
@pytest.mark.parametrize(("traits", "rounds"), [(False, 7), (True, 6)])
def test_the_game_ends_one_round_after_the_reserve_is_empty(traits, rounds):
    state = start(2, traits=traits)
    if traits:
        state = play(state, "trait 0 violet; trait 1 violet")
    assert GAME.view(state, 0)["board"]["rounds"] == rounds
    for number in range(1, rounds + 1):
        assert state.round == number
        state = play(state, _turn_of(state), _turn_of(state))
        while asks(state) is TakeDie:
            state = play(state, f"draft {state.reserve[0].value}")
    assert GAME.outcome(state).ending == "reserve-empty"
    assert state.round == rounds


def _turn_of(state):
    settle = "; settle 1" if state.setup.traits else ""
    return f"throw red; landed 1{settle}; stop"


@fact("B2-e")
def test_a_table_may_play_a_number_of_rounds_or_to_a_score():
    over = after(short_turn(), short_turn(), end="rounds", rounds=1)
    assert GAME.outcome(over).ending == "rounds"
    going = after(rolls(1, 2, 3, 4), "stop", end="target", target=5)
    assert GAME.outcome(going) is None, "the round is finished"
    assert GAME.outcome(play(going, short_turn())).winners == (0,)


@fact("B2-e")
@pytest.mark.parametrize(("target", "over"), [(7, True), (8, False)])
def test_a_target_is_met_by_reaching_it(target, over):
    state = GAME.correct(
        start(end="target", target=target), {"score": {"seat": 0, "points": 6}}
    )
    state = play(state, short_turn(), short_turn())
    assert scores(state) == (7, 1)
    assert (GAME.outcome(state) is not None) == over


@fact("B2-e", "B3-12")
def test_rounds_beyond_the_reserve_have_no_draft():
    state = start(2, end="rounds", rounds=9)
    while GAME.outcome(state) is None:
        state = play(state, short_turn())
        while asks(state) is TakeDie:
            state = play(state, f"draft {state.reserve[0].value}")
    assert state.round == 9


@fact("B2-e")
def test_setup_tells_that_the_page_on_the_end_is_lost():
    end = next(option for option in GAME.options if option.key == "end")
    assert end.provenance == "default"
    assert "lost" in str(end.note)


@fact("B2-g")
def test_scores_are_not_bounded():
    state = GAME.correct(start(), {"score": {"seat": 0, "points": 98}})
    state = play(state, rolls(1, 2, 3, 4, 5, 6))
    assert scores(state)[0] == 113


@fact("B2-a")
def test_the_powers_by_colour_are_a_default_and_said_to_be():
    powers = {colour.value: power.value for colour, power in box.POWERS.items()}
    assert powers == {
        "red": "none",
        "orange": "adjust",
        "yellow": "remove",
        "green": "copy",
        "light-blue": "reroll",
        "dark-blue": "double",
        "violet": "triple",
        "white": "none",
    }
    sources = {source.fact: source.provenance for source in box.SOURCES}
    assert sources["powers"] == "default"


@fact("B2-b")
def test_dice_run_from_1_to_6_and_the_yogi_from_1_to_3_twice():
    assert box.FACES[Colour.WHITE] == (1, 1, 2, 2, 3, 3)
    chakra = [box.FACES[colour] for colour in Colour if colour is not Colour.WHITE]
    assert set(chakra) == {(1, 2, 3, 4, 5, 6)}


@fact("B2-c", "B3-14")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_may_keep_a_card_of_the_same_colour(players):
    words = "; ".join(f"trait {seat} violet" for seat in range(players))
    state = after(words, players=players, traits=True)
    assert all(player.dice == dice("violet") for player in state.players)


@fact("B3-4")
def test_dice_of_a_failed_roll_lie_in_no_zone_and_pay_nothing():
    state = holding(start(), 0, "violet")
    state = play(state, rolls(1, 2, 3, 4, 5), "throw red; landed 5")
    assert scores(state) == (7, 0)
