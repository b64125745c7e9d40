"""Whole random games, for every player count and every part of the expansion."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.samsara import GAME

PARTS = [
    {},
    {"bhaga": True},
    {"durmangala": True},
    {"ancestral": True},
    {"characters": True},
    {"bhaga": True, "durmangala": True, "ancestral": True, "characters": True},
]
MOST_LISTED = 60


def play(players: int, seed: int, **options):
    """Play a game at random, checking every position."""
    rng, state = (
        Random(f"{players} {seed}"),
        GAME.start({"players": players, **options}),
    )
    while GAME.outcome(state) is None:
        assert GAME.faults(state) == ()
        legal, chance = GAME.legal_actions(state), GAME.chance(state)
        assert bool(legal) != bool(chance), "one of the two speaks"
        assert len(set(legal)) == len(legal) <= MOST_LISTED
        action = chance.sample(rng) if chance else rng.choice(legal)
        assert chance is None or chance.admits(action)
        assert GAME.actor(state, action) == state.asked.seat
        state = GAME.apply(state, action)
    assert GAME.faults(state) == ()
    return state


def name(parts) -> str:
    return "+".join(parts) or "base"


def check_end(state, players):
    ended = GAME.outcome(state)
    assert all(ended.scores[seat] == 5 for seat in ended.winners)
    assert ended.winners or players == 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("parts", PARTS, ids=name)
def test_random_games_end_with_all_pieces_in_place(parts, players):
    length = "fast" if players % 2 else "normal"
    check_end(play(players, 1, length=length, **parts), players)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("parts", [PARTS[0], PARTS[-1]], ids=name)
@pytest.mark.parametrize("hands", ["every-draw", "open-report"])
def test_random_games_with_every_draw_reported(parts, players, hands):
    check_end(play(players, 2, hands=hands, **parts), players)


def test_a_table_that_reports_every_draw_knows_every_card():
    rng, state = Random(5), GAME.start({"players": 3, "hands": "every-draw"})
    for _ in range(400):
        chance = GAME.chance(state)
        if chance is None and state.asked.key == "move":
            hidden = [len(player.cards.pool) for player in state.players]
            piles = [player.cards.size(1) for player in state.players]
            assert hidden == piles, "only the draw piles are unseen"
        action = chance.sample(rng) if chance else rng.choice(GAME.legal_actions(state))
        state = GAME.apply(state, action)
        if GAME.outcome(state):
            break


def test_a_table_that_shows_nothing_is_asked_for_nothing_but_pieces():
    rng, state = Random(6), GAME.start({"players": 3})
    while state.asked.key == "lay":
        state = GAME.apply(state, GAME.chance(state).sample(rng))
    for _ in range(300):
        assert GAME.chance(state) is None, "no draw has to be reported"
        state = GAME.apply(state, rng.choice(GAME.legal_actions(state)))
        if GAME.outcome(state):
            break
