"""The chain that proves a log: each entry's digest covers the one before it.

What is digested, and in which order, never changes: the entries of old databases
could no longer prove themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256


def charter_digest(content: Iterable[str | int]) -> str:
    """Return where a chain begins: id, game, engine, players, options, created."""
    return _digest(tuple(content))


def entry_digest(before: str, content: Iterable[str | int]) -> str:
    """Return the next digest: version, kind, who, once, at, body, shown."""
    return _digest((before, *content))


def _digest(values: tuple[str | int, ...]) -> str:
    # JSON keeps neighbours apart: ("ab", "c") and ("a", "bc") differ.
    return sha256(json.dumps(values).encode()).hexdigest()
