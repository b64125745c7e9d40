"""What may be said at any time: which cards are in a hand."""

from __future__ import annotations

from companion.core.errors import Impossible
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Question
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.deck import shown
from companion.games.samsara.hands import opening_broken
from companion.games.samsara.state import State
from companion.games.samsara.words import handful, seat_name


class ShowHand(Question[State, a.Show]):
    """Anybody may tell the app of the own hand; nobody has to."""

    __slots__ = ()

    answers = (a.Show,)
    instead = rules.CARD_IN_HAND
    moves_on = False

    def offers(self, state: State) -> tuple[()]:
        """List nothing: a hand is entered card by card."""
        del state
        return ()

    def broken(self, state: State, answer: a.Show) -> Rule | None:
        """Name the rule: cards that this hand can hold."""
        if not 0 <= answer.seat < state.setting.seats:
            return rules.CARD_IN_HAND
        player = state.players[answer.seat]
        after = shown(player.cards, answer.cards)
        return rules.CARD_IN_HAND if after is None else opening_broken(player, after)

    def settle(self, state: State, answer: a.Show) -> State:
        """Note the cards.

        Raises:
            Impossible: if the host says it of a hand that cannot hold them.
        """
        deck, alike = state.players[answer.seat].cards, state.setting.infers
        cards = shown(deck, answer.cards, alike=alike)
        if cards is None:
            raise Impossible("That hand cannot hold these cards.")
        return state.with_cards(answer.seat, cards)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for nothing in words of its own: the label says it."""
        del eyes
        return self.label(state, a.Show(0, ()))

    def label(self, state: State, answer: a.Show) -> Phrase:
        """Name the cards."""
        del state
        return say("In the hand: {cards}", cards=handful(answer.cards))

    def tell(
        self, before: State, answer: a.Show, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell the cards to their owner alone."""
        del before, after
        who = seat_name(answer.seat)
        if eyes == answer.seat:
            cards = handful(answer.cards)
            return say("{who} holds: {cards}", who=who, cards=cards)
        return say("{who} tells the app about the hand", who=who)

    def actor(self, state: State, answer: a.Show) -> Seat:
        """Return whose hand it is."""
        del state
        return Seat(answer.seat)

    def touches(self, state: State, answer: a.Show) -> tuple[str, ...]:
        """Return the rule about what a hand can hold."""
        del state, answer
        return ("samsara.card-in-hand",)
