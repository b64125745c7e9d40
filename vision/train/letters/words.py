"""Words for lessons in reading: real ones of three languages, and made ones.

No word of a title that the app knows is among them: what is learned is letters, not
the titles that are measured.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.lexicon import fold

GAMES = Path(__file__).parents[3] / "companion" / "games"
SHORT = 4
"""Words of titles shorter than this are no secret: *the*, *of*."""

BEGIN = (
    *("b", "bh", "ch", "d", "dh", "g", "gh", "h", "j", "k", "kh", "l", "m", "n", "p"),
    *("ph", "r", "s", "sh", "t", "th", "v", "y", "pr", "br", "tr", "kr", "shr", "sv"),
)
MIDDLE = ("a", "a", "a", "i", "u", "e", "o", "aa", "ai", "au", "ee", "oo", "ya", "ri")
END = ("", "", "", "", "n", "m", "r", "l", "s", "sh", "t", "k", "nd", "rm", "ng", "nn")
JOINED = ("of the", "de la", "du", "des", "della", "di", "and", "&", "l'", "d'", "of")


def barred() -> set[str]:
    """Return the words of all titles the app knows, in small letters only."""
    found: set[str] = set()
    for path in GAMES.glob("*/lexicon*.json"):
        for text in _texts(json.loads(path.read_text())):
            found |= {fold(word) for word in text.replace("’", "'").split()}
            found |= {fold(text)}
    return {word for word in found if len(word) >= SHORT}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


class Words:
    """Draws what is printed on lessons."""

    def __init__(self, lists: Sequence[Path], letters: set[str]) -> None:
        self.letters, self.barred = letters, barred()
        self.lists = [self._listed(path) for path in lists]

    def _listed(self, path: Path) -> list[str]:
        words = path.read_text().split()
        fine = (w for w in words if 2 <= len(w) <= 14 and set(w) <= self.letters)
        return [w for w in fine if fold(w) not in self.barred]

    def line(self, rng: np.random.Generator) -> str:
        """Return one to four words in some case, as titles are."""
        if rng.random() < 0.03:
            return str(rng.integers(0, 10 ** int(rng.integers(1, 4))))
        many = int(rng.choice([1, 2, 3, 4], p=[0.4, 0.38, 0.16, 0.06]))
        made = rng.random() < 0.5
        own = int(rng.integers(len(self.lists))) if self.lists else 0
        words = [self._word(rng, made or not self.lists, own) for _ in range(many)]
        if many > 1 and rng.random() < 0.25:
            words.insert(1, str(rng.choice(JOINED)))
        text = " ".join(words).replace("' ", "'")
        return self._cased(rng, text)

    def _word(self, rng: np.random.Generator, made: bool, own: int) -> str:
        if not made:
            some = self.lists[own]
            return some[int(rng.integers(len(some)))]
        while True:
            parts = int(rng.choice([1, 2, 3, 4], p=[0.2, 0.4, 0.3, 0.1]))
            word = "".join(
                str(rng.choice(BEGIN)) + str(rng.choice(MIDDLE)) for _ in range(parts)
            ) + str(rng.choice(END))
            if rng.random() < 0.15:  # any letters at all: none may be guessed
                many = int(rng.integers(2, 9))
                word = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz"), many))
            if rng.random() < 0.03:
                word = word.replace("a", "ā", 1).replace("i", "ī", 1)
            if fold(word) not in self.barred:
                return word

    def _cased(self, rng: np.random.Generator, text: str) -> str:
        way = rng.random()
        if way < 0.5:
            words = text.split(" ")
            text = " ".join(w[:1].upper() + w[1:] for w in words)
        elif way < 0.65:
            text = text[:1].upper() + text[1:]
        elif way < 0.88:
            text = text.upper()
        text = "".join(c for c in text if c in self.letters)
        if rng.random() < 0.04:
            text += str(rng.choice([".", "!", "?", ":", ","]))
        return text.strip()
