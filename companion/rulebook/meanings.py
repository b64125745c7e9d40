"""What words mean at a table: three languages brought to one list of meanings."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from companion.rulebook.entry import LANGUAGES
from companion.rulebook.fold import FILLERS, fold

SHEET = Path(__file__).parent / "meanings.txt"
EVERYDAY = Path(__file__).parent / "everyday.txt"
ENDING = 6
"""Most letters that `word*` may go on; no ending of a verb is longer."""

ROOT = 5
"""Letters that make a word: five tell words apart as well as true stems did."""

ASIDE = 0.5
"""What the letters of a word weigh beside its meaning: half found the most rules."""

_WORD = re.compile(r"[^\W_]+")
_CANNOT = re.compile(r"n['\u2019]t\b")


class Meanings:
    """The words of one language with the meanings they may have."""

    def __init__(self, column: dict[str, tuple[int, ...]]) -> None:
        self.column = column
        """Words as the sheet writes them, with the lines they stand in."""
        self._longest = max((word.count("_") + 1 for word in column), default=1)

    def of(self, text: str) -> dict[str, float]:
        """Return what a text says: meanings, and the roots of its telling words."""
        spelled = _spelled(text)
        folded = [fold(word) for word in spelled]
        filled = all(word in FILLERS for word in folded)
        said: dict[str, float] = defaultdict(float)
        for place, word in enumerate(folded):
            lines = self._lines(spelled[place], word)
            for line in (*lines, *self._in_a_row(folded[place:])):
                # A word that may mean two things says each of them less surely.
                sure = len(lines) ** -0.5 if line in lines else 1.0
                said[f"={line}"] = max(said[f"={line}"], sure)
            telling = filled or word not in FILLERS
            if telling and (len(word) > 1 or word.isdigit()):
                root = word[:ROOT]
                said[root] = max(said[root], ASIDE if lines else 1.0)
        return said

    def speaks(self, text: str) -> bool:
        """Tell whether a text says anything that stands on this sheet."""
        return any(token.startswith("=") for token in self.of(text))

    def knows(self, word: str) -> bool:
        """Tell whether a single folded word has a meaning."""
        return bool(self._lines(word, word))

    def _lines(self, spelled: str, word: str) -> tuple[int, ...]:
        exact = self.column.get(spelled) or self.column.get(word, ())
        for length in range(len(word), max(1, len(word) - ENDING - 1), -1):
            if lines := self.column.get(word[:length] + "*"):
                # A whole word outdoes what only begins like it.
                whole = length == len(word) or not exact
                return tuple(dict.fromkeys((*exact, *lines))) if whole else exact
        return exact

    def _in_a_row(self, words: list[str]) -> tuple[int, ...]:
        lines: tuple[int, ...] = ()
        for length in range(2, min(self._longest, len(words)) + 1):
            lines += self.column.get("_".join(words[:length]), ())
        return lines


def meanings(lang: str) -> Meanings:
    """Return what the words of a language mean at a table, read once."""
    return _read(SHEET, lang)


def everyday(lang: str) -> Meanings:
    """Return what people of a language say that is about no game, read once."""
    return _read(EVERYDAY, lang)


@lru_cache(maxsize=2 * len(LANGUAGES))
def _read(sheet: Path, lang: str) -> Meanings:
    place = LANGUAGES.index(lang) if lang in LANGUAGES else 0
    column: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for number, line in enumerate(_lines_of(sheet)):
        for word in line.split("|")[place].split():
            if number not in column[word]:
                column[word] += (number,)
    return Meanings(dict(column))


def _lines_of(sheet: Path) -> list[str]:
    lines = sheet.read_text("utf-8").splitlines()
    return [line.split(" = ", 1)[1] for line in lines if " = " in line]


def _spelled(text: str) -> list[str]:
    """Return the words of a text in small letters, with their accents."""
    plain = text.lower().replace("œ", "oe").replace("æ", "ae")
    plain = _CANNOT.sub("nt", plain)
    return _WORD.findall(unicodedata.normalize("NFC", plain))
