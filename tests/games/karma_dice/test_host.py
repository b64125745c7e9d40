"""The host's word: forced actions and corrections keep every die."""

from __future__ import annotations

import pytest

from companion.core.errors import Impossible, Malformed
from companion.games.karma_dice import GAME
from companion.games.karma_dice.questions import Fall, ThrowOrStop
from tests.games.karma_dice.table import (
    action,
    after,
    asks,
    dice,
    holding,
    play,
    rolls,
    scores,
    short_turn,
    start,
)

ON_TWO = after(rolls(1, 2))
LYING = play(holding(start(), 0, "green"), "throw red green; landed 4 2")
DRAFT = after(short_turn(), short_turn())
LAST_YOGI = play(
    holding(start(), 0, "", yogi=True),
    "throw red*3; landed 1 1 1; throw red*3; landed 4 4 4",
)
LAST_OWN = play(
    holding(start(), 0, "violet"),
    "throw red*3; landed 1 1 1; throw red*3; landed 4 4 4",
)
MIXED_UP = holding(holding(start(), 0, "violet green"), 1, "orange")
SHOWN = after("trait 0 violet; trait 1 green; use 0", traits=True)


@pytest.mark.parametrize(
    ("state", "words", "check"),
    [
        pytest.param(
            ON_TWO,
            "throw red*5",
            lambda s: asks(s) is Fall and len(s.turn.zones) == 2,
            id="used dice again",
        ),
        pytest.param(
            LYING, "throw red", lambda s: asks(s) is Fall, id="a roll taken back"
        ),
        pytest.param(
            LYING, "landed 6 6", lambda s: s.turn.roll[0].face == 6, id="faces"
        ),
        pytest.param(
            after("throw red*2"), "stop", lambda s: s.turn.seat == 1, id="no first roll"
        ),
        pytest.param(LYING, "settle 40", lambda s: s.turn.last == 40, id="any result"),
        pytest.param(
            start(), "draft violet", lambda s: s.players[0].dice == dice("violet")
        ),
        pytest.param(
            SHOWN, "use 0 points=2", lambda s: scores(s) == (2, 0), id="twice"
        ),
        pytest.param(
            SHOWN,
            "trait 0 violet other words",
            lambda s: s.players[0].trait.ability == "other words",
            id="a card read again",
        ),
        pytest.param(ON_TWO, "stop", lambda s: scores(s) == (2, 0), id="a legal one"),
    ],
)
def test_hands_can_do_what_rules_forbid(state, words, check):
    forced = GAME.force(state, action(words))
    assert check(forced)
    assert str(GAME.tell(state, action(words), forced, 0))
    assert GAME.faults(forced) == ()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (start(), "throw violet"),
        (start(), "throw"),
        (start(), "landed 3"),
        (LYING, "landed 7 1"),
        (LYING, "settle -3"),
        (start(), "settle 3"),
        (start(), "eye"),
        (start(), "draft red"),
        (start(), "use 0"),
        (start(), "trait 0 green"),
        (start(), "reroll 0"),
        (DRAFT, "throw red"),
        (DRAFT, "stop"),
        (SHOWN, "trait 0 orange"),
        (SHOWN, "use 0 faces=3"),
        (start(traits=True), "draft violet"),
        (after(short_turn(), short_turn(), end="rounds", rounds=1), "stop"),
    ],
)
def test_nobody_can_make_dice_out_of_nothing(state, words):
    with pytest.raises(Impossible):
        GAME.force(state, action(words))


@pytest.mark.parametrize(
    ("state", "patch", "check"),
    [
        (start(), {"scores": [5, 9]}, lambda s: scores(s) == (5, 9)),
        (start(), {"score": {"seat": 1, "points": 4}}, lambda s: scores(s) == (0, 4)),
        (
            start(),
            {"dice": {"seat": 0, "has": ["violet", "green"]}},
            lambda s: s.turn.left == dice("red*6 green violet"),
        ),
        (start(), {"yogi": 0}, lambda s: s.turn.left == dice("red*6 white")),
        (DRAFT, {"yogi": None}, lambda s: s.yogi is None),
        (DRAFT, {"turn": 1}, lambda s: (asks(s), s.turn.seat) == (ThrowOrStop, 1)),
        (ON_TWO, {"last": 9}, lambda s: s.turn.last == 9),
        (
            ON_TWO,
            {"zones": [{"dice": ["red", "red"], "total": 7}]},
            lambda s: (s.turn.last, len(s.turn.left)) == (7, 4),
        ),
        (start(), {"round": 4}, lambda s: s.round == 4),
        (start(), {"first": 1}, lambda s: s.first == 1),
        (start(1), {"eye": 12}, lambda s: s.eye == 12),
        (
            DRAFT,
            {"dice": {"seat": 0, "has": ["violet"]}, "round": 2},
            lambda s: (len(s.reserve), s.round) == (11, 2),
        ),
        pytest.param(
            MIXED_UP,
            {
                "dice": [
                    {"seat": 0, "has": ["orange"]},
                    {"seat": 1, "has": ["green", "violet"]},
                ]
            },
            lambda s: (
                [p.dice for p in s.players] == [dice("orange"), dice("green violet")]
            ),
            id="two hands swapped",
        ),
    ],
)
def test_the_host_corrects_the_table(state, patch, check):
    corrected = GAME.correct(state, patch)
    assert check(corrected)
    assert GAME.faults(corrected) == ()


@pytest.mark.parametrize(
    ("state", "patch", "refusal"),
    [
        (start(), {}, Malformed),
        (start(), {"luck": 3}, Malformed),
        (start(), {"scores": [1]}, Malformed),
        (start(), {"scores": [1, "2"]}, Malformed),
        (start(), {"score": {"seat": 5, "points": 1}}, Malformed),
        (start(), {"score": 3}, Malformed),
        (start(), {"dice": {"seat": 0, "has": ["pink"]}}, Malformed),
        (start(), {"dice": {"seat": 0, "has": "red"}}, Malformed),
        (start(), {"dice": {"seat": 0, "has": ["violet"] * 3}}, Impossible),
        (start(), {"dice": {"seat": 0, "has": ["red"]}}, Impossible),
        (LYING, {"dice": {"seat": 0, "has": []}}, Impossible),
        (start(yogi=False), {"yogi": 0}, Impossible),
        (start(), {"eye": 3}, Impossible),
        (start(), {"last": 3}, Impossible),
        (ON_TWO, {"last": 1}, Impossible),
        (
            start(),
            {"zones": [{"dice": ["red"], "total": n} for n in (5, 5)]},
            Impossible,
        ),
        (start(), {"zones": 3}, Malformed),
        (start(), {"zones": [{"dice": ["red"] * 6, "total": 9}]}, Impossible),
        (start(), {"zones": [{"dice": ["violet"], "total": 9}]}, Impossible),
        (start(traits=True), {"turn": 1}, Impossible),
        (DRAFT, {"zones": []}, Impossible),
        pytest.param(
            start(traits=True),
            {"dice": {"seat": 0, "has": ["violet"]}},
            Impossible,
            id="dice before the trait cards",
        ),
        pytest.param(LAST_YOGI, {"yogi": None}, Impossible, id="no die left: Yogi"),
        pytest.param(
            LAST_OWN,
            {"dice": {"seat": 0, "has": []}},
            Impossible,
            id="no die left: own",
        ),
        (start(), {"dice": []}, Malformed),
        (start(), {"dice": [3]}, Malformed),
        (start(), {"dice": [{"seat": 0, "has": ["violet"]}] * 2}, Malformed),
        pytest.param(
            MIXED_UP,
            {"dice": [{"seat": seat, "has": ["violet"] * 2} for seat in (0, 1)]},
            Impossible,
            id="more dice than there are",
        ),
    ],
)
def test_corrections_that_cannot_be(state, patch, refusal):
    with pytest.raises(refusal):
        GAME.correct(state, patch)


def test_taking_the_last_free_dice_ends_the_draft():
    state = DRAFT
    for seat in (0, 1):
        every = [colour.value for colour in dict.fromkeys(state.reserve)]
        state = GAME.correct(state, {"dice": {"seat": seat, "has": every}})
    assert (state.reserve, asks(state), state.round) == ((), ThrowOrStop, 2)
    assert GAME.faults(state) == ()
