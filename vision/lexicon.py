"""The titles that can stand on cards, as data: one file in the room of each game."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOMS = Path(__file__).parents[1] / "companion" / "games"
FILE = "lexicon.json"
LANGUAGES = ("en", "fr", "it")
ALIKE = str.maketrans({"0": "o", "1": "l", "|": "l", "5": "s", "8": "b", "œ": "oe"})


class UnknownLexicon(ValueError):
    """No list of titles has this name, or the file is not one."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The cards of one game and every way their titles are printed."""

    name: str
    titles: Mapping[str, str]
    """What to call each card, in the first language asked for."""

    spellings: tuple[tuple[str, str], ...]
    """Folded title and card, every title of every language once."""

    bands: tuple[tuple[float, float], ...] = ()
    """Where titles stand, as shares of the height of the card."""

    langs: tuple[str, ...] = LANGUAGES
    """The languages the titles are printed in."""

    def keys(self) -> tuple[str, ...]:
        """Return every card in the order of the file."""
        return tuple(self.titles)


def fold(text: str) -> str:
    """Return only what tells titles apart: plain small letters."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(ALIKE))
    return "".join(c for c in plain if "a" <= c <= "z")


def names() -> tuple[str, ...]:
    """Return the games whose titles are known."""
    rooms = (path.parent.name for path in ROOMS.glob(f"*/{FILE}"))
    return tuple(sorted(room.replace("_", "-") for room in rooms))


def load(name: str | Path, langs: Iterable[str] = LANGUAGES) -> Lexicon:
    """Return the lexicon of a game, or of a file, in these languages.

    Raises:
        UnknownLexicon: if there is none, or the file cannot be used.
    """
    return _load(str(name), tuple(langs))


@cache
def _load(name: str, langs: tuple[str, ...]) -> Lexicon:
    ours = ROOMS / name.replace("-", "_") / FILE
    path = ours if name in names() else Path(name)
    try:
        data = json.loads(path.read_text("utf-8"))
        return _lexicon(path.stem, data, langs or LANGUAGES)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as broken:
        known = ", ".join(names())
        raise UnknownLexicon(
            f"{name}: no list of card titles (known games: {known})."
        ) from broken


def _lexicon(name: str, data: Any, langs: tuple[str, ...]) -> Lexicon:
    """Read `{"cards": {key: {"en": ...}}}`, or a plain list of titles."""
    if isinstance(data, list):
        cards: dict[str, Any] = {slug(title): {"en": title} for title in data}
        data = {}
    else:
        cards = data["cards"]
    titles: dict[str, str] = {}
    spellings: dict[str, str] = {}
    for key, card in cards.items():
        printed = _printed(card, langs)
        titles[key] = printed[0]
        for title in printed:
            spellings.setdefault(fold(title), key)
    bands = tuple((float(top), float(end)) for top, end in data.get("title_bands", ()))
    return Lexicon(
        data.get("game", name), titles, tuple(spellings.items()), bands, langs
    )


def _printed(card: Mapping[str, Any], langs: tuple[str, ...]) -> list[str]:
    """Return the titles of one card; where a language has none, English serves."""
    own = [card.get(lang) or card.get("en") for lang in langs]
    known = [str(title) for title in (*own, *card.get("aliases", ())) if title]
    if not known:
        raise KeyError("a card without a title")
    return known


def slug(title: str) -> str:
    """Return the key made from an English title: kebab case."""
    plain = unicodedata.normalize("NFKD", title.lower().replace("'", ""))
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in plain)
    return "-".join(words.split())
