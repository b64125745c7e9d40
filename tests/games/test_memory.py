"""Luck is zero on average, and deeds are what was done, in every game."""

from random import Random

import pytest

from companion.games import GAMES

OPTIONS = {
    "karma-dice": {"players": 3},
    "samsara": {"players": 2, "hands": "every-draw"},
    "karmaka": {"players": 2},
    "samusara": {"players": 2},
}
STEPS = 1500
"""Enough for a few hundred throws or draws of each game."""


def steps(game, options, seed, most=STEPS):
    """Yield the steps of random games, one after the other."""
    rng, state = Random(seed), game.start(options)
    for _ in range(most):
        if game.outcome(state) is not None:
            state = game.start(options)
        chance = game.chance(state)
        if chance is not None:
            action = chance.sample(rng)
        else:
            action = rng.choice(game.legal_actions(state))
        after = game.settle(state, action)
        yield state, action, after, chance
        state = after


@pytest.mark.parametrize("key", ["karma-dice", "samsara"])
def test_luck_sums_to_zero_in_expectation(key):
    """Each chance is drawn again many times: its mean luck is zero."""
    game, rng, seen = GAMES[key], Random(5), 0
    total, squares = 0.0, 0.0
    for before, action, after, chance in steps(game, OPTIONS[key], 3):
        if chance is None or not _luck(game, before, action, after):
            continue
        for _ in range(12):
            drawn = chance.sample(rng)
            (luck,) = _luck(game, before, drawn, game.settle(before, drawn))
            total, squares, seen = total + luck, squares + luck * luck, seen + 1
    assert seen > 500
    # Six standard errors: a formula that is off by a tenth of a pip is noticed.
    assert abs(total) < 6 * squares**0.5
    assert squares > 0


def _luck(game, before, action, after):
    found = game.remember(before, action, after)
    return [one.luck for one in found if one.luck is not None]


@pytest.mark.parametrize("key", sorted(OPTIONS))
def test_deeds_are_remembered_for_seats_that_exist(key):
    game, deeds = GAMES[key], set()
    for before, action, after, _ in steps(game, OPTIONS[key], 4):
        for one in game.remember(before, action, after):
            assert 0 <= one.seat < OPTIONS[key]["players"]
            if one.deed is not None:
                assert one.deed.values == ()
                deeds.add(str(one.deed))
    assert deeds


def test_where_nothing_is_seen_no_luck_is_claimed():
    hidden = {"players": 2, "hands": "private"}
    for key, options in (("samsara", hidden), ("karmaka", {"players": 2})):
        for before, action, after, _ in steps(GAMES[key], options, 6, 400):
            assert _luck(GAMES[key], before, action, after) == []
