"""A power is used: on whom, and then its effect. Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Aim
from companion.games.karmaka.questions.base import Worded
from companion.games.karmaka.seating import anyone, partner, rivals, within_reach
from companion.games.karmaka.state import Setting, State
from companion.games.karmaka.words import name, who

Effect = Callable[[State, Seat, Seat], State]
"""What a power does: the state, its user and its target to the next state."""

Reach = Callable[[Setting, Seat], tuple[Seat, ...]]


class Power(NamedTuple):
    """What using a card does."""

    effect: Effect
    reach: Reach | None = None
    """Whom it can be aimed at, None if it concerns its user alone."""

    extra: bool = False
    """Another card may be played afterwards."""


POWERS: dict[str, Power] = {}
"""The power of every card; the engine fills it."""


@dataclass(frozen=True, slots=True)
class Resolve(Happening[State]):
    """The power of a card begins, played or copied."""

    seat: Seat
    card: str

    def happen(self, state: State) -> State:
        """Let it happen, or ask on whom."""
        power, using = POWERS[self.card], state.using
        if power.extra and using:
            state = state._replace(using=using._replace(extra=True))
        if power.reach is None:
            return power.effect(state, self.seat, self.seat)
        targets = power.reach(state.setting, self.seat)
        if len(targets) == 1:
            return strike(state, self.seat, self.card, targets[0])
        return push(state, Target(self.seat, self.card))


def strike(state: State, seat: Seat, card: str, target: Seat) -> State:
    """Return the state after a power was used on somebody."""
    using = state.using
    if using and target in rivals(state.setting, seat):
        state = state._replace(using=using._replace(victim=target))
    return POWERS[card].effect(state, seat, target)


@dataclass(frozen=True, slots=True)
class Target(Worded[Aim]):
    """On whom is this power used?"""

    seat: Seat
    card: str
    answers = (Aim,)

    def offers(self, state: State) -> tuple[Aim, ...]:
        """List the seats within reach."""
        return tuple([Aim(seat) for seat in self._reach(state)])

    def _reach(self, state: State) -> tuple[Seat, ...]:
        reach = POWERS[self.card].reach or anyone
        return reach(state.setting, self.seat)

    def broken(self, state: State, answer: Aim) -> Rule | None:
        """Name what stands between this power and that seat."""
        if answer.seat in self._reach(state):
            return None
        if answer.seat == partner(state.setting, self.seat):
            return rules.PARTNER if state.setting.teams else rules.PAIR
        opposite = (self.seat + 2) % 4
        if state.setting.seats == 4 and answer.seat == opposite:
            return rules.NEIGHBOURS
        return rules.ANY_RIVAL

    def settle(self, state: State, answer: Aim) -> State:
        """Use it on that seat."""
        return strike(state, self.seat, self.card, Seat(answer.seat))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the target."""
        del eyes
        return say(
            "{who}: on whom do you use {card}?",
            who=who(self.seat),
            card=name(state, self.card),
        )

    def label(self, state: State, answer: Aim) -> Phrase:
        """Name the target."""
        del state
        if answer.seat == self.seat:
            return say("Myself")
        return say("{who}", who=who(answer.seat))

    def line(self, before: State, answer: Aim, eyes: Seat | None) -> Phrase:
        """Tell who was chosen."""
        del eyes
        card = name(before, self.card)
        if answer.seat == self.seat:
            return say(
                "{who} uses {card} on themselves.", who=who(self.seat), card=card
            )
        return say(
            "{who} uses {card} on {whom}.",
            who=who(self.seat),
            card=card,
            whom=who(answer.seat),
        )

    def why(self, state: State) -> str:
        """Explain the card."""
        del state
        return f"karmaka.{self.card}"


RIVAL: Reach = within_reach
ANYONE: Reach = anyone
