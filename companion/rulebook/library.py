"""A catalogue with what is made of it once: indexes, and what phones keep of it."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from companion.rulebook.called import THINGS
from companion.rulebook.catalogue import Catalogue, catalogue
from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.fold import FILLERS
from companion.rulebook.meanings import ASIDE, ENDING, ROOT, everyday, meanings
from companion.rulebook.meant import DOUBT, PARTS, said_elsewhere
from companion.rulebook.search import DEFAULTS, Index


@dataclass(frozen=True, slots=True)
class Shelf:
    """The rules of a game for a phone that may be alone: to read and to search."""

    plain: bytes
    zipped: bytes
    mark: str
    """Changes whenever the shelf does."""


class Library:
    """The rules of an app; nothing is read before the first question."""

    def __init__(self, guests: Iterable[Path] = ()) -> None:
        self._guests = tuple(guests)
        self._indexes: dict[str | None, Index] = {}
        self._shelves: dict[tuple[str, str], Shelf] = {}

    @cached_property
    def book(self) -> Catalogue:
        """The catalogue of the shipped rooms and of the guests' rooms."""
        return catalogue(self._guests)

    def open_all(self) -> None:
        """Make the index of every game, so that no phone waits for it."""
        for game in self.book.games:
            self.index(game)

    def index(self, game: str | None = None) -> Index:
        """Return the index of one game, or of all of them."""
        if game not in self._indexes:
            entries = self.book.of_game(game) if game else self.book.entries
            self._indexes[game] = Index(entries)
        return self._indexes[game]

    def shelf(self, game: str, lang: str) -> Shelf:
        """Return a game's entries as JSON: one language whole, the others to find."""
        if (game, lang) not in self._shelves:
            plain = _packed(self.book, game, lang)
            mark = hashlib.sha256(plain).hexdigest()[:16]
            zipped = gzip.compress(plain, mtime=0)
            self._shelves[game, lang] = Shelf(plain, zipped, mark)
        return self._shelves[game, lang]


def library(guests: Iterable[Path] = ()) -> Library:
    """Return the library of the shipped rooms and of these, opened once."""
    return _library(tuple(guests))


# As many as there are catalogues: making an index twice costs a second.
@lru_cache(maxsize=4)
def _library(guests: tuple[Path, ...]) -> Library:
    return Library(guests)


def _packed(book: Catalogue, game: str, lang: str) -> bytes:
    return msgspec.json.encode(
        {
            "game": game,
            "name": book.games[game],
            "lang": lang,
            "settings": DEFAULTS,
            "fillers": sorted(FILLERS),
            "meant": {
                "root": ROOT,
                "ending": ENDING,
                "aside": ASIDE,
                "weights": PARTS,
                "doubt": DOUBT,
                "words": meanings(lang).column,
            },
            "everyday": everyday(lang).column,
            "entries": [_entry(entry, lang) for entry in book.of_game(game)],
        }
    )


def _entry(entry: Entry, lang: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "code": entry.code,
        "provenance": entry.provenance,
        "page": entry.page,
        "related": entry.related,
        "thing": entry.kind in THINGS,
        "elsewhere": [n for pair in said_elsewhere(entry, lang).items() for n in pair],
        "words": {
            spoken: _whole(words) if spoken == lang else _to_find(words)
            for spoken in LANGUAGES
            for words in (entry.words(spoken),)
        },
    }


def _whole(words: Words) -> list[Any]:
    told = [words.title, words.names, words.short, words.text, words.example]
    return [*told, words.asks]


def _to_find(words: Words) -> list[Any]:
    return [words.title, words.names, words.short, "", "", []]
