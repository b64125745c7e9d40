"""What a host's photos of dice have taught, and what that is worth."""

import os

import pytest

from companion.table.own_dice import (
    FILE,
    MOST,
    Confirmed,
    Count,
    OwnDice,
    Photo,
    photos_in,
    with_own,
)
from vision.readings import DicePrior, ThrownDie

CLOTH = (0.0, 0.0, 4.7)
WHITE = (0.0, 0.0, 5.3)
SURE, OPEN = {"white": 0.99, "yellow": 0.01}, {"white": 0.6, "yellow": 0.4}


def die(read=3, colour="white", chances=SURE, tint=WHITE):
    """A three, as it was read and as a person says it is."""
    return Confirmed(read, 3, colour, chances, tint)


def photo(*dice, certain=True, whole=True, trial=""):
    return Photo(dice, CLOTH, certain, whole, trial)


@pytest.fixture
def own(tmp_path):
    return OwnDice(tmp_path)


def test_the_newest_photos_are_remembered(own, tmp_path):
    for number in range(MOST + 2):
        assert own.learn("host", photo(die(), trial=str(number)))
    kept = [int(one.trial) for one in photos_in(tmp_path / "host")]
    assert kept == list(range(2, MOST + 2))


def test_photos_without_a_name_are_all_remembered(own, tmp_path):
    for _ in range(2):
        assert own.learn("host", photo(die()))
    assert len(photos_in(tmp_path / "host")) == 2


def test_a_table_without_dice_teaches_nothing(own, tmp_path):
    assert own.learn("host", photo())
    assert photos_in(tmp_path / "host") == []


@pytest.mark.parametrize(
    ("confirmed", "count"),
    [
        pytest.param(photo(die()), Count(1, 1, 0, 0), id="read right"),
        pytest.param(photo(die(read=5)), Count(1, 0, 0, 1), id="another face"),
        pytest.param(
            photo(die(read=5), certain=False), Count(1, 0, 1, 0), id="and in doubt"
        ),
        pytest.param(photo(die(colour="yellow")), Count(1, 0, 0, 1), id="a colour"),
        pytest.param(photo(die(chances=OPEN)), Count(1, 1, 1, 0), id="hardly a colour"),
        pytest.param(photo(die(colour=None)), Count(1, 1, 0, 0), id="none of the box"),
        pytest.param(photo(die(), whole=False), Count(1, 0, 0, 1), id="one overlooked"),
        pytest.param(photo(die(), die(read=5)), Count(1, 0, 0, 1), id="one of two"),
    ],
)
def test_a_photo_is_read_right_asked_about_or_wrong(own, confirmed, count):
    own.learn("host", confirmed)
    standing = own.standing("host")
    assert standing.before == count
    assert standing.after == Count(), "nobody has taught what it could be judged by"


def test_no_photo_is_judged_by_what_it_taught_itself(own):
    odd = die(colour="yellow", chances=OPEN, tint=(0.6, 0.6, 5.3))
    own.learn("host", photo(odd))
    own.learn("host", photo(die()))
    assert own.standing("host").after.right == 1
    own.learn("host", photo(odd))
    assert own.standing("host").after.right == 3, "another one taught the same"


@pytest.mark.parametrize(
    ("colours", "told"),
    [
        (("white",), True),
        (("red",), False),
        (("red", "yellow"), False),
        (("red", "yellow", "green"), True),
    ],
)
def test_the_lamp_is_told_by_white_dice_or_by_several_others(own, colours, told):
    own.learn("host", photo(*[die(colour=one) for one in colours]))
    assert (own.standing("host").light is not None) is told


def test_what_is_learnt_next_is_known_next(own, tmp_path):
    own.learn("host", photo(die()))
    assert set(own.own("host").dice) == {"white"}
    own.learn("host", photo(die(colour="red")))
    os.utime(tmp_path / "host" / FILE, (1, 1))  # quicker than the clock of the disk
    assert set(own.own("host").dice) == {"white", "red"}


def test_a_prior_stays_what_it_was_beside_what_is_learnt(own, tmp_path):
    own.learn("host", photo(die()))
    for exact in (True, False):
        prior = DicePrior((ThrownDie("red"),), exact)
        told = with_own(prior, tmp_path / "host")
        assert told == prior
        assert set(told.own.dice) == {"white"}
