"""The turn itself: a card is played in one of its ways, or none is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Pass, Play, Use
from companion.games.karmaka.box import CARDS
from companion.games.karmaka.piles import (
    choices,
    dream,
    gain,
    may_hold,
    slip,
    spend,
)
from companion.games.karmaka.questions.base import Worded
from companion.games.karmaka.questions.dying import Death
from companion.games.karmaka.questions.offering import Offering
from companion.games.karmaka.questions.using import Resolve
from companion.games.karmaka.seating import feeds_partner, partner
from companion.games.karmaka.state import Event, State, Using, heard, with_life
from companion.games.karmaka.words import name, who

Move: TypeAlias = "Play | Pass"

OPEN = {card: (Play(card, Use.DEED), Play(card, Use.POWER)) for card in CARDS}
"""Made once: an unseen Hand lists nearly all of them in every turn."""

HIDDEN = (Use.FUTURE, Use.PARTNER)
"""Ways in which a card stays face down."""


@dataclass(frozen=True, slots=True)
class Turn(Happening[State]):
    """A player's turn begins: with a draw, or with death."""

    seat: Seat

    def happen(self, state: State) -> State:
        """Draw from the own Deck, or die without Hand and Deck."""
        following = Seat((self.seat + 1) % state.setting.seats)
        state = push(state._replace(turn=self.seat), Turn(following))
        life = state.lives[self.seat]
        if not life.deck:
            return push(state, Main(self.seat) if life.row else Death(self.seat))
        life = gain(life._replace(deck=life.deck - 1))
        state = with_life(state, self.seat, life)
        return push(heard(state, Event("deck", self.seat)), Main(self.seat))


@dataclass(frozen=True, slots=True)
class Again(Happening[State]):
    """The used card has found its place; its power may allow another one."""

    seat: Seat

    def happen(self, state: State) -> State:
        """Let another card be played if a power said so."""
        extra = state.using is not None and state.using.extra
        state = state._replace(using=None)
        return push(state, Main(self.seat, extra=True)) if extra else state


@dataclass(frozen=True, slots=True)
class Main(Worded[Move]):
    """A player plays a card, or passes where that is allowed."""

    seat: Seat
    extra: bool = False
    """Not the card of the turn but one that a power allows."""

    answers = (Play, Pass)
    instead = rules.PLAY_ONE

    def offers(self, state: State) -> Iterable[Move]:
        """List every card that can be there with its uses, face-down plays, passing."""
        life = state.lives[self.seat]
        listed: list[Move] = []
        for card in choices(state, self.seat):
            listed += OPEN[card]
        mates = feeds_partner(state.setting, self.seat)
        ways = HIDDEN if mates else HIDDEN[:1]
        for use in ways if life.row else ():
            listed.append(Play("", use))
            if any(life.row):
                known = sorted(set(filter(None, life.row)))
                listed += [Play(card, use) for card in known]
        if self.extra or life.deck:
            listed.append(Pass())
        return listed

    def broken(self, state: State, answer: Move) -> Rule | None:
        """Name what speaks against a card or against passing."""
        life = state.lives[self.seat]
        if isinstance(answer, Pass):
            return None if self.extra or life.deck else rules.PASS
        mates = feeds_partner(state.setting, self.seat)
        if answer.use is Use.PARTNER and not mates:
            return rules.PARTNER_FUTURE
        if answer.use in HIDDEN:
            named = answer.card in life.row if answer.card else bool(life.row)
            return None if named else rules.CARD_IN_HAND
        held = may_hold(state, self.seat, answer.card)
        return None if held else rules.CARD_IN_HAND

    def settle(self, state: State, answer: Move) -> State:
        """Lay the card where it is played."""
        if isinstance(answer, Pass):
            return state
        if answer.use in HIDDEN:
            return self._hide(state, answer)
        state = spend(state, self.seat, answer.card)
        if answer.use is Use.DEED:
            life = state.lives[self.seat]
            deeds = (*life.deeds, answer.card)
            return with_life(state, self.seat, life._replace(deeds=deeds))
        state = state._replace(using=Using(answer.card))
        seat = self.seat
        return push(state, Resolve(seat, answer.card), Offering(seat), Again(seat))

    def _hide(self, state: State, answer: Play) -> State:
        """Put a card face down on a Future Life; only its owner keeps its name."""
        mate = partner(state.setting, self.seat)
        owner = self.seat if answer.use is Use.FUTURE else mate
        state, public, secret = slip(state, self.seat, answer.card)
        secret = secret if owner == self.seat else ""
        return with_life(state, owner, dream(state.lives[owner], public, secret))

    def idle(self, state: State) -> bool:
        """Pass on when the Hand is empty and passing is all that is left."""
        life = state.lives[self.seat]
        return not life.row and (self.extra or not life.deck)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a card."""
        del eyes
        me = who(self.seat)
        if self.extra:
            return say("{who}: play another card, or stop.", who=me)
        if state.lives[self.seat].deck:
            return say("{who}: play a card, or pass.", who=me)
        return say("{who}: play a card. With an empty Deck you cannot pass.", who=me)

    def label(self, state: State, answer: Move) -> Phrase:
        """Name the card and its use."""
        if isinstance(answer, Pass):
            return say("No further card") if self.extra else say("Pass")
        if not answer.card:
            return _UNNAMED[answer.use]
        return say(_LABELS[answer.use].one, card=name(state, answer.card))

    def line(self, before: State, answer: Move, eyes: Seat | None) -> Phrase:
        """Tell the play; a card played face down is named to its owner only."""
        me = who(self.seat)
        if isinstance(answer, Pass):
            return say("{who} plays no card.", who=me)
        card = name(before, answer.card)
        if answer.use in HIDDEN:
            if eyes == self.seat and answer.card:
                return say(_OWN[answer.use].one, who=me, card=card)
            return say(_SECRET[answer.use].one, who=me)
        if answer.use is Use.DEED:
            return say("{who} lays {card} on the Deeds.", who=me, card=card)
        return say("{who} uses the power of {card}.", who=me, card=card)

    def why(self, state: State) -> str:
        """Explain what can be done now."""
        if self.extra:
            return "karmaka.extra-play"
        deck = state.lives[self.seat].deck
        return "karmaka.play-one-card" if deck else "karmaka.pass"

    def touches(self, state: State, answer: Move) -> tuple[str, ...]:
        """Name the card's own entry and the way it is played."""
        if isinstance(answer, Pass):
            return ("karmaka.pass",)
        way = _WAYS[answer.use]
        return (f"karmaka.{answer.card}", way) if answer.card else (way,)


_WAYS = {
    Use.DEED: "karmaka.play-for-points",
    Use.POWER: "karmaka.play-for-power",
    Use.FUTURE: "karmaka.play-for-future",
    Use.PARTNER: "karmaka.partner-future",
}
_LABELS = {
    Use.DEED: say("{card}: Deed"),
    Use.POWER: say("{card}: power"),
    Use.FUTURE: say("{card}: Future Life"),
    Use.PARTNER: say("{card}: partner's Future Life"),
}
_UNNAMED = {
    Use.FUTURE: say("A card face down on my Future Life"),
    Use.PARTNER: say("A card face down on my partner's Future Life"),
    Use.DEED: say("A Deed"),
    Use.POWER: say("A power"),
}
_SECRET = {
    Use.FUTURE: say("{who} puts a card face down on the Future Life."),
    Use.PARTNER: say("{who} puts a card face down on the partner's Future Life."),
}
_OWN = {
    Use.FUTURE: say("{who} puts {card} face down on the Future Life."),
    Use.PARTNER: say("{who} puts {card} face down on the partner's Future Life."),
}
