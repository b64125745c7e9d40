"""Whole games kept as they were played: old logs must lead to the same table for ever.

A change that is meant raises `Game.engine`, and `python -m
tests.games.karmaka.test_golden` plays and keeps them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion.games.karmaka import GAME
from tests.games.karmaka.dealer import Dealer

KEPT = Path(__file__).parent / "golden"
GAMES = {
    "two": {"players": 2, "first": 2},
    "teams": {"players": 4, "teams": True},
    "wolf": {"players": 3, "wolf": "2", "pair_future": True},
}


def summary(state):
    """Return the open table in one line: piles by number, Deeds and Ruins by name."""
    lives = " ".join(
        f"{one.level}{'*' * one.rings}:{len(one.row)}/{one.deck}/{len(one.future)}"
        f"[{','.join(one.deeds)}]"
        for one in state.lives
    )
    asking, top = GAME.view(state, None)["board"]["asking"], ",".join(state.ruins[-3:])
    return f"{asking} {lives} {state.well} {top}".strip()


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_played_again_word_by_word(name):
    lines = (KEPT / f"{name}.txt").read_text("utf-8").splitlines()
    state = GAME.start(GAMES[name])
    for number, line in enumerate(lines, 1):
        word, expected = line.split("\t")
        state = GAME.apply(state, GAME.from_json(json.loads(word)))
        assert summary(state) == expected, f"line {number}: {word}"
    assert GAME.outcome(state), "it was played to its end"


class Recorded(Dealer):
    """A table with real cards that writes down what is said."""

    def __init__(self, rng, options):
        self.lines = []
        super().__init__(rng, options, 0.03)

    def step(self):
        said = len(self.lines)
        super().step()
        assert len(self.lines) > said

    def answer(self):
        action = super().answer()
        self._keep(action, GAME.apply(self.state, action))
        return action

    def show(self, action):
        super().show(action)
        self._keep(action, self.state)

    def _keep(self, action, after):
        word = json.dumps(GAME.to_json(action), separators=(",", ":"))
        self.lines.append(f"{word}\t{summary(after)}")


if __name__ == "__main__":
    for kept, chosen in GAMES.items():
        seeds = (Recorded(Random(f"{kept} {seed}"), chosen) for seed in range(40))
        played = [game for game in seeds if game.play()]
        shortest = min(played, key=lambda game: len(game.lines))
        (KEPT / f"{kept}.txt").write_text("\n".join(shortest.lines) + "\n", "utf-8")
        print(kept, len(shortest.lines))
