"""Cards placed face down by choice: Sowing and Destiny. Names are never needed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from companion.core.cards import minus
from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.karmaka.actions import Destine, Sow
from companion.games.karmaka.piles import dream, slip
from companion.games.karmaka.questions.base import Choice
from companion.games.karmaka.state import State, asked, with_life
from companion.games.karmaka.words import handful, who


def _orders(cards: tuple[str, ...], count: int) -> list[tuple[str, ...]]:
    """Return every way to lay so many of these cards, one after the other."""
    return sorted(set(permutations(cards, count)))


@dataclass(frozen=True, slots=True)
class Sowing(Choice[Sow]):
    """Two cards of the Hand go on the Future Life, in an order the player likes."""

    seat: Seat
    count: int
    answers = (Sow,)
    because = "sowing"

    def offers(self, state: State) -> tuple[Sow, ...]:
        """List saying nothing, and every pair the app knows in this Hand."""
        row = state.lives[self.seat].row
        known, count = tuple(filter(None, row)), min(self.count, len(row))
        return (Sow(), *(Sow(cards) for cards in _orders(known, count) if cards))

    def idle(self, state: State) -> bool:
        """Pass on when the Hand is empty."""
        return not state.lives[self.seat].row

    def settle(self, state: State, answer: Sow) -> State:
        """Lay them face down, the last on top."""
        count = min(self.count, len(state.lives[self.seat].row))
        for card in answer.cards or ("",) * count:
            state, public, secret = slip(state, self.seat, card)
            life = dream(state.lives[self.seat], public, secret)
            state = with_life(state, self.seat, life)
        return state

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the cards."""
        del state, eyes
        return say_n(
            "{who}: put {n} card of your Hand face down on your Future Life.",
            "{who}: put {n} cards of your Hand face down on your Future Life.",
            self.count,
            who=who(self.seat),
        )

    def label(self, state: State, answer: Sow) -> Phrase:
        """Name the cards if they are told."""
        if not answer.cards:
            return say("Done")
        cards = handful(state, answer.cards)
        return say("{cards} (the last on top)", cards=cards)

    def line(self, before: State, answer: Sow, eyes: Seat | None) -> Phrase:
        """Tell that cards were laid; only the owner hears which."""
        if eyes == self.seat and answer.cards:
            cards = handful(before, answer.cards)
            return say("{who} sows {cards}.", who=who(self.seat), cards=cards)
        return say_n(
            "{who} puts {n} card face down on the Future Life.",
            "{who} puts {n} cards face down on the Future Life.",
            self.count,
            who=who(self.seat),
        )


@dataclass(frozen=True, slots=True)
class Foresee(Choice[Destine]):
    """Destiny: up to two of the cards on top of the Well go on the Future Life."""

    seat: Seat
    seen: int
    answers = (Destine,)
    because = "destiny"

    def offers(self, state: State) -> tuple[Destine, ...]:
        """List how many can be kept, and which if the app was told."""
        most = min(2, self.seen, state.well)
        listed = [Destine(count) for count in range(most + 1)]
        look = state.lives[self.seat].look
        for count in range(1, most + 1 if look else 1):
            listed += [Destine(count, cards) for cards in _orders(look, count)]
        return tuple(listed)

    def idle(self, state: State) -> bool:
        """Pass on when the Well is empty."""
        return not state.well

    def settle(self, state: State, answer: Destine) -> State:
        """Lay the kept cards face down; the others go back on top of the Well."""
        life = state.lives[self.seat]
        for card in answer.cards or ("",) * answer.count:
            look = minus(life.look, card) if card else life.look
            life = dream(life._replace(look=look), "", card)
        life = life._replace(look=())
        state = with_life(state, self.seat, life)
        return state._replace(well=state.well - (len(answer.cards) or answer.count))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask how many are kept."""
        del state, eyes
        return say_n(
            "{who}: look at the top {n} card of the Well. You may put it face down on "
            "your Future Life.",
            "{who}: look at the top {n} cards of the Well. Up to two go face down on "
            "your Future Life, the others back in any order. How many?",
            self.seen,
            who=who(self.seat),
        )

    def label(self, state: State, answer: Destine) -> Phrase:
        """Say how many, or which."""
        if answer.cards:
            return say("Keep {cards}", cards=handful(state, answer.cards))
        return say_n("Keep {n} card", "Keep {n} cards", answer.count)

    def line(self, before: State, answer: Destine, eyes: Seat | None) -> Phrase:
        """Tell how many; only the owner hears which."""
        if eyes == self.seat and answer.cards:
            cards = handful(before, answer.cards)
            return say("{who} destines {cards}.", who=who(self.seat), cards=cards)
        return say_n(
            "{who} puts {n} card of the Well on the Future Life.",
            "{who} puts {n} cards of the Well on the Future Life.",
            len(answer.cards) or answer.count,
            who=who(self.seat),
        )


def looked_at(state: State) -> int:
    """Return how many cards of the Well are being looked at, none if nobody does."""
    top = asked(state)
    return min(top.seen, state.well) if isinstance(top, Foresee) else 0
