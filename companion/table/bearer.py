"""Who holds a ticket: the host, a seat, or someone who only watches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from companion.core.seats import Seat


class Role(StrEnum):
    """What a ticket is good for."""

    HOST = "host"
    SEAT = "seat"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Bearer:
    """Someone at the table, as the table knows them."""

    role: Role
    seat: Seat | None = None

    def may_speak_for(self, seat: Seat) -> bool:
        """Tell whether this one's word counts for a seat."""
        return self.role is Role.HOST or self.seat == seat

    def to_json(self) -> dict[str, Any]:
        """Return the `you` and `who` of views."""
        return {"role": self.role.value, "seat": self.seat}

    def __str__(self) -> str:
        return self.role.value if self.seat is None else f"seat-{self.seat}"

    @classmethod
    @lru_cache(maxsize=64)  # a log of thousands names a handful of people
    def read(cls, text: str) -> Bearer:
        """Return the bearer written like this in the log."""
        role, _, seat = text.partition("-")
        return cls(Role(role), Seat(int(seat)) if seat else None)


HOST = Bearer(Role.HOST)
WATCHER = Bearer(Role.WATCH)


def at_seat(seat: int) -> Bearer:
    """Return the bearer who sits here."""
    return Bearer(Role.SEAT, Seat(seat))
