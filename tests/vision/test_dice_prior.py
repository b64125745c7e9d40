"""The logic around the networks, on looks made by hand."""

from typing import Any

import numpy as np
import pytest

from vision.dice import decide
from vision.dice.find import Found
from vision.dice.look import COLOURS, Look
from vision.dice.prior import SURE, read_known
from vision.dice.trust import Trust
from vision.readings import DicePrior, DieReading, Report, ThrownDie

PHOTO = 640
"""Longer side of the photo that all this is said to be seen in."""


def probabilities(count: int, likely: dict[int, float]) -> Any:
    rest = (1 - sum(likely.values())) / max(count - len(likely), 1)
    return np.array([likely.get(k, rest) for k in range(count)], np.float32)


def a_look(
    faces: dict[int, float],
    colours: dict[str, float],
    there: float = 0.99,
    x: float = 0.0,
    said: float = 9.0,
) -> Look:
    face = probabilities(6, {k - 1: p for k, p in faces.items()})
    colour = probabilities(9, {COLOURS.index(k): p for k, p in colours.items()})
    found = Found((x, 0.0, x + 50, 50.0), there)
    return Look(found, there, there, face, colour, said=said)


def sorted_out(looks: list[Look]) -> decide.Looks:
    return decide.sort_out(looks, Trust())


def die(colour: str | None, *faces: int) -> ThrownDie:
    return ThrownDie(colour, faces or (1, 2, 3, 4, 5, 6))


def told(looks: list[Look], *dice: ThrownDie, exact: bool = True) -> Report[DieReading]:
    return read_known(sorted_out(looks), DicePrior(dice, exact))


def rolls(report: Report[DieReading]) -> list[tuple[int, ...]]:
    """Return the faces of each way to read the roll, in the order of the prior."""
    return [tuple(one.face for one in whole.pieces) for whole in report.wholes]


RED = {"red": 0.9}
WHITE = {"white": 0.95}


def test_a_clear_roll_is_certain_and_asks_nothing() -> None:
    looks = [a_look({5: 0.98}, RED), a_look({2: 0.98}, WHITE, x=100)]
    report = told(looks, die("white"), die("red"))
    assert [(d.face, d.colour, d.place) for d in report.readings] == [
        (5, "red", 1),
        (2, "white", 0),
    ]
    assert rolls(report)[0] == (2, 5)
    assert report.wholes[0].chance > 0.9
    assert report.certain
    assert report.question is None
    assert report.problem is None


def test_a_face_the_die_does_not_have_is_not_read() -> None:
    report = told([a_look({5: 0.6, 3: 0.38}, {"violet": 0.9})], die("violet", 1, 2, 3))
    assert report.readings[0].face == 3
    assert all(face in (1, 2, 3) for (face,) in rolls(report))


def test_colours_are_given_jointly() -> None:
    """Both look orange at first; only one can be."""
    looks = [
        a_look({1: 0.98}, {"orange": 0.6, "red": 0.38}),
        a_look({6: 0.98}, {"orange": 0.9, "red": 0.02}, x=100),
    ]
    report = told(looks, die("orange"), die("red"))
    assert [d.colour for d in report.readings] == ["red", "orange"]
    assert rolls(report)[0] == (6, 1)


def test_a_colour_nobody_threw_is_the_die_that_is_left() -> None:
    looks = [
        a_look({3: 0.98}, {"orange": 0.95}),
        a_look({5: 0.98}, {"violet": 0.95}, x=100),
        a_look({2: 0.98}, WHITE, x=200),
    ]
    report = told(looks, die("red"), die("violet"), die("white", 1, 2, 3))
    assert rolls(report)[0] == (3, 5, 2)


def test_dice_that_are_alike_are_told_in_the_order_in_which_they_lie() -> None:
    looks = [a_look({face: 0.98}, RED, x=100.0 * face) for face in (2, 4, 6)]
    assert rolls(told(looks, *[die("red")] * 3))[0] == (2, 4, 6)


def test_thirteen_dice_are_placed_at_once() -> None:
    colours = ["orange", "yellow", "green", "light-blue", "dark-blue", "violet"]
    thrown = [*["red"] * 6, *colours, "white"]
    looks = [
        a_look({1 + n % 3: 0.98}, {colour: 0.95}, x=100.0 * n)
        for n, colour in enumerate(thrown)
    ]
    report = told(looks[::-1], *map(die, thrown))
    best = rolls(report)[0]
    assert sorted(best[:6]) == [1, 1, 2, 2, 3, 3]
    assert best[6:] == tuple(1 + n % 3 for n in range(6, 13))


def test_too_few_dice_are_told() -> None:
    report = told([a_look({4: 0.98}, RED)], die("red"), die("white"))
    assert not report.certain
    assert report.problem is not None
    assert report.problem.code == "fewer"
    assert "(1)" in str(report.problem)
    assert "(2)" in str(report.problem)
    assert "Spread" in str(report.problem)
    assert report.readings[0].face == 4
    assert report.wholes == (), "half a roll is no roll"


def test_too_many_dice_get_other_advice_than_too_few() -> None:
    looks = [a_look({4: 0.98}, RED), a_look({5: 0.98}, RED, x=100)]
    report = told(looks, die("red"))
    assert not report.certain
    assert report.problem is not None
    assert report.problem.code == "more"
    assert "Take away" in str(report.problem)
    assert "Spread" not in str(report.problem)
    assert len(report.readings) == 1


def test_doubt_about_a_face_becomes_one_question_and_a_second_reading() -> None:
    looks = [a_look({5: 0.55, 6: 0.44}, RED), a_look({2: 0.98}, WHITE, x=100)]
    report = told(looks, die("red"), die("white"))
    assert not report.certain
    assert report.question is not None
    assert (report.question.piece, report.question.options) == (0, (5, 6))
    assert report.question.box == report.readings[0].box
    assert rolls(report)[:2] == [(5, 2), (6, 2)]
    first, second = (whole.chance for whole in report.wholes[:2])
    assert second / first == pytest.approx(0.44 / 0.55, rel=0.01)


def test_doubt_about_two_colours_names_both_dice() -> None:
    looks = [
        a_look({1: 0.99}, {"red": 0.5, "orange": 0.48}),
        a_look({6: 0.99}, {"red": 0.48, "orange": 0.5}, x=100),
    ]
    report = told(looks, die("orange"), die("red"))
    assert not report.certain
    assert report.question is not None
    assert {report.question.piece, report.question.other} == {0, 1}
    assert rolls(report)[:2] == [(6, 1), (1, 6)]


def test_swapped_colours_of_equal_faces_do_not_matter() -> None:
    looks = [
        a_look({6: 0.99}, {"red": 0.5, "orange": 0.48}),
        a_look({6: 0.99}, {"red": 0.48, "orange": 0.5}, x=100),
    ]
    assert told(looks, die("orange"), die("red")).certain


def test_the_prior_calls_a_faint_die_back() -> None:
    looks = [a_look({3: 0.98}, RED), a_look({4: 0.98}, RED, there=0.4, x=100)]
    reading = sorted_out(looks)
    assert len(reading.dice) == 1
    assert not decide.certain(reading, PHOTO)
    report = told(looks, die("red"), die("red"))
    assert sorted(d.face for d in report.readings) == [3, 4]


def test_a_box_that_may_be_a_die_leaves_the_photo_in_doubt() -> None:
    sure = a_look({3: 0.999}, RED, there=0.999)
    half = a_look({4: 0.98}, RED, there=0.45, x=100)
    assert decide.certain(sorted_out([sure]), PHOTO)
    assert not decide.certain(sorted_out([sure, half]), PHOTO)


def test_some_of_the_dice_at_hand_may_have_been_thrown() -> None:
    looks = [a_look({5: 0.999}, RED, there=0.999)]
    report = told(looks, die("white"), die("red"), exact=False)
    assert [(d.face, d.place) for d in report.readings] == [(5, 1)]
    assert report.problem is None
    assert report.certain
    assert rolls(report)[0] == (5,)


def test_things_that_nobody_vouches_for_are_no_sure_roll_unless_so_many_lie() -> None:
    here = die("red"), die("red"), die("red")
    looks = [a_look({3: 0.999}, RED, there=0.999, x=x, said=0.9) for x in (0.0, 100.0)]
    assert not told(looks, *here, exact=False).certain
    assert told(looks, *here[:2]).certain
    one = a_look({3: 0.999}, RED, there=0.999, said=1.0)
    assert told([one, looks[1]], *here, exact=False).certain
    assert told([one], *here, exact=False).certain, "alone too: dice are expected"
    assert not told(looks[1:], *here, exact=False).certain


def test_which_die_was_thrown_is_asked_when_two_look_alike() -> None:
    looks = [a_look({5: 0.999}, {"red": 0.5, "orange": 0.48}, there=0.999)]
    report = told(looks, die("orange"), die("red"), exact=False)
    assert not report.certain
    assert report.question is not None
    assert report.question.options == ("red", "orange")
    assert [w.pieces[0].place for w in report.wholes] == [1, 0]


def test_a_faint_box_leaves_doubt_about_how_many_were_thrown() -> None:
    looks = [a_look({5: 0.99}, RED), a_look({4: 0.98}, RED, there=0.45, x=100)]
    assert not told(looks, die("red"), die("red"), exact=False).certain


def test_a_known_roll_is_sure_from_the_same_chance_on_whatever_the_next_face_is() -> (
    None
):
    near = {5: 0.86, 6: 0.13}
    likely = Trust().right(probabilities(6, {4: 0.86, 5: 0.13}))
    assert SURE < likely < 0.9
    assert told([a_look(near, RED)], die("red")).certain
    doubt = told([a_look({5: 0.7, 6: 0.29}, RED)], die("red"))
    assert not doubt.certain
    assert doubt.question is not None
    assert doubt.question.options == (5, 6)


def test_who_is_who_is_asked_before_faces_that_are_sure_enough() -> None:
    looks = [
        a_look({5: 0.88, 6: 0.11}, {"red": 0.7, "orange": 0.2}),
        a_look({1: 0.99}, {"orange": 0.7, "red": 0.25}, x=100),
    ]
    report = told(looks, die("orange"), die("red"))
    assert not report.certain
    assert report.question is not None
    assert report.question.options == ()
    assert report.question.other is not None


def test_faces_are_asked_about_before_who_is_who_where_they_are_less_sure() -> None:
    looks = [
        a_look({5: 0.5, 6: 0.49}, {"red": 0.7, "orange": 0.2}),
        a_look({1: 0.99}, {"orange": 0.7, "red": 0.25}, x=100),
    ]
    report = told(looks, die("orange"), die("red"))
    assert report.question is not None
    assert (report.question.piece, report.question.options) == (0, (5, 6))


def test_of_dice_that_are_alike_the_surest_does_not_come_first() -> None:
    looks = [
        a_look({2: 0.9}, {"red": 0.6}, there=0.9),
        a_look({4: 0.99}, {"red": 0.99}, x=100),
    ]
    assert rolls(told(looks, die("red"), die("red")))[0] == (2, 4)


def test_what_is_hardly_a_die_is_not_called_back_for_its_colour() -> None:
    looks = [
        a_look({3: 0.98}, {"red": 0.5}),
        a_look({5: 0.98}, {"red": 0.5}, x=100),
        a_look({6: 0.98}, {"red": 0.99}, there=0.06, x=200),
    ]
    assert rolls(told(looks, die("red"), die("red")))[0] == (3, 5)


def test_more_dice_than_are_at_hand_lay_there_before() -> None:
    looks = [a_look({face: 0.98}, RED, x=100.0 * face) for face in (2, 4, 6)]
    report = told(looks, die("red"), die("red"), exact=False)
    assert report.problem is not None
    assert report.problem.code == "surplus"
    assert "from before" in str(report.problem)
    assert not report.certain
