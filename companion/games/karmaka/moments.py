"""What everybody should see of a game of Karmaka."""

from __future__ import annotations

from typing import Any

from companion.core.moments import Kind, Moment
from companion.core.phrase import NameOf, say
from companion.core.seats import Seat
from companion.games.karmaka.state import State


def moments(before: State, action: Any, after: State) -> tuple[Moment, ...]:
    """Return the climb of a soul: a death that was worth it."""
    del action
    pairs = zip(before.lives, after.lives, strict=True)
    return tuple(
        Moment(
            Kind.DEATH,
            say("{who} climbs the Karmic Ladder.", who=NameOf(Seat(seat))),
            Seat(seat),
            stays=True,
        )
        for seat, (old, new) in enumerate(pairs)
        if new.level > old.level
    )
