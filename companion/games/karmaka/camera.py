"""What a photo taken now can show, and what its cards suggest."""

from __future__ import annotations

from typing import Any

from companion.core.seats import Seat
from companion.games.karmaka.actions import Action
from companion.games.karmaka.state import State


def expects(state: State, seat: Seat | None) -> None:
    """Return nothing: this table is told by taps."""
    del state, seat


def observe(
    state: State, seat: Seat | None, readings: Any
) -> tuple[tuple[Action, float], ...]:
    """Return nothing: this table is told by taps."""
    del state, seat, readings
    return ()
