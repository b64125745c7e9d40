"""The chain that proves a log: each entry's digest covers the one before it.

What is digested, and in which order, never changes: the entries of old databases
could no longer prove themselves.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any


def charter_digest(row: Any) -> str:
    """Return where the chain of a table begins: what was agreed at it."""
    return _digest(row.id, row.game, row.engine, row.players, row.options, row.created)


def entry_digest(before: str, row: Any) -> str:
    """Return the digest of an entry as it is kept, after the digest before it."""
    return _digest(
        before,
        row.version,
        row.kind,
        row.who,
        row.once,
        row.at,
        row.body,
        row.shown,
    )


def _digest(*values: Any) -> str:
    # JSON keeps neighbours apart: ("ab", "c") and ("a", "bc") differ.
    return sha256(json.dumps(values).encode()).hexdigest()
