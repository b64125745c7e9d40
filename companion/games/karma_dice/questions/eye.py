"""The Evil Eye's move, which the player's hands carry out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karma_dice import rules, solo, words
from companion.games.karma_dice.actions import MoveEye
from companion.games.karma_dice.questions.base import KarmaDiceQuestion, at_each_seat
from companion.games.karma_dice.state import KarmaDiceState


@dataclass(frozen=True, slots=True)
class EyeMoves(KarmaDiceQuestion[MoveEye]):
    """The player moves the Eye's token as told."""

    seat: Seat
    phase = "eye"
    answers = (MoveEye,)
    instead = rules.EYE_MOVES

    def offers(self, state: KarmaDiceState) -> Iterable[MoveEye]:
        """List that it is done."""
        del state
        return _DONE

    def broken(self, state: KarmaDiceState, answer: MoveEye) -> Rule | None:
        """Nothing speaks against it."""
        del state, answer
        return None

    def settle(self, state: KarmaDiceState, answer: MoveEye) -> KarmaDiceState:
        """Move the Eye: caught, or on to the end of the round."""
        del answer
        state = state._replace(eye=solo.next_place(state))
        return state.with_todo(()) if solo.is_caught(state) else state

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask for the Eye's steps."""
        del eyes
        return say_n(
            "Move the Eye {n} step, to {place}.",
            "Move the Eye {n} steps, to {place}.",
            solo.steps(state),
            place=solo.next_place(state),
        )

    def label(self, state: KarmaDiceState, answer: MoveEye) -> Phrase:
        """Name where the Eye stands then."""
        del answer
        return say("Done, the Eye stands on {place}", place=solo.next_place(state))

    def tell(
        self,
        before: KarmaDiceState,
        answer: MoveEye,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell the Eye's steps, and whether the round or the game is over."""
        del eyes
        said = say_n(
            "The Eye moves {n} step, to {place}.",
            "The Eye moves {n} steps, to {place}.",
            solo.steps(before),
            place=solo.next_place(before),
        )
        return self.told(
            before, answer, said, lambda: words.came_of_round(before, after)
        )

    def why(self, state: KarmaDiceState) -> str:
        """Point to the Eye's move."""
        del state
        return rules.EYE_MOVES.id


_DONE = (MoveEye(),)
EYE_MOVES = at_each_seat(EyeMoves)
