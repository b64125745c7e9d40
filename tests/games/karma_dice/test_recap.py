"""The score sheet: a line for every turn, none for any other step."""

from itertools import pairwise

from companion.games import GAMES
from tests.games.play import random_states

GAME = GAMES["karma-dice"]


def test_every_turn_leaves_one_line_that_adds_up_to_the_scores():
    options = {"players": 3, "end": "rounds", "rounds": 4}
    states, _ = random_states(GAME, options, seed=2, most=2000)
    lines = [line for step in pairwise(states) if (line := GAME.recap(*step))]
    told = sorted((line["round"], line["seat"]) for line in lines)
    assert told == [(n, seat) for n in range(1, 5) for seat in range(3)]
    scores = GAME.outcome(states[-1]).scores
    for seat, score in enumerate(scores):
        assert sum(line["points"] for line in lines if line["seat"] == seat) == score
    assert all(line["rolls"] for line in lines)
