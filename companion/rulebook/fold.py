"""Words as search compares them: no accents, no case, no filler words."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

FILLERS = frozenset((Path(__file__).parent / "fillers.txt").read_text().split())
"""Words that say nothing about a rule, in three languages, already folded."""

_WORD = re.compile(r"[a-z0-9]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})


def fold(text: str) -> str:
    """Return the text in lower case without accents or ligatures."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LIGATURES))
    return "".join(c for c in plain if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """Return every folded word of a text."""
    return _WORD.findall(fold(text))


def telling_words(text: str) -> list[str]:
    """Return the words of a question that can tell rules apart.

    A question made of filler words alone keeps them all.
    """
    words = words_of(text)
    telling = [w for w in words if w not in FILLERS and (len(w) > 1 or w.isdigit())]
    return telling or words
