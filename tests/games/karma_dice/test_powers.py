"""Powers against a second engine that tries every power in every order."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice import GAME
from companion.games.karma_dice.box import FACES, POWERS, Power
from companion.games.karma_dice.powers import recipes, totals
from companion.games.karma_dice.questions import Fall
from companion.games.karma_dice.state import Die, Turn
from companion.games.karma_dice.words import way_to
from tests.games.karma_dice.table import action, asks, fact, holding, play, roll, start


def by_every_order(lying, powers=POWERS):
    """Return all results by using powers one at a time, in any order, or not at all.

    A position is, for each die: face shown, value counted (None once removed), and
    whether its power is still there.
    """
    alone = len(lying) == 1
    first = tuple((die.face, die.face, True) for die in lying)
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        for following in _one_power(lying, position, alone, powers):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return {sum(value or 0 for _, value, _ in position) for position in seen}


def _one_power(lying, position, alone, powers):
    for at, (face, value, fresh) in enumerate(position):
        if not fresh or value is None:
            continue
        power = powers[lying[at].colour]
        if power is Power.REMOVE and not alone:
            for gone, (shown, there, left) in enumerate(position):
                if there is not None:
                    used = _put(position, at, (face, value, False))
                    spent = left and gone != at
                    yield _put(used, gone, (shown, None, spent))
        for shown, worth in _changes(power, at, face, position):
            yield _put(position, at, (shown, worth, False))


def _changes(power, at, face, position):
    match power:
        case Power.TRIPLE:
            return [(face, 3 * face)]
        case Power.DOUBLE:
            return [(face, 2 * face)]
        case Power.ADJUST:
            return [(face, face + 1), (face, face - 1)]
        case Power.COPY:
            others = [
                shown
                for place, (shown, value, _) in enumerate(position)
                if place != at and value is not None
            ]
            return [(shown, shown) for shown in others]
    return []


def _put(position, at, entry):
    return (*position[:at], entry, *position[at + 1 :])


def random_roll(rng, most):
    colours = [rng.choice(list(Colour)) for _ in range(rng.randint(1, most))]
    return tuple(Die(colour, rng.choice(FACES[colour])) for colour in colours)


@fact(29, 30, "B3-1", "B3-9", "B3-11")
@pytest.mark.parametrize("seed", range(150))
def test_every_reachable_result_is_found_and_no_other(seed):
    lying = random_roll(Random(f"powers {seed}"), most=4)
    assert set(totals(lying)) == by_every_order(lying), lying


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3])
def test_every_reachable_result_of_every_small_handful(count):
    rng = Random(count)
    for colours in combinations_with_replacement(Colour, count):
        for _ in range(4):
            lying = tuple(Die(c, rng.choice(FACES[c])) for c in colours)
            assert set(totals(lying)) == by_every_order(lying), lying


@fact(30)
@pytest.mark.parametrize(
    ("lying", "results"),
    [
        pytest.param("violet:4", {4, 12}, id="triple"),
        pytest.param("dark-blue:5", {5, 10}, id="double"),
        pytest.param("light-blue:2", {2}, id="a reroll is another throw"),
        pytest.param("green:2 red:5", {7, 10}, id="copy"),
        pytest.param("green:2", {2}, id="nothing to copy"),
        pytest.param("yellow:3 red:5", {8, 5, 3}, id="remove, itself included"),
        pytest.param("yellow:3", {3}, id="no removal when rolled alone"),
        pytest.param("yellow:3 yellow:5", {8, 3, 5, 0}, id="two removers leave none"),
        pytest.param("orange:1", {0, 1, 2}, id="down to 0"),
        pytest.param("orange:6", {5, 6, 7}, id="up to 7"),
        pytest.param("red:6", {6}, id="no power"),
        pytest.param("white:3", {3}, id="the Yogi has none"),
    ],
)
def test_each_power(lying, results):
    assert set(totals(roll(lying))) == results


@fact("B3-7")
@pytest.mark.parametrize(
    ("lying", "impossible"),
    [
        pytest.param("green:1 violet:5", 30, id="not the triple"),
        pytest.param("green:1 orange:6", 14, id="not the 7"),
        pytest.param("green:1 dark-blue:6", 24, id="not the double"),
    ],
)
def test_a_copy_takes_the_face_not_what_a_power_makes_of_it(lying, impossible):
    assert impossible not in totals(roll(lying))


@fact("B3-9")
def test_a_removed_die_may_have_been_copied_before():
    assert 18 in totals(roll("green:1 red:6 yellow:6 red:1")), "copy 6, remove red 1"
    lying = roll("green:1 red:6 yellow:2")
    assert 8 in totals(lying), "copy the 6, then remove the 6"


@fact("B3-10")
def test_plus_or_minus_one_does_not_wrap():
    assert totals(roll("orange:6")) == (5, 6, 7)


@fact("B3-8", 30)
def test_a_light_blue_die_is_thrown_again_once_and_the_new_face_stands():
    state = holding(start(), 0, "light-blue")
    state = play(state, "throw light-blue; landed 5; reroll 0")
    assert asks(state) is Fall
    state = play(state, "landed 2")
    assert state.turn.last == 2, "nothing is left to choose"


@fact("B3-8", 29)
def test_two_light_blue_dice_may_each_be_thrown_again():
    state = holding(start(), 0, "light-blue*2")
    state = play(state, "throw light-blue*2; landed 5 6; reroll 1; landed 1")
    assert GAME.broken_rule(state, action("reroll 1")) is not None
    state = play(state, "reroll 0; landed 1")
    assert state.turn.last == 2


@fact("B3-7", 29)
def test_a_face_may_be_copied_before_its_die_is_thrown_again():
    state = holding(start(), 0, "light-blue green")
    state = play(state, "throw light-blue green; landed 1 6")
    assert [die.colour.value for die in state.turn.roll] == ["green", "light-blue"]
    state = play(state, "copy 0 1; reroll 1; landed 1")
    assert state.turn.last == 7, "the 6 was kept by the green die"


@pytest.mark.parametrize("seed", range(60))
def test_recipes_lead_to_their_result(seed):
    """Follow each recipe literally, step by step, and add up what lies there."""
    lying = random_roll(Random(f"recipe {seed}"), most=6)
    for total, steps in recipes(lying).items():
        shown = [die.face for die in lying]
        value = [die.face for die in lying]
        gone, used = set(), set()
        for step in steps:
            assert step.die not in used | gone, "a power once, by a die that is there"
            used.add(step.die)
            assert POWERS[lying[step.die].colour] is step.power
            if step.power is Power.REMOVE:
                gone.add(step.target)
            elif step.power is Power.COPY:
                assert step.target != step.die
                assert step.target not in gone
                shown[step.die] = value[step.die] = shown[step.target]
            else:
                value[step.die] = step.value
        assert sum(v for at, v in enumerate(value) if at not in gone) == total


def test_recipes_are_as_short_as_can_be_and_told_in_words():
    lying = roll("violet:4 red:6 green:2")
    ways = recipes(lying)
    assert ways[12] == ()
    assert len(ways[20]) == 1
    turn = Turn(Seat(0), (), roll=lying)
    assert str(way_to((), turn, 20)) == "triple the violet 4"
    assert str(way_to((), turn, 16)) == "copy the red 6 with the green 2"
    assert str(way_to((), turn, 12)) == "as it lies"
    best = str(way_to((), turn, 24))
    assert best == "copy the red 6 with the green 2, triple the violet 4"


def test_a_roll_of_thirteen_dice_is_quick_enough_to_list():
    colours = [c for c in Colour if c is not Colour.RED] + [Colour.RED] * 6
    lying = tuple(Die(c, 1 + n % len(set(FACES[c]))) for n, c in enumerate(colours))
    found = totals(lying)
    assert set(recipes(lying)) == set(found)
    assert len(found) > 30
