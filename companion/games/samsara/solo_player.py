"""The bot at the table: which question it answers how."""

from __future__ import annotations

from companion.games.samsara import actions as a
from companion.games.samsara.bot import Plan, Planner
from companion.games.samsara.deck import is_bad
from companion.games.samsara.life import life_of
from companion.games.samsara.questions.acting import Act, EndTurn
from companion.games.samsara.questions.choosing import PutCardsBack, ReserveCard
from companion.games.samsara.questions.closing import MoveNeutral
from companion.games.samsara.questions.moving import BeReborn, MovePawn, PayToll
from companion.games.samsara.questions.powers import PickPower
from companion.games.samsara.questions.taking import TakeCard, TakeSamsara
from companion.games.samsara.state import (
    EVANESCENT,
    HAND,
    ZONE_NAMES,
    State,
)

STAGES = {
    MovePawn: "move",
    PayToll: "toll",
    TakeCard: "take",
    Act: "act",
    ReserveCard: "reserve",
    PickPower: "power",
}


def stage_of(state: State) -> str | None:
    """Return which part of the bot's plan answers the question; None if it cannot."""
    asked = state.asked
    match asked:
        case BeReborn(_, count):
            return f"rebirth-{count}"
        case PutCardsBack(_, wanted):
            return "purge" if wanted == "bad" else "trade"
        case TakeSamsara(_, target, count):
            if target == HAND:
                return "trade-for"
            return "stay" if target == EVANESCENT else f"{ZONE_NAMES[target]}-{count}"
    return STAGES.get(type(asked))


def plans(state: State, seed: int = 0) -> list[Plan]:
    """Return the bot's plans, the best first; none if it does not know enough."""
    life, stage = life_of(state), stage_of(state)
    return Planner(seed).plans(life, stage) if life and stage else []


class SoloPlayer:
    """Plays a game alone; remembers the rest of a turn that it has planned."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.steps: tuple[a.Action, ...] = ()

    def choose(self, state: State) -> a.Action:
        """Return the next action of the player."""
        asked = state.asked
        assert asked is not None
        if isinstance(asked, MoveNeutral):
            return a.MoveNeutral()
        if isinstance(asked, EndTurn):
            return a.EndTurn()
        if self._lacks(state):
            return a.Lack()
        # A single choice is made by the table itself: then the next step is asked for.
        while self.steps and not isinstance(self.steps[0], asked.answers):
            self.steps = self.steps[1:]
        if not self.steps or asked.broken(state, self.steps[0]) is not None:
            self.steps = plans(state, self.seed)[0].steps
        step, *rest = self.steps
        self.steps = tuple(rest)
        return step

    def _lacks(self, state: State) -> bool:
        """Tell whether the hand has no card that is asked for."""
        asked, hand = state.asked, state.players[0].cards.zones[HAND].seen
        if isinstance(asked, PutCardsBack) and asked.wanted == "bad":
            return not any(map(is_bad, hand))
        if isinstance(asked, PutCardsBack | ReserveCard):
            return all(map(is_bad, hand))
        return False
