"""A good turn, shown to whoever asks for it, where the table has agreed to that."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.samusara import bot, rules
from companion.games.samusara.actions import AskHint
from companion.games.samusara.questions.agreeing import Aside
from companion.games.samusara.questions.moving import MoveDisc, thought
from companion.games.samusara.state import State
from companion.games.samusara.words import cells_of, written


@dataclass(frozen=True, slots=True)
class Hint(Aside):
    """The player in turn asks what the app would do."""

    answers = (AskHint,)
    instead = rules.HINTS

    def broken(self, state: State, answer: AskHint) -> Rule | None:
        """Refuse where the table plays without, and out of turn."""
        asked = state.todo[-1]
        fits = isinstance(asked, MoveDisc) and asked.seat == answer.seat
        return None if state.setting.hints and fits else rules.HINTS

    def settle(self, state: State, answer: AskHint) -> State:
        """Think a little, and show it until the turn is made."""
        move = bot.advised(state.board, thought(state))
        return state._replace(hint=cells_of(move))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it for the menu."""
        return say("Show me a good move")

    def label(self, state: State, answer: AskHint) -> Phrase:
        """Name it for the menu."""
        return say("Show me a good move")

    def tell(
        self, before: State, answer: AskHint, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say what the app would do."""
        move = bot.advised(before.board, thought(before))
        return say(
            "{who} asks for a hint: {way}.", who=NameOf(answer.seat), way=written(move)
        )

    def why(self, state: State) -> str | None:
        """Point to hints."""
        return rules.HINTS.id
