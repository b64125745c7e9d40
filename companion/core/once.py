"""What follows from a state alone is worked out once for all who look at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LATEST = 128
"""Answers that are remembered: a state is looked at by every phone of its table in the
same moment, and soon by nobody."""


def once(asked: Callable[P, T]) -> Callable[P, T]:
    """Let a function of states and other lasting values remember its latest answers.

    Values are known again by being the very same objects, which are held meanwhile.
    The function must be given all that its answer depends on: one that is not told who
    is looking cannot mix up two who look. What it returns is shared: nobody changes it.
    """
    known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}
    lock = Lock()

    @wraps(asked)
    def answer(*values: P.args, **named: P.kwargs) -> T:
        key = tuple(map(id, values))
        found = known.get(key)
        if found is not None and not named:
            return found[1]  # its values are held, so no other has taken their ids
        said = asked(*values, **named)
        with lock:
            while len(known) >= LATEST:
                del known[next(iter(known))]
            if not named:
                known[key] = values, said
        return said

    return answer
