"""A coach for whoever plays alone: a hint, and the reasoning with the bot's numbers.

It knows what the app was told, which is no more than the player knows; nothing that it
says is written down.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.phrase import Phrase, say
from companion.games.samsara import actions as a
from companion.games.samsara.bot import Plan
from companion.games.samsara.box import BAD, GOAL, ZONES
from companion.games.samsara.engine import TURNS
from companion.games.samsara.life import understood
from companion.games.samsara.missing import missing
from companion.games.samsara.purchases import last_one
from companion.games.samsara.shapes import Advice, Coach
from companion.games.samsara.solo_player import plans, stage_of
from companion.games.samsara.state import HAND, RESERVE, State
from companion.games.samsara.words import CARD_NAMES, amulet, join

OTHERS = 2
"""Other ways that are compared with the best one."""


def coach(state: State) -> Coach[dict[str, Any]] | None:
    """Return what the coach would say; None where there is none or nothing to say."""
    if not state.setting.coach or not understood(state) or stage_of(state) is None:
        return None
    if state.players[0].cards.zones[HAND].unseen:
        return Coach(ready=False, hint=None, steps=[], ways=[])
    return _advice(state)


# A screen is drawn several times while a position stands.
@lru_cache(maxsize=8)
def _advice(state: State) -> Coach[dict[str, Any]] | None:
    found = plans(state)
    if not found:
        return None
    return Coach(
        ready=True,
        hint=hint(state, found[0]).to_json(),
        steps=[step.to_json() for step in told(state, found[0]).steps],
        ways=[_way(state, plan) for plan in found[: 1 + OTHERS]],
    )


def hint(state: State, plan: Plan) -> Phrase:
    """Say what to aim for, not how."""
    buys = [step for step in plan.steps if isinstance(step, a.Buy)]
    if buys and last_one(state.players[0]):
        return say("You can win the fifth amulet in this turn.")
    if buys:
        return say("Win {amulet} in this turn.", amulet=amulet(buys[0].face))
    nearest = min(missing(state), key=lambda one: (one.cards, one.face))
    cards = [CARD_NAMES[ZONES[zone]] for zone, n in enumerate(nearest.lacks) if n]
    what = amulet(nearest.face)
    if not cards:
        return say("Keep what pays {amulet}, best in the Reserve.", amulet=what)
    if state.players[0].wins == GOAL - 1:
        return say(
            "Only light symbols pay the fifth amulet. Nearest is {amulet}: collect "
            "{cards}, best in the Reserve.",
            amulet=what,
            cards=join(cards),
        )
    return say("Prepare {amulet}: collect {cards}.", amulet=what, cards=join(cards))


class Told(NamedTuple):
    """The steps of a plan in words, and where they lead as far as it is known."""

    steps: list[Phrase]
    state: State


def told(state: State, plan: Plan) -> Told:
    """Carry a plan out up to the next draw; its steps are called as on the buttons."""
    words = []
    for step in plan.steps:
        if TURNS.broken_rule(state, step) is None:
            words.append(TURNS.label(state, step))
            if isinstance(step, a.EndTurn):
                break
            state = TURNS.apply(state, step)
        if TURNS.chance(state) is not None:
            break
    return Told(words, state)


def _way(state: State, plan: Plan) -> Advice[dict[str, Any]]:
    after = told(state, plan).state.players[0]
    return Advice(
        step=TURNS.label(state, plan.steps[0]).to_json(),
        rating=round(plan.worth, 1),
        amulets=after.wins,
        bad=after.cards.count(BAD),
        cards=len(after.cards.everything()),
        reserve=after.cards.size(RESERVE),
    )
