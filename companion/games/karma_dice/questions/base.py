"""What all questions of Karma Dice share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar, assert_never

from companion.core.phrase import Phrase
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Question
from companion.games.karma_dice import rules
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Rolled,
    Score,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.options import PLAYERS
from companion.games.karma_dice.state import KarmaDiceState
from companion.games.karma_dice.words import together

A = TypeVar("A")
Q = TypeVar("Q")


class KarmaDiceQuestion(Question[KarmaDiceState, A]):
    """A question of this game: where the screens stand, and what came too early."""

    __slots__ = ()

    phase: ClassVar[str]
    """What the screens call this moment."""

    def out_of_turn(self, state: KarmaDiceState, action: Action) -> Rule:
        """Name the rule of the moment the action belongs to, or of this one."""
        match action:
            case Landed():
                return rules.NOTHING_THROWN
            case Draft():
                return rules.DRAFT_TIME
            case MoveEye():
                return rules.EYE_MOVES
            case ChooseTrait():
                return rules.TRAIT_CHOICE if state.setup.traits else rules.NO_TRAITS
            case Throw() | Stop() | Settle() | Reroll() | CopyFirst() | UseTrait():
                return self.instead
            case Rolled() | Score():
                return self.instead
        assert_never(action)

    def told(
        self,
        before: KarmaDiceState,
        answer: A,
        said: Phrase,
        came: Callable[[], Sequence[Phrase]],
    ) -> Phrase:
        """Return what was said and what came of it, unless the host forced it.

        What follows from a forced action is the host's to tell, in the reason.
        """
        asked = bool(before.todo) and before.todo[-1] == self
        if not asked or self.broken(before, answer):
            return said
        return together((said, *came()))


def at_each_seat(question: Callable[[Seat], Q]) -> tuple[Q, ...]:
    """Return the same question for every seat: equal questions are one value."""
    return tuple(question(Seat(seat)) for seat in range(PLAYERS.stop - 1))
