"""What everybody should see of a game of Samusara."""

from __future__ import annotations

from typing import Any

from companion.core.moments import Kind, Moment
from companion.core.phrase import say_n
from companion.games.samusara.state import State


def moments(before: State, action: Any, after: State) -> tuple[Moment, ...]:
    """Return the discs that were taken."""
    del action
    # A photo may tell two turns at once, so both players may have taken something.
    pairs = zip(before.piles, after.piles, strict=True)
    taken = sum(max(0, new - old) for old, new in pairs)
    if not taken:
        return ()
    words = say_n("{n} disc captured!", "{n} discs captured!", taken)
    return (Moment(Kind.CAPTURE, words),)
