"""What can be said at a table of Pig."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.codec import Codec


@dataclass(frozen=True, slots=True)
class Roll:
    """Risk the pot."""


@dataclass(frozen=True, slots=True)
class Landed:
    """The die came to rest."""

    face: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Bank the pot."""


@dataclass(frozen=True, slots=True)
class Note:
    """Remember a number that nobody else sees."""

    seat: int
    number: int


CODEC = Codec(Roll, Landed, Hold, Note)
