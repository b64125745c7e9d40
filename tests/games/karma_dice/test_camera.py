"""From readings of a photo to faces, colours and faces weighed together."""

from __future__ import annotations

import pytest

from companion.games.karma_dice import GAME
from companion.games.karma_dice.actions import Landed
from tests.games.karma_dice.table import after, holding, play, start

TWO_RED = after("throw red*2")
MIXED = play(
    holding(start(), 0, "violet dark-blue", yogi=True), "throw red violet white"
)


def reading(face, colour, confidence=0.98, **more):
    return {"face": face, "colour": colour, "confidence": confidence, **more}


def test_a_photo_is_expected_exactly_while_dice_are_in_the_air():
    assert GAME.expects(start(), 0) is None
    assert GAME.expects(MIXED, None) == {
        "reader": "dice",
        "dice": [
            {"colour": "red", "faces": [1, 2, 3, 4, 5, 6]},
            {"colour": "violet", "faces": [1, 2, 3, 4, 5, 6]},
            {"colour": "white", "faces": [1, 2, 3]},
        ],
    }
    assert GAME.expects(MIXED, None)["dice"] == GAME.chance(MIXED).to_json()["dice"]


def best(state, *readings):
    found = GAME.observe(state, 0, readings)
    assert [weight for _, weight in found] == sorted(
        (weight for _, weight in found), reverse=True
    )
    return found


@pytest.mark.parametrize(
    ("readings", "faces"),
    [
        ([reading(3, "red"), reading(5, "violet"), reading(2, "white")], (3, 5, 2)),
        ([reading(2, "white"), reading(5, "violet"), reading(3, "red")], (3, 5, 2)),
        pytest.param(
            [reading(3, "orange"), reading(5, "violet"), reading(2, "white")],
            (3, 5, 2),
            id="orange can only be the red die",
        ),
        pytest.param(
            [
                reading(3, "dark-blue", colours={"dark-blue": 0.6, "violet": 0.4}),
                reading(5, "red"),
                reading(2, "white"),
            ],
            (5, 3, 2),
            id="no dark blue die was thrown",
        ),
        pytest.param(
            [
                reading(6, "white", faces={"6": 0.5, "3": 0.3, "2": 0.2}),
                reading(5, "violet"),
                reading(4, "red"),
            ],
            (4, 5, 3),
            id="the Yogi has no 6",
        ),
    ],
)
def test_readings_are_seated_by_colour_and_face(readings, faces):
    found = best(MIXED, *readings)
    assert found[0][0] == Landed(faces)
    assert all(GAME.broken_rule(MIXED, action) is None for action, _ in found)


def test_a_doubtful_face_has_its_second_guess_as_runner_up():
    doubt = {"5": 0.6, "6": 0.4}
    found = best(TWO_RED, reading(2, "red"), reading(5, "red", 0.6, faces=doubt))
    (first, sure), (second, unsure) = found[:2]
    assert (first, second) == (Landed((2, 5)), Landed((2, 6)))
    assert sure == pytest.approx(0.6, abs=0.05)
    assert unsure == pytest.approx(0.4, abs=0.05)


def test_colours_that_cannot_be_told_apart_leave_a_doubt():
    either = {"red": 0.5, "violet": 0.5}
    found = best(
        MIXED,
        reading(3, "red", colours=either),
        reading(5, "violet", colours=either),
        reading(2, "white"),
    )
    assert {found[0][0], found[1][0]} == {Landed((3, 5, 2)), Landed((5, 3, 2))}
    assert found[0][1] == pytest.approx(found[1][1])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_another_number_of_dice_is_no_answer(count):
    assert GAME.observe(TWO_RED, 0, [reading(3, "red")] * count) == ()


def test_nothing_is_suggested_when_no_dice_are_thrown():
    assert GAME.observe(start(), 0, [reading(3, "red")]) == ()


def test_thirteen_dice_are_seated_at_once():
    colours = "orange yellow green light-blue dark-blue violet"
    state = holding(start(), 0, colours, yogi=True)
    state = play(state, f"throw red*6 {colours} white")
    thrown = GAME.expects(state, 0)["dice"]
    lying = [reading(1 + n % 3, die["colour"]) for n, die in enumerate(thrown)]
    found = best(state, *reversed(lying))
    reds = sorted(found[0][0].faces[:6])
    assert reds == [1, 1, 2, 2, 3, 3]
    assert found[0][0].faces[6:] == tuple(1 + n % 3 for n in range(6, 13))
