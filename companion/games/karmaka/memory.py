"""What of a game of Karmaka is remembered: the powers that were used.

What is drawn stays hidden from the app, so nothing is claimed about luck.
"""

from __future__ import annotations

from typing import Any

from companion.core.remembering import Remembered
from companion.games.karmaka.actions import Play, Use
from companion.games.karmaka.state import State
from companion.games.karmaka.words import CARD_NAMES


def remember(before: State, action: Any, after: State) -> tuple[Remembered, ...]:
    """Return the power that a player used."""
    del after
    if not isinstance(action, Play) or action.use is not Use.POWER:
        return ()
    return (Remembered(before.turn, deed=CARD_NAMES[action.card]),)
