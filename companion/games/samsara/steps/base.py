"""What every step of a turn has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara.state import State, Task


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of question to the table, and how its answers work."""

    takes: tuple[type, ...]
    """The actions that answer it."""

    offers: Callable[[State, Task], Iterable[Any]]
    """Answers to list, each still checked by `broken`."""

    broken: Callable[[State, Task, Any], Rule | None]
    """The rule an answer of the right kind would break."""

    settle: Callable[[State, Task, Any], State]
    """The state after an answer; the task is already taken off the list."""

    chance: bool = False
    """Only the table can answer: cards were drawn or pieces laid out."""

    idle: Callable[[State, Task], bool] = lambda state, task: False
    """Nothing can be done here, as everybody can see: pass on at once."""
