"""The numbered facts and the printed rulebooks beside the repository, if present."""

import re
from pathlib import Path

SHARED = Path(__file__).parents[3] / "shared"

_NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)
_CELLS = re.compile(r"Facts (\d+) to (\d+) = ")


def facts_of(game: str) -> list[str]:
    """Return the label of every fact, gap and reading in a game's fact sheet."""
    sheet = (SHARED / "games" / f"{game}.md").read_text("utf-8")
    return _READERS[game](sheet)


def _lettered(sheet: str) -> list[str]:
    """Sheets with parts X1 (facts), X2 (gaps, lettered) and X3 (readings)."""
    facts, rest = re.split(r"^## [AB]2\. ", sheet, flags=re.MULTILINE)
    letter = re.search(r"^## ([AB])1\. ", sheet, re.MULTILINE)[1]
    readings = re.split(rf"^## {letter}3\. ", rest, flags=re.MULTILINE)[1]
    cells = [
        str(n)
        for first, last in _CELLS.findall(facts)
        for n in range(int(first), int(last) + 1)
    ]
    gaps = re.findall(rf"^### ({letter}2-[a-z])\. ", rest, re.MULTILINE)
    named = [f"{letter}3-{n}" for n in _NUMBERED.findall(readings)]
    return _NUMBERED.findall(facts) + cells + gaps + named


def _karmaka(sheet: str) -> list[str]:
    rules = sheet.split("## 3. Rules as testable facts")[1]
    return _NUMBERED.findall(rules) + re.findall(r"^- (A\d+) ", rules, re.MULTILINE)


def _samusara(sheet: str) -> list[str]:
    return _NUMBERED.findall(sheet) + re.findall(r"^\| (A\d+) \|", sheet, re.MULTILINE)


_READERS = {
    "karma-dice": _lettered,
    "samsara": _lettered,
    "karmaka": _karmaka,
    "samusara": _samusara,
}


def rulebook_texts() -> dict[str, str]:
    """Return the text of every printed rulebook by file name."""
    return {p.name: p.read_text("utf-8") for p in SHARED.glob("rulebooks/*.txt")}
