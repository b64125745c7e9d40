"""A position of Pig."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class State:
    """Equal positions are equal values."""

    banked: tuple[int, ...]
    goal: int
    turn: int = 0
    pot: int = 0
    notes: tuple[int, ...] = ()
    die: str = "white"
    """The colour of the die in this box."""

    todo: tuple[Any, ...] = ()

    @property
    def rolling(self):
        """Whether the die is in the air."""
        return bool(self.todo) and self.todo[-1].chance

    def with_todo(self, todo):
        """Return the same position with another stack."""
        return replace(self, todo=todo)
