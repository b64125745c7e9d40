"""Moments come when they should, in random games of every game, and only then."""

from collections import Counter

import pytest

from companion.core.moments import Kind
from companion.games import GAMES
from tests.games.test_memory import steps

EXPECTED = {
    ("karma-dice", 3): {Kind.THROW, Kind.BUST, Kind.LAST_ROUND},
    ("karma-dice", 1): {Kind.THROW, Kind.BUST, Kind.MENACE},
    ("samsara", 2): {Kind.PRIZE, Kind.REBIRTH, Kind.LAST_ROUND},
    ("samsara", 1): {Kind.MENACE, Kind.REBIRTH},
    ("karmaka", 2): {Kind.DEATH},
    ("samusara", 2): {Kind.CAPTURE},
}


@pytest.mark.parametrize(("key", "players"), sorted(EXPECTED))
def test_every_kind_of_moment_comes(key, players):
    game, seen = GAMES[key], Counter()
    for before, action, after, _ in steps(game, {"players": players}, 7, 2500):
        for moment in game.moments(before, action, after):
            seen[moment.kind] += 1
            assert (moment.words is None) == (moment.kind is Kind.THROW)
            assert moment.seat is None or 0 <= moment.seat < players
    assert EXPECTED[key, players] <= set(seen), seen


def test_a_bust_is_told_exactly_when_a_turn_fails():
    game, busts, failures = GAMES["karma-dice"], 0, 0
    for before, action, after, _ in steps(game, {"players": 2}, 8, 1500):
        told = [m for m in game.moments(before, action, after) if m.kind is Kind.BUST]
        busts += len(told)
        failed = after.summary is not before.summary and after.summary.failed
        failures += failed
        assert bool(told) == failed
        assert all(one.stays and one.seat == after.summary.seat for one in told)
    assert busts == failures > 0
