"""What everybody at the table should see and feel: a bust, a death, a victory."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.phrase import Phrase
from companion.core.seats import Seat


class Kind(StrEnum):
    """Kinds of moments; each has a sign, a sound and a way to move of its own."""

    THROW = "throw"
    """Dice have come to rest: they tumble, nothing is said."""

    BUST = "bust"
    PRIZE = "prize"
    REBIRTH = "rebirth"
    MENACE = "menace"
    DEATH = "death"
    CAPTURE = "capture"
    LAST_ROUND = "last-round"
    VICTORY = "victory"
    DEFEAT = "defeat"


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened just now, known to everybody."""

    kind: Kind
    words: Phrase | None = None
    seat: Seat | None = None
    """Whose moment it is; nobody's if the whole table shares it."""

    stays: bool = False
    """It stays until it has been seen: whoever looked away must not miss it."""


def no_moments(before: Any, action: Any, after: Any) -> tuple[()]:
    """Let nothing stand out."""
    del before, action, after
    return ()
