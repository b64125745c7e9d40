"""Matches between players that see only their own cards.

Run by hand: `python -m tests.games.karmaka.duel 1000 strong-random strong-greedy`.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from companion.games.karmaka import GAME, bot
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import NEED, POINTS, score
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.state import asked
from tests.games.karmaka.dealer import Dealer


def at_random(state, seat, rng):
    """Any legal answer with the cards at hand."""
    row = state.lives[seat].row
    legal = GAME.legal_actions(state)
    cards = (a.Play, a.Put)
    return rng.choice([x for x in legal if not isinstance(x, cards) or x.card in row])


def greedily(state, seat, rng):
    """Points first, then the future; every offer is taken."""
    answers, life = bot.plausible(state, seat), state.lives[seat]
    missing = NEED[min(life.level, 3)] - score(life.deeds)
    if isinstance(asked(state), Main):
        return max(answers, key=lambda x: (_greed(life, x, missing), rng.random()))
    if a.Accept() in answers:
        return a.Accept()
    if isinstance(answers[0], a.Reborn):
        return max(answers, key=lambda x: (x.rings >= missing, -x.rings))
    return rng.choice(answers)


def _greed(life, action, missing):
    if isinstance(action, a.Pass):
        return -1
    if action.use is a.Use.DEED and missing > 0:
        gain = score((*life.deeds, action.card)) - score(life.deeds)
        return 10 * gain + POINTS[action.card] / 10
    if action.use is a.Use.FUTURE:
        return POINTS[action.card]
    return 0


def of_strength(strength):
    return lambda state, seat, rng: bot.choose(state, seat, strength, rng)


PLAYERS = {
    "random": at_random,
    "greedy": greedily,
    **{strength: of_strength(strength) for strength in bot.STRENGTHS},
}


class Duel(Dealer):
    """Two players with real cards; each tells the app everything, nobody else."""

    def __init__(self, rng, names):
        super().__init__(rng, {"players": 2}, 1.0)
        self.players = [PLAYERS[name] for name in names]
        self.longest = 0.0
        for seat in range(2):
            self.tell(seat)

    def answer(self):
        top = asked(self.state)
        if top.chance:
            return super().answer()
        began = process_time()
        action = self.players[top.seat](self.state, top.seat, self.rng)
        self.longest = max(self.longest, process_time() - began)
        return action

    def check(self):
        """Nothing: other tests look at every step."""


def match(one, other, games):
    """Return the share of games won by the first, and its longest thought."""
    won, longest = 0, 0.0
    for number in range(games):
        turned = number % 2
        names = (other, one) if turned else (one, other)
        duel = Duel(Random(f"{one} {other} {number}"), names)
        assert duel.play(), "the game ends"
        won += GAME.outcome(duel.state).winners == (turned,)
        longest = max(longest, duel.longest)
    return won / games, longest


if __name__ == "__main__":
    for pairing in sys.argv[2:]:
        share, longest = match(*pairing.split("-"), int(sys.argv[1]))
        print(f"{pairing}: {100 * share:.1f} % won, longest thought {longest:.3f} s")
