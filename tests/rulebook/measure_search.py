"""Measure the search: `python -m tests.rulebook.measure_search [QUESTIONS.csv]`."""

import csv
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.rulebook import library

QUESTIONS = Path(__file__).parent / "questions.csv"
STRANGERS = Path(__file__).parent / "strangers.csv"
"""Written from the printed rulebooks before any entry had questions of its own. The
later questions of the entries were written by a hand that knew these, so they hold the
search where it is; to measure it, give a file of somebody else's questions."""

LATER = Path(__file__).parent / "later_strangers.csv"
"""Written from the rulebooks and the numbered facts by somebody who saw no entry and no
other question; the right entry is one that carries one of these facts. It was measured
once before anybody looked at its misses: 79.5 % first, 93.9 % in the first three."""


@dataclass(frozen=True)
class Question:
    game: str
    lang: str
    text: str
    answers: tuple[str, ...]
    held_out: bool


def questions() -> list[Question]:
    """Return every labelled question; those held out were written after the tuning."""
    with QUESTIONS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        Question(
            row["game"],
            row["lang"],
            row["question"],
            tuple(row["answers"].split()),
            row["set"] == "held out",
        )
        for row in rows
        if row["game"] in library().book.games
    ]


def strangers(path: Path = STRANGERS) -> list[Question]:
    """Return questions that know a rulebook and no entry, with the right answers."""
    with path.open(encoding="utf-8") as file:
        return [
            Question(
                row["game"],
                row["lang"],
                row["question"],
                tuple(row["answers"].split()),
                held_out=True,
            )
            for row in csv.DictReader(file)
        ]


def by_facts(path: Path = LATER) -> list[Question]:
    """Return questions whose answers are facts, with the entries that hold them."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        Question(row["game"], row["lang"], row["question"], _holding(row), True)
        for row in rows
    ]


def _holding(row: dict[str, str]) -> tuple[str, ...]:
    wanted = set(row["facts"].split())
    entries = library().book.book(row["game"]).rule
    cards = {f"{row['game']}.{one[5:]}" for one in wanted if one.startswith("card:")}
    return tuple(e.id for e in entries if wanted & set(e.facts) or e.id in cards)


def ask_server(question: Question) -> list[str]:
    hits = library().index(question.game).search(question.text, question.lang, most=3)
    return [hit.entry.id for hit in hits]


def rates(
    asked: Sequence[Question], ask: Callable[[Question], list[str]]
) -> tuple[float, float, list[str]]:
    """Return the share answered first, the share in the first three, and the misses."""
    first = three = 0
    misses = []
    for question in asked:
        found = ask(question)
        first += bool(found) and found[0] in question.answers
        three += any(answer in found for answer in question.answers)
        if not found or found[0] not in question.answers:
            misses.append(f"{question.lang} {question.text!r}: {' > '.join(found)}")
    return first / len(asked), three / len(asked), misses


def main() -> None:
    everything = questions()
    theirs = Path(sys.argv[1]) if sys.argv[1:] else STRANGERS
    for name, asked in (
        ("tuned on", [q for q in everything if not q.held_out]),
        ("held out", [q for q in everything if q.held_out]),
        ("all", everything),
        (theirs.name, strangers(theirs)),
        (LATER.name, by_facts()),
    ):
        first, three, misses = rates(asked, ask_server)
        print(
            f"{name}: {len(asked)} questions, first {first:.1%}, top three {three:.1%}"
        )
        if name == "tuned on":
            print("\n".join(f"   {miss}" for miss in misses))


if __name__ == "__main__":
    main()
