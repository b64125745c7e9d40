"""The oracle against the figures of the sheet and against slow, independent sums."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from time import process_time

import numpy as np
import pytest

from companion.core.colours import Colour
from companion.games.karma_dice import GAME, advice, oracle
from companion.games.karma_dice.box import FACES, TRACK
from companion.games.karma_dice.dice import handfuls
from companion.games.karma_dice.odds import beat_chances, highest, odds
from companion.games.karma_dice.powers import totals
from companion.games.karma_dice.state import Die
from tests.games.karma_dice.table import dice, fact, holding, play, rolls, start

SHEET = {6: 2.78, 7: 3.22, 8: 3.61, 9: 3.97, 10: 4.27, 11: 4.61, 12: 4.90, 13: 5.26}


@fact("B1.8")
@pytest.mark.parametrize(("count", "points"), SHEET.items())
def test_plain_dice_are_worth_what_the_sheet_says(count, points):
    assert oracle.expected((Colour.RED,) * count) == pytest.approx(points, abs=0.005)


@fact("B1.8")
def test_with_six_plain_dice_the_best_first_roll_is_one_die():
    found = oracle.choices(dice("red*6"), 0, None)
    by_size = {len(choice.dice): choice.worth for choice in found}
    assert len(found[0].dice) == 1
    assert [round(by_size[n], 2) for n in (1, 2, 3)] == [2.78, 1.91, 1.20]
    assert all(choice.beats == pytest.approx(1) for choice in found)


def faces_of(handful):
    return product(*(FACES[die] for die in handful))


def lie(handful, faces):
    pairs = zip(handful, faces, strict=True)
    return tuple(Die(colour, face) for colour, face in pairs)


@pytest.mark.parametrize(
    "words",
    [
        "red",
        "red*3",
        "white red",
        "violet",
        "violet red*2",
        "dark-blue violet red",
        "orange*2 red",
        "yellow red*2",
        "yellow*2 red",
        "green red*2",
        "green*2 violet",
        "green yellow orange",
        "green yellow white dark-blue",
    ],
)
def test_chances_without_rerolls_are_those_of_counting_every_face(words):
    handful = dice(words)
    lowest: list[Counter] = [Counter() for _ in range(highest(handful) + 2)]
    for faces in faces_of(handful):
        reachable = totals(lie(handful, faces))
        for row, counted in enumerate(lowest):
            best = next((t for t in reachable if t > row - 1), None)
            counted[best] += 1
    made, beats = odds(handful), beat_chances(handful)
    everything = 6 ** len(handful)
    for row, counted in enumerate(lowest):
        won = 1 - counted[None] / everything
        assert beats[row] == pytest.approx(won)
        for total in range(made.top + 1):
            chance = counted[total] / everything
            assert made.chances[row, total] == pytest.approx(chance)


@cache
def reroll_value(lying, last, worth):
    """The best of settling, throwing a light blue die again, or copying it first."""
    reachable = totals(lying)
    best = worth(next((t for t in reachable if t > last), None))
    for at, die in enumerate(lying):
        if die.colour is Colour.LIGHT_BLUE and not die.spent:
            for green, copier in enumerate(lying):
                if copier.colour is Colour.GREEN and not copier.spent:
                    shown = Die(copier.colour, die.face, True)
                    copied = (*lying[:green], shown, *lying[green + 1 :])
                    best = max(best, reroll_value(copied, last, worth))
            again = [
                (*lying[:at], Die(die.colour, face, True), *lying[at + 1 :])
                for face in range(1, 7)
            ]
            mean = sum(reroll_value(some, last, worth) for some in again) / 6
            best = max(best, mean)
    return best


def is_won(total):
    return 0.0 if total is None else 1.0


def low_is_better(total):
    return 0.0 if total is None else 10.0 - 0.4 * total


@pytest.mark.parametrize(
    "words",
    [
        "light-blue",
        "light-blue red",
        "light-blue violet",
        "light-blue yellow red",
        "light-blue*2",
        "light-blue*2 red",
        "light-blue green",
        "light-blue green red",
    ],
)
@pytest.mark.parametrize("worth", [is_won, low_is_better])
def test_rerolls_are_used_as_well_as_possible(words, worth):
    handful = dice(words)
    made = odds(handful)
    worths = np.array([*map(worth, range(made.top + 1)), worth(None)])
    values = made.value(worths)
    for last in (-1, 2, 5, 8):
        if last > made.top:
            continue
        slow = sum(
            reroll_value(lie(handful, faces), last, worth)
            for faces in faces_of(handful)
        )
        assert values[last + 1] == pytest.approx(slow / 6 ** len(handful))


@cache
def slow_turn(pool, zones, last):
    """Expected points by trying every throw, every face and every result."""
    if zones == len(TRACK):
        return TRACK[-1] + 2 * len(pool)
    best = TRACK[zones - 1] if zones else 0.0
    for handful in {tuple(some) for some in _parts(pool)}:
        rest = list(pool)
        for die in handful:
            rest.remove(die)
        ends = [
            _after(lie(handful, faces), tuple(rest), zones, last)
            for faces in faces_of(handful)
        ]
        best = max(best, sum(ends) / len(ends))
    return best


def _parts(pool):
    for bits in range(1, 2 ** len(pool)):
        yield [die for at, die in enumerate(pool) if bits >> at & 1]


@cache
def _after(lying, rest, zones, last):
    """The best of settling, throwing a light blue die again, or copying it first."""
    fallen = TRACK[zones - 2] if zones > 1 else 0.0
    ends = [
        slow_turn(rest, zones + 1, total) if total > last else fallen
        for total in totals(lying)
    ]
    for again in _rolled_again(lying):
        ends.append(sum(_after(some, rest, zones, last) for some in again) / len(again))
    return max(ends)


def _rolled_again(lying):
    """Every use of a power that leaves the roll open: its outcomes, equally likely."""
    for at, die in enumerate(lying):
        if die.colour is not Colour.LIGHT_BLUE or die.spent:
            continue
        yield [_showing(lying, at, face) for face in range(1, 7)]
        for other, copier in enumerate(lying):
            if copier.colour is Colour.GREEN and not copier.spent:
                yield [_showing(lying, other, die.face)]


def _showing(lying, at, face):
    return (*lying[:at], Die(lying[at].colour, face, True), *lying[at + 1 :])


@pytest.mark.parametrize(
    "words",
    [
        "red*3",
        "red*2 violet",
        "red orange yellow",
        "red*2 green dark-blue",
        "light-blue*2 red",
        "green light-blue yellow",
    ],
)
def test_the_worth_of_a_turn_is_that_of_trying_everything(words):
    pool = dice(words)
    assert oracle.expected(pool) == pytest.approx(slow_turn(pool, 0, -1))
    assert oracle.expected(pool, 2, 4) == pytest.approx(slow_turn(pool, 2, 4))


def test_late_in_a_turn_every_throw_is_weighed():
    """Two greens and a light blue die together: a throw that used to be left out."""
    pool = dice("green*2 light-blue white")
    best = oracle.choices(pool, 3, 12)[0]
    assert best.dice == pool
    assert best.worth == pytest.approx(6.55, abs=0.005)
    ends = [_after(lie(pool, faces), (), 3, 12) for faces in faces_of(pool)]
    assert best.worth == pytest.approx(sum(ends) / len(ends))
    assert oracle.expected(pool, 3, 12) == pytest.approx(slow_turn(pool, 3, 12))


@pytest.mark.parametrize("words", ["red*6", "violet light-blue green yellow red*2"])
def test_with_six_dice_or_fewer_no_throw_is_left_out(words):
    pool = dice(words)
    thrown = {choice.dice for choice in oracle.choices(pool, 2, 5)}
    assert thrown == set(handfuls(pool))


def test_taking_the_lowest_winner_is_never_worse():
    pool = dice("red*3 violet")
    table = oracle.worths(pool, oracle.room(pool))
    assert (table[1:, 1:] <= table[1:, :-1] + 1e-9).all()


def test_the_oracle_speaks_only_where_it_is_switched_on():
    assert GAME.view(start(), 0)["board"]["oracle"] is None
    spoken = GAME.view(start(oracle=True), 0)["board"]["oracle"]
    assert spoken["throws"][0]["dice"] == ["red"]
    assert spoken["stop"] is None
    assert (
        GAME.view(play(start(oracle=True), "throw red"), 0)["board"]["oracle"] is None
    )


def test_stop_or_go_on():
    state = play(start(oracle=True), rolls(1, 2, 3, 6))
    spoken = GAME.view(state, 0)["board"]["oracle"]
    assert (spoken["stop"], spoken["advice"]) == (7, "throw")
    best = spoken["throws"][0]
    assert best["beats"] == pytest.approx(21 / 36, abs=1e-4), "two dice above 6"
    assert best["points"] == spoken["go_on"] == 7.5, "10 or 4"
    state = play(start(oracle=True), rolls(1, 2, 3, 4, 6))
    spoken = GAME.view(state, 0)["board"]["oracle"]
    assert (spoken["stop"], spoken["advice"]) == (10, "stop")
    assert spoken["throws"][0]["beats"] == 0


def test_after_a_throw_the_oracle_weighs_settling_against_rerolling():
    state = holding(start(oracle=True), 0, "light-blue violet")
    state = play(state, "throw light-blue; landed 6")
    spoken = GAME.view(state, 0)["board"]["oracle"]
    assert spoken["settle"] == 6
    assert spoken["rerolls"][0]["points"] > spoken["points"]
    settled = oracle.expected(state.turn.left, 1, 6)
    assert advice.settle_worth(state.turn) == pytest.approx(settled)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["violet orange", "light-blue violet orange", "green yellow light-blue"]
)
def test_a_usual_hand_is_weighed_within_a_second(words):
    hand = dice(f"red*6 {words}")
    began = process_time()
    oracle.choices(hand, 0, None)
    assert process_time() - began < 1.0
