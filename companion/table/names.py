"""Names of people and codes of tables, as the table writes them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from unicodedata import category, normalize

from companion.core.errors import Malformed

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters nobody confuses when a code must be read aloud."""

LONGEST_NAME = 24
"""Letters of a name: what fits on a seat of a phone in two lines."""

UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, direction and zero-width characters, and what no font can draw."""

UNSEEN_LETTERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Letters and marks by category that no font draws: fillers, selectors, blanks."""

_NAMELESS = re.compile(r"(Player|Joueur|Giocatore) \d+")
"""What is written for want of a name, in every language of the pages."""


def new_code(length: int) -> str:
    """Return a random code that is easy to read aloud and hard to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def seated(players: Sequence[str]) -> tuple[str, ...]:
    """Return names as the table writes them; whoever has none gets one.

    Raises:
        Malformed: if two players have names that look the same.
    """
    names = [clean(name) or f"Player {n}" for n, name in enumerate(players, 1)]
    known: set[str] = set()
    for name in names:
        if folded(name) in known:
            raise Malformed("Two players are called {name}.", name=name)
        known.add(folded(name))
    return tuple(names)


def clean(name: str) -> str:
    """Return a name without anything that cannot be seen."""
    words = " ".join(normalize("NFC", name).split())
    seen = "".join(letter for letter in words if _is_seen(letter))
    return " ".join(seen.split())[:LONGEST_NAME].rstrip()


def _is_seen(letter: str) -> bool:
    return category(letter) not in UNSEEN_CATEGORIES and letter not in UNSEEN_LETTERS


def folded(name: str) -> str:
    """Return what a name looks and sounds like: ANA, Ana and full-width Ana are one."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def is_given(name: str) -> bool:
    """Tell whether somebody gave this name, rather than the table for want of one."""
    return bool(name) and not _NAMELESS.fullmatch(name)
