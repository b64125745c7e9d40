"""Photos of the board: what can lie there now, and which turn leads there."""

from __future__ import annotations

from typing import Any

from companion.core.seats import Seat
from companion.games.samusara.actions import Action
from companion.games.samusara.state import State


def expects(state: State, seat: Seat | None) -> Any:
    """Return what a photo taken now can show."""
    del state, seat
    return None


def observe(
    state: State, seat: Seat | None, report: Any
) -> tuple[tuple[Action, float], ...]:
    """Return the turns a photo suggests."""
    del state, seat, report
    return ()
