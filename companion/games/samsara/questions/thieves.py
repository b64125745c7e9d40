"""New characters who take from opponents: Kuti, Muyarati and Marjari."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import BAD
from companion.games.samsara.deck import (
    anything,
    claim,
    lacking,
    may_lack,
    not_bad,
    random_card,
)
from companion.games.samsara.hands import (
    empty_handed,
    from_hand,
    hand_over,
    opening_broken,
    usable,
)
from companion.games.samsara.questions.base import Ask, AskOpenly, Report, cards_awaited
from companion.games.samsara.questions.gaining import TRIES
from companion.games.samsara.state import DISCARD, DRAW, HAND, NEXT, State, others
from companion.games.samsara.words import give_label, gives, name, seat_name

AIMED_AT = {"steal": HAND, "search": DRAW, "ask": HAND}
"""The cards an aim is about: an opponent without any is no target."""

AIMS = {"steal": rules.KUTI, "search": rules.MUYARATI, "ask": rules.MARJARI}


@dataclass(frozen=True, slots=True)
class ChooseTarget(AskOpenly[a.Target]):
    """A power is aimed at an opponent."""

    seat: Seat
    aim: str
    """`steal` from the hand, `search` the pile, or `ask` for a card."""

    key = "target"
    reason = "settle-first"
    answers = (a.Target,)

    def _targets(self, state: State) -> Iterator[Seat]:
        zone = AIMED_AT[self.aim]
        for other in others(state, self.seat):
            if state.players[other].cards.size(zone):
                yield other

    def idle(self, state: State) -> bool:
        """Tell whether nobody has anything to take."""
        return next(self._targets(state), None) is None

    def offers(self, state: State) -> Iterator[a.Target]:
        """List the opponents who have something."""
        return map(a.Target, self._targets(state))

    def broken(self, state: State, answer: a.Target) -> Rule | None:
        """Name the rule of this power."""
        return None if answer in self.offers(state) else AIMS[self.aim]

    def settle(self, state: State, answer: a.Target) -> State:
        """Begin what the power does to that opponent."""
        whom = Seat(answer.seat)
        if self.aim == "search":
            return push(state, KeepCard(self.seat, whom))
        if self.aim == "steal":
            return push(state, ReportStolen(whom, self.seat))
        return push(state, GiveAsked(whom, self.seat))

    def ask(self, state: State) -> Phrase:
        """Ask for an opponent."""
        del state
        return say("Choose an opponent.")

    def label(self, state: State, answer: a.Target) -> Phrase:
        """Name the opponent."""
        del state
        return say("{whom}", whom=seat_name(answer.seat))

    def tell(
        self, before: State, answer: a.Target, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell who was chosen."""
        del before, after, eyes
        who, whom = seat_name(self.seat), seat_name(answer.seat)
        return say("{who} chooses {whom}", who=who, whom=whom)


@dataclass(frozen=True, slots=True)
class ReportStolen(Report[a.Stolen]):
    """Kuti has taken a card of a hand at random: its owner says which."""

    seat: Seat
    thief: Seat
    key = "stolen"
    reason = "kuti"
    theirs = say("{who} says which card was stolen.")
    answers = (a.Stolen,)

    def idle(self, state: State) -> bool:
        """Tell whether there is no card to steal."""
        return empty_handed(state, self.seat)

    def broken(self, state: State, answer: a.Stolen) -> Rule | None:
        """Name the rule: a card this hand can hold."""
        return from_hand(state.players[self.seat], answer.card)

    def settle(self, state: State, answer: a.Stolen) -> State:
        """Move it to the discard of the thief."""
        return hand_over(state, self.seat, self.thief, answer.card, DISCARD)

    def sample(self, state: State, rng: Any) -> a.Stolen:
        """Steal any card, but none that an opening hand cannot have held."""
        for _ in range(TRIES):
            report = a.Stolen(random_card(state.players[self.seat].cards, HAND, rng))
            if self.broken(state, report) is None:
                break
        return report

    def awaits(self, state: State) -> dict[str, Any]:
        """Return whose card must be named."""
        del state
        return cards_awaited("stolen", self.seat, 1, self.seat)

    def ask(self, state: State) -> Phrase:
        """Ask for the card."""
        del state
        thief = seat_name(self.thief)
        return say("{who} takes a card from your hand at random: which one?", who=thief)

    def label(self, state: State, answer: a.Stolen) -> Phrase:
        """Name the card."""
        del state
        return say("{card} was stolen", card=name(answer.card))

    def tell(
        self, before: State, answer: a.Stolen, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card it was: a discard lies open when something is put there."""
        del before, after, eyes
        return say(
            "{who} steals {card} from {whom}",
            who=seat_name(self.thief),
            card=name(answer.card),
            whom=seat_name(self.seat),
        )

    def matters(self, state: State, answer: a.Stolen) -> tuple[str, ...]:
        """Return the page of the thief."""
        del state, answer
        return ("kuti",)


@dataclass(frozen=True, slots=True)
class KeepCard(Report[a.Kept]):
    """Muyarati has drawn from a pile: she says which card she keeps."""

    seat: Seat
    owner: Seat
    key = "search"
    reason = "muyarati"
    answers = (a.Kept,)

    def idle(self, state: State) -> bool:
        """Tell whether there is no card to keep."""
        return not state.players[self.owner].cards.size(DRAW)

    def broken(self, state: State, answer: a.Kept) -> Rule | None:
        """Name the rule: a card that can be in that pile."""
        found = claim(state.players[self.owner].cards, DRAW, answer.card)
        return rules.MUYARATI if found is None else None

    def settle(self, state: State, answer: a.Kept) -> State:
        """Move it into her hand."""
        cards = state.players[self.owner].cards
        found = claim(cards, DRAW, answer.card) or cards.take(DRAW, answer.card)
        state = state.with_cards(self.owner, found)
        kept = state.players[self.seat].cards.put(HAND, answer.card)
        return state.with_cards(self.seat, kept)

    def sample(self, state: State, rng: Any) -> a.Kept:
        """Keep any card of the pile."""
        return a.Kept(random_card(state.players[self.owner].cards, DRAW, rng))

    def awaits(self, state: State) -> dict[str, Any]:
        """Return who names a card of whose pile."""
        del state
        return cards_awaited("kept", self.seat, 1, self.owner)

    def ask(self, state: State) -> Phrase:
        """Ask for the card."""
        del state
        return say(
            "Draw 3 cards from {whom}'s draw pile, keep one and name it; "
            "put the others back on top.",
            whom=seat_name(self.owner),
        )

    def label(self, state: State, answer: a.Kept) -> Phrase:
        """Name the card."""
        del state
        return say("Keep {card}", card=name(answer.card))

    def tell(
        self, before: State, answer: a.Kept, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card it was to her, and to the owner, who finds it gone."""
        del before, after
        who = seat_name(self.seat)
        if eyes in (self.seat, self.owner):
            return say("{who} keeps {card}", who=who, card=name(answer.card))
        return say("{who} keeps a card", who=who)

    def matters(self, state: State, answer: a.Kept) -> tuple[str, ...]:
        """Return the page of the thief."""
        del state, answer
        return ("muyarati",)


@dataclass(frozen=True, slots=True)
class GiveAsked(Ask[a.Give]):
    """Marjari asks for a card of a hand."""

    seat: Seat
    asker: Seat
    key = "asked"
    reason = "marjari"
    answers = (a.Give,)

    def idle(self, state: State) -> bool:
        """Tell whether there is no card to give."""
        return empty_handed(state, self.seat)

    def offers(self, state: State) -> Iterator[a.Give]:
        """List the cards of the hand."""
        for card in usable(state.players[self.seat], anything):
            answer = a.Give(card, self.asker)
            if card != BAD or self.broken(state, answer) is None:
                yield answer

    def broken(self, state: State, answer: a.Give) -> Rule | None:
        """Name the rule: to her, and Bad Karma only if there is nothing else."""
        player = state.players[self.seat]
        if answer.to != self.asker:
            return rules.MARJARI
        if answer.card != BAD:
            return from_hand(player, answer.card)
        if not may_lack(player.cards, not_bad):
            return rules.MARJARI
        rule = opening_broken(player, lacking(player.cards, not_bad))
        return from_hand(player, BAD) or rule

    def settle(self, state: State, answer: a.Give) -> State:
        """Set it aside for her next hand."""
        if answer.card == BAD:
            cards = lacking(state.players[self.seat].cards, not_bad)
            state = state.with_cards(self.seat, cards)
        return hand_over(state, self.seat, self.asker, answer.card, NEXT)

    def ask(self, state: State) -> Phrase:
        """Ask for a card."""
        del state
        return say("Give {whom} a card from your hand.", whom=seat_name(self.asker))

    def label(self, state: State, answer: a.Give) -> Phrase:
        """Name the card."""
        del state
        return give_label(answer.card, answer.to)

    def tell(
        self, before: State, answer: a.Give, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card it was to those two alone."""
        del before, after
        public = eyes in (self.seat, answer.to)
        return gives(self.seat, answer.to, answer.card, public=public)

    def matters(self, state: State, answer: a.Give) -> tuple[str, ...]:
        """Return the rule about Bad Karma."""
        del state, answer
        return ("bad-karma-sticks",)
