"""Several people who play Samsara sensibly: each plans a turn as the bot would alone.

The bot of the room plays alone. Here every seat lends it its own deck, its gaps and
the zones that cost a toll, and takes its advice; nobody sees a card of another hand.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.bot import Planner
from companion.games.samsara.box import SOLO_TURNS
from companion.games.samsara.characters import BASE
from companion.games.samsara.life import life_of
from companion.games.samsara.purchases import gaps_of
from companion.games.samsara.questions.moving import PayToll, grants, toll_due
from companion.games.samsara.solo_player import SoloPlayer, stage_of
from companion.games.samsara.state import OFF_BOARD, others


class TolledPlanner(Planner):
    """Plans like the bot, with the tolls of a table in place of the neutral pawn's."""

    def __init__(self, tolled):
        super().__init__()
        self.tolled = tolled

    def _toll(self, life):
        if life.pawn in self.tolled:
            yield from self._pay(life)
        else:
            yield self.best(life, "take")


def alone(state, seat):
    """Return the table as if this seat sat there alone."""
    near = tuple(
        face for gap in dict.fromkeys(gaps_of(state, seat)) for face in state.gaps[gap]
    )
    return state._replace(
        players=(state.players[seat],),
        setting=replace(state.setting, seats=1),
        gaps=(near,),
        neutral=_moves(state, seat),
    )


def _moves(state, seat):
    """Return a number of neutral moves that stands for the round and a near pawn."""
    pawns = [state.players[other].pawn for other in others(state, seat)]
    pawns = [pawn for pawn in pawns if pawn != OFF_BOARD]
    if not pawns:
        return 0
    own = state.players[seat].pawn
    near = min(pawns, key=lambda pawn: (pawn - own) % 8)
    late = min(state.round, SOLO_TURNS - 8)
    return late + (near + 1 - late) % 8


class Person(SoloPlayer):
    """Plays one seat; remembers the rest of a turn that is planned."""

    def __init__(self, seat):
        super().__init__()
        self.seat = seat

    def choose(self, state):
        asked = state.asked
        if type(asked).__name__ == "PickCharacter":
            taken = {player.character for player in state.players}
            return a.ChooseCharacter(next(one for one in BASE if one not in taken))
        if type(asked).__name__ == "EndTurn":
            return a.EndTurn()
        mine = alone(state, self.seat)
        if self._lacks(mine):
            return a.Lack()
        if isinstance(asked, PayToll):
            return self._pays(state, mine)
        return self._planned(state, mine)

    def _planned(self, state, mine):
        asked = state.asked
        while self.steps and not isinstance(self.steps[0], asked.answers):
            self.steps = self.steps[1:]
        if not self.steps or asked.broken(state, self.steps[0]) is not None:
            self.steps = self._plan(state, mine)
        step, *rest = self.steps
        self.steps = tuple(rest)
        return self._there(state, step)

    def _plan(self, state, mine):
        tolled = {zone for zone in range(8) if toll_due(state, self.seat, zone)}
        if grants(state):
            tolled = set()  # Another one gains; it costs nothing oneself.
        life, stage = life_of(mine), stage_of(mine)
        return TolledPlanner(tolled).plans(life, stage)[0].steps

    def _there(self, state, step):
        """Return a purchase with the gap where the amulet really lies."""
        if not isinstance(step, a.Buy):
            return step
        gaps = gaps_of(state, self.seat)
        return replace(step, gap=next(g for g in gaps if step.face in state.gaps[g]))

    def _pays(self, state, mine):
        if grants(state):
            return a.Grant(state.asked.occupants(state)[0])
        step = (
            self._planned(state, mine) if self.steps[:1] else self._plan(state, mine)[0]
        )
        if isinstance(step, a.PutBack):
            return a.Give(step.card, state.asked.occupants(state)[0])
        return a.TakeBad()


def whole_game(seed, players, length="fast"):
    """Yield every position of a seeded game with the action chosen there."""
    rng = Random(f"company {players} {seed}")
    people = [Person(seat) for seat in range(players)]
    options = {"players": players, "length": length, "hands": "every-draw"}
    state = GAME.start({**options, "single": "asked"})
    while GAME.outcome(state) is None:
        chance = GAME.chance(state)
        action = (
            chance.sample(rng) if chance else people[state.asked.seat].choose(state)
        )
        yield state, action
        state = GAME.apply(state, action)
