"""At any time a seat may tell the app cards that only this seat can see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.core.cards import bag
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Place, Show
from companion.games.karmaka.piles import told
from companion.games.karmaka.questions.base import Worded
from companion.games.karmaka.questions.hidden import Foresee, looked_at
from companion.games.karmaka.state import Life, State, asked, with_life
from companion.games.karmaka.words import handful, who


def _hand(state: State, seat: int, cards: tuple[str, ...]) -> Life | None:
    """Return a life with this Hand told: all of it anew, or some cards more."""
    life = state.lives[seat]
    row = life.row
    if len(cards) == len(row):
        row = cards
    else:
        more = list((Counter(cards) - Counter(row)).elements())
        if len(more) > row.count(""):
            return None
        row = tuple((card or more.pop(0)) if card or more else "" for card in row)
    if "" in cards or Counter(life.hand.seen) - Counter(row):
        return None
    return _possible(state, life._replace(row=row, look=()))


def _future(state: State, seat: int, cards: tuple[str, ...]) -> Life | None:
    """Return a life with this Future Life told, from bottom to top."""
    life = state.lives[seat]
    if len(cards) != len(life.future):
        return None
    pairs = list(zip(cards, life.future, strict=True))
    if any(there and card not in (there, "") for card, there in pairs):
        return None
    dreams = tuple("" if there else card for card, there in pairs)
    return _possible(state, life._replace(dreams=dreams, look=()))


def _well(state: State, seat: int, cards: tuple[str, ...]) -> Life | None:
    """Return a life with the cards told that Destiny shows it."""
    top = asked(state)
    if not isinstance(top, Foresee) or top.seat != seat:
        return None
    if len(cards) != looked_at(state) or "" in cards:
        return None
    return _possible(state, state.lives[seat]._replace(look=bag(cards)))


def _row(state: State, seat: int, cards: tuple[str, ...]) -> Life | None:
    """Return the app's life with the next unknown places of its row told."""
    life, more = state.lives[seat], list(cards)
    if seat != state.setting.rival or not 0 < len(more) <= life.row.count(""):
        return None
    row = tuple((card or more.pop(0)) if card or more else "" for card in life.row)
    return None if "" in cards else _possible(state, life._replace(row=row))


def _possible(state: State, life: Life) -> Life | None:
    """Return the life if the pool can hold all that its owner tells."""
    return None if told(life) - Counter(state.pool) else life


READERS = {
    Place.HAND: _hand,
    Place.FUTURE: _future,
    Place.WELL: _well,
    Place.ROW: _row,
}


@dataclass(frozen=True, slots=True)
class Showing(Worded[Show]):
    """Cards told to the app alone: from then on it knows them, for their owner."""

    answers = (Show,)
    moves_on = False
    because = "card-in-hand"

    def offers(self, state: State) -> tuple[Show, ...]:
        """List nothing: nobody has to show anything."""
        del state
        return ()

    def broken(self, state: State, answer: Show) -> Rule | None:
        """Refuse cards that cannot be there, as far as everybody and this seat know."""
        if self._told(state, answer) is not None:
            return None
        return _AGAINST[answer.place]

    def _told(self, state: State, answer: Show) -> Life | None:
        if not 0 <= answer.seat < state.setting.seats:
            return None
        return READERS[answer.place](state, answer.seat, answer.cards)

    def settle(self, state: State, answer: Show) -> State:
        """Remember it for this seat."""
        life = self._told(state, answer)
        return state if life is None else with_life(state, answer.seat, life)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Invite to show."""
        del state, eyes
        return say("Show the app your cards, if you like.")

    def label(self, state: State, answer: Show) -> Phrase:
        """Name the cards, but not those of the app's own row."""
        if answer.seat == state.setting.rival:
            return say("A card for the row of {who}", who=who(answer.seat))
        cards = handful(state, filter(None, answer.cards))
        if answer.place is Place.FUTURE:
            return say("My Future Life, from the bottom: {cards}", cards=cards)
        hand = answer.place is Place.HAND
        return say("My Hand: {cards}", cards=cards) if hand else cards

    def line(self, before: State, answer: Show, eyes: Seat | None) -> Phrase:
        """Tell that something was shown; only the owner hears what, the app nothing."""
        me = who(answer.seat)
        if eyes == answer.seat != before.setting.rival:
            cards = handful(before, filter(None, answer.cards))
            return say("{who} shows the app: {cards}.", who=me, cards=cards)
        return say("{who} shows the app some cards.", who=me)

    def tell(
        self, before: State, answer: Show, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell it alone: nothing moves."""
        del after
        return self.line(before, answer, eyes)

    def actor(self, state: State, answer: Show) -> Seat:
        """Return the seat that shows; the app's own cards are in a person's hands."""
        if answer.seat == state.setting.rival:
            return Seat(0)
        inside = 0 <= answer.seat < state.setting.seats
        return Seat(answer.seat) if inside else state.turn


_AGAINST = {
    Place.HAND: rules.CARD_IN_HAND,
    Place.ROW: rules.CARD_IN_HAND,
    Place.FUTURE: rules.FUTURE_ORDER,
    Place.WELL: rules.REPORT,
}
