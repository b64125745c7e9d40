"""Whole games with real cards: the app's instructions are enough, its books true."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.karmaka import GAME
from companion.table.simulate import simulate
from tests.games.karmaka.dealer import Dealer

LONG = pytest.mark.slow

TABLES = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "teams": {"players": 4, "teams": True},
    "wolf": {"players": 3, "wolf": "2"},
    "wolf-fed": {"players": 3, "wolf": "1", "pair_future": True},
}


@pytest.mark.slow
@pytest.mark.parametrize("telling", [0.0, 0.3, 1.0], ids=["unseen", "some", "seen"])
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=LONG) for n in (1, 2))])
def test_a_game_with_real_cards_is_followed_to_its_end(name, telling, seed):
    dealer = Dealer(Random(f"{name} {telling} {seed}"), TABLES[name], telling)
    assert dealer.play(), "the game ends"
    ended = GAME.outcome(dealer.state)
    assert max(ended.scores) == 4
    teams = {"teams", "wolf", "wolf-fed"}
    assert len(ended.winners) in ((1, 2) if name in teams else (1,))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_random_games_keep_every_promise(name):
    options = TABLES[name]
    report = simulate(GAME, options["players"], 3, seed=1, options=options)
    assert report.endings == {"transcendence": 3}


def test_a_hand_that_was_told_whole_lists_only_its_own_cards():
    dealer = Dealer(Random("whole"), {"players": 2}, 1.0)
    for _ in range(150):
        if GAME.outcome(dealer.state):
            break
        dealer.step()
        for seat, one in enumerate(dealer.state.lives):
            assert sorted(one.row) == sorted(dealer.piles[f"hand:{seat}"])
