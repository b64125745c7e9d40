"""What of a game of Samusara is remembered: discs taken and discs brought back."""

from __future__ import annotations

from typing import Any

from companion.core.phrase import say
from companion.core.remembering import Remembered
from companion.games.samusara.actions import Jump, Reinforce
from companion.games.samusara.state import State, is_apps, seat_of


def remember(before: State, action: Any, after: State) -> tuple[Remembered, ...]:
    """Return a deed for every disc that was captured or returned."""
    colour = before.colour
    if is_apps(before.setting, colour):
        return ()
    seat = seat_of(before.setting, colour)
    if isinstance(action, Jump):
        taken = after.piles[colour] - before.piles[colour]
        return (Remembered(seat, deed=say("disc captured")),) * max(0, taken)
    if isinstance(action, Reinforce):
        return (Remembered(seat, deed=say("disc returned")),) * len(action.cells)
    return ()
