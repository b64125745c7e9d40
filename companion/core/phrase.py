"""Words for people: an English sentence with values, translated at the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class NameOf:
    """Stands for the name of whoever sits on this seat."""

    seat: Seat


Value: TypeAlias = "str | int | NameOf | Phrase"


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English template and its values; the template is the translation key."""

    one: str
    values: tuple[tuple[str, Value], ...] = ()
    many: str = ""
    """The plural template, chosen by the value called `n`; empty if not counted."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that the web layer puts into the phone's language."""
        data: dict[str, Any] = {"say": self.one}
        if self.many:
            data["many"] = self.many
        if self.values:
            data["with"] = {name: _plain(value) for name, value in self.values}
        return data

    def __str__(self) -> str:
        """Return the sentence in English; seats are called by number."""
        values = {
            name: f"player {value.seat + 1}" if isinstance(value, NameOf) else value
            for name, value in self.values
        }
        counted = self.many and values.get("n") != 1
        return (self.many if counted else self.one).format(**values)


def say(template: str, **values: Value) -> Phrase:
    """Make a phrase, e.g. `say("{who} rolls {sum}", who=NameOf(seat), sum=9)`."""
    return Phrase(template, tuple(values.items()))


def say_n(one: str, many: str, n: int, **values: Value) -> Phrase:
    """Make a counted phrase: `one` when n is 1 and `many` otherwise (in English)."""
    return Phrase(one, (("n", n), *values.items()), many)


def verbatim(text: str) -> Phrase:
    """Make a phrase of a text that is final: its braces are only braces."""
    return Phrase(text.replace("{", "{{").replace("}", "}}"))


def _plain(value: Value) -> Any:
    if isinstance(value, Phrase):
        return value.to_json()
    return {"name_of": value.seat} if isinstance(value, NameOf) else value
