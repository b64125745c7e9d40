"""The host's word: actions against a rule, and corrections of the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion.core.errors import Impossible, Malformed
from companion.games.samsara import actions as a
from companion.games.samsara import patches
from companion.games.samsara.box import GOAL
from companion.games.samsara.characters import POWERS
from companion.games.samsara.ending import faults
from companion.games.samsara.engine import advance, show
from companion.games.samsara.state import HAND, OFF_BOARD, State, Task, pop
from companion.games.samsara.steps import STEPS
from companion.games.samsara.steps.choosing import ask_back

_ASIDE: dict[type, Callable[[State], Task]] = {
    a.PutBack: lambda state: ask_back(state.seat, "any"),
    a.Give: lambda state: Task("toll", state.seat),
    a.Grant: lambda state: Task("toll", state.seat),
    a.TakeBad: lambda state: Task("toll", state.seat),
    a.Take: lambda state: Task("samsara", state.seat, 1, (HAND,)),
    a.Reserve: lambda state: Task("reserve", state.seat),
    a.Discard: lambda state: Task("discard", state.seat, 1),
}
"""What the player in turn can be made to do at any moment."""


def force(state: State, action: a.Action) -> State:
    """Return the state after an action that breaks a rule.

    Raises:
        Impossible: if a piece would be lost or doubled, or it cannot be done now.
    """
    if state.over:
        raise Impossible("The game is over.")
    if isinstance(action, a.Show):
        return show(state, action)
    _check_numbers(state, action)
    task = state.todo[-1]
    if isinstance(action, STEPS[task.kind].takes):
        return _forced(pop(state), task, action)
    if type(action) in _ASIDE:
        return _forced(state, _ASIDE[type(action)](state), action)
    raise Impossible("This cannot be done now; correct the position instead.")


def _forced(state: State, task: Task, action: Any) -> State:
    try:
        after = advance(STEPS[task.kind].settle(state, task, action))
    except (ValueError, KeyError, IndexError) as error:
        raise Impossible("This cannot be done with these pieces.") from error
    return _sound(after)


def _sound(state: State) -> State:
    if faults(state):
        raise Impossible("A piece would be lost or doubled.")
    return state


def _check_numbers(state: State, action: Any) -> None:
    """Refuse seats, gaps, zones and characters that do not exist."""
    if isinstance(action, a.ChooseCharacter) and action.character not in POWERS:
        names = ", ".join(POWERS)
        raise Impossible("A character is one of: {names}.", names=names)
    most = {
        "to": state.setting.seats,
        "seat": state.setting.seats,
        "gap": state.setting.gaps,
        "zone": 8,
    }
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name in most and isinstance(value, int):
            least = -1 if field.name in ("gap", "seat") else 0
            if not least <= value < most[field.name]:
                raise Impossible("There is no such place.")


def correct(state: State, patch: Mapping[str, Any]) -> State:
    """Return the state with the host's corrections; no piece is lost or doubled.

    `{"pawns": {"0": 3}, "cards": [{"card": "jann", "from": "supply", "to":
    "0:hand"}], "amulets": [{"face": "J4V4", "from": "gap:0", "to": "1"}],
    "faces": [{"at": "gap:0", "face": "J4V4", "is": "J4K4"}], "markers": {"0":
    ["purge"]}, "characters": {"1": "ibah"}, "neutral": 5, "turn": 2, "phase":
    "act", "actions": 2}`

    Raises:
        Malformed: if it cannot be read.
        Impossible: if a piece would be lost or doubled.
    """
    if not isinstance(patch, Mapping):
        raise Malformed("A correction is an object.")
    if state.over:
        raise Impossible("The game is over.")
    for key in patch:
        if key not in patches.READERS:
            raise Malformed("There is nothing called {key} to correct.", key=str(key))
    for key, reader in patches.READERS.items():
        if key in patch:
            state = reader(state, patch[key])
    _check_pawns(state)
    return _sound(_reconsidered(state))


def _check_pawns(state: State) -> None:
    """Refuse a pawn at the start whose player is about to take a card."""
    taking = [task.seat for task in state.todo if task.kind == "take"]
    if any(state.players[seat].pawn == OFF_BOARD for seat in taking):
        raise Impossible("The pawn has not entered the wheel yet.")


def _reconsidered(state: State) -> State:
    """Return the state with the end triggered by whoever owns five amulets now."""
    there = [s for s, player in enumerate(state.players) if player.wins >= GOAL]
    if state.ended in there:
        return state
    return state._replace(ended=there[0] if there else None)
