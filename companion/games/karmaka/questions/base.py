"""What the questions of Karmaka have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Put
from companion.games.karmaka.box import CARDS
from companion.games.karmaka.news import told_with
from companion.games.karmaka.piles import choices, may_hold
from companion.games.karmaka.state import State
from companion.games.karmaka.words import name, who

A = TypeVar("A")

PUTS = {card: Put(card) for card in CARDS}
"""One action for each card, made once: listing is the busiest thing an engine does."""


class Worded(Question[State, A]):
    """A question with its log line apart from what followed by itself."""

    __slots__ = ()

    because: ClassVar[str] = "turn"
    """The slug of the rule that makes the table ask."""

    instead = rules.SETTLE_FIRST

    @abstractmethod
    def line(self, before: State, answer: A, eyes: Seat | None) -> Phrase:
        """Return what was said, for one pair of eyes."""

    def tell(self, before: State, answer: A, after: State, eyes: Seat | None) -> Phrase:
        """Return the log line with everything that followed without a choice."""
        return told_with(self.line(before, answer, eyes), after)

    def why(self, state: State) -> str | None:
        """Return the id of the rule that makes the table ask this."""
        del state
        return f"karmaka.{self.because}"


class Choice(Worded[A]):
    """A question with few answers: what is not listed is against the card."""

    __slots__ = ()

    against: ClassVar[Rule] = rules.AS_TOLD

    def broken(self, state: State, answer: A) -> Rule | None:
        """Name the rule against an answer that is not listed."""
        return None if answer in tuple(self.offers(state)) else self.against


class Report(Worded[A], ChanceQuestion[State, A]):
    """Something only the table can see."""

    __slots__ = ()

    instead = rules.REPORT

    def actor(self, state: State, answer: A) -> Seat:
        """Return who can say it: for the app's seat the person across the table."""
        del answer
        return Seat(0) if self.seat == state.setting.rival else self.seat


class FromHand(Worded[Any]):
    """A card goes openly out of a Hand."""

    __slots__ = ()

    answers: ClassVar[tuple[type, ...]] = (Put,)

    def offers(self, state: State) -> tuple[Any, ...]:
        """List every card that can be there."""
        return tuple([PUTS[card] for card in choices(state, self.seat)])

    def broken(self, state: State, answer: Any) -> Rule | None:
        """Refuse a card that cannot be in that Hand."""
        held = may_hold(state, self.seat, answer.card)
        return None if held else rules.CARD_IN_HAND

    def idle(self, state: State) -> bool:
        """Pass on when the Hand is empty."""
        return not state.lives[self.seat].row

    def label(self, state: State, answer: Any) -> Phrase:
        """Name the card."""
        return name(state, answer.card)

    def line(self, before: State, answer: Any, eyes: Seat | None) -> Phrase:
        """Tell which card is ruined."""
        del eyes
        card = name(before, answer.card)
        return say("{who} ruins {card}.", who=who(self.seat), card=card)
