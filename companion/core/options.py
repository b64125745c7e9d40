"""What a table can choose before a game, with where each default comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from companion.core.errors import Malformed
from companion.core.phrase import Phrase


class Provenance(StrEnum):
    """How we know a fact about the box."""

    RULEBOOK = "rulebook"
    DEDUCED = "deduced"
    DEFAULT = "default"


Setting: TypeAlias = str | int | bool

GUIDE = "guide"
"""The one option of every game: the first round is explained, prompt by prompt. It
changes nothing in the game, so no engine reads it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the setup screen."""

    key: str
    default: Setting
    label: Phrase
    provenance: Provenance
    note: Phrase | None = None
    """Why the default is what it is, where the rulebook does not say."""

    choices: tuple[tuple[str, Phrase], ...] = ()
    """The values of a choice with their names; empty for flags and numbers."""

    only: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Choices that make sense for some player counts alone, and for which."""

    least: int = 0
    most: int = 0
    """Bounds of a number."""

    seat: bool = False
    """Whether numbers are places at the table, counted from 1: shown as names."""

    players: tuple[int, ...] = ()
    """Player counts the option makes sense for; empty means all of them."""

    unless: tuple[str, str] | None = None
    """Another option, and the value of it with which this one means nothing."""

    def read(self, value: object) -> Setting:
        """Return the value if this option can take it.

        Raises:
            Malformed: naming the option and what it takes.
        """
        if self.choices:
            names = [name for name, _ in self.choices]
            if isinstance(value, str) and value in names:
                return value
            raise Malformed(
                "Option {key} takes one of: {names}.",
                key=self.key,
                names=", ".join(names),
            )
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise Malformed("Option {key} is true or false.", key=self.key)
        if isinstance(self.default, int):
            if type(value) is int and self.least <= value <= self.most:
                return value
            raise Malformed(
                "Option {key} is a whole number from {least} to {most}.",
                key=self.key,
                least=self.least,
                most=self.most,
            )
        if isinstance(value, str):
            return value
        raise Malformed("Option {key} is a text.", key=self.key)


def read_options(
    options: Sequence[Option],
    players: range,
    given: Mapping[str, Any],
    extra: Sequence[str] = (),
) -> tuple[int, dict[str, Setting]]:
    """Return the number of players and every option, defaults filled in.

    `extra` names keys that the game reads by itself.

    Raises:
        Malformed: for an unknown option, a bad value or a wrong player count.
    """
    known = {option.key: option for option in options}
    for key in given:
        if key not in known and key not in ("players", GUIDE, *extra):
            raise Malformed("There is no option called {key}.", key=str(key))
    if not isinstance(given.get(GUIDE, False), bool):
        raise Malformed("Option {key} is true or false.", key=GUIDE)
    seats = given.get("players", max(2, players.start))
    seats = len(seats) if isinstance(seats, list | tuple) else seats
    if type(seats) is not int or seats not in players:
        raise Malformed(
            "This game is for {least} to {most} players.",
            least=players.start,
            most=players.stop - 1,
        )
    chosen = {
        option.key: option.read(given[option.key])
        if option.key in given
        else option.default
        for option in options
    }
    return seats, chosen
