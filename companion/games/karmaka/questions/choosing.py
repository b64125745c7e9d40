"""Cards that go openly out of a Hand: Dwindle, Denial, Roulette, Jubilee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.karmaka.actions import Draw, Enough, Put
from companion.games.karmaka.piles import (
    available,
    draw,
    ruin,
    spend,
)
from companion.games.karmaka.questions.base import Choice, FromHand
from companion.games.karmaka.questions.using import Resolve
from companion.games.karmaka.state import State, with_life
from companion.games.karmaka.words import name, who


@dataclass(frozen=True, slots=True)
class Discard(FromHand):
    """Dwindle: the player who loses a card chooses it."""

    seat: Seat
    because = "dwindle"

    def settle(self, state: State, answer: Put) -> State:
        """Ruin it."""
        return ruin(spend(state, self.seat, answer.card), answer.card)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the card."""
        del state, eyes
        return say(
            "{who}: put a card of your Hand on the Ruins. Which one?",
            who=who(self.seat),
        )


@dataclass(frozen=True, slots=True)
class Deny(FromHand):
    """Denial: a card is ruined and its power copied while it lies there."""

    seat: Seat
    because = "denial"

    def settle(self, state: State, answer: Put) -> State:
        """Ruin it, then let its power begin."""
        return denied(state, self.seat, answer.card)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the card."""
        del state, eyes
        return say(
            "{who}: put a card of your Hand on the Ruins and use its power. Which one?",
            who=who(self.seat),
        )


def denied(state: State, seat: Seat, card: str) -> State:
    """Return the state with a card ruined and its power about to begin."""
    return push(ruin(spend(state, seat, card), card), Resolve(seat, card))


class UpToTwo(FromHand):
    """Cards out of the Hand one by one, until two are gone or it is enough."""

    __slots__ = ()

    answers = (Put, Enough)

    def offers(self, state: State) -> tuple[Any, ...]:
        """List every card that can be there, and to stop."""
        return (*FromHand.offers(self, state), Enough())

    def broken(self, state: State, answer: Any) -> Rule | None:
        """Refuse a card that cannot be in that Hand."""
        return None if answer == Enough() else FromHand.broken(self, state, answer)

    def label(self, state: State, answer: Any) -> Phrase:
        """Name the card, or stop."""
        return say("Enough") if answer == Enough() else name(state, answer.card)


@dataclass(frozen=True, slots=True)
class Gamble(UpToTwo):
    """Roulette: up to two cards are ruined, then one more may be drawn."""

    seat: Seat
    ruined: int = 0
    because = "roulette"

    def settle(self, state: State, answer: Any) -> State:
        """Ruin a card, or go on to the draw."""
        if answer == Enough():
            return push(state, DrawUpTo(self.seat, self.ruined + 1))
        state = ruin(spend(state, self.seat, answer.card), answer.card)
        return gamble(state, self.seat, self.ruined + 1)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a card."""
        del state, eyes
        return say_n(
            "{who}: ruin up to {n} more card of your Hand.",
            "{who}: ruin up to {n} cards of your Hand.",
            2 - self.ruined,
            who=who(self.seat),
        )

    def line(self, before: State, answer: Any, eyes: Seat | None) -> Phrase:
        """Tell which card is ruined."""
        if answer == Enough():
            return say("{who} ruins no more cards.", who=who(self.seat))
        return FromHand.line(self, before, answer, eyes)


def gamble(state: State, seat: Seat, ruined: int) -> State:
    """Return the state at the next step of Roulette."""
    if ruined < 2 and state.lives[seat].row:
        return push(state, Gamble(seat, ruined))
    return push(state, DrawUpTo(seat, ruined + 1))


@dataclass(frozen=True, slots=True)
class DrawUpTo(Choice[Draw]):
    """Roulette: cards are drawn one at a time, each is seen before the next."""

    seat: Seat
    most: int
    answers = (Draw,)
    because = "roulette"

    def offers(self, state: State) -> tuple[Draw, ...]:
        """List how many can have been drawn."""
        most = min(self.most, available(state))
        return tuple([Draw(count) for count in range(most + 1)])

    def settle(self, state: State, answer: Draw) -> State:
        """Draw them."""
        return draw(state, self.seat, answer.count)

    def idle(self, state: State) -> bool:
        """Pass on when there is nothing to draw."""
        return not available(state)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the number."""
        return say_n(
            "{who}: you may draw {n} card from the Well. Did you?",
            "{who}: draw up to {n} cards from the Well, one at a time. How many?",
            min(self.most, available(state)),
            who=who(self.seat),
        )

    def label(self, state: State, answer: Draw) -> Phrase:
        """Say the number."""
        del state
        return say_n("{n} card", "{n} cards", answer.count)

    def line(self, before: State, answer: Draw, eyes: Seat | None) -> Phrase:
        """Tell that the draw is done; how many cards it was follows by itself."""
        del before, answer, eyes
        return say("{who} spins the Roulette.", who=who(self.seat))


@dataclass(frozen=True, slots=True)
class Celebrate(UpToTwo):
    """Jubilee: up to two cards of the Hand become Deeds."""

    seat: Seat
    laid: int = 0
    because = "jubilee"

    def settle(self, state: State, answer: Any) -> State:
        """Lay a Deed, or stop."""
        if answer == Enough():
            return state
        state = spend(state, self.seat, answer.card)
        life = state.lives[self.seat]
        life = life._replace(deeds=(*life.deeds, answer.card))
        return celebrate(with_life(state, self.seat, life), self.seat, self.laid + 1)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a card."""
        del state, eyes
        return say_n(
            "{who}: lay up to {n} more card of your Hand on your Deeds.",
            "{who}: lay up to {n} cards of your Hand on your Deeds.",
            2 - self.laid,
            who=who(self.seat),
        )

    def line(self, before: State, answer: Any, eyes: Seat | None) -> Phrase:
        """Tell which Deed is laid."""
        del eyes
        if answer == Enough():
            return say("{who} lays no more Deeds.", who=who(self.seat))
        return say(
            "{who} lays {card} on the Deeds.",
            who=who(self.seat),
            card=name(before, answer.card),
        )


def celebrate(state: State, seat: Seat, laid: int = 0) -> State:
    """Return the state at the next step of Jubilee."""
    if laid < 2 and state.lives[seat].row:
        return push(state, Celebrate(seat, laid))
    return state
