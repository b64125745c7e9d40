"""The host's word: actions against a rule, and corrections of the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Impossible, Malformed
from companion.core.seats import Seat
from companion.core.turn import Question, advance
from companion.games.samsara import actions as a
from companion.games.samsara import patches
from companion.games.samsara.box import ANCESTRAL, GOAL, is_face
from companion.games.samsara.characters import POWERS
from companion.games.samsara.engine import faults
from companion.games.samsara.questions import pretend
from companion.games.samsara.questions.base import Ask
from companion.games.samsara.questions.moving import MovePawn
from companion.games.samsara.questions.setup import pieces_left
from companion.games.samsara.questions.taking import TakeCard
from companion.games.samsara.state import OFF_BOARD, State
from companion.games.samsara.words import POWER_NAMES

__all__ = ["correct", "force", "pretend"]

ASIDE = (a.PutBack, a.Give, a.Grant, a.TakeBad, a.Take, a.Reserve, a.Discard)
"""What the player in turn can be made to do at any moment."""


def force(state: State, action: a.Action) -> State:
    """Return the state after an action that breaks a rule.

    Raises:
        Impossible: if a piece would be lost or doubled, or it cannot be done now.
    """
    if not state.todo:
        raise Impossible("The game is over.")
    asked, below = state.todo[-1], state.with_todo(state.todo[:-1])
    assert isinstance(asked, Ask)
    if isinstance(action, a.Show | a.Relay):
        return _forced(state, pretend(state, action), action)
    if isinstance(action, asked.answers):
        return _forced(below, asked, action)
    if isinstance(action, ASIDE):
        return _forced(state, pretend(state, action), action)
    raise Impossible("This cannot be done now; correct the position instead.")


def _forced(state: State, question: Question[State, Any], action: a.Action) -> State:
    check_pieces(state, action)
    try:
        after = advance(question.settle(state, action))
    except (ValueError, KeyError, IndexError) as error:
        raise Impossible("This cannot be done with these pieces.") from error
    return _sound(after)


def _sound(state: State) -> State:
    if faults(state):
        raise Impossible("A piece would be lost or doubled.")
    return state


# As in `pretend`: one case per kind of action that names a place or a piece.
def check_pieces(state: State, action: a.Action) -> None:  # noqa: C901, PLR0912
    """Refuse seats, gaps, zones and pieces that do not exist.

    Raises:
        Impossible: saying what there is not.
    """
    match action:
        case a.ChooseCharacter(name) if name not in POWERS:
            names = ", ".join(POWERS)
            raise Impossible("A character is one of: {names}.", names=names)
        case a.Give(_, seat) | a.Grant(seat) | a.Show(seat) | a.Target(seat):
            _check(0 <= seat < state.setting.seats)
        case a.Strike(seat):
            _check(0 <= seat < state.setting.seats)
        case a.Copy(seat, power):
            _check(0 <= seat < state.setting.seats and power in POWER_NAMES)
        case a.ChoosePower(power):
            _check(power in POWER_NAMES)
        case a.Manual(_, seat):
            _check(-1 <= seat < state.setting.seats)
        case a.Take(zone) | a.PlaceAncestral(zone):
            _check(0 <= zone < 8)
        case a.MoveAmulet(gap):
            _check(0 <= gap < state.setting.gaps)
        case a.PickAmulet(gap, face):
            _check(0 <= gap < state.setting.gaps and face in state.gaps[gap])
        case a.Flip(gap, face, shows):
            _check(0 <= gap < state.setting.gaps and face in state.gaps[gap])
            _check(is_face(shows))
        case a.Buy(gap):
            _check(-1 <= gap < state.setting.gaps)
        case a.Lay(faces) | a.Dealt(faces) | a.Relay(_, faces):
            _check(all(map(is_face, faces)))
        case a.ChooseAncestral(piece):
            _check(piece in pieces_left(state))
        case a.BuyAncestral(amulet):
            _check(amulet in [lying for lying, _ in state.ancestral])
        case a.Trigger(amulet):
            _check(amulet in ANCESTRAL)


def _check(there: bool) -> None:
    if not there:
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
    if not state.todo:
        raise Impossible("The game is over.")
    for key in patch:
        if key not in patches.READERS:
            raise Malformed("There is nothing called {key} to correct.", key=str(key))
    for key, reader in patches.READERS.items():
        if key in patch:
            state = reader(state, patch[key])
    _check_pawns(state)
    return _sound(_going_on(_reconsidered(state)))


def _check_pawns(state: State) -> None:
    """Refuse a pawn at the start whose player is about to take a card."""
    for thing in state.todo[::-1]:
        if isinstance(thing, MovePawn):
            return
        if isinstance(thing, TakeCard) and state.players[thing.seat].pawn == OFF_BOARD:
            raise Impossible("The pawn has not entered the wheel yet.")


def _reconsidered(state: State) -> State:
    """Return the state with the end triggered by whoever owns five amulets now."""
    there = [Seat(s) for s, one in enumerate(state.players) if one.wins >= GOAL]
    if state.ended in there:
        return state
    return state._replace(ended=there[0] if there else None)


def _going_on(state: State) -> State:
    """Pass over a question that the correction left without any answer."""
    asked = state.todo[-1]
    assert isinstance(asked, Ask)
    stuck = asked.idle(state) if asked.chance else not any(asked.offers(state))
    return advance(state) if stuck else state
