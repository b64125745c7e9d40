"""The draft between the rounds: everyone takes a die, the lowest score first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karma_dice import rules
from companion.games.karma_dice.actions import Draft
from companion.games.karma_dice.box import CHAKRA, COLOUR_NAMES, POWER_NAMES
from companion.games.karma_dice.questions.base import KarmaDiceQuestion, at_each_seat
from companion.games.karma_dice.state import KarmaDiceState, new_turn


@dataclass(frozen=True, slots=True)
class TakeDie(KarmaDiceQuestion[Draft]):
    """A seat takes a free die of the general reserve."""

    seat: Seat
    phase = "draft"
    answers = (Draft,)
    instead = rules.DRAFT_TIME

    def offers(self, state: KarmaDiceState) -> Iterable[Draft]:
        """List each free colour once."""
        return map(_DRAFT.__getitem__, dict.fromkeys(state.reserve))

    def broken(self, state: KarmaDiceState, answer: Draft) -> Rule | None:
        """The die must be free."""
        return None if answer.die in state.reserve else rules.DRAFT_FREE

    def settle(self, state: KarmaDiceState, answer: Draft) -> KarmaDiceState:
        """Take the die; the next seat is asked."""
        state = state.with_die(self.seat, answer.die)
        following = state.todo[-1]
        if not isinstance(following, TakeDie):
            return state
        return state.at(new_turn(state, following.seat), state.todo)

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask for a die."""
        del state
        if eyes == self.seat:
            return say("Take one die from the general reserve.")
        who = NameOf(self.seat)
        return say("{who} takes a die from the general reserve.", who=who)

    def label(self, state: KarmaDiceState, answer: Draft) -> Phrase:
        """Name the die and its power."""
        return say(
            "Take the {colour} die: {power}",
            colour=COLOUR_NAMES[answer.die],
            power=POWER_NAMES[state.setup.power(answer.die)],
        )

    def tell(
        self,
        before: KarmaDiceState,
        answer: Draft,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell who took what, and that a round begins."""
        del eyes
        said = say(
            "{who} takes one {colour} die.",
            who=NameOf(self.seat),
            colour=COLOUR_NAMES[answer.die],
        )
        begun = [say("Round {round} begins.", round=after.round)]
        done = after.round != before.round
        return self.told(before, answer, said, lambda: begun if done else [])

    def why(self, state: KarmaDiceState) -> str:
        """Point to the order of the draft."""
        del state
        return rules.DRAFT_ORDER

    def touches(self, state: KarmaDiceState, answer: Draft) -> tuple[str, ...]:
        """Name the order of the draft and the power of the die."""
        power = rules.of_power(state.setup.kinds, answer.die)
        return (rules.DRAFT_ORDER, power)


_DRAFT = {colour: Draft(colour) for colour in CHAKRA}
TAKE_DIE = at_each_seat(TakeDie)


def picking(state: KarmaDiceState) -> tuple[Seat, ...]:
    """Return who still takes a die in this draft, the next one first."""
    asks = [ask for ask in reversed(state.todo) if isinstance(ask, TakeDie)]
    return tuple(ask.seat for ask in asks)


def cut_short(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state without asking those for whom no die is left."""
    others = [ask for ask in state.todo if not isinstance(ask, TakeDie)]
    seats = picking(state)[: len(state.reserve)]
    return state.with_todo((*others, *[TAKE_DIE[seat] for seat in reversed(seats)]))
