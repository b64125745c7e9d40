"""Everything a Samusara table is asked: a turn, the app's turn, an offered draw."""

from __future__ import annotations

from typing import Any

from companion.core.phrase import Phrase
from companion.core.turn import Question
from companion.games.samusara.actions import AcceptDraw, DeclineDraw
from companion.games.samusara.questions.agreeing import (
    AnswerDraw,
    DrawOffer,
    Resignation,
)
from companion.games.samusara.questions.hinting import Hint
from companion.games.samusara.questions.missing import Missed
from companion.games.samusara.questions.moving import (
    AppMoves,
    MoveDisc,
    asked,
    thought,
)
from companion.games.samusara.state import State, seat_of
from companion.games.samusara.words import reason

__all__ = ["STANDING", "AppMoves", "asked", "described", "pretend", "thought"]

STANDING: tuple[Question[State, Any], ...] = (
    DrawOffer(),
    Resignation(),
    Hint(),
    Missed(),
)


def pretend(state: State, action: Any) -> Question[State, Any]:
    """Return the question an action would have answered, had it been asked."""
    seat = seat_of(state.setting, state.colour)
    if isinstance(action, AcceptDraw | DeclineDraw):
        return AnswerDraw(seat)
    return MoveDisc(seat)


def described(state: State) -> Phrase:
    """Return the prompt of the open question, or how the game ended."""
    if state.todo:
        question = state.todo[-1]
        assert isinstance(question, Question)
        return question.prompt(state, None)
    return reason(state)
