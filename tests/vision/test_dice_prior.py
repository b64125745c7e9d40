"""The logic around the networks, on looks made by hand."""

from typing import Any

import numpy as np

from vision.dice import decide
from vision.dice.find import Found
from vision.dice.look import COLOURS, Look
from vision.dice.prior import read_known
from vision.dice.trust import Trust


def probabilities(count: int, likely: dict[int, float]) -> Any:
    rest = (1 - sum(likely.values())) / max(count - len(likely), 1)
    return np.array([likely.get(k, rest) for k in range(count)], np.float32)


def a_look(
    faces: dict[int, float],
    colours: dict[str, float],
    there: float = 0.99,
    x: float = 0.0,
) -> Look:
    face = probabilities(6, {k - 1: p for k, p in faces.items()})
    colour = probabilities(9, {COLOURS.index(k): p for k, p in colours.items()})
    found = Found((x, 0.0, x + 50, 50.0), there)
    return Look(found, there, there, face, colour)


def sorted_out(looks: list[Look]) -> decide.Reading:
    return decide.sort_out(looks, Trust())


def die(colour: str | None, faces: list[int] | None = None) -> dict[str, Any]:
    return {"colour": colour, "faces": faces or [1, 2, 3, 4, 5, 6]}


RED = {"red": 0.9}


def test_a_clear_roll_is_certain_and_asks_nothing() -> None:
    looks = [a_look({5: 0.98}, RED), a_look({2: 0.98}, {"white": 0.95}, x=100)]
    answer = read_known(sorted_out(looks), [die("white"), die("red")])
    assert [(d["face"], d["colour"]) for d in answer["dice"]] == [
        (5, "red"),
        (2, "white"),
    ]
    assert answer["certain"]
    assert answer["question"] is None
    assert answer["problem"] is None


def test_a_face_the_die_does_not_have_is_not_read() -> None:
    looks = [a_look({5: 0.6, 3: 0.38}, {"violet": 0.9})]
    answer = read_known(sorted_out(looks), [die("violet", [1, 2, 3])])
    assert answer["dice"][0]["face"] == 3


def test_colours_are_given_jointly() -> None:
    """Both look orange at first; only one can be."""
    looks = [
        a_look({1: 0.98}, {"orange": 0.6, "red": 0.38}),
        a_look({6: 0.98}, {"orange": 0.9, "red": 0.02}, x=100),
    ]
    answer = read_known(sorted_out(looks), [die("orange"), die("red")])
    assert [d["colour"] for d in answer["dice"]] == ["red", "orange"]


def test_too_few_dice_are_told() -> None:
    answer = read_known(
        sorted_out([a_look({4: 0.98}, RED)]), [die("red"), die("white")]
    )
    assert not answer["certain"]
    assert answer["problem"]["code"] == "count"
    assert "1 dice" in answer["problem"]["advice"]
    assert answer["dice"][0]["face"] == 4


def test_too_many_dice_are_told() -> None:
    looks = [a_look({4: 0.98}, RED), a_look({5: 0.98}, RED, x=100)]
    answer = read_known(sorted_out(looks), [die("red")])
    assert not answer["certain"]
    assert answer["problem"]["code"] == "count"
    assert len(answer["dice"]) == 1


def test_doubt_about_a_face_becomes_one_question_and_a_runner_up() -> None:
    looks = [
        a_look({5: 0.55, 6: 0.44}, RED),
        a_look({2: 0.98}, {"white": 0.95}, x=100),
    ]
    answer = read_known(sorted_out(looks), [die("red"), die("white")])
    assert not answer["certain"]
    assert answer["question"] == {"die": 0, "choices": [5, 6]}
    assert answer["runner_up"] == [
        {"face": 6, "colour": "red"},
        {"face": 2, "colour": "white"},
    ]


def test_doubt_about_two_colours_names_both_dice() -> None:
    looks = [
        a_look({1: 0.99}, {"red": 0.5, "orange": 0.48}),
        a_look({6: 0.99}, {"red": 0.48, "orange": 0.5}, x=100),
    ]
    answer = read_known(sorted_out(looks), [die("orange"), die("red")])
    assert not answer["certain"]
    assert {answer["question"]["die"], answer["question"]["or"]} == {0, 1}
    assert [d["colour"] for d in answer["runner_up"]] == ["orange", "red"]


def test_swapped_colours_of_equal_faces_do_not_matter() -> None:
    looks = [
        a_look({6: 0.99}, {"red": 0.5, "orange": 0.48}),
        a_look({6: 0.99}, {"red": 0.48, "orange": 0.5}, x=100),
    ]
    answer = read_known(sorted_out(looks), [die("orange"), die("red")])
    assert answer["certain"]


def test_the_prior_calls_a_faint_die_back() -> None:
    looks = [a_look({3: 0.98}, RED), a_look({4: 0.98}, RED, there=0.4, x=100)]
    reading = sorted_out(looks)
    assert len(reading.dice) == 1
    assert not decide.certain(reading)
    answer = read_known(reading, [die("red"), die("red")])
    assert sorted(d["face"] for d in answer["dice"]) == [3, 4]


def test_a_box_that_may_be_a_die_leaves_the_photo_in_doubt() -> None:
    sure, half = a_look({3: 0.98}, RED), a_look({4: 0.98}, RED, there=0.45, x=100)
    assert decide.certain(sorted_out([sure]))
    assert not decide.certain(sorted_out([sure, half]))
