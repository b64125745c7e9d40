"""A new character who searches her own draw pile: Iriakie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.cards import Spread
from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.hands import opening_broken
from companion.games.samsara.questions.base import Ask
from companion.games.samsara.state import DISCARD, DRAW, NEXT, State
from companion.games.samsara.words import name, seat_name


@dataclass(frozen=True, slots=True)
class PickFromPile(Ask[a.Pick]):
    """Iriakie chooses cards of her own draw pile."""

    seat: Seat
    target: int
    count: int
    key = "pick"
    reason = "iriakie"
    answers = (a.Pick,)

    def idle(self, state: State) -> bool:
        """Tell whether there is nothing to choose."""
        return self.count < 1 or not state.players[self.seat].cards.size(DRAW)

    def offers(self, state: State) -> Iterator[a.Pick]:
        """List the cards of the pile; one that stays unseen, if the table may."""
        cards = ("", *state.players[self.seat].cards.choices(DRAW))
        for answer in map(a.Pick, cards):
            if self.broken(state, answer) is None:
                yield answer

    def broken(self, state: State, answer: a.Pick) -> Rule | None:
        """Name the rule: a card that can be in the pile."""
        player = state.players[self.seat]
        if not answer.card and state.setting.open:
            return rules.REPORT_CARDS
        pile = player.cards.zones[DRAW]
        there = player.cards.may_hold(DRAW, answer.card) if answer.card else pile.unseen
        if not there:
            return rules.IRIAKIE
        if not player.opening:
            return None
        return opening_broken(player, self._picked(player.cards, answer.card))

    def _picked(self, cards: Spread, card: str) -> Spread:
        if card:
            cards = cards.shift(DRAW, self.target, card)
        else:
            cards = cards.shift_unseen(DRAW, self.target, 1)
        return cards.deduced(DRAW)

    def settle(self, state: State, answer: a.Pick) -> State:
        """Take it out; a card for the next hand is one less to draw."""
        cards = self._picked(state.players[self.seat].cards, answer.card)
        state = state.with_cards(self.seat, cards)
        if self.target == NEXT:
            turn = state.turn._replace(extra=state.turn.extra - 1)
            state = state._replace(turn=turn)
        left = replace(self, count=self.count - 1)
        return push(state, left) if left.count else state

    def ask(self, state: State) -> Phrase:
        """Ask for the cards."""
        del state
        if self.target == DISCARD:
            return say_n(
                "Choose {n} card from your draw pile to discard.",
                "Choose {n} cards from your draw pile to discard.",
                self.count,
            )
        return say_n(
            "Choose {n} card from your draw pile for the next hand.",
            "Choose {n} cards from your draw pile for the next hand.",
            self.count,
        )

    def label(self, state: State, answer: a.Pick) -> Phrase:
        """Name the card."""
        del state
        if answer.card:
            return say("Pick {card}", card=name(answer.card))
        return say("Pick a card without naming it")

    def tell(
        self, before: State, answer: a.Pick, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell the card to its owner alone."""
        del before, after
        who = seat_name(self.seat)
        if eyes == self.seat and answer.card:
            return say("{who} picks {card}", who=who, card=name(answer.card))
        return say("{who} picks a card from the draw pile", who=who)
