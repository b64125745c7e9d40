"""Titles, names and questions of entries, and how much a new question is like them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log, sqrt

from companion.rulebook.entry import LANGUAGES, Entry
from companion.rulebook.fold import telling_words


class Asked:
    """Every such phrase as a set of words; rare words weigh more."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        asked = [
            (entry.id, lang, frozenset(telling_words(phrase)))
            for entry in entries
            for lang in LANGUAGES
            for words in (entry.words(lang),)
            for phrase in (words.title, *words.names, *words.asks)
        ]
        self._count = len(asked)
        self._uses = Counter(word for _, _, words in asked for word in words)
        self._where: dict[str, list[int]] = defaultdict(list)
        for place, (_, _, words) in enumerate(asked):
            for word in words:
                self._where[word].append(place)
        self._of = [(entry_id, lang) for entry_id, lang, _ in asked]
        self._lengths = [
            sqrt(sum(self._weight(word) ** 2 for word in words))
            for _, _, words in asked
        ]

    def words(self) -> set[str]:
        """Return every word of every phrase."""
        return set(self._where)

    def likeness(
        self, meanings: Iterable[Mapping[str, float]]
    ) -> dict[tuple[str, str], float]:
        """Return the best likeness (0 to 1) of each entry and language.

        `meanings` holds, for each word typed, the known words it may mean and how
        surely; a word that means nothing known makes everything less alike.
        """
        shared: dict[int, float] = defaultdict(float)
        length = 0.0
        for meaning in meanings:
            weighed = {
                word: sure * self._weight(word) for word, sure in meaning.items()
            }
            own = max(weighed.values(), default=self._weight(""))
            length += own**2
            for place, weight in self._best(weighed).items():
                shared[place] += own * weight
        best: dict[tuple[str, str], float] = defaultdict(float)
        for place, product in shared.items():
            alike = product / (sqrt(length) * self._lengths[place])
            best[self._of[place]] = max(best[self._of[place]], alike)
        return best

    def _best(self, weighed: Mapping[str, float]) -> dict[int, float]:
        """Return what one typed word shares with each phrase that has it."""
        best: dict[int, float] = defaultdict(float)
        for word, weight in weighed.items():
            for place in self._where.get(word, ()):
                best[place] = max(best[place], weight)
        return best

    def _weight(self, word: str) -> float:
        return log(1 + self._count / (1 + self._uses[word]))
