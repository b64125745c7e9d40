"""Which dice a photo can show, and what a reading of it suggests."""

from __future__ import annotations

import pytest

from companion.games.karma_dice import GAME
from companion.games.karma_dice.actions import Landed
from tests.games.karma_dice.table import after, holding, play, start
from vision.readings import DicePrior, DieReading, Report, ThrownDie, Whole

TWO_RED = after("throw red*2")
MIXED = play(
    holding(start(), 0, "violet dark-blue", yogi=True), "throw red violet white"
)


def seen(*rolls):
    """A report of whole rolls with their chances, as the dice reader gives it."""
    wholes = tuple(
        Whole(tuple(DieReading(face, "red") for face in faces), chance)
        for faces, chance in rolls
    )
    return Report("dice", wholes[0].pieces if wholes else (), wholes)


def test_a_photo_is_expected_while_dice_are_in_the_air_or_can_be_thrown():
    assert not GAME.expects(start(), 0).exact, "some of the dice that are left"
    assert GAME.expects(start(traits=True), 0) is None
    expected = GAME.expects(MIXED, None)
    assert expected == DicePrior(
        (ThrownDie("red"), ThrownDie("violet"), ThrownDie("white", (1, 2, 3)))
    )
    awaited = GAME.chance(MIXED).to_json()["dice"]
    assert awaited == [
        {"colour": die.colour, "faces": list(die.faces)} for die in expected.dice
    ]


def test_the_dice_over_the_table_are_no_secret():
    assert GAME.expects(MIXED, 0) == GAME.expects(MIXED, None)


def test_whole_rolls_become_faces_in_the_order_of_the_throw():
    found = GAME.observe(MIXED, 0, seen(((3, 5, 2), 0.6), ((3, 6, 2), 0.4)))
    assert found == ((Landed((3, 5, 2)), 0.6), (Landed((3, 6, 2)), 0.4))
    assert all(GAME.broken_rule(MIXED, action) is None for action, _ in found)


def test_half_a_roll_suggests_nothing():
    assert GAME.observe(TWO_RED, 0, seen()) == ()


@pytest.mark.parametrize("seat", [0, None])
def test_nothing_is_suggested_when_no_dice_are_thrown(seat):
    state = start(traits=True)
    assert GAME.observe(state, seat, seen(((3,), 1.0))) == ()
