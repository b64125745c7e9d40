"""Which entry a question most likely means, whatever words it is asked in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import log

from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.meanings import meanings

PARTS = (1.0, 1.0, 1.0, 0.3, 1.0)
"""What a title, a name, the short form, the text and a question say of an entry; a text
tells of neighbouring rules too, so a third."""

DOUBT = 15.0
"""How many words an entry is thought to have left unsaid; 6 to 40 find the same."""


class Meant:
    """Each entry as the things people say about it: naive Bayes for one language."""

    def __init__(self, entries: Iterable[Entry], lang: str) -> None:
        self._lang = lang
        self._said: dict[str, dict[str, float]] = defaultdict(dict)
        self._length: dict[str, float] = {}
        for entry in entries:
            said = dict(_said(entry.words(lang), lang))
            for line, times in said_elsewhere(entry, lang).items():
                said[f"={line}"] = said.get(f"={line}", 0.0) + times
            for token, often in said.items():
                self._said[token][entry.id] = often
            self._length[entry.id] = sum(said.values())
        everything = sum(self._length.values())
        self._expected = {
            token: DOUBT * sum(where.values()) / everything
            for token, where in self._said.items()
        }

    def likelihood(self, question: str) -> dict[str, float]:
        """Return how much likelier a question makes each entry (a logarithm)."""
        asked = meanings(self._lang).of(question)
        known = {token: sure for token, sure in asked.items() if token in self._said}
        weight = sum(known.values())
        likely = {
            entry_id: weight * log(DOUBT / (DOUBT + length))
            for entry_id, length in self._length.items()
        }
        for token, sure in known.items():
            for entry_id, often in self._said[token].items():
                likely[entry_id] += sure * log(1 + often / self._expected[token])
        return likely


def said_elsewhere(entry: Entry, lang: str) -> dict[int, int]:
    """Return how often an entry says each meaning in the other languages.

    Phones get these numbers instead of the questions of the other languages.
    """
    heard: dict[int, float] = defaultdict(float)
    for other in LANGUAGES:
        if other != lang:
            for token, often in _said(entry.words(other), other).items():
                if token.startswith("="):
                    heard[int(token[1:])] += often
    return {line: round(often) for line, often in heard.items() if round(often)}


# Each language of an entry is heard three times, and again for every phone's shelf.
@lru_cache(maxsize=2048)
def _said(words: Words, lang: str) -> Mapping[str, float]:
    said: dict[str, float] = defaultdict(float)
    for text, weight in _phrases(words):
        for token, sure in meanings(lang).of(text).items():
            said[token] += sure * weight
    return said


def _phrases(words: Words) -> Iterator[tuple[str, float]]:
    title, name, short, text, ask = PARTS
    yield words.title, title
    yield words.short, short
    yield words.text, text
    yield from ((one, name) for one in words.names)
    yield from ((one, ask) for one in words.asks)
