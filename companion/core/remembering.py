"""What of a step is worth remembering when the evening is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase
from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Remembered:
    """What one step did for one seat, beyond the score."""

    seat: Seat
    luck: float | None = None
    """How much better than expected chance was, in the game's own measure; over all
    that could have come it is zero on average. None if nothing was left to chance."""

    deed: Phrase | None = None
    """Something people count afterwards, such as a bust; without values."""


def nothing_remembered(before: Any, action: Any, after: Any) -> tuple[()]:
    """Remember nothing but the score."""
    del before, action, after
    return ()
