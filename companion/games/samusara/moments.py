"""What everybody should see of a game of Samusara."""

from __future__ import annotations

from typing import Any

from companion.core.moments import Kind, Moment
from companion.core.phrase import say_n
from companion.games.samusara.state import State


def moments(before: State, action: Any, after: State) -> tuple[Moment, ...]:
    """Return the discs that a jump took."""
    del action
    taken = after.piles[before.colour] - before.piles[before.colour]
    if taken <= 0:
        return ()
    words = say_n("{n} disc captured!", "{n} discs captured!", taken)
    return (Moment(Kind.CAPTURE, words),)
