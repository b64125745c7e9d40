"""The app as an opponent: it keeps the rules and sees what is there."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.samusara import GAME
from companion.games.samusara.bot import STRENGTHS
from tests.games.samusara.duel import Player, duel
from tests.games.samusara.shared import at, move, play


def thinks(state, seed=1):
    return GAME.chance(state).sample(Random(seed))


def alone(**options):
    return GAME.start({"players": 1, "colour": "brown", **options})


def test_the_app_moves_first_if_the_person_takes_brown():
    state = alone()
    assert GAME.chance(state).to_json() == {"kind": "move", "colour": "yellow"}
    action = thinks(state)
    assert GAME.chance(state).admits(action)
    after = GAME.apply(state, action)
    assert GAME.chance(after) is None
    assert GAME.actor(after, GAME.legal_actions(after)[0]) == 0
    assert [d.seat for d in GAME.doings(state, action, after, None)] == [0]


@pytest.mark.parametrize("strength", ["normal", "hard"])
@pytest.mark.parametrize(
    ("yellow", "brown", "cubes", "wins"),
    [
        ("M1 L1 I3", "A1", (0, 0), ("power-cells",)),
        ("E3 F3 F4 G3 G4 G5 H2", "M1", (0, 0), ("hilltops",)),
        ("E3 D1", "F3 M1 K1", (5, 0), ("track",)),
    ],
)
def test_a_win_in_one_is_taken(strength, yellow, brown, cubes, wins):
    state = at(yellow, brown, cubes=cubes)
    lone = GAME.start({"players": 1, "colour": "brown", "strength": strength})
    state = state._replace(setting=lone.setting, todo=lone.todo)
    after = GAME.apply(state, thinks(state))
    assert set(wins) <= set(after.ended)


def test_a_loss_in_one_is_parried():
    state = at("E3 D1 D2", "F3 K1 J1", cubes=(0, 5), turn="yellow")
    lone = alone(strength="hard")
    state = state._replace(setting=lone.setting, todo=lone.todo)
    after = GAME.apply(state, thinks(state))
    two = after._replace(setting=at("E3", "F3").setting)
    assert not any(
        GAME.settle(two.with_todo(after.todo), a).winner == 1
        for a in GAME.legal_actions(two.with_todo(after.todo))
    )


def test_the_same_seed_thinks_the_same():
    state = GAME.apply(alone(), move("D1-E1"))
    state = play(state, "J1-I1")
    assert thinks(state, 7) == thinks(state, 7)


@pytest.mark.slow
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_whole_game_against_the_app_keeps_the_rules(strength):
    state, rng = alone(strength=strength), Random(strength)
    for _ in range(10):
        chance = GAME.chance(state)
        legal = GAME.legal_actions(state)
        state = GAME.apply(state, chance.sample(rng) if chance else rng.choice(legal))
        assert GAME.faults(state) == ()
        if not state.todo:
            break


@pytest.mark.slow
def test_strong_beats_greedy_and_a_shallow_player():
    """A short duel here; the long ones are run by hand (tests/games/samusara/duel)."""
    hard = Player(positions=4_000, depth=20)
    greedy = Player(positions=10**6, depth=1, plays_out=False)
    won = duel(hard, greedy, games=6, seed=3)
    assert won.points >= 5
