"""Cards that come by themselves: drawn ones, Good Karma and Bad Karma."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.deck import shown
from companion.games.samsara.hands import opening_broken
from companion.games.samsara.questions.base import Report, before_actions, cards_awaited
from companion.games.samsara.state import DISCARD, DRAW, HAND, State
from companion.games.samsara.supply import gain_bad, gain_good
from companion.games.samsara.words import cards, handful, seat_name

TRIES = 100
"""Opening hands are drawn again once in 35 times. A hand that is never kept was put
together by the host, and must not keep the app busy for ever."""


def draw(state: State, seat: Seat, count: int) -> State:
    """Draw cards, shuffling the discard when the pile runs out."""
    cards, alike = state.players[seat].cards, state.setting.infers
    first = min(count, cards.size(DRAW))
    cards = cards.shift_unseen(DRAW, HAND, first).deduced(DRAW, alike=alike)
    if first < count and cards.size(DISCARD):
        cards = cards.shuffle(DISCARD, DRAW)
        second = min(count - first, cards.size(DRAW))
        cards = cards.shift_unseen(DRAW, HAND, second).deduced(DRAW, alike=alike)
    state = state.with_cards(seat, cards)
    return push(state, ReportDraw(seat)) if state.setting.open else state


@dataclass(frozen=True, slots=True)
class ReportDraw(Report[a.Drawn]):
    """Every draw is reported here: which cards came into the hand."""

    seat: Seat
    key = "drawn"
    reason = "report-cards"
    theirs = say("{who} draws.")
    answers = (a.Drawn,)

    def count(self, state: State) -> int:
        """Return how many cards of the hand nobody has shown."""
        return state.players[self.seat].cards.zones[HAND].unseen

    def idle(self, state: State) -> bool:
        """Tell whether every card is known already."""
        return not self.count(state)

    def broken(self, state: State, answer: a.Drawn) -> Rule | None:
        """Name the rule: all cards that were drawn, and only possible ones."""
        if len(answer.cards) != self.count(state):
            return rules.REPORT_CARDS
        player = state.players[self.seat]
        hand = player.cards.zones[HAND].seen + answer.cards
        after = shown(player.cards, hand)
        return rules.CARD_IN_HAND if after is None else opening_broken(player, after)

    def settle(self, state: State, answer: a.Drawn) -> State:
        """Turn these cards up, for the app alone."""
        deck = state.players[self.seat].cards
        return state.with_cards(self.seat, deck.show(HAND, answer.cards))

    def sample(self, state: State, rng: Any) -> a.Drawn:
        """Draw from the pool, again if the opening hand is not kept."""
        pool, count = state.players[self.seat].cards.pool, self.count(state)
        for _ in range(TRIES):
            report = a.Drawn(tuple(rng.sample(pool, count)))
            if self.broken(state, report) is None:
                break
        return report

    def awaits(self, state: State) -> dict[str, Any]:
        """Return how many cards must be named."""
        return cards_awaited("drawn", self.seat, self.count(state), self.seat)

    def ask(self, state: State) -> Phrase:
        """Ask for the cards."""
        count = self.count(state)
        return say_n("Enter {n} card you drew.", "Enter the {n} cards you drew.", count)

    def label(self, state: State, answer: a.Drawn) -> Phrase:
        """Name the cards."""
        del state
        return say("Drawn: {cards}", cards=handful(answer.cards))

    def tell(
        self, before: State, answer: a.Drawn, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell the cards to their owner, their number to the others."""
        del before, after
        count = len(answer.cards)
        drawn = handful(answer.cards) if eyes == self.seat else cards(count)
        return say("{who} draws {cards}", who=seat_name(self.seat), cards=drawn)

    def matters(self, state: State, answer: a.Drawn) -> tuple[str, ...]:
        """Return the rule about the own draw pile."""
        del state, answer
        return ("draw-and-discard",)

    def phase(self, state: State) -> str | None:
        """Return none for the opening hands: the first move is still to come."""
        return None if before_actions(state) else Report.phase(self, state)


@dataclass(frozen=True, slots=True)
class DrawCards(Happening[State]):
    """A draw that waits for its time."""

    seat: Seat
    count: int

    def happen(self, state: State) -> State:
        """Draw."""
        return draw(state, self.seat, self.count)


@dataclass(frozen=True, slots=True)
class GainGood(Happening[State]):
    """Good Karma that waits for its time."""

    seat: Seat
    zone: int
    count: int

    def happen(self, state: State) -> State:
        """Take it from the supply."""
        return gain_good(state, self.seat, self.zone, self.count)


@dataclass(frozen=True, slots=True)
class GainBad(Happening[State]):
    """Bad Karma into the hand that waits for its time."""

    seat: Seat
    count: int

    def happen(self, state: State) -> State:
        """Take it from the supply."""
        return gain_bad(state, self.seat, HAND, self.count)
