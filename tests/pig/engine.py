"""Pig from the first roll to the winner."""

from __future__ import annotations

from typing import Any

from companion.core.game import Outcome
from companion.core.options import read_options
from companion.core.phrase import NameOf, say
from companion.core.seats import Seat
from companion.core.turn import TurnMachine, push
from tests.pig import rules
from tests.pig.actions import Landed
from tests.pig.box import read_box
from tests.pig.options import OPTIONS, PLAYERS
from tests.pig.questions import Fall, RollOrHold, TakeNotes
from tests.pig.state import State


def pretend(state, action):
    """Return the question an action would have answered."""
    return Fall(state.turn) if isinstance(action, Landed) else RollOrHold(state.turn)


TURNS: TurnMachine[State, Any] = TurnMachine(
    rules.OVER, pretend, standing=(TakeNotes(),)
)


def start(options):
    """Return the first position."""
    players, chosen = read_options(OPTIONS, PLAYERS, options, extra=("box",))
    die = read_box(options.get("box"))
    first = State((0,) * players, chosen["goal"], notes=(0,) * players, die=die)
    return push(first, RollOrHold(Seat(0)))


def outcome(state):
    """Return who has reached the goal, if anybody has."""
    best = max(state.banked)
    if best < state.goal:
        return None
    winners = tuple(Seat(s) for s, n in enumerate(state.banked) if n == best)
    reason = say("{who} reaches {n}", who=NameOf(winners[0]), n=best)
    return Outcome(winners, state.banked, "goal", reason)


def faults(state):
    """Return what cannot be."""
    return () if min(state.banked) >= 0 else ("negative score",)
