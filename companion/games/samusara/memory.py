"""What of a game of Samusara is remembered: discs taken and discs brought back."""

from __future__ import annotations

from typing import Any

from companion.core.phrase import say
from companion.core.remembering import Remembered
from companion.games.samusara.actions import Jump, Reinforce, TwoTurns
from companion.games.samusara.questions.moving import play_on
from companion.games.samusara.state import State, is_apps, seat_of


def remember(before: State, action: Any, after: State) -> tuple[Remembered, ...]:
    """Return a deed for every disc that was captured or returned."""
    if isinstance(action, TwoTurns):
        between = play_on(before, action.first)
        return remember(before, action.first, between) + remember(
            between, action.second, after
        )
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
