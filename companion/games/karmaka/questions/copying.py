"""Powers of other cards: Embody copies an own Deed, Mimic a rival's exposed one."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.karmaka.actions import Aim, Copy
from companion.games.karmaka.questions.base import Choice
from companion.games.karmaka.questions.using import Resolve
from companion.games.karmaka.seating import rivals
from companion.games.karmaka.state import Event, State, heard
from companion.games.karmaka.words import name, who

COPIES = ("embody", "mimic")
"""Cards that only copy: each one on the way is copied once, or it would never end."""


def nothing(state: State, seat: Seat) -> State:
    """Return the state after a power that found nothing to do."""
    return heard(state, Event("nothing", seat))


def fresh(state: State, owner: int, card: str) -> int:
    """Return the place of such a Deed that was not copied yet, -1 if there is none."""
    copied = state.using.copied if state.using else ()
    deeds = state.lives[owner].deeds
    places = (at for at, deed in enumerate(deeds) if deed == card)
    return next((at for at in places if (owner, at) not in copied), -1)


def copied(state: State, seat: Seat, owner: int, card: str) -> State:
    """Return the state with the power of a Deed about to begin, unless it loops."""
    if card in COPIES:
        place = fresh(state, owner, card)
        if place < 0:
            return nothing(state, seat)
        if state.using:
            marks = (*state.using.copied, (owner, place))
            state = state._replace(using=state.using._replace(copied=marks))
    state = heard(state, Event("copied", seat, card))
    return push(state, Resolve(seat, card))


def fruitful(state: State, seat: int) -> tuple[str, ...]:
    """Return the different Deeds that Embody can copy, none if it would be in vain."""
    deeds = tuple(dict.fromkeys(state.lives[seat].deeds))
    useful = any(
        card not in COPIES or (card == "mimic" and fresh(state, seat, card) >= 0)
        for card in deeds
    )
    return deeds if useful else ()


@dataclass(frozen=True, slots=True)
class Embodying(Choice[Copy]):
    """Which of the own Deeds is copied?"""

    seat: Seat
    answers = (Copy,)
    because = "embody"

    def offers(self, state: State) -> tuple[Copy, ...]:
        """List the different Deeds."""
        return tuple([Copy(card) for card in fruitful(state, self.seat)])

    def idle(self, state: State) -> bool:
        """Pass on when there is nothing to copy."""
        return not fruitful(state, self.seat)

    def settle(self, state: State, answer: Copy) -> State:
        """Let its power begin."""
        return copied(state, self.seat, self.seat, answer.card)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a Deed."""
        del state, eyes
        return say(
            "{who}: which of your Deeds does Embody copy?",
            who=who(self.seat),
        )

    def label(self, state: State, answer: Copy) -> Phrase:
        """Name the Deed."""
        return name(state, answer.card)

    def line(self, before: State, answer: Copy, eyes: Seat | None) -> Phrase:
        """Tell who chose; what is copied follows by itself."""
        del eyes
        card = name(before, answer.card)
        return say("{who} points at {card}.", who=who(self.seat), card=card)


@dataclass(frozen=True, slots=True)
class Mimicking(Choice[Aim]):
    """Which rival's exposed Deed is copied?"""

    seat: Seat
    answers = (Aim,)
    because = "mimic"

    def offers(self, state: State) -> tuple[Aim, ...]:
        """List the rivals with a Deed, the one opposite too."""
        return tuple([Aim(other) for other in exposed(state, self.seat)])

    def idle(self, state: State) -> bool:
        """Pass on when no rival has a Deed."""
        return not exposed(state, self.seat)

    def settle(self, state: State, answer: Aim) -> State:
        """Let its power begin."""
        return mimicked(state, self.seat, Seat(answer.seat))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a rival."""
        del state, eyes
        return say(
            "{who}: whose exposed Deed does Mimic copy?",
            who=who(self.seat),
        )

    def label(self, state: State, answer: Aim) -> Phrase:
        """Name the rival and the Deed."""
        inside = 0 <= answer.seat < state.setting.seats
        deeds = state.lives[answer.seat].deeds if inside else ()
        card = name(state, deeds[-1] if deeds else "")
        return say("{who}: {card}", who=who(answer.seat), card=card)

    def line(self, before: State, answer: Aim, eyes: Seat | None) -> Phrase:
        """Tell whose Deed it is."""
        del before, eyes
        return say(
            "{who} points at the exposed Deed of {whom}.",
            who=who(self.seat),
            whom=who(answer.seat),
        )


def exposed(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the rivals with an exposed Deed."""
    others = rivals(state.setting, seat)
    return tuple(other for other in others if state.lives[other].deeds)


def mimicked(state: State, seat: Seat, rival: Seat) -> State:
    """Return the state with a rival's Deed copied; a Mimic is never mimicked."""
    card = state.lives[rival].deeds[-1]
    if card == "mimic":
        return nothing(state, seat)
    return copied(state, seat, rival, card)
