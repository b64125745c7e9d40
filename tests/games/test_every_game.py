"""Promises that every game of this table keeps."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.table.simulate import simulate


@pytest.mark.parametrize(
    ("key", "players"),
    [(key, players) for key, game in GAMES.items() for players in game.players],
)
def test_random_games_keep_their_promises(key, players):
    report = simulate(GAMES[key], players, 1, seed=1)
    assert report.lengths[0] > 0
