"""What an entry is called: the words by which people mean it and nothing else."""

from __future__ import annotations

import re

from companion.rulebook.entry import Entry, Kind
from companion.rulebook.fold import telling_words, words_of

THINGS = (Kind.CARD, Kind.DIE, Kind.CHARACTER)
"""Kinds of entries that are something one can hold and name."""

BETWEEN_NAMES = re.compile(r"[,:()]")
"""What stands between the names of a thing in its title."""


def set_of(text: str) -> frozenset[str]:
    """Return the words of a text without their order."""
    return frozenset(words_of(text))


def parts_of(entry: Entry, lang: str) -> list[frozenset[str]]:
    """Return the names in the title of a thing: "Ibah" and "the elephant" alike."""
    if entry.kind not in THINGS:
        return []
    parts = BETWEEN_NAMES.split(entry.words(lang).title)
    return [frozenset(telling_words(part)) for part in parts if part.strip()]


def calls_of(entry: Entry, lang: str) -> dict[frozenset[str], float]:
    """Return every word set an entry is called by, with how much it is its own.

    Other entries share their further names with things, so these count half.
    """
    words = entry.words(lang)
    calls = {frozenset(telling_words(name)): 0.5 for name in words.names}
    calls |= dict.fromkeys(parts_of(entry, lang), 0.9)
    calls[frozenset(telling_words(words.title))] = 0.9
    calls[set_of(words.title)] = 1.0
    return calls
