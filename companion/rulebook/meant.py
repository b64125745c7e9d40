"""Which entry a question most likely means, whatever its words and its language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import log

from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.meanings import meanings

PARTS = (1.0, 1.0, 1.0, 0.3, 1.0)
"""What a title, a name, the short form, the text and a question say of an entry; a text
tells of neighbouring rules too, so a third."""

DOUBT = 15.0
"""How many words an entry is thought to have left unsaid; 6 to 40 find the same."""


class Meant:
    """Each entry as the things people say about it: a model of naive Bayes."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._said: dict[str, dict[str, float]] = defaultdict(dict)
        self._length: dict[str, float] = {}
        total: dict[str, float] = defaultdict(float)
        for entry in entries:
            said: dict[str, float] = defaultdict(float)
            for lang in LANGUAGES:
                for text, weight in _phrases(entry.words(lang)):
                    for token, sure in meanings(lang).of(text).items():
                        said[token] += sure * weight
            for token, times in said.items():
                self._said[token][entry.id] = times
                total[token] += times
            self._length[entry.id] = sum(said.values())
        everything = sum(total.values()) or 1.0
        self._share = {token: times / everything for token, times in total.items()}

    def likelihood(self, question: str, lang: str) -> dict[str, float]:
        """Return how much likelier a question makes each entry (a logarithm)."""
        asked = {
            token: sure
            for token, sure in meanings(lang).of(question).items()
            if token in self._said
        }
        weight = sum(asked.values())
        likely = {
            entry_id: weight * log(DOUBT / (DOUBT + length))
            for entry_id, length in self._length.items()
        }
        for token, sure in asked.items():
            expected = DOUBT * self._share[token]
            for entry_id, times in self._said[token].items():
                likely[entry_id] += sure * log(1 + times / expected)
        return likely


def _phrases(words: Words) -> Iterator[tuple[str, float]]:
    title, name, short, text, ask = PARTS
    yield words.title, title
    yield words.short, short
    yield words.text, text
    yield from ((one, name) for one in words.names)
    yield from ((one, ask) for one in words.asks)
