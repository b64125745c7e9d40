"""A roll: how the dice fell, which powers are used, and what it is worth.

Below these questions lies the one of the turn (throw or stop). A roll that succeeds
comes back to it, any other roll takes it off the stack.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, assert_never

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Rng
from companion.games.karma_dice import rules, words
from companion.games.karma_dice.actions import CopyFirst, Landed, Reroll, Settle
from companion.games.karma_dice.box import FACES, TRACK, Power
from companion.games.karma_dice.dice import fits, prior
from companion.games.karma_dice.own_box import Kinds, usual_roll
from companion.games.karma_dice.powers import (
    Roll,
    can_reroll,
    changed,
    early_copies,
    outlook,
    recipes,
    totals,
)
from companion.games.karma_dice.questions.base import KarmaDiceQuestion, at_each_seat
from companion.games.karma_dice.state import (
    TURNED,
    Die,
    KarmaDiceState,
    Summary,
    Turn,
    Zone,
    has_unused_trait,
    in_the_air,
    points_of,
)


@dataclass(frozen=True, slots=True)
class Fall(KarmaDiceQuestion[Landed], ChanceQuestion[KarmaDiceState, Landed]):
    """Dice are in the air: only the table can say how they land."""

    seat: Seat
    phase = "air"
    answers = (Landed,)
    instead = rules.IN_THE_AIR

    def broken(self, state: KarmaDiceState, answer: Landed) -> Rule | None:
        """One face for each die, and one that the die has."""
        dice = in_the_air(state.turn)
        if len(dice) != len(answer.faces):
            return rules.EACH_DIE
        return None if fits(dice, answer.faces) else rules.FACES

    def settle(self, state: KarmaDiceState, answer: Landed) -> KarmaDiceState:
        """Lay the faces down; settle at once where all choices come to the same."""
        turn = state.turn
        lying = list(turn.roll)
        for place, face in zip(turn.air, answer.faces, strict=True):
            lying[place] = TURNED[lying[place]][face]
        roll = tuple(lying)
        again, results = outlook(usual_roll(state.setup.kinds, roll), turn.bonus)
        alike = len(results) == 1 or not turn.beats(results[-1])
        if alike and not again and not has_unused_trait(state, self.seat):
            return compare(state, roll, results[-1])
        turn = Turn(turn.seat, turn.left, turn.zones, roll, (), turn.bonus)
        return state.at(turn, (*state.todo, SETTLE_ROLL[self.seat]))

    def sample(self, state: KarmaDiceState, rng: Rng) -> Landed:
        """Return faces as fair dice would show them."""
        roll, thrown = rng.random, state.turn.roll
        return Landed(
            tuple([FACES[thrown[at].colour][int(roll() * 6)] for at in state.turn.air])
        )

    def awaits(self, state: KarmaDiceState) -> dict[str, Any]:
        """Return the dice awaited, in the order in which their faces are told."""
        return {"kind": "dice", "dice": [prior(die) for die in in_the_air(state.turn)]}

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask for the faces."""
        dice = words.in_short(in_the_air(state.turn))
        if eyes == self.seat:
            return say("Throw {dice} and enter the faces.", dice=dice)
        return say("{who} throws {dice}.", who=NameOf(self.seat), dice=dice)

    def label(self, state: KarmaDiceState, answer: Landed) -> Phrase:
        """Name each die with its face."""
        # The host may enter a roll again that has landed already.
        dice = in_the_air(state.turn) or tuple(die.colour for die in state.turn.roll)
        pairs = zip(dice, answer.faces, strict=False)
        return words.shown([Die(die, face) for die, face in pairs])

    def tell(
        self,
        before: KarmaDiceState,
        answer: Landed,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell the faces, and what a roll that settles itself comes to."""
        del eyes
        faces = self.label(before, answer)
        said = say("{who} rolls {faces}.", who=NameOf(self.seat), faces=faces)
        return self.told(
            before, answer, said, lambda: words.came_of_roll(before, after)
        )

    def why(self, state: KarmaDiceState) -> str:
        """Point to what the roll must do."""
        del state
        return rules.STRICTLY_HIGHER

    def touches(self, state: KarmaDiceState, answer: Landed) -> tuple[str, ...]:
        """Name what the roll must do and which faces there are."""
        del state, answer
        return (rules.STRICTLY_HIGHER, rules.FACES.id)


Use: TypeAlias = Reroll | CopyFirst | Settle
"""What can be done with a roll."""


@dataclass(frozen=True, slots=True)
class SettleRoll(KarmaDiceQuestion[Use]):
    """A roll lies there: its player uses powers and says what it is worth."""

    seat: Seat
    phase = "settle"
    answers = (Reroll, CopyFirst, Settle)
    instead = rules.SETTLE_FIRST

    def offers(self, state: KarmaDiceState) -> Iterable[Use]:
        """List further throws, copies before them, and every reachable result."""
        roll = usual_roll(state.setup.kinds, state.turn.roll)
        again, results = outlook(roll, state.turn.bonus)
        settlements = map(_settlement, results)
        if not again:
            return settlements
        copies = [CopyFirst(place, source) for place, source in early_copies(roll)]
        return (*map(Reroll, again), *copies, *settlements)

    def broken(self, state: KarmaDiceState, answer: Use) -> Rule | None:
        """A power works once; a result must be within its reach."""
        roll = usual_roll(state.setup.kinds, state.turn.roll)
        match answer:
            case Reroll(die):
                return None if die in can_reroll(roll) else rules.REROLL_ONCE
            case CopyFirst(die, source):
                return None if (die, source) in early_copies(roll) else rules.COPY
            case Settle(total):
                reachable = totals(roll, state.turn.bonus)
                return None if total in reachable else rules.REACHABLE
        assert_never(answer)

    def settle(self, state: KarmaDiceState, answer: Use) -> KarmaDiceState:
        """Throw a die again, copy a face, or compare the result."""
        turn = state.turn
        match answer:
            case Reroll(die):
                return throw_again(state, (die,))
            case CopyFirst(die, source):
                roll = changed(turn.roll, die, turn.roll[source].face)
                return state.at(turn._replace(roll=roll), (*state.todo, self))
            case Settle(total):
                return compare(state, turn.roll, total)
        assert_never(answer)

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask what the roll is worth."""
        if eyes != self.seat:
            who = NameOf(self.seat)
            return say("{who} decides what the roll is worth.", who=who)
        last = state.turn.last
        if last is None:
            return say("Choose what your roll is worth. Low leaves room to rise.")
        return say("Choose what your roll is worth: more than {last}.", last=last)

    def label(self, state: KarmaDiceState, answer: Use) -> Phrase:
        """Name the dice of a power, or the way to a result."""
        turn = state.turn
        match answer:
            case Reroll(die):
                return say("Throw the {die} again", die=words.die_at(turn.roll, die))
            case CopyFirst(die, source):
                return say(
                    "First copy the {source} with the {die}",
                    source=words.die_at(turn.roll, source),
                    die=words.die_at(turn.roll, die),
                )
            case Settle(total):
                way = words.way_to(state.setup.kinds, turn, total)
                return say("{total}: {way}", total=total, way=way)
        assert_never(answer)

    def tell(
        self,
        before: KarmaDiceState,
        answer: Use,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell which power was used, or what the result came to."""
        del eyes
        who, what = NameOf(self.seat), self.label(before, answer)
        match answer:
            case Reroll() | CopyFirst():
                return say("{who}: {what}.", who=who, what=what)
            case Settle():
                said = say("{who} makes {result}.", who=who, result=what)
                return self.told(
                    before, answer, said, lambda: words.came_of_roll(before, after)
                )
        assert_never(answer)

    def why(self, state: KarmaDiceState) -> str:
        """Point to the powers."""
        del state
        return rules.POWERS

    def touches(self, state: KarmaDiceState, answer: Use) -> tuple[str, ...]:
        """Name the rule of the power, or of what the result comes to."""
        match answer:
            case Reroll():
                return (rules.REROLL_ONCE.id,)
            case CopyFirst():
                return (rules.COPY.id,)
            case Settle(total):
                return _rules_of_result(state.setup.kinds, state.turn, total)
        assert_never(answer)


FALL = at_each_seat(Fall)
SETTLE_ROLL = at_each_seat(SettleRoll)


_settlement = lru_cache(maxsize=1 << 9)(Settle)
"""Equal answers are one value; no roll is worth more than some hundred."""


def throw_again(state: KarmaDiceState, places: tuple[int, ...]) -> KarmaDiceState:
    """Return the state with these dice of the roll in the air again."""
    turn = state.turn
    roll = tuple(
        die._replace(spent=True)
        if place in places and state.setup.power(die.colour) is Power.REROLL
        else die
        for place, die in enumerate(turn.roll)
    )
    again = turn._replace(roll=roll, air=places)
    return state.at(again, (*state.todo, FALL[turn.seat]))


def compare(state: KarmaDiceState, roll: Roll, total: int) -> KarmaDiceState:
    """Return the state after a roll was worth this much: a zone more, or one less."""
    turn = state.turn
    if not turn.beats(total):
        fallen = points_of(len(turn.zones) - 1, len(turn.left))
        summary = Summary(turn.seat, fallen, True, (*turn.results, total))
        return state.after_turn(summary, state.todo[:-1])
    turn = Turn(turn.seat, turn.left, (*turn.zones, Zone(roll, total)))
    if len(turn.zones) == len(TRACK) or not turn.left:
        summary = Summary(turn.seat, turn.points, False, turn.results)
        return state.after_turn(summary, state.todo[:-1])
    return state.at(turn, state.todo)


def _rules_of_result(kinds: Kinds, turn: Turn, total: int) -> tuple[str, ...]:
    """Name what a result comes to, the powers on the way, and the last zone."""
    last: tuple[str, ...] = ()
    compared = rules.STRICTLY_HIGHER if turn.zones else rules.FIRST_ROLL
    if not turn.beats(total):
        compared = rules.FAILURE
    elif len(turn.zones) == len(TRACK) - 1:
        last = (rules.FIFTEEN,)
    roll = turn.roll
    steps = recipes(usual_roll(kinds, roll)).get(total - turn.bonus, ())
    dice = [roll[step.die].colour for step in steps]
    used = dict.fromkeys(rules.of_power(kinds, die) for die in dice)
    return (compared, *used, *last)
