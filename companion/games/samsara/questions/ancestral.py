"""The effects of the Ancestral Amulets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import BAD, effect_of
from companion.games.samsara.deck import is_bad, lacking, may_lack
from companion.games.samsara.hands import (
    empty_handed,
    from_hand,
    hand_over,
    lack_broken,
    opening_broken,
)
from companion.games.samsara.questions.base import Ask, AskOpenly, Effect, PutsBack
from companion.games.samsara.questions.choosing import DiscardCards, PutCardsBack
from companion.games.samsara.questions.gaining import GainBad, GainGood
from companion.games.samsara.questions.taking import TakeSamsara
from companion.games.samsara.state import (
    DISCARD,
    EVANESCENT,
    HAND,
    RESERVE,
    State,
    others,
)
from companion.games.samsara.supply import put_back
from companion.games.samsara.words import (
    I_HAVE_NONE,
    ancestral,
    announced,
    give_label,
    gives,
    has_none,
    name,
    seat_name,
)


@dataclass(frozen=True, slots=True)
class TriggerAmulets(AskOpenly[a.Trigger]):
    """All Ancestral Amulets of a player take effect, in an order of choice."""

    seat: Seat
    amulets: tuple[str, ...]
    key = "trigger"
    reason = "ancestral-effects"
    answers = (a.Trigger,)

    def offers(self, state: State) -> Iterator[a.Trigger]:
        """List those that are still to come."""
        del state
        return map(a.Trigger, self.amulets)

    def broken(self, state: State, answer: a.Trigger) -> Rule | None:
        """Name the rule: each of them once."""
        del state
        return None if answer.amulet in self.amulets else rules.ANCESTRAL_EFFECTS

    def settle(self, state: State, answer: a.Trigger) -> State:
        """Let its effect happen, then the others."""
        left = tuple(one for one in self.amulets if one != answer.amulet)
        if left:
            state = push(state, replace(self, amulets=left))
        return push(state, *EFFECTS[effect_of(answer.amulet)](state, self.seat))

    def ask(self, state: State) -> Phrase:
        """Ask which one is next."""
        del state
        return say("Choose which Ancestral Amulet takes effect next.")

    def label(self, state: State, answer: a.Trigger) -> Phrase:
        """Name the amulet and its power."""
        del state
        return ancestral(answer.amulet, effect_of(answer.amulet))

    def tell(
        self, before: State, answer: a.Trigger, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which one takes effect."""
        del after, eyes
        return announced(self.seat, self.label(before, answer))

    def matters(self, state: State, answer: a.Trigger) -> tuple[str, ...]:
        """Return the list of its kind of powers."""
        del state
        silver = answer.amulet.startswith("silver")
        return ("ancestral-silver" if silver else "ancestral-red",)


@dataclass(frozen=True, slots=True)
class RepeatPower(Happening[State]):
    """The character power will happen once more."""

    def happen(self, state: State) -> State:
        """Note it."""
        turn = state.turn._replace(twice=state.turn.twice + 1)
        return state._replace(turn=turn)


@dataclass(frozen=True, slots=True)
class PurgeDiscard(PutsBack):
    """A Bad Karma of the discard goes back to the supply."""

    seat: Seat
    key = "purge-discard"
    reason = "ancestral-silver"

    def idle(self, state: State) -> bool:
        """Tell whether the discard is empty."""
        return not state.players[self.seat].cards.size(DISCARD)

    def offers(self, state: State) -> Iterator[a.PutBack | a.Lack]:
        """List the Bad Karma, and that there is none."""
        for answer in (a.PutBack(BAD), a.Lack()):
            if self.broken(state, answer) is None:
                yield answer

    def broken(self, state: State, answer: a.PutBack | a.Lack) -> Rule | None:
        """Name the rule: a Bad Karma, if there is one."""
        player = state.players[self.seat]
        match answer:
            case a.Lack():
                lacks = may_lack(player.cards, is_bad, DISCARD)
                return None if lacks else rules.ANCESTRAL_SILVER
            case a.PutBack(card):
                if card != BAD or not player.cards.may_hold(DISCARD, BAD):
                    return rules.ANCESTRAL_SILVER
                return opening_broken(player, player.cards.take(DISCARD, BAD))
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: a.PutBack | a.Lack) -> State:
        """Put it back."""
        match answer:
            case a.Lack():
                return state
            case a.PutBack():
                return put_back(state, self.seat, BAD, DISCARD)
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for a Bad Karma."""
        del state
        return say("Put back a Bad Karma from your discard.")


STRUCK = {"evanescent": EVANESCENT, "reserve": RESERVE}


@dataclass(frozen=True, slots=True)
class StrikeCard(AskOpenly[a.Strike]):
    """An effect hits a card that lies open in front of an opponent."""

    seat: Seat
    steals: bool = False
    """Kuti takes it, from the Reserve too; a red amulet only makes it discarded."""

    key = "strike"
    reason = "settle-first"
    answers = (a.Strike,)

    def idle(self, state: State) -> bool:
        """Tell whether no opponent has such a card."""
        return next(self.offers(state), None) is None

    def offers(self, state: State) -> Iterator[a.Strike]:
        """List the cards of all opponents."""
        for other in others(state, self.seat):
            zones = state.players[other].cards.zones
            for card in dict.fromkeys(zones[EVANESCENT].seen):
                yield a.Strike(other, "evanescent", card)
            for card in dict.fromkeys(zones[RESERVE].seen) if self.steals else ():
                yield a.Strike(other, "reserve", card)

    def broken(self, state: State, answer: a.Strike) -> Rule | None:
        """Name the rule: one of those cards."""
        if answer in self.offers(state):
            return None
        return rules.KUTI if self.steals else rules.ANCESTRAL_RED

    def settle(self, state: State, answer: a.Strike) -> State:
        """Move it to a discard: the thief's, or its owner's."""
        owner = answer.seat
        cards = state.players[owner].cards.take(STRUCK[answer.zone], answer.card)
        state = state.with_cards(owner, cards)
        goal = self.seat if self.steals else owner
        cards = state.players[goal].cards.put(DISCARD, answer.card)
        return state.with_cards(goal, cards)

    def ask(self, state: State) -> Phrase:
        """Ask for a card."""
        del state
        return say("Choose a card that lies in front of an opponent.")

    def label(self, state: State, answer: a.Strike) -> Phrase:
        """Name the card and its owner."""
        del state
        card, whom = name(answer.card), seat_name(answer.seat)
        return say("Choose {whom}'s {card}", card=card, whom=whom)

    def tell(
        self, before: State, answer: a.Strike, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card was hit."""
        del after, eyes
        return announced(self.seat, self.label(before, answer))


@dataclass(frozen=True, slots=True)
class GiveBadKarma(Ask[a.Give | a.Lack]):
    """All Bad Karma of a hand goes to opponents, one by one."""

    seat: Seat
    key = "give-bad"
    reason = "ancestral-red"
    answers = (a.Give, a.Lack)

    def idle(self, state: State) -> bool:
        """Tell whether nobody is there to take one, or nothing to give."""
        return state.setting.seats == 1 or empty_handed(state, self.seat)

    def offers(self, state: State) -> Iterator[a.Give | a.Lack]:
        """List the opponents, and that there is no Bad Karma left."""
        if from_hand(state.players[self.seat], BAD) is None:
            yield from (a.Give(BAD, other) for other in others(state, self.seat))
        if self.broken(state, a.Lack()) is None:
            yield a.Lack()

    def broken(self, state: State, answer: a.Give | a.Lack) -> Rule | None:
        """Name the rule: Bad Karma to opponents, as long as there is any."""
        player = state.players[self.seat]
        match answer:
            case a.Lack():
                return lack_broken(player, is_bad, rules.ANCESTRAL_RED)
            case a.Give(card, to):
                if card != BAD or to not in others(state, self.seat):
                    return rules.ANCESTRAL_RED
                return from_hand(player, BAD)
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: a.Give | a.Lack) -> State:
        """Give it, and go on."""
        match answer:
            case a.Lack():
                cards = lacking(state.players[self.seat].cards, is_bad)
                return state.with_cards(self.seat, cards)
            case a.Give(_, to):
                return hand_over(push(state, self), self.seat, to, BAD, HAND)
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for an opponent."""
        del state
        return say("Give each Bad Karma in your hand to an opponent.")

    def label(self, state: State, answer: a.Give | a.Lack) -> Phrase:
        """Name the opponent."""
        del state
        if isinstance(answer, a.Give):
            return give_label(answer.card, answer.to)
        return I_HAVE_NONE

    def tell(
        self, before: State, answer: a.Give | a.Lack, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell who got one: everybody knows which card it is."""
        del before, after, eyes
        if isinstance(answer, a.Give):
            return gives(self.seat, answer.to, answer.card, public=True)
        return has_none(self.seat)

    def matters(self, state: State, answer: a.Give | a.Lack) -> tuple[str, ...]:
        """Return the rule about Bad Karma."""
        del state
        return ("bad-karma-sticks",) if isinstance(answer, a.Give) else ()


EFFECTS: dict[str, Effect] = {
    "bad-back": lambda state, seat: (PurgeDiscard(seat),),
    "twice": lambda state, seat: (RepeatPower(),),
    "samsara-hand": lambda state, seat: (TakeSamsara(seat, HAND),),
    "samsara-reserve": lambda state, seat: (TakeSamsara(seat, RESERVE),),
    "good-discard": lambda state, seat: (GainGood(seat, DISCARD, 2),),
    "evanescent": lambda state, seat: (StrikeCard(seat),),
    "discard-two": lambda state, seat: tuple(
        DiscardCards(other, 2, forced=True) for other in others(state, seat)
    ),
    "give-bad": lambda state, seat: (GiveBadKarma(seat),),
    "take-bad": lambda state, seat: tuple(
        GainBad(other, 1) for other in others(state, seat)
    ),
    "put-back": lambda state, seat: tuple(
        PutCardsBack(other) for other in others(state, seat)
    ),
}
"""The powers of the Ancestral Amulets."""
