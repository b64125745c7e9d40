"""What hands must do because of a step: pieces that move, as data."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.phrase import Phrase
from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Doing:
    """One thing for one pair of hands, in the imperative: *Draw 2 cards.*"""

    seat: Seat
    """Whose hands."""

    words: Phrase
    piece: str
    """The key of what moves, empty where the pieces are not told apart."""

    count: int
    source: str
    target: str
    """Names of places as the game's view calls them."""
