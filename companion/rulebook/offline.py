"""What a phone keeps of a game's rules: to read and to search without a network."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from companion.rulebook.catalogue import NAMES, catalogue
from companion.rulebook.entry import LANGUAGES, Entry, Words
from companion.rulebook.fold import FILLERS
from companion.rulebook.search import DEFAULTS


@cache
def shelf(game: str, lang: str) -> bytes:
    """Return the entries of a game as JSON: one language whole, the others to find."""
    entries = [_entry(entry, lang) for entry in catalogue().of_game(game)]
    return msgspec.json.encode(
        {
            "game": game,
            "name": NAMES[game],
            "lang": lang,
            "settings": DEFAULTS,
            "fillers": sorted(FILLERS),
            "entries": entries,
        }
    )


@cache
def mark_of(game: str, lang: str) -> str:
    """Return a short mark that changes whenever the shelf does."""
    return hashlib.sha256(shelf(game, lang)).hexdigest()[:16]


def _entry(entry: Entry, lang: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "code": entry.code,
        "provenance": entry.provenance,
        "page": entry.page,
        "related": entry.related,
        "words": {
            spoken: _whole(words) if spoken == lang else _to_find(words)
            for spoken in LANGUAGES
            for words in (entry.words(spoken),)
        },
    }


def _whole(words: Words) -> list[Any]:
    return [words.title, words.names, words.short, words.text, words.example]


def _to_find(words: Words) -> list[Any]:
    return [words.title, words.names, words.short]
