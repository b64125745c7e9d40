"""What the screens are given, and the words that go with it."""

from __future__ import annotations

import json

import msgspec
import pytest

from companion.games.karma_dice import GAME
from tests.games.karma_dice import table
from tests.games.karma_dice.table import (
    action,
    after,
    holding,
    play,
    rolls,
    start,
    told,
)

MIXED = holding(start(), 0, "violet green")
LYING = play(MIXED, rolls(5), "throw violet green red; landed 3 2 1")


def board(state, seat=0):
    return GAME.view(state, seat)["board"]


def test_the_useful_results_are_marked_and_told():
    results = board(LYING)["now"]["results"]
    assert [r["total"] for r in results] == sorted(r["total"] for r in results)
    (lowest,) = (r for r in results if r["lowest"])
    (highest,) = (r for r in results if r["highest"])
    assert (lowest["total"], lowest["beats"]) == (6, True)
    assert lowest["words"]["say"] == "as it lies"
    assert highest["total"] == 9
    assert [step["say"] for step in highest["steps"]] == [
        "copy the {source} with the {die}",
        "triple the {die}",
    ]
    assert not any(r["beats"] for r in results if r["total"] <= 5)


def test_the_turn_is_laid_out_zone_by_zone():
    now = board(play(MIXED, rolls(2, 5)))["now"]
    assert [zone["points"] for zone in now["zones"]] == [1, 2, 4, 7, 10, 15]
    assert [zone["total"] for zone in now["zones"]] == [2, 5, None, None, None, None]
    assert (now["last"], now["points"], now["next"], now["if_failed"]) == (5, 2, 4, 1)
    assert now["left"] == ["red"] * 4 + ["green", "violet"]


def test_dice_in_the_air_have_no_face_yet():
    rolling = board(play(MIXED, "throw violet"))["now"]["roll"]
    assert rolling == [
        {"colour": "violet", "face": None, "place": 0, "air": True, "spent": False}
    ]


def test_whose_turn_and_what_now():
    view = GAME.view(play(MIXED, rolls(5)), 0)
    assert view["turn"] == 0
    assert view["why"] == "karma-dice.strictly-higher"
    assert view["prompt"]["say"] == "Throw dice to beat {last}, or stop with {points}."
    other = GAME.view(play(MIXED, rolls(5)), 1)
    assert other["prompt"]["with"]["who"] == {"name_of": 0}


@pytest.mark.parametrize(
    ("state", "rounds"),
    [
        (start(), 7),
        (start(traits=True), 6),
        (start(end="rounds", rounds=4), 4),
        (start(end="target"), None),
        (start(1), 7),
    ],
)
def test_how_many_rounds_there_will_be(state, rounds):
    assert board(state)["rounds"] == rounds


def test_options_come_with_their_provenance():
    options = {option["key"]: option for option in board(start())["options"]}
    assert options["end"]["provenance"] == "default"
    assert "eye" not in options
    assert "end" not in {option["key"] for option in board(start(1))["options"]}
    assert {s["fact"] for s in board(start())["sources"]} >= {"powers", "end"}


def test_views_are_json_and_alike_for_a_watcher():
    view = GAME.view(LYING, None)
    assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize(
    ("state", "words", "line"),
    [
        (start(), "throw red*2", "player 1 throws 2 red dice."),
        (
            play(start(), "throw red"),
            "landed 3",
            "player 1 rolls red 3. 3 opens zone 1.",
        ),
        (
            after(rolls(3), "throw red"),
            "landed 4",
            "player 1 rolls red 4. 4 beats 3: zone 2.",
        ),
        (
            after(rolls(3), "throw red"),
            "landed 3",
            "player 1 rolls red 3. 3 does not beat 3. player 1 scores 0 points.",
        ),
        (after(rolls(3)), "stop", "player 1 stops. player 1 scores 1 point."),
        (
            after(rolls(1, 2, 3, 4, 5), "throw red"),
            "landed 6",
            "player 1 rolls red 6. 6 beats 5: zone 15. player 1 scores 15 points.",
        ),
        (
            LYING,
            "settle 8",
            "player 1 makes 8: triple the violet 1. 8 beats 5: zone 2.",
        ),
        (
            play(after(table.short_turn()), "throw red; landed 2"),
            "stop",
            "player 2 stops. player 2 scores 1 point. The Yogi goes to player 1.",
        ),
    ],
)
def test_the_log_tells_what_happened(state, words, line):
    assert told(state, words) == line


def test_buttons_say_what_they_do():
    labels = {str(GAME.label(LYING, legal)) for legal in GAME.legal_actions(LYING)}
    assert "8: triple the violet 1" in labels
    stop = play(MIXED, rolls(5))
    assert str(GAME.label(stop, action("stop"))) == "Stop and score 1 point"


def test_rules_in_play_are_those_of_the_powers_used():
    assert GAME.touches(LYING, action("settle 8")) == (
        "karma-dice.strictly-higher",
        "karma-dice.violet",
    )
    assert GAME.touches(LYING, action("settle 5"))[0] == "karma-dice.failure"


@pytest.mark.parametrize(
    "state",
    [
        start(),
        start(1, oracle=True),
        start(traits=True),
        LYING,
        play(MIXED, "throw violet"),
        after("trait 0 violet; trait 1 green", traits=True),
        after(table.short_turn(), table.short_turn()),
    ],
)
def test_the_board_keeps_its_shape(state):
    texts = as_texts(board(state))
    assert msgspec.convert(texts, GAME.board, strict=True) == texts


def as_texts(value):
    """Return the board as it leaves the server: every phrase a text."""
    if isinstance(value, dict):
        if "say" in value:
            return value["say"]
        return {key: as_texts(item) for key, item in value.items()}
    return [as_texts(item) for item in value] if isinstance(value, list) else value
