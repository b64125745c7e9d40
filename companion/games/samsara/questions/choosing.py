"""Cards of the hand that an effect asks for: put back, reserve, discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import BAD
from companion.games.samsara.deck import WANTED, anything, lacking, may_lack, not_bad
from companion.games.samsara.hands import (
    clean_from_hand,
    empty_handed,
    from_hand,
    lack_broken,
    opening_broken,
    usable,
)
from companion.games.samsara.questions.base import Ask, PutsBack, Things
from companion.games.samsara.state import DISCARD, HAND, RESERVE, State
from companion.games.samsara.supply import put_back
from companion.games.samsara.words import (
    I_HAVE_NONE,
    has_none,
    name,
    seat_name,
)

ASKS_FOR = {"any": rules.YUGAL, "bad": rules.MAUT, "good": rules.DURMANGALA_YUGAL}
"""The rule against putting back another card than the effect wants."""


@dataclass(frozen=True, slots=True)
class PutCardsBack(PutsBack):
    """An effect wants cards of the hand put back on their supplies."""

    seat: Seat
    wanted: str = "any"
    """Which ones: `any` but Bad Karma, `bad` or `good`."""

    count: int = 1
    then: Things = ()
    """What happens only if a card was put back, in order."""

    key = "put-back"
    reason = "put-back"

    def idle(self, state: State) -> bool:
        """Tell whether the hand is empty."""
        return empty_handed(state, self.seat)

    def offers(self, state: State) -> Iterator[a.PutBack | a.Lack]:
        """List the wanted cards, and that there is none."""
        player = state.players[self.seat]
        yield from map(a.PutBack, usable(player, WANTED[self.wanted]))
        if self.broken(state, a.Lack()) is None:
            yield a.Lack()

    def broken(self, state: State, answer: a.PutBack | a.Lack) -> Rule | None:
        """Name the rule: a wanted card, if the hand holds one."""
        player, wanted = state.players[self.seat], WANTED[self.wanted]
        match answer:
            case a.Lack():
                return lack_broken(player, wanted, ASKS_FOR[self.wanted])
            case a.PutBack(card):
                if wanted(card):
                    return from_hand(player, card)
                sticks = card == BAD
                return rules.BAD_KARMA_STICKS if sticks else ASKS_FOR[self.wanted]
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: a.PutBack | a.Lack) -> State:
        """Put it back, and let what hangs on it follow."""
        match answer:
            case a.Lack():
                cards = state.players[self.seat].cards
                cards = lacking(cards, WANTED[self.wanted])
                return state.with_cards(self.seat, cards)
            case a.PutBack(card):
                state = put_back(push(state, *self.then), self.seat, card)
                left = replace(self, count=self.count - 1)
                return push(state, left) if left.count else state
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the wanted card."""
        del state
        if self.wanted == "bad":
            return say("Put back {n} Bad Karma from your hand.", n=self.count)
        if self.wanted == "good":
            return say("Put back a Good Karma from your hand.")
        return say("Put back a card from your hand, no Bad Karma.")


@dataclass(frozen=True, slots=True)
class ReserveCard(Ask[a.Reserve | a.Lack]):
    """An effect moves a card of the hand into the Reserve."""

    seat: Seat
    key = "reserve"
    reason = "reserve"
    answers = (a.Reserve, a.Lack)

    def idle(self, state: State) -> bool:
        """Tell whether the hand is empty."""
        return empty_handed(state, self.seat)

    def offers(self, state: State) -> Iterator[a.Reserve | a.Lack]:
        """List the cards of the hand, and that there is none."""
        yield from map(a.Reserve, usable(state.players[self.seat], not_bad))
        if self.broken(state, a.Lack()) is None:
            yield a.Lack()

    def broken(self, state: State, answer: a.Reserve | a.Lack) -> Rule | None:
        """Name the rule: no Bad Karma, and no refusal while there are others."""
        player = state.players[self.seat]
        match answer:
            case a.Reserve(card):
                return clean_from_hand(player, card)
            case a.Lack():
                return lack_broken(player, not_bad, rules.GYAAN)
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: a.Reserve | a.Lack) -> State:
        """Tuck it under the board."""
        cards = state.players[self.seat].cards
        match answer:
            case a.Reserve(card):
                cards = cards.shift(HAND, RESERVE, card)
            case a.Lack():
                cards = lacking(cards, not_bad)
            case _:
                assert_never(answer)
        return state.with_cards(self.seat, cards)

    def ask(self, state: State) -> Phrase:
        """Ask for a card."""
        del state
        return say("Put a card from your hand into the Reserve, no Bad Karma.")

    def label(self, state: State, answer: a.Reserve | a.Lack) -> Phrase:
        """Name the card."""
        del state
        if isinstance(answer, a.Reserve):
            return say("{card} into the Reserve", card=name(answer.card))
        return I_HAVE_NONE

    def tell(
        self, before: State, answer: a.Reserve | a.Lack, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card it was: the Reserve lies open."""
        del before, after, eyes
        if isinstance(answer, a.Lack):
            return has_none(self.seat)
        who, card = seat_name(self.seat), name(answer.card)
        return say("{who} puts {card} into the Reserve", who=who, card=card)


@dataclass(frozen=True, slots=True)
class DiscardCards(Ask[a.Discard]):
    """An effect makes somebody discard cards of the hand."""

    seat: Seat
    count: int = 1
    forced: bool = False
    """An opponent forces it: Bad Karma goes only if there is nothing else."""

    key = "discard"
    answers = (a.Discard,)

    def idle(self, state: State) -> bool:
        """Tell whether the hand is empty."""
        return empty_handed(state, self.seat)

    def offers(self, state: State) -> Iterator[a.Discard]:
        """List the cards of the hand."""
        for card in usable(state.players[self.seat], anything):
            answer = a.Discard(card)
            if card != BAD or self.broken(state, answer) is None:
                yield answer

    def broken(self, state: State, answer: a.Discard) -> Rule | None:
        """Name the rule: a card of the hand, Bad Karma last if it is forced."""
        player = state.players[self.seat]
        if self.forced and answer.card == BAD and player.cards.may_hold(HAND, BAD):
            if not may_lack(player.cards, not_bad):
                return rules.FORCED_DISCARD
            return opening_broken(player, lacking(player.cards, not_bad))
        return from_hand(player, answer.card)

    def settle(self, state: State, answer: a.Discard) -> State:
        """Discard it; a Bad Karma under force says that the hand is full of them."""
        cards = state.players[self.seat].cards
        if self.forced and answer.card == BAD:
            cards = lacking(cards, not_bad)
        state = state.with_cards(self.seat, cards.shift(HAND, DISCARD, answer.card))
        left = replace(self, count=self.count - 1)
        return push(state, left) if left.count else state

    def ask(self, state: State) -> Phrase:
        """Ask for the cards."""
        del state
        if not self.forced:
            return say("Discard a card from your hand.")
        return say_n(
            "Discard {n} card from your hand, Bad Karma last.",
            "Discard {n} cards from your hand, Bad Karma last.",
            self.count,
        )

    def label(self, state: State, answer: a.Discard) -> Phrase:
        """Name the card."""
        del state
        return say("Discard {card}", card=name(answer.card))

    def tell(
        self, before: State, answer: a.Discard, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card it was: everybody sees it."""
        del before, after, eyes
        who, card = seat_name(self.seat), name(answer.card)
        return say("{who} discards {card}", who=who, card=card)

    def why(self, state: State) -> str:
        """Return the rule about who chose this."""
        del state
        return "samsara." + ("forced-discard" if self.forced else "durmangala-discard")
