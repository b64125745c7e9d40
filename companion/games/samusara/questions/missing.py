"""A turn that nobody read: a photo of the next one tells both."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.samusara import rules
from companion.games.samusara.actions import TwoTurns
from companion.games.samusara.legality import broken_by
from companion.games.samusara.questions.agreeing import Aside
from companion.games.samusara.questions.moving import MoveDisc, captured_in, play_on
from companion.games.samusara.state import State, seat_of
from companion.games.samusara.words import label, told


@dataclass(frozen=True, slots=True)
class Missed(Aside):
    """The player in turn says the own turn and the answer that was made already."""

    answers = (TwoTurns,)
    instead = rules.TURN_ORDER

    def broken(self, state: State, answer: TwoTurns) -> Rule | None:
        """Name the rule against the first turn, or against the second after it."""
        if not isinstance(state.todo[-1], MoveDisc) or state.setting.alone:
            return rules.TURN_ORDER
        if rule := broken_by(state, answer.first):
            return rule
        between = play_on(state, answer.first)
        return rules.GAME_OVER if between.ended else broken_by(between, answer.second)

    def settle(self, state: State, answer: TwoTurns) -> State:
        """Make both turns."""
        return play_on(play_on(state, answer.first), answer.second)

    def actor(self, state: State, answer: TwoTurns) -> Seat:
        """Leave it to the player in turn."""
        return seat_of(state.setting, state.colour)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it."""
        return say("Two turns at once")

    def label(self, state: State, answer: TwoTurns) -> Phrase:
        """Write both turns as players do."""
        return say(
            "{first}, then {second}",
            first=label(answer.first),
            second=label(answer.second),
        )

    def tell(
        self, before: State, answer: TwoTurns, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who moved what, one after the other."""
        between = play_on(before, answer.first)
        lines = [
            told(state, move, captured_in(state, move))
            for state, move in ((before, answer.first), (between, answer.second))
        ]
        return say("Two turns: {first} {second}", first=lines[0], second=lines[1])

    def why(self, state: State) -> str | None:
        """Point to the turn order."""
        return rules.TURN_ORDER.id
