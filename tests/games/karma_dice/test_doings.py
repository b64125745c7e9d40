"""What hands are told to do after a step."""

from __future__ import annotations

import pytest

from companion.games.karma_dice import GAME
from tests.games.karma_dice.table import (
    action,
    after,
    holding,
    play,
    rolls,
    short_turn,
    start,
)

MIXED = holding(start(), 0, "violet green")
LYING = play(MIXED, rolls(5), "throw violet green red; landed 3 2 1")
SHOWN = after("trait 0 violet; trait 1 green", traits=True)
DRAFT = after(rolls(1, 2), "stop", short_turn())


def done(state, words):
    step = action(words)
    found = GAME.doings(state, step, GAME.apply(state, step), None)
    return [(doing.seat, str(doing.words)) for doing in found]


@pytest.mark.parametrize(
    ("state", "words", "hands"),
    [
        pytest.param(start(), "throw red", [], id="the dice in hand are thrown anyway"),
        pytest.param(
            after("throw red*2"),
            "landed 1 2",
            [(0, "Put these dice on zone 1.")],
            id="a roll that counts",
        ),
        pytest.param(
            LYING, "settle 8", [(0, "Put these dice on zone 2.")], id="a result taken"
        ),
        pytest.param(
            play(LYING, "settle 8"),
            "stop",
            [
                (0, "Move your score token 2 steps, to 2."),
                (0, "Take back 2 coloured dice."),
                (1, "Take the 6 red dice."),
            ],
            id="the end of a turn",
        ),
        pytest.param(
            play(MIXED, rolls(5), "throw violet"),
            "landed 1",
            [(0, "Take back 1 coloured die."), (1, "Take the 6 red dice.")],
            id="a roll that fails",
        ),
        pytest.param(
            after(rolls(1, 2), "stop", rolls(3)),
            "stop",
            [(1, "Move your score token 1 step, to 1."), (1, "Take the Yogi.")],
            id="the lowest holds the Yogi",
        ),
        pytest.param(
            DRAFT,
            "draft violet",
            [(1, "Take one violet die from the reserve.")],
            id="a die taken",
        ),
        pytest.param(
            play(DRAFT, "draft violet"),
            "draft green",
            [(0, "Take one green die from the reserve."), (0, "Take the 6 red dice.")],
            id="the last die taken",
        ),
        pytest.param(
            after(
                short_turn(), short_turn(), "draft violet", rotate_first=True, yogi=True
            ),
            "draft violet",
            [
                (1, "Take one violet die from the reserve."),
                (1, "Take the first-player token."),
            ],
            id="who played last begins: the red dice stay",
        ),
        pytest.param(
            start(traits=True), "trait 0 violet", [], id="a card kept in secret"
        ),
        pytest.param(
            after("trait 0 violet", traits=True),
            "trait 1 green",
            [
                (0, "Show your trait card."),
                (0, "Take one violet die from the reserve."),
                (1, "Show your trait card."),
                (1, "Take one green die from the reserve."),
                (0, "Take the 6 red dice."),
            ],
            id="all cards are shown",
        ),
        pytest.param(
            SHOWN,
            "use 1 points=-2",
            [
                (1, "Turn your trait card over."),
                (1, "Move your score token 2 steps back, to -2."),
            ],
            id="a trait that costs points",
        ),
        pytest.param(
            after(rolls(3), players=1),
            "stop",
            [
                (0, "Move your score token 1 step, to 1."),
                (0, "Move the Eye 1 step, to 1."),
            ],
            id="the Eye's move is due",
        ),
        pytest.param(
            after(rolls(3), "stop", players=1),
            "eye",
            [(0, "Take the Yogi.")],
            id="the Eye has moved",
        ),
    ],
)
def test_hands_are_told(state, words, hands):
    assert done(state, words) == hands


def test_the_yogi_goes_back_when_the_player_is_ahead_of_the_eye():
    state = after(rolls(1), "stop", "eye", "draft violet", players=1)
    state = play(state, rolls(1, 2, 3, 4), "stop")
    told = [(0, "Put the Yogi back above the score track.")]
    assert (state.yogi, done(state, "eye")) == (0, told)


def test_what_moves_is_told_as_data_too():
    step = action("draft violet")
    (doing,) = GAME.doings(DRAFT, step, GAME.apply(DRAFT, step), None)
    assert (doing.piece, doing.count) == ("violet", 1)
    assert (doing.source, doing.target) == ("reserve", "hand:1")
