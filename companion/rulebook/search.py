"""Search that forgives: SQLite FTS5 ranks, rapidfuzz bridges typos and endings."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from companion.rulebook.asked import Asked
from companion.rulebook.called import calls_of, parts_of, set_of
from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.fold import telling_words, words_of
from companion.rulebook.meanings import everyday, meanings
from companion.rulebook.meant import Meant


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What a hit is worth; the numbers travel to `static/js/rules/search.js`.

    Chosen by trying values around each on the labelled questions of the tests; the
    places where they stand are flat, so a little more or less changes nothing.
    """

    fields: tuple[float, float, float, float, float, float] = (8, 5, 2, 1, 0.3, 1)
    """Weights of title, other names, short form, text, example and questions."""

    prefix: float = 0.5
    """A word that only begins like the one typed."""

    ending: float = 0.75
    """The same word with another ending."""

    typo: float = 0.5
    """A word one slip away (two for long words)."""

    other_language: float = 0.5
    """A word found in another language than the reader's."""

    name: float = 4.0
    """Most that likeness to a title or name as a whole can add, letter by letter."""

    ask: float = 10.0
    """Most that likeness to a title, name or question can add, word by word."""

    meant: float = 1.5
    """What each natural logarithm of likelihood adds, from meanings and roots."""

    exact: float = 24.0
    """What a title adds when it is typed word for word; another name adds half."""

    inside: float = 0.35
    """The share of `exact` for a thing that is named among other words."""

    sense: tuple[float, float] = (0.45, 0.55)
    """How sure the words of a question must be on average to mean anything: one of
    two may be a slip, of more most are known."""


DEFAULTS = SearchSettings()
SMALL_TALK = 3
"""Telling words of an everyday sentence: who says more may tell a story of the game."""

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
            (entry.id, lang): calls_of(entry, lang)
            for entry in self._entries.values()
            for lang in LANGUAGES
        }
        self._parts = {
            (entry.id, lang): parts_of(entry, lang)
            for entry in self._entries.values()
            for lang in LANGUAGES
        }
        self._asked = Asked(self._entries.values())
        self._meant = {lang: Meant(self._entries.values(), lang) for lang in LANGUAGES}
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._fill()
        told = {row[0] for row in self._db.execute("SELECT term FROM vocabulary")}
        self._known = told | self._asked.words()
        self._vocabulary = sorted(self._known)

    def search(self, question: str, lang: str = "en", most: int = 20) -> list[Hit]:
        """Return the entries that fit a question best, best first."""
        words = telling_words(question)
        coded = [
            e for e in self._entries.values() if e.code == question.strip().upper()
        ]
        if coded:
            return [Hit(entry, 1.0) for entry in coded]
        if len(words) <= SMALL_TALK and everyday(lang).speaks(question):
            return []
        known = [self._expansions(word) for word in words]
        if not self._makes_sense(words, known, lang):
            return []
        scores: dict[str, float] = defaultdict(float)
        for meaning in known:
            for entry_id, score in self._word(meaning, lang).items():
                scores[entry_id] += score
        for entry_id, score in self._answers(known, lang).items():
            scores[entry_id] += score
        likely = self._likelihood(question, lang)
        typed, asked = (set_of(question), frozenset(words)), " ".join(words)
        hits = [
            Hit(
                self._entries[entry_id],
                scores[entry_id]
                + self._likeness(asked, entry_id, lang)
                + self._exactness(typed, entry_id, lang)
                + self._settings.meant * worth,
            )
            for entry_id, worth in likely.items()
            if entry_id in scores or worth > 0
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:most]

    def _makes_sense(
        self, words: list[str], known: list[dict[str, float]], lang: str
    ) -> bool:
        """Tell whether enough of these words are known, or a thing is named."""
        if any(
            part and part <= frozenset(words)
            for entry_id in self._entries
            for part in self._parts[entry_id, lang]
        ):
            return True
        unsure = [self._settings.typo * meanings(lang).knows(word) for word in words]
        sure = sum(map(max, unsure, (max(one.values(), default=0) for one in known)))
        return sure >= self._settings.sense[len(words) > 2] * len(words)

    def _answers(
        self, known: Iterable[Mapping[str, float]], lang: str
    ) -> dict[str, float]:
        """Return what likeness to its own questions is worth for each entry."""
        best: dict[str, float] = defaultdict(float)
        for (entry_id, spoken), alike in self._asked.likeness(known).items():
            foreign = 1.0 if spoken == lang else self._settings.other_language
            worth = self._settings.ask * foreign * alike**2
            best[entry_id] = max(best[entry_id], worth)
        return best

    def _word(self, meaning: Mapping[str, float], lang: str) -> dict[str, float]:
        """Return what one typed word is worth for each entry."""
        best: dict[str, float] = defaultdict(float)
        for term, quality in meaning.items():
            for (entry_id, spoken), score in self._postings(term).items():
                foreign = 1.0 if spoken == lang else self._settings.other_language
                best[entry_id] = max(best[entry_id], quality * foreign * score)
        return best

    def _expansions(self, word: str) -> dict[str, float]:
        """Return the indexed words that a typed word may mean, with a quality."""
        found: dict[str, float] = {}
        # A word we know is meant: guesses at others would only outweigh it.
        known = word in self._known
        found |= dict.fromkeys(self._slips(word), self._settings.typo)
        begins_alike = self._beginning(word[:STEM])
        found |= {t: self._settings.ending for t in begins_alike if same_stem(word, t)}
        if len(word) > 1 and not known:
            found |= dict.fromkeys(self._beginning(word), self._settings.prefix)
        if word in found or word in begins_alike:
            found[word] = 1.0
        return found

    def _slips(self, word: str) -> list[str]:
        """Return the indexed words an unknown word may have been, nearest first."""
        if word in self._known or not (slips := allowed_slips(word)):
            return []
        near = process.extract(
            word,
            self._beginning(word[0]),  # hardly anybody mistypes the first letter
            scorer=OSA.distance,
            score_cutoff=slips,
            limit=None,
        )
        return [term for term, _, _ in near]

    def _likelihood(self, question: str, lang: str) -> dict[str, float]:
        """Return what a question means; a word nobody knows is the nearest known."""
        mended = []
        for word in question.split():
            folded = words_of(word)
            lost = len(folded) == 1 and not meanings(lang).knows(folded[0])
            mended.append(next(iter(self._slips(folded[0])), word) if lost else word)
        meant = self._meant.get(lang, self._meant["en"])
        return meant.likelihood(" ".join(mended))

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
                    "SELECT id, lang, -bm25(entries, 0, 0, ?, ?, ?, ?, ?, ?)"
                    " FROM entries WHERE entries MATCH ?",
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

    def _exactness(
        self, typed: tuple[frozenset[str], ...], entry_id: str, lang: str
    ) -> float:
        """Return what an entry gets for being called exactly as typed."""
        best = 0.0
        for spoken in LANGUAGES:
            foreign = 1.0 if spoken == lang else self._settings.other_language
            calls = self._calls[entry_id, spoken]
            best = max(best, *(foreign * calls.get(words, 0.0) for words in typed))
        if any(part < typed[-1] for part in self._parts[entry_id, lang]):
            best = max(best, self._settings.inside)
        return self._settings.exact * best

    def _fill(self) -> None:
        self._db.executescript(
            "CREATE VIRTUAL TABLE entries USING fts5(id UNINDEXED, lang UNINDEXED,"
            " title, names, short, text, example, asks, tokenize = 'ascii');"
            "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(entries, 'row');"
        )
        self._db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (entry.id, lang, *_columns(entry.words(lang)))
                for entry in self._entries.values()
                for lang in LANGUAGES
            ),
        )


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
        " ".join(words.asks),
    )
    return tuple(" ".join(words_of(field)) for field in fields)


def _names(words: Words) -> tuple[str, ...]:
    return tuple(" ".join(telling_words(name)) for name in (words.title, *words.names))
