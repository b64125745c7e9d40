"""Everything a Karma Dice table is asked, one class for each question."""

from __future__ import annotations

from typing import TypeAlias, cast

from companion.games.karma_dice.questions.drafting import TakeDie
from companion.games.karma_dice.questions.eye import EyeMoves
from companion.games.karma_dice.questions.rolling import Fall, SettleRoll
from companion.games.karma_dice.questions.throwing import ThrowOrStop
from companion.games.karma_dice.questions.traits import KeepTrait
from companion.games.karma_dice.state import KarmaDiceState

__all__ = [
    "Asked",
    "EyeMoves",
    "Fall",
    "KeepTrait",
    "SettleRoll",
    "TakeDie",
    "ThrowOrStop",
    "asked",
]

Asked: TypeAlias = KeepTrait | ThrowOrStop | Fall | SettleRoll | TakeDie | EyeMoves
"""Every question that can be on top; trait cards stand beside them."""


def asked(state: KarmaDiceState) -> Asked | None:
    """Return the question that is open now, None when the game is over."""
    return cast("Asked", state.todo[-1]) if state.todo else None
