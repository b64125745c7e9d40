"""Everything a player may be told instead of yes; anything else is a bug."""

from __future__ import annotations

from typing import ClassVar

from companion.core.phrase import Phrase, Value, say
from companion.core.rules import Rule


class Refusal(Exception):
    """Base of all refusals: a code for programs, a phrase for people."""

    code: ClassVar[str] = "refused"

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class IllegalMove(Refusal):
    """The action is well formed, but a rule forbids it in this state."""

    code = "illegal_move"

    def __init__(self, action: object, rule: Rule) -> None:
        super().__init__(say(rule.title))
        self.action = action
        self.rule = rule


class Malformed(Refusal):
    """What was sent cannot be read as an action, an option or a correction."""

    code = "malformed"

    def __init__(self, template: str, **values: Value) -> None:
        super().__init__(say(template, **values))


class Impossible(Refusal):
    """Not even the host can have this: a piece would be lost or doubled."""

    code = "impossible"

    def __init__(self, template: str, **values: Value) -> None:
        super().__init__(say(template, **values))
