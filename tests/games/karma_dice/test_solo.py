"""The Evil Eye: its steps, its catch, and how often it is escaped."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.karma_dice import GAME, careful, escape, solo
from companion.games.karma_dice.careful import TASTE
from companion.games.karma_dice.oracle import expected
from companion.games.karma_dice.questions import EyeMoves, TakeDie
from companion.games.karma_dice.state import Level, hand_of
from tests.games.karma_dice.table import (
    after,
    asks,
    fact,
    holding,
    play,
    rolls,
    scores,
    short_turn,
)

GAMES_PLAYED = 400


@fact(34, "B2-d")
def test_the_eye_moves_after_each_turn_and_the_phone_tells_how():
    state = after(rolls(1, 2), "stop", players=1)
    assert asks(state) is EyeMoves
    prompt = GAME.view(state, 0)["prompt"]
    assert (prompt["say"], prompt["with"]) == (
        "Move the Eye {n} step, to {place}.",
        {"n": 1, "place": 1},
    )
    state = play(state, "eye")
    assert (state.eye, asks(state)) == (1, TakeDie)
    assert GAME.view(state, 0)["board"]["eye"]["lead"] == 1


@fact("B2-d")
def test_the_first_round_is_free_and_then_level_is_caught():
    state = after(rolls(2, 1), "eye", "draft violet", players=1)
    assert scores(state) == (0,)
    assert GAME.outcome(state) is None, "behind after round 1, and still running"
    assert state.yogi == 0, "who is behind the Eye holds the Yogi"
    state = GAME.correct(play(state, rolls(1, 2), "stop"), {"eye": 0})
    ended = GAME.outcome(play(state, "eye"))
    assert (scores(state), solo.next_place(state)) == ((2,), 2)
    assert (ended.winners, ended.ending) == ((), "caught")


@fact("B2-d", "B2-f")
@pytest.mark.parametrize(
    ("results", "holder"), [((1,), 0), ((1, 2), None)], ids=["level", "ahead"]
)
def test_whoever_is_not_ahead_of_the_eye_holds_the_yogi(results, holder):
    state = after(rolls(*results), "stop", "eye", players=1)
    assert (scores(state)[0] - state.eye, state.yogi) == (len(results) - 1, holder)


@fact("B2-d")
def test_one_die_is_drafted_per_round_and_the_last_round_survived_wins():
    state = after(players=1, eye="easy")
    for number in range(1, 8):
        assert state.round == number
        state = play(state, rolls(1, 2, 3, 4, 5, 6), "eye")
        if asks(state) is TakeDie:
            state = play(state, f"draft {state.reserve[0].value}")
    ended = GAME.outcome(state)
    assert (ended.winners, ended.ending) == ((0,), "escaped")


def test_with_traits_the_eye_is_faster():
    state = after("trait 0 violet", traits=True, players=1)
    settled = short_turn().replace("stop", "settle 1; stop")
    state = play(state, settled)
    assert solo.steps(state) == solo.STEPS_WITH_TRAITS[Level.NORMAL][0]


def test_the_setup_and_the_options_say_that_the_variant_is_ours():
    eye = next(option for option in GAME.options if option.key == "eye")
    assert "variant of this project" in str(eye.note)
    words = " ".join(str(line) for line in GAME.setup(after(players=1)))
    assert "Evil Eye" in words


def escapes(level, number):
    rng = Random(f"eye {level} {number}")
    state = GAME.start({"players": 1, "eye": level})
    while (ended := GAME.outcome(state)) is None:
        chance = GAME.chance(state)
        action = chance.sample(rng) if chance else careful.choose(state)
        state = GAME.apply(state, action)
    return bool(ended.winners)


@pytest.mark.parametrize(
    ("level", "percent"), [("gentle", 70), ("fair", 50), ("harsh", 30)]
)
def test_following_the_oracle_escapes_about_as_often_as_promised(level, percent):
    chance = escape.kept()[level][0][-escape.LEADS[0]]
    assert abs(100 * chance - percent) < 2


@pytest.mark.slow
def test_without_the_oracle_a_careful_player_escapes_less_often():
    won = sum(escapes("fair", number) for number in range(GAMES_PLAYED))
    promised = escape.kept()["fair"][0][-escape.LEADS[0]]
    assert won / GAMES_PLAYED < promised - 0.1, "four standard errors"


def test_the_chances_kept_follow_from_the_steps_and_the_dice():
    """The last rounds take seconds: here the first ones, from what is kept later."""
    level, steps = Level.FAIR, solo.STEPS[Level.FAIR]
    table = escape.kept()[level.value]
    for number in (2, 3, 4):
        state = after(players=1, eye="fair")._replace(round=number)
        state = holding(state, 0, " ".join(c.value for c in TASTE[: number - 1]))
        for lead in (1, 4, 9):
            at = state.with_points(0, lead)
            chance = expected(hand_of(at, 0), aim=escape.aim_of(at))
            assert chance == pytest.approx(table[number - 1][lead + 15], abs=2e-4)
    assert len(table) == len(steps)


def test_against_the_eye_the_oracle_advises_the_way_to_escape():
    last = after(players=1, eye="harsh", oracle=True)._replace(round=7, reserve=())
    state = play(last, rolls(1, 2, 3, 4, 5))
    spoken = GAME.view(state, 0)["board"]["oracle"]
    assert spoken["aim"] == "escape"
    assert (spoken["stop"], spoken["advice"]) == (0, "throw"), "10 points are caught"
    assert spoken["go_on"] == pytest.approx(1 / 6, abs=1e-4), "15 with a six"
    ahead = GAME.view(state.with_points(0, 20), 0)["board"]["oracle"]
    assert (ahead["stop"], ahead["advice"]) == (1, "stop")


def test_tables_of_before_keep_their_eye():
    for level, first in (("easy", 1), ("hard", 1)):
        state = GAME.start({"players": 1, "eye": level})
        assert state.setup.eye == level
        assert solo.steps(state) == first
    unnamed = GAME.start({"players": 1})
    assert solo.STEPS[unnamed.setup.eye] == (1, 2, 4, 5, 7, 8, 8)
