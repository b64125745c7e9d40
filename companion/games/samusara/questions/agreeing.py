"""Ending a game by word of mouth: draws that are offered, and giving up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Question, push
from companion.games.samusara import rules
from companion.games.samusara.actions import (
    AcceptDraw,
    DeclineDraw,
    OfferDraw,
    Resign,
)
from companion.games.samusara.state import State, colour_of


@dataclass(frozen=True, slots=True)
class AnswerDraw(Question[State, AcceptDraw | DeclineDraw]):
    """The other player has offered a draw."""

    seat: Seat
    answers = (AcceptDraw, DeclineDraw)
    instead = rules.DRAW_AGREED

    def offers(self, state: State) -> Iterator[AcceptDraw | DeclineDraw]:
        """List both answers."""
        yield AcceptDraw()
        yield DeclineDraw()

    def broken(self, state: State, answer: AcceptDraw | DeclineDraw) -> Rule | None:
        """Allow either."""
        return None

    def settle(self, state: State, answer: AcceptDraw | DeclineDraw) -> State:
        """End the game, or go on as if nothing had been said."""
        match answer:
            case AcceptDraw():
                return state._replace(ended=("agreed",), winner=None, todo=())
            case DeclineDraw():
                return state

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for yes or no."""
        return say("{who}: a draw is offered. Accept it?", who=NameOf(self.seat))

    def label(self, state: State, answer: AcceptDraw | DeclineDraw) -> Phrase:
        """Say yes or no."""
        match answer:
            case AcceptDraw():
                return say("Accept the draw")
            case DeclineDraw():
                return say("Play on")

    def tell(
        self,
        before: State,
        answer: AcceptDraw | DeclineDraw,
        after: State,
        eyes: Seat | None,
    ) -> Phrase:
        """Say what was answered."""
        match answer:
            case AcceptDraw():
                return say("{who} accepts the draw.", who=NameOf(self.seat))
            case DeclineDraw():
                return say("{who} plays on.", who=NameOf(self.seat))

    def why(self, state: State) -> str | None:
        """Point to draws by agreement."""
        return rules.DRAW_AGREED.id


class Aside(Question[State, Any]):
    """Something a player may say at any time; no list offers it by itself."""

    __slots__ = ()

    def offers(self, state: State) -> Iterator[Any]:
        """List nothing: a player who wants this finds it in the menu."""
        return iter(())

    def actor(self, state: State, answer: Any) -> Seat:
        """Return who says it."""
        seats = 1 if state.setting.alone else 2
        return Seat(answer.seat if 0 <= answer.seat < seats else 0)


@dataclass(frozen=True, slots=True)
class DrawOffer(Aside):
    """A player offers a draw."""

    answers = (OfferDraw,)
    instead = rules.DRAW_AGREED

    def broken(self, state: State, answer: OfferDraw) -> Rule | None:
        """Refuse where nobody could answer, or an offer is open already."""
        two = not state.setting.alone and answer.seat in (0, 1)
        open_ = isinstance(state.todo[-1], AnswerDraw)
        return None if two and not open_ else rules.DRAW_AGREED

    def settle(self, state: State, answer: OfferDraw) -> State:
        """Ask the other player first."""
        return push(state, AnswerDraw(Seat(1 - answer.seat)))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it for the menu."""
        return say("Offer a draw")

    def label(self, state: State, answer: OfferDraw) -> Phrase:
        """Name it for the menu."""
        return say("Offer a draw")

    def tell(
        self, before: State, answer: OfferDraw, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who offers."""
        return say("{who} offers a draw.", who=NameOf(answer.seat))

    def why(self, state: State) -> str | None:
        """Point to draws by agreement."""
        return rules.DRAW_AGREED.id


@dataclass(frozen=True, slots=True)
class Resignation(Aside):
    """A player gives up."""

    answers = (Resign,)
    instead = rules.RESIGN

    def broken(self, state: State, answer: Resign) -> Rule | None:
        """Refuse a seat that nobody has."""
        seats = 1 if state.setting.alone else 2
        return None if 0 <= answer.seat < seats else rules.RESIGN

    def settle(self, state: State, answer: Resign) -> State:
        """Give the game to the other colour."""
        winner = 1 - colour_of(state.setting, answer.seat)
        return state._replace(ended=("resigned",), winner=winner, todo=())

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it for the menu."""
        return say("Give up")

    def label(self, state: State, answer: Resign) -> Phrase:
        """Name it for the menu."""
        return say("Give up")

    def tell(
        self, before: State, answer: Resign, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who gives up."""
        return say("{who} gives up.", who=NameOf(answer.seat))

    def why(self, state: State) -> str | None:
        """Point to giving up."""
        return rules.RESIGN.id
