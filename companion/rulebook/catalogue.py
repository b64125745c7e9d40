"""The rule texts of all rooms together, checked when they are loaded."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec

from companion.rulebook.entry import LANGUAGES, Book, Entry

GAMES = Path(__file__).parents[1] / "games"
"""Where the rooms of the shipped games stand, each a folder."""

FILE = "rulebook.toml"
"""What a room's rule texts are called."""

_ID = re.compile(r"[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*")
_CODE = re.compile(r"[A-Z]{2}[0-9A-Z]{2,3}")
_PREFIX = re.compile(r"[A-Z]{2}")


class FaultyCatalogue(ValueError):
    """The rule texts break their own format; says every fault found."""


class Catalogue:
    """Entries by id, by code and by game, in the order they were written."""

    def __init__(self, books: Iterable[Book]) -> None:
        self.books = tuple(sorted(books, key=lambda book: (book.order, book.game)))
        if faults := faults_of(self.books):
            raise FaultyCatalogue("\n".join(faults))
        self.entries = tuple(entry for book in self.books for entry in book.rule)
        self._by_game = {book.game: book for book in self.books}
        self._by_id = {entry.id: entry for entry in self.entries}
        self._by_code = {entry.code: entry for entry in self.entries}
        self._by_prefix = {book.prefix: book.game for book in self.books}

    @property
    def games(self) -> dict[str, str]:
        """The name of every game with rules, in the order of the contents page."""
        return {book.game: book.name for book in self.books}

    def book(self, game: str) -> Book:
        """Return the rule texts of one game; KeyError if it has none."""
        return self._by_game[game]

    def of_game(self, game: str) -> tuple[Entry, ...]:
        """Return the entries of one game, none if it has no rule texts."""
        book = self._by_game.get(game)
        return book.rule if book else ()

    def get(self, rule_id: str) -> Entry | None:
        """Return the entry with this id, if there is one."""
        return self._by_id.get(rule_id)

    def coded(self, code: str) -> Entry | None:
        """Return the entry with this short code, however it is spelled."""
        return self._by_code.get(code.strip().upper())

    def game_coded(self, prefix: str) -> str | None:
        """Return the game whose codes begin like this, however it is spelled."""
        return self._by_prefix.get(prefix.strip().upper())

    def related(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the entries to read next: those it names, then those naming it."""
        naming = (other.id for other in self.entries if entry.id in other.related)
        return tuple(
            self._by_id[name] for name in dict.fromkeys((*entry.related, *naming))
        )


def shipped_rooms() -> tuple[Path, ...]:
    """Return every room beside this package that holds rule texts."""
    return tuple(sorted(file.parent for file in GAMES.glob(f"*/{FILE}")))


def catalogue(guests: Iterable[Path] = ()) -> Catalogue:
    """Return the rules of the shipped rooms and of these, read once."""
    return _catalogue(tuple(dict.fromkeys((*shipped_rooms(), *guests))))


# An app has one set of rooms; a few more are only ever open in tests.
@lru_cache(maxsize=4)
def _catalogue(rooms: tuple[Path, ...]) -> Catalogue:
    return Catalogue(load(rooms))


def load(rooms: Iterable[Path]) -> tuple[Book, ...]:
    """Return the rule texts of these rooms; a room may have none.

    Raises:
        FaultyCatalogue: naming the file that cannot be read and why.
    """
    files = (room / FILE for room in rooms)
    return tuple(read_book(file) for file in files if file.exists())


def read_book(file: Path) -> Book:
    """Return the rule texts in one file, each entry in the format of `Entry`.

    Raises:
        FaultyCatalogue: saying where the file leaves the format.
    """
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Book)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise FaultyCatalogue(f"{file.parent.name}/{file.name}: {fault}") from fault


def faults_of(books: Iterable[Book]) -> list[str]:
    """Return everything wrong with these rule texts together, in words."""
    books = tuple(books)
    entries = [entry for book in books for entry in book.rule]
    ids = {entry.id for entry in entries}
    used = Counter(
        [name for entry in entries for name in (entry.id, entry.code)]
        + [name for book in books for name in (book.game, book.prefix)]
    )
    faults = [f"{name}: used twice" for name, n in used.items() if n > 1]
    for book in books:
        faults += _faults_of_book(book)
        faults += [fault for entry in book.rule for fault in _faults(entry, book, ids)]
    return faults


def _faults_of_book(book: Book) -> list[str]:
    own = {entry.id for entry in book.rule}
    faults = [f"{name} on the aid is unknown" for name in book.aid if name not in own]
    if not _PREFIX.fullmatch(book.prefix):
        faults.append("the prefix is not two letters")
    return [f"{book.game}: {fault}" for fault in faults]


def _faults(entry: Entry, book: Book, ids: set[str]) -> list[str]:
    checks = {
        "the id is not <game>.<kebab-slug>": not _ID.fullmatch(entry.id),
        "the id names another game": entry.game != book.game,
        "the code is not two letters and a number": not _CODE.fullmatch(entry.code),
        "the code has another game's prefix": not entry.code.startswith(book.prefix),
        "it is related to itself": entry.id in entry.related,
    }
    faults = [fault for fault, holds in checks.items() if holds]
    faults += [
        f"related {name} does not exist" for name in entry.related if name not in ids
    ]
    for lang in LANGUAGES:
        words = entry.words(lang)
        blank = [k for k in ("title", "short", "text") if not getattr(words, k).strip()]
        faults += [f"{lang}.{name} is empty" for name in blank]
    return [f"{entry.id}: {fault}" for fault in faults]
