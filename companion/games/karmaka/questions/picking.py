"""A card of a pile by its place: Crisis, Salvage, Recycle, Transmigrate."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.karmaka.actions import Pick
from companion.games.karmaka.box import REACH
from companion.games.karmaka.piles import dream, gain_open, receive, ruin, wake
from companion.games.karmaka.questions.base import Choice
from companion.games.karmaka.state import State, with_life
from companion.games.karmaka.words import name, who


class FromPile(Choice[Pick]):
    """A card is chosen by its place, the top one is 0."""

    __slots__ = ()

    answers = (Pick,)

    def pile(self, state: State) -> tuple[str, ...]:
        """Return what can be chosen from, the top first."""
        raise NotImplementedError

    def offers(self, state: State) -> tuple[Pick, ...]:
        """List the places."""
        return tuple([Pick(place) for place in range(len(self.pile(state)))])

    def idle(self, state: State) -> bool:
        """Pass on when the pile is empty."""
        return not self.pile(state)

    def card(self, state: State, answer: Pick) -> str:
        """Return the card at a place, nothing if there is none."""
        pile = self.pile(state)
        return pile[answer.place] if 0 <= answer.place < len(pile) else ""

    def label(self, state: State, answer: Pick) -> Phrase:
        """Name the card and where it lies."""
        return say(
            "{card} ({place} from the top)",
            card=name(state, self.card(state, answer)),
            place=answer.place + 1,
        )


@dataclass(frozen=True, slots=True)
class Forsake(FromPile):
    """Crisis: the rival chooses which own Deed is ruined."""

    seat: Seat
    because = "crisis"

    def pile(self, state: State) -> tuple[str, ...]:
        """Return the own Deeds."""
        return state.lives[self.seat].deeds[::-1]

    def settle(self, state: State, answer: Pick) -> State:
        """Ruin that Deed."""
        return forsaken(state, self.seat, answer.place)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a Deed."""
        del state, eyes
        return say(
            "{who}: put one of your Deeds on the Ruins. Which one?", who=who(self.seat)
        )

    def line(self, before: State, answer: Pick, eyes: Seat | None) -> Phrase:
        """Tell which Deed is lost."""
        del eyes
        return say(
            "{who} gives up the Deed {card}.",
            who=who(self.seat),
            card=name(before, self.card(before, answer)),
        )


def forsaken(state: State, seat: Seat, place: int = 0) -> State:
    """Return the state with a Deed ruined, counted from the exposed one."""
    life = state.lives[seat]
    at = len(life.deeds) - 1 - place
    deeds = life.deeds[:at] + life.deeds[at + 1 :]
    return ruin(with_life(state, seat, life._replace(deeds=deeds)), life.deeds[at])


@dataclass(frozen=True, slots=True)
class Fetch(FromPile):
    """Salvage and Recycle: one of the top three Ruins."""

    seat: Seat
    power: str

    def pile(self, state: State) -> tuple[str, ...]:
        """Return the Ruins within reach."""
        return state.ruins[-REACH:][::-1]

    def settle(self, state: State, answer: Pick) -> State:
        """Take that card."""
        return fetched(state, self.seat, self.power, answer.place)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a card of the Ruins."""
        del state, eyes
        if self.power == "salvage":
            return say(
                "{who}: take one of the top three Ruins into your Hand. Which one?",
                who=who(self.seat),
            )
        return say(
            "{who}: put one of the top three Ruins on your Future Life. Which one?",
            who=who(self.seat),
        )

    def line(self, before: State, answer: Pick, eyes: Seat | None) -> Phrase:
        """Tell which card is fetched."""
        del eyes
        card = name(before, self.card(before, answer))
        if self.power == "salvage":
            return say(
                "{who} takes {card} from the Ruins.", who=who(self.seat), card=card
            )
        return say(
            "{who} puts {card} from the Ruins on the Future Life.",
            who=who(self.seat),
            card=card,
        )

    def why(self, state: State) -> str:
        """Explain the card."""
        del state
        return f"karmaka.{self.power}"


def fetched(state: State, seat: Seat, power: str, place: int) -> State:
    """Return the state with a card of the Ruins in the Hand or on the Future Life."""
    at = len(state.ruins) - 1 - place
    card, life = state.ruins[at], state.lives[seat]
    state = state._replace(ruins=state.ruins[:at] + state.ruins[at + 1 :])
    life = gain_open(life, card) if power == "salvage" else dream(life, card)
    return with_life(state, seat, life)


@dataclass(frozen=True, slots=True)
class Recall(FromPile):
    """Transmigrate: any card of the own Future Life; rivals may ask its place."""

    seat: Seat
    because = "transmigrate"

    def pile(self, state: State) -> tuple[str, ...]:
        """Return the Future Life as its owner knows it."""
        life = state.lives[self.seat]
        pairs = zip(life.future, life.dreams, strict=True)
        return tuple(a or b for a, b in pairs)[::-1]

    def settle(self, state: State, answer: Pick) -> State:
        """Take that card into the Hand."""
        return recalled(state, self.seat, answer.place)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a place."""
        del state, eyes
        return say(
            "{who}: take a card of your Future Life into your Hand. Which one, "
            "counted from the top?",
            who=who(self.seat),
        )

    def line(self, before: State, answer: Pick, eyes: Seat | None) -> Phrase:
        """Tell from which place; only the owner hears which card."""
        card = self.card(before, answer)
        if eyes == self.seat and card:
            return say(
                "{who} takes {card}, number {place} of the Future Life.",
                who=who(self.seat),
                place=answer.place + 1,
                card=name(before, card),
            )
        return say(
            "{who} takes number {place} of the Future Life, counted from the top.",
            who=who(self.seat),
            place=answer.place + 1,
        )


def recalled(state: State, seat: Seat, place: int = 0) -> State:
    """Return the state with a card of the Future Life in the Hand."""
    life, public, secret = wake(state.lives[seat], place)
    return with_life(state, seat, receive(life, public, secret))
