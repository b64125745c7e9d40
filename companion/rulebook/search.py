"""Search that forgives: SQLite FTS5 ranks, rapidfuzz bridges typos and endings."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2
from threading import Lock

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.fold import telling_words, words_of


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What a hit is worth; `static/js/rules/search.js` holds the same numbers."""

    fields: tuple[float, float, float, float, float] = (8.0, 5.0, 2.0, 1.0, 0.3)
    """Weights of title, other names, short form, text and example."""

    prefix: float = 0.8
    """A word that only begins like the one typed."""

    ending: float = 0.75
    """The same word with another ending."""

    typo: float = 0.65
    """A word one slip away (two for long words)."""

    other_language: float = 0.8
    """A word found in another language than the reader's."""

    name: float = 8.0
    """Most that likeness to a title or name as a whole can add."""

    exact: float = 20.0
    """What a title adds when it is typed word for word; another name adds half."""

    hub: float = 0.03
    """What each doubling of the links to an entry adds: main rules come first."""


DEFAULTS = SearchSettings()
STEM = 4
"""Words that share fewer letters at the start are never the same word."""

LAST = "\x7f"
"""Sorts behind every letter of a folded word."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that may answer, with how well it fits."""

    entry: Entry
    score: float


class Index:
    """A full-text index over some entries in every language."""

    def __init__(
        self, entries: Iterable[Entry], settings: SearchSettings = DEFAULTS
    ) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._settings = settings
        self._lock = Lock()
        self._terms: dict[str, Mapping[tuple[str, str], float]] = {}
        self._names = {
            (entry.id, lang): _names(entry.words(lang))
            for entry in self._entries.values()
            for lang in LANGUAGES
        }
        self._calls = {
            (entry.id, lang): [set_of(name) for name in (words.title, *words.names)]
            for entry in self._entries.values()
            for lang in LANGUAGES
            for words in (entry.words(lang),)
        }
        self._links = Counter(
            name for entry in self._entries.values() for name in entry.related
        )
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._fill()
        self._vocabulary = [
            row[0]
            for row in self._db.execute("SELECT term FROM vocabulary ORDER BY term")
        ]

    def search(self, question: str, lang: str = "en", most: int = 20) -> list[Hit]:
        """Return the entries that fit a question best, best first."""
        words = telling_words(question)
        coded = [
            e for e in self._entries.values() if e.code == question.strip().upper()
        ]
        if coded:
            return [Hit(entry, 1.0) for entry in coded]
        scores: dict[str, float] = defaultdict(float)
        for word in words:
            for entry_id, score in self._word(word, lang).items():
                scores[entry_id] += score
        whole, asked = set_of(question), " ".join(words)
        hits = [
            Hit(
                self._entries[entry_id],
                (score + self._likeness(asked, entry_id, lang)) * self._hub(entry_id)
                + self._exactness(whole, entry_id, lang),
            )
            for entry_id, score in scores.items()
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:most]

    def _word(self, word: str, lang: str) -> dict[str, float]:
        """Return what one typed word is worth for each entry."""
        best: dict[str, float] = defaultdict(float)
        for term, quality in self._expansions(word).items():
            for (entry_id, spoken), score in self._postings(term).items():
                foreign = 1.0 if spoken == lang else self._settings.other_language
                best[entry_id] = max(best[entry_id], quality * foreign * score)
        return best

    def _expansions(self, word: str) -> dict[str, float]:
        """Return the indexed words that a typed word may mean, with a quality."""
        found: dict[str, float] = {}
        if slips := allowed_slips(word):
            near = process.extract(
                word,
                self._vocabulary,
                scorer=OSA.distance,
                score_cutoff=slips,
                limit=None,
            )
            found |= {term: self._settings.typo for term, _, _ in near}
        begins_alike = self._beginning(word[:STEM])
        found |= {t: self._settings.ending for t in begins_alike if same_stem(word, t)}
        if len(word) > 1:
            found |= dict.fromkeys(self._beginning(word), self._settings.prefix)
        if word in found or word in begins_alike:
            found[word] = 1.0
        return found

    def _beginning(self, start: str) -> list[str]:
        """Return the indexed words that begin like this."""
        low = bisect_left(self._vocabulary, start)
        high = bisect_left(self._vocabulary, start + LAST)
        return self._vocabulary[low:high]

    def _postings(self, term: str) -> Mapping[tuple[str, str], float]:
        """Return FTS5's rank of each entry and language for one indexed word."""
        with self._lock:
            if term not in self._terms:
                rows = self._db.execute(
                    "SELECT id, lang, -bm25(entries, 0, 0, ?, ?, ?, ?, ?) FROM entries"
                    " WHERE entries MATCH ?",
                    (*self._settings.fields, f'"{term}"'),
                )
                self._terms[term] = {(row[0], row[1]): row[2] for row in rows}
            return self._terms[term]

    def _likeness(self, asked: str, entry_id: str, lang: str) -> float:
        """Return how much a question looks like a title or a name as a whole."""
        best = 0.0
        for spoken in LANGUAGES:
            foreign = 1.0 if spoken == lang else self._settings.other_language
            for name in self._names[entry_id, spoken]:
                best = max(best, foreign * fuzz.token_sort_ratio(asked, name) / 100)
        return float(self._settings.name * best**3)

    def _exactness(self, whole: frozenset[str], entry_id: str, lang: str) -> float:
        """Return what an entry gets for being called exactly as typed."""
        best = 0.0
        for spoken in LANGUAGES:
            foreign = 1.0 if spoken == lang else self._settings.other_language
            title, *others = self._calls[entry_id, spoken]
            if whole == title:
                best = max(best, foreign)
            elif whole in others:
                best = max(best, foreign / 2)
        return self._settings.exact * best

    def _hub(self, entry_id: str) -> float:
        """Return the favour of an entry that many others point to."""
        return 1 + self._settings.hub * log2(1 + self._links[entry_id])

    def _fill(self) -> None:
        self._db.executescript(
            "CREATE VIRTUAL TABLE entries USING fts5(id UNINDEXED, lang UNINDEXED,"
            " title, names, short, text, example, tokenize = 'ascii');"
            "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(entries, 'row');"
        )
        self._db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (entry.id, lang, *_columns(entry.words(lang)))
                for entry in self._entries.values()
                for lang in LANGUAGES
            ),
        )


def set_of(text: str) -> frozenset[str]:
    """Return the words of a text without their order."""
    return frozenset(words_of(text))


def allowed_slips(word: str) -> int:
    """Return how many letters of a word may be wrong."""
    if word.isdigit() or len(word) < 4:
        return 0
    return 1 if len(word) < 7 else 2


def same_stem(word: str, term: str) -> bool:
    """Tell whether two words differ in their endings only."""
    shared = 0
    for mine, theirs in zip(word, term, strict=False):
        if mine != theirs:
            break
        shared += 1
    longest = max(len(word), len(term))
    return shared >= STEM and longest - shared <= 3 and shared >= longest * 0.6


def _columns(words: Words) -> tuple[str, ...]:
    fields = (
        words.title,
        " ".join(words.names),
        words.short,
        words.text,
        words.example,
    )
    return tuple(" ".join(words_of(field)) for field in fields)


def _names(words: Words) -> tuple[str, ...]:
    return tuple(" ".join(telling_words(name)) for name in (words.title, *words.names))
