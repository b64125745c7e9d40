"""Simulated games: the same seed plays the same games, broken promises are found."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest

from companion.commands.simulate import add_arguments, main
from companion.games import GAMES
from companion.table.simulate import (
    BrokenPromise,
    check_action,
    check_state,
    simulate,
)
from tests.games.play import meddle

KARMA = GAMES["karma-dice"]


def run(*words):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return main(parser.parse_args(words))


def test_the_report_tells_speed_lengths_and_winners(capsys):
    assert run("karma-dice", "--players", "3", "--games", "2", "--seed", "5") == 0
    told = capsys.readouterr().out
    for word in ("3 players", "2 games", "invariants on", "games/s", "actions/s"):
        assert word in told
    for word in (
        "shortest",
        "median",
        "longest",
        "winners:",
        "endings:",
        "mean scores",
    ):
        assert word in told


def test_invariants_can_be_switched_off(capsys):
    assert run("karma-dice", "--games", "1", "--no-check") == 0
    assert "invariants off" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "9"),
        ("--options", "{"),
        ("--options", "[]"),
        ("--options", '{"luck": true}'),
        ("--games", "0"),
    ],
)
def test_a_wrong_request_exits_with_two(words, capsys):
    assert run("karma-dice", *words) == 2
    assert capsys.readouterr().err.strip()


def test_the_same_seed_plays_the_same_games():
    one, two, other = (simulate(KARMA, 2, 3, seed, check=False) for seed in (1, 1, 2))
    assert (one.lengths, one.scores) == (two.lengths, two.scores)
    assert one.scores != other.scores


def test_options_reach_the_game():
    report = simulate(KARMA, 2, 2, 1, options={"end": "rounds", "rounds": 1})
    assert report.endings == {"rounds": 2}


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        ({"faults": lambda state: ("a die is lost",)}, "a die is lost"),
        ({"legal_actions": lambda state: ()}, "moves 0"),
        (
            {"legal_actions": lambda state: KARMA.legal_actions(state)[:1] * 2},
            "listed twice",
        ),
        ({"broken_rule": lambda state, action: KARMA.rules[0]}, "breaks"),
    ],
)
def test_a_faulty_position_is_found(broken, what):
    change = replace if "faults" in broken else meddle
    game = change(KARMA, **broken)
    with pytest.raises(BrokenPromise, match=what):
        check_state(game, KARMA.start({"players": 2}), "here")


def test_a_faulty_step_is_found():
    state = KARMA.start({"players": 2})
    first, second = KARMA.legal_actions(state)[:2]
    misread = replace(KARMA, from_json=lambda data: second)
    with pytest.raises(BrokenPromise, match="JSON"):
        check_action(misread, state, first, "here")
    moods = iter(range(9))
    moody = meddle(
        KARMA,
        apply=lambda state, action: KARMA.apply(state, action)._replace(
            round=next(moods)
        ),
    )
    with pytest.raises(BrokenPromise, match="pure"):
        check_action(moody, state, first, "here")


def test_a_faulty_game_makes_the_command_fail(monkeypatch, capsys):
    broken = replace(KARMA, faults=lambda state: ("a die is lost",))
    monkeypatch.setattr("companion.commands.simulate.GAMES", {"karma-dice": broken})
    assert run("karma-dice", "--games", "1") == 1
    assert "a die is lost" in capsys.readouterr().err
