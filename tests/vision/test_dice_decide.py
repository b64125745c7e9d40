"""What may be accepted unasked, and which colours are named."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.decide import (
    BEYOND,
    PLAINLY,
    THING,
    UNKNOWN,
    VAST,
    VOUCHED,
    certain,
    describe,
    question,
    sort_out,
    told,
)
from vision.dice.find import Found
from vision.dice.look import COLOURS, Look
from vision.dice.thing import ASKED, PERHAPS
from vision.dice.trust import Trust

PHOTO = 1000.0
TRUST = Trust(face=(0.0, 9.0), certain=0.7)
CLEAR = np.array([1, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5], np.float32)


def die(
    there: float, size: float = 90.0, named: float = 0.9, said: float = 0.0
) -> Look:
    colours = np.full(len(COLOURS), (1 - named) / (len(COLOURS) - 1), np.float32)
    colours[0] = named
    found = Found((0.0, 0.0, size, size), 0.9)
    return Look(found, there, there, CLEAR, colours, said=said)


SURE = die(0.99, said=VOUCHED)


@pytest.mark.parametrize(
    ("looks", "accepted"),
    [
        ([], False),
        ([die(0.99999, said=VOUCHED - 0.1)], False),
        ([die(0.75, said=9.0)], False),
        ([die(0.9, said=VOUCHED)], True),
        ([die(0.9, said=-1.9), die(0.9, said=VOUCHED)], True),
        ([die(0.8, said=9.0), die(0.8, said=9.0)], False),
        ([die(0.85, said=PERHAPS), die(0.9, said=-1.9)], False),
        ([die(0.9, said=PERHAPS), die(0.95, said=-1.9)], True),
        ([die(0.999, said=PERHAPS - 0.1), die(0.999, said=0.3)], False),
        ([die(BEYOND), die(0.9, said=-1.9)], True),
        ([SURE, SURE, die(0.35)], False),
        ([SURE, SURE, die(0.35, said=THING)], True),
        ([SURE, SURE, die(ASKED, said=-9.0)], False),
        ([die(0.999, size=(VAST + 0.1) * PHOTO, said=PLAINLY - 0.1)], False),
        ([die(0.999, size=(VAST + 0.1) * PHOTO, said=PLAINLY)], True),
        ([die(0.999, size=(VAST + 0.1) * PHOTO, said=9.0), SURE], False),
    ],
    ids=[
        "nothing",
        "one hardly vouched for",
        "one in doubt",
        "one that is vouched for",
        "two, one of them vouched for",
        "two in doubt",
        "two half vouched for, nearly sure",
        "two half vouched for, sure",
        "two that nobody vouches for",
        "two, one of them beyond doubt",
        "and perhaps a third",
        "and what all call a thing",
        "and what only one calls a thing",
        "a sheet of paper",
        "one close up that is plainly a die",
        "one close up beside a smaller one",
    ],
)
def test_who_tells_dice_from_things_must_vouch_for_a_promise(
    looks: list[Look], accepted: bool
) -> None:
    assert certain(sort_out(looks, TRUST), PHOTO) is accepted


def test_a_colour_that_is_none_of_ours_is_not_named() -> None:
    assert describe(die(0.99), TRUST).colour == COLOURS[0]
    assert describe(die(0.99, named=0.3), TRUST).colour == UNKNOWN


@pytest.mark.parametrize(
    ("looks", "doubted"),
    [
        ([die(0.99, said=VOUCHED - 0.1)], True),
        ([die(0.99, said=VOUCHED)], False),
        ([die(0.99, said=PERHAPS - 0.1), die(0.99, said=-1.9)], True),
        ([die(0.99, said=PERHAPS), die(0.99, said=-1.9)], False),
        ([die(BEYOND), die(0.99, said=-1.9)], False),
    ],
    ids=["one", "one that is vouched for", "two", "one of two", "one beyond doubt"],
)
def test_dice_that_nobody_vouches_for_are_told_as_likelier_other_things(
    looks: list[Look], doubted: bool
) -> None:
    dice = told(sort_out(looks, TRUST))
    assert len(dice) == len(looks)
    assert all((one.confidence <= ASKED) is doubted for one in dice)


def test_asked_about_is_the_die_in_most_doubt_with_its_likeliest_faces() -> None:
    even = np.array([0.05, 0.05, 0.05, 0.4, 0.05, 0.4], np.float32)
    doubt = replace(die(0.99), faces=even + np.float32([0, 0, 0, 0, 0, 0.01]))
    asked = question([die(0.99), doubt, die(0.99)])
    assert (asked.piece, asked.options) == (1, (6, 4))


def test_dice_that_lie_a_little_askew_are_read_row_by_row() -> None:
    places = [(0.0, 20.0), (100.0, 0.0), (0.0, 110.0), (100.0, 90.0)]
    looks = [
        replace(die(0.99), found=Found((x, y, x + 50, y + 50), 0.9)) for x, y in places
    ]
    dice = sort_out(looks[::-1], TRUST).dice
    assert [one.found.box[:2] for one in dice] == places
