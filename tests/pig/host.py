"""The host's word."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import Impossible, Malformed
from tests.pig.actions import Landed
from tests.pig.engine import TURNS, pretend
from tests.pig.questions import FACES


def force(state, action):
    """Return the state after an action that breaks a rule."""
    if isinstance(action, Landed) and action.face not in FACES:
        raise Impossible("No die shows {face}.", face=action.face)
    return TURNS.settle(state.with_todo((pretend(state, action),)), action)


def correct(state, patch):
    """Return the state with another pot."""
    if set(patch) != {"pot"} or type(patch["pot"]) is not int:
        raise Malformed("Only the pot can be corrected.")
    if patch["pot"] < 0:
        raise Impossible("A pot cannot be negative.")
    return replace(state, pot=patch["pot"])
