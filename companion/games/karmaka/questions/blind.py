"""Cards nobody chose: turned up from a pile, or picked blind from a Hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.core.cards import within
from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Keep, Picked, Turned
from companion.games.karmaka.piles import (
    doubted,
    receive,
    reveal,
    ruin,
    slip,
    spend,
    told,
    wake,
)
from companion.games.karmaka.questions.base import Choice, Report
from companion.games.karmaka.state import State, with_life
from companion.games.karmaka.words import handful, name, who


def unsure(state: State, seat: int, card: str) -> State:
    """Return the state with the app's own row forgotten if it holds equal cards.

    Nobody told which of them was picked, so the places behind it may be wrong.
    """
    life = state.lives[seat]
    if seat != state.setting.rival or life.row.count(card) < 2:
        return state
    row = (*life.hand.seen, *("",) * life.hand.unseen)
    return with_life(state, seat, life._replace(row=row))


def unheard(state: State, seats: range | tuple[int, ...]) -> list[str]:
    """Return the pool without what these seats told the app."""
    left = Counter(state.pool)
    for seat in seats:
        left -= told(state.lives[seat])
    return sorted(left.elements()) or list(state.pool)


def in_sight(state: State, owner: int, place: str) -> dict[str, int]:
    """Return what can come to light from a pile, as everybody knows, by number."""
    life, may = state.lives[owner], Counter(state.pool)
    if place == "hand":
        may.update(life.hand.seen)
    elif place == "future":
        may.update(filter(None, life.future))
    return dict(sorted(may.items()))


@dataclass(frozen=True, slots=True)
class TurnUp(Report[Turned]):
    """Cards of a Deck, a Future Life or a Hand come to light on the Ruins."""

    seat: Seat
    owner: Seat
    place: str
    most: int
    power: str
    answers = (Turned,)

    def count(self, state: State) -> int:
        """Return how many cards must come to light."""
        life = state.lives[self.owner]
        piles = {"deck": life.deck, "future": len(life.future), "hand": len(life.row)}
        return min(self.most, piles[self.place])

    def idle(self, state: State) -> bool:
        """Pass on when there is no card to turn up."""
        return not self.count(state)

    def broken(self, state: State, answer: Turned) -> Rule | None:
        """Refuse cards that everybody knows to be elsewhere."""
        fits = len(answer.cards) == self.count(state)
        fits = fits and self._possible(state, answer.cards)
        return None if fits else rules.REPORT

    def _possible(self, state: State, turned: tuple[str, ...]) -> bool:
        life = state.lives[self.owner]
        if self.place == "hand":
            fresh = list((Counter(turned) - Counter(life.hand.seen)).elements())
            return len(fresh) <= life.hand.unseen and within(fresh, state.pool)
        if self.place == "deck":
            return within(turned, state.pool)
        pairs = list(zip(turned, life.future[::-1], strict=False))
        if any(there and there != card for card, there in pairs):
            return False
        return within([card for card, there in pairs if not there], state.pool)

    def settle(self, state: State, answer: Turned) -> State:
        """Put them on the Ruins, one after the other."""
        for card in answer.cards:
            state = ruin(self._taken(state, card), card)
        return state

    def _taken(self, state: State, card: str) -> State:
        if self.place == "hand":
            return spend(unsure(state, self.owner, card), self.owner, card)
        life = state.lives[self.owner]
        if self.place == "deck":
            life = life._replace(deck=life.deck - 1)
            return reveal(with_life(state, self.owner, life), card)
        life, public, _ = wake(life, 0)
        state = with_life(state, self.owner, life)
        return state if public else reveal(state, card)

    def sample(self, state: State, rng: Any) -> Turned:
        """Draw them as blindly as hands would."""
        life, count = state.lives[self.owner], self.count(state)
        if self.place == "hand":
            places = rng.sample(range(len(life.row)), count)
            known = [life.row[place] for place in places]
        elif self.place == "future":
            pairs = zip(life.future, life.dreams, strict=True)
            known = [public or secret for public, secret in pairs][: -count - 1 : -1]
        else:
            known = [""] * count
        others = unheard(state, range(state.setting.seats))
        unknown = rng.sample(others, known.count("")) if "" in known else []
        return Turned(tuple(card or unknown.pop() for card in known))

    def awaits(self, state: State) -> dict[str, Any]:
        """Return which pile they come from."""
        return {
            "kind": "cards",
            "action": "turned",
            "count": self.count(state),
            "place": f"{self.place}:{self.owner}",
            "may": in_sight(state, self.owner, self.place),
            "private": False,
        }

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask what came to light."""
        del eyes
        me, owner = who(self.seat), who(self.owner)
        if self.place == "hand":
            return say_n(
                "{whom} holds the Hand face down, shuffled. {who}: put {n} of them on "
                "the Ruins. Which card is it?",
                "{whom} holds the Hand face down, shuffled. {who}: put {n} of them on "
                "the Ruins, one after the other. Which cards are they?",
                self.count(state),
                who=me,
                whom=owner,
            )
        if self.place == "deck":
            return say(
                "The top card of the Deck of {whom} goes on the Ruins. Which card is "
                "it?",
                whom=owner,
            )
        return say_n(
            "The top {n} card of the Future Life of {whom} goes on the Ruins. Which "
            "card is it?",
            "The top {n} cards of the Future Life of {whom} go on the Ruins, one after "
            "the other. Which cards are they?",
            self.count(state),
            whom=owner,
        )

    def label(self, state: State, answer: Turned) -> Phrase:
        """Name the cards."""
        return handful(state, answer.cards)

    def line(self, before: State, answer: Turned, eyes: Seat | None) -> Phrase:
        """Tell what came to light."""
        del eyes
        return say(
            "{whom} loses {cards} to the Ruins.",
            whom=who(self.owner),
            cards=handful(before, answer.cards),
        )

    def why(self, state: State) -> str:
        """Explain the card."""
        del state
        return f"karmaka.{self.power}"


@dataclass(frozen=True, slots=True)
class PickBlind(Report[Picked]):
    """Swindle: up to three cards picked blind; two players alone may know them."""

    seat: Seat
    owner: Seat
    answers = (Picked,)
    because = "swindle"

    def count(self, state: State) -> int:
        """Return how many are picked."""
        return min(3, len(state.lives[self.owner].row))

    def idle(self, state: State) -> bool:
        """Pass on when the Hand is empty."""
        return not self.count(state)

    def broken(self, state: State, answer: Picked) -> Rule | None:
        """Refuse cards that cannot be there, as far as the picking seat knows."""
        if not answer.cards:
            return None
        hand = state.lives[self.owner].hand
        fresh = list((Counter(answer.cards) - Counter(hand.seen)).elements())
        free = Counter(state.pool) - told(state.lives[self.seat])
        fits = (
            len(answer.cards) == self.count(state)
            and len(fresh) <= hand.unseen
            and not Counter(fresh) - free
        )
        return None if fits else rules.REPORT

    def settle(self, state: State, answer: Picked) -> State:
        """Take one: unnamed, or the one that is chosen then."""
        different = set(answer.cards)
        if len(different) > 1:
            return push(state, KeepOne(self.seat, self.owner, answer.cards))
        return swindled(state, self.seat, self.owner, "".join(different))

    def sample(self, state: State, rng: Any) -> Picked:
        """Say nothing: what was picked is not for everybody."""
        del state, rng
        return Picked()

    def awaits(self, state: State) -> dict[str, Any]:
        """Return how many may be named, for two pairs of eyes only."""
        return {
            "kind": "cards",
            "action": "picked",
            "count": self.count(state),
            "place": f"hand:{self.owner}",
            "may": in_sight(state, self.owner, "hand"),
            "private": True,
        }

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the pick."""
        del eyes
        return say_n(
            "{whom} holds the Hand face down, shuffled. {who}: take {n} card.",
            "{whom} holds the Hand face down, shuffled. {who}: look at {n} of them, "
            "keep one and give the others back.",
            self.count(state),
            who=who(self.seat),
            whom=who(self.owner),
        )

    def label(self, state: State, answer: Picked) -> Phrase:
        """Name the cards if they are told."""
        return handful(state, answer.cards) if answer.cards else say("Done")

    def line(self, before: State, answer: Picked, eyes: Seat | None) -> Phrase:
        """Tell the pick; only the two concerned hear which cards."""
        me, owner = who(self.seat), who(self.owner)
        if answer.cards and eyes in (self.seat, self.owner):
            cards = handful(before, answer.cards)
            return say("{who} sees {cards} of {whom}.", who=me, cards=cards, whom=owner)
        return say("{who} picks from the Hand of {whom}.", who=me, whom=owner)


@dataclass(frozen=True, slots=True)
class KeepOne(Choice[Keep]):
    """Swindle: which of the picked cards is kept?"""

    seat: Seat
    owner: Seat
    cards: tuple[str, ...]
    answers = (Keep,)
    because = "swindle"

    def offers(self, state: State) -> tuple[Keep, ...]:
        """List the picked cards."""
        del state
        return tuple([Keep(card) for card in sorted(set(self.cards))])

    def idle(self, state: State) -> bool:
        """Pass on when the Hand has gone meanwhile."""
        return not state.lives[self.owner].row

    def settle(self, state: State, answer: Keep) -> State:
        """Take it."""
        return swindled(state, self.seat, self.owner, answer.card)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask which one."""
        del state, eyes
        return say("{who}: which of the cards do you keep?", who=who(self.seat))

    def label(self, state: State, answer: Keep) -> Phrase:
        """Name the card."""
        return name(state, answer.card)

    def line(self, before: State, answer: Keep, eyes: Seat | None) -> Phrase:
        """Tell it to the two concerned."""
        me, owner = who(self.seat), who(self.owner)
        if eyes in (self.seat, self.owner):
            card = name(before, answer.card)
            return say("{who} keeps {card} of {whom}.", who=me, card=card, whom=owner)
        return say("{who} keeps a card of {whom}.", who=me, whom=owner)


def swindled(state: State, seat: Seat, owner: Seat, card: str) -> State:
    """Return the state with a card moved from Hand to Hand, known to two at most."""
    state, public, _ = slip(unsure(state, owner, card), owner, card)
    life = receive(state.lives[seat], public, card)
    if told(life)[card] > state.pool.count(card):
        life = doubted(life, card)  # one of the words of this seat was wrong
    return with_life(state, seat, life)
