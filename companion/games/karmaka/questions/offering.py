"""The karmic cost: a used card is offered to rivals, or it goes to the Ruins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Accept, Refuse
from companion.games.karmaka.piles import dream, ruin
from companion.games.karmaka.questions.base import Choice
from companion.games.karmaka.seating import rivals
from companion.games.karmaka.state import NOBODY, Event, State, heard, with_life
from companion.games.karmaka.words import name, who

Reply: TypeAlias = "Accept | Refuse"


@dataclass(frozen=True, slots=True)
class Offering(Happening[State]):
    """The power is done: its card is offered to the victim, or to all rivals."""

    seat: Seat

    def happen(self, state: State) -> State:
        """Ask whoever has a right to the card, one after the other."""
        victim = state.using.victim if state.using else NOBODY
        asked = rivals(state.setting, self.seat) if victim == NOBODY else (victim,)
        return push(state, Offer(asked[0], self.seat, asked[1:]))


@dataclass(frozen=True, slots=True)
class Offer(Choice[Reply]):
    """Does this rival want the used card for the next life?"""

    seat: Seat
    giver: Seat
    rest: tuple[Seat, ...] = ()
    """Who is asked next."""

    answers = (Accept, Refuse)
    instead = rules.OFFER

    def offers(self, state: State) -> tuple[Reply, ...]:
        """List the two replies."""
        del state
        return (Accept(), Refuse())

    def idle(self, state: State) -> bool:
        """Pass on when the card has gone elsewhere."""
        return state.using is None or not state.using.card

    def settle(self, state: State, answer: Reply) -> State:
        """Give the card away, ask the next rival, or ruin it."""
        using = state.using
        if using is None:
            return state
        if isinstance(answer, Refuse) and self.rest:
            return push(state, Offer(self.rest[0], self.giver, self.rest[1:]))
        state = state._replace(using=using._replace(card=""))
        if isinstance(answer, Accept):
            life = dream(state.lives[self.seat], using.card)
            return with_life(state, self.seat, life)
        state = heard(state, Event("refused", self.giver, using.card))
        return ruin(state, using.card)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Offer the card."""
        del eyes
        return say(
            "{who}: do you want {card} for your Future Life?",
            who=who(self.seat),
            card=self._card(state),
        )

    def label(self, state: State, answer: Reply) -> Phrase:
        """Return yes or no."""
        del state
        if isinstance(answer, Accept):
            return say("Take it, face down on my Future Life")
        return say("Refuse it")

    def line(self, before: State, answer: Reply, eyes: Seat | None) -> Phrase:
        """Tell the reply."""
        del eyes
        card = self._card(before)
        if isinstance(answer, Accept):
            return say(
                "{who} takes {card} for the next life.", who=who(self.seat), card=card
            )
        return say("{who} does not want {card}.", who=who(self.seat), card=card)

    def _card(self, state: State) -> Phrase:
        return name(state, state.using.card if state.using else "")

    def why(self, state: State) -> str:
        """Explain why this seat is asked."""
        if len(rivals(state.setting, self.giver)) == 1:
            return "karmaka.offer-two-players"
        victim = state.using.victim if state.using else NOBODY
        slug = "offer-in-order" if victim == NOBODY else "offer-victim"
        return f"karmaka.{slug}"
