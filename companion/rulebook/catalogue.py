"""All entries of all games, checked when they are loaded."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from companion.rulebook.entry import LANGUAGES, Entry

DATA = Path(__file__).parent / "data"
NAMES = {
    "karma-dice": "Karma Dice",
    "samsara": "Samsara",
    "karmaka": "Karmaka",
    "samusara": "Samusara",
}
"""Every game with rules here, in the order of the contents page."""

PREFIXES = {"karma-dice": "KD", "samsara": "SA", "karmaka": "KK", "samusara": "SU"}
"""How the short codes of a game begin."""

_ID = re.compile(r"[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*")
_CODE = re.compile(r"[A-Z]{2}[0-9A-Z]{2,3}")


class FaultyCatalogue(ValueError):
    """The data files break their own format; says every fault found."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    rule: tuple[Entry, ...]


class Catalogue:
    """Entries by id, by code and by game, in the order they were written."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        if faults := faults_of(self.entries):
            raise FaultyCatalogue("\n".join(faults))
        self._by_id = {entry.id: entry for entry in self.entries}
        self._by_code = {entry.code: entry for entry in self.entries}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have entries, in the order of the contents page."""
        present = {entry.game for entry in self.entries}
        return tuple(game for game in NAMES if game in present)

    def of_game(self, game: str) -> tuple[Entry, ...]:
        """Return the entries of one game."""
        return tuple(entry for entry in self.entries if entry.game == game)

    def get(self, rule_id: str) -> Entry | None:
        """Return the entry with this id, if there is one."""
        return self._by_id.get(rule_id)

    def coded(self, code: str) -> Entry | None:
        """Return the entry with this short code, however it is spelled."""
        return self._by_code.get(code.strip().upper())

    def related(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the entries to read next: those it names, then those naming it."""
        naming = (other.id for other in self.entries if entry.id in other.related)
        return tuple(
            self._by_id[name] for name in dict.fromkeys((*entry.related, *naming))
        )


@cache
def catalogue() -> Catalogue:
    """Return the catalogue in the data folder, read once."""
    return Catalogue(load(DATA))


def load(folder: Path) -> tuple[Entry, ...]:
    """Return every entry of the files `<game>.toml` in a folder.

    Raises:
        FaultyCatalogue: naming the file that cannot be read and why.
    """
    files = (folder / f"{game}.toml" for game in NAMES)
    return tuple(
        entry for file in files if file.exists() for entry in read_file(file).rule
    )


def read_file(file: Path) -> _File:
    """Return one data file, each entry in the format of `Entry`.

    Raises:
        FaultyCatalogue: saying where the file leaves the format.
    """
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise FaultyCatalogue(f"{file.name}: {fault}") from fault


def faults_of(entries: Iterable[Entry]) -> list[str]:
    """Return everything wrong with these entries together, in words."""
    entries = tuple(entries)
    ids = Counter(entry.id for entry in entries)
    codes = Counter(entry.code for entry in entries)
    doubled = [f"{name}: used twice" for name, n in (ids + codes).items() if n > 1]
    return doubled + [fault for e in entries for fault in _faults(e, set(ids))]


def _faults(entry: Entry, ids: set[str]) -> list[str]:
    checks = {
        "the id is not <game>.<kebab-slug>": not _ID.fullmatch(entry.id),
        "the game is unknown": entry.game not in NAMES,
        "the code is not two letters and a number": not _CODE.fullmatch(entry.code),
        "the code has another game's prefix": not entry.code.startswith(
            PREFIXES.get(entry.game, "")
        ),
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
