"""A turn: its player throws dice or stops, as often as dice are left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from typing import TypeAlias, assert_never

from companion.core.colours import Colour
from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karma_dice import rules, words
from companion.games.karma_dice.actions import Stop, Throw
from companion.games.karma_dice.box import RED_DICE
from companion.games.karma_dice.dice import Dice, is_within, parts, without
from companion.games.karma_dice.questions.base import KarmaDiceQuestion, at_each_seat
from companion.games.karma_dice.questions.rolling import FALL
from companion.games.karma_dice.state import (
    Die,
    KarmaDiceState,
    Summary,
    Turn,
    hand_of,
)


@dataclass(frozen=True, slots=True)
class ThrowOrStop(KarmaDiceQuestion[Throw | Stop]):
    """The player in turn throws dice or keeps what is validated."""

    seat: Seat
    phase = "throw"
    answers = (Throw, Stop)
    instead = rules.NOTHING_THROWN

    def offers(self, state: KarmaDiceState) -> Iterable[Throw | Stop]:
        """List every different handful, and stopping once a roll is validated."""
        listed = throws(state.turn.left)
        return (STOP, *listed) if state.turn.zones else listed

    def broken(self, state: KarmaDiceState, answer: Throw | Stop) -> Rule | None:
        """Dice must be there; stopping needs a validated roll."""
        match answer:
            case Stop():
                return None if state.turn.zones else rules.STOP
            case Throw(dice):
                return self.broken_throw(state, dice)
        assert_never(answer)

    def broken_throw(self, state: KarmaDiceState, dice: Dice) -> Rule | None:
        """Name the rule against throwing these dice."""
        if not dice:
            return rules.AT_LEAST_ONE
        if is_within(dice, state.turn.left):
            return None
        owned = is_within(dice, hand_of(state, self.seat))
        return rules.USED_DICE if owned else rules.AVAILABLE_DICE

    def settle(self, state: KarmaDiceState, answer: Throw | Stop) -> KarmaDiceState:
        """Let the dice fly, or score."""
        match answer:
            case Throw(dice):
                return thrown(state, self.seat, dice)
            case Stop():
                turn = state.turn
                kept = Summary(turn.seat, turn.points, False, turn.results)
                return state.after_turn(kept, state.todo)
        assert_never(answer)

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask for dice, or whether to stop."""
        turn, who = state.turn, NameOf(self.seat)
        if turn.last is None:
            if eyes == self.seat:
                return say("Choose dice for your first roll: it always counts.")
            return say("{who} chooses dice for the first roll.", who=who)
        last, points = turn.last, words.scores(turn.points)
        if eyes == self.seat:
            return say(
                "Throw dice to beat {last}, or stop with {points}.",
                last=last,
                points=points,
            )
        return say(
            "{who} can try to beat {last}, or stop with {points}.",
            who=who,
            last=last,
            points=points,
        )

    def label(self, state: KarmaDiceState, answer: Throw | Stop) -> Phrase:
        """Name the dice, or what stopping scores."""
        match answer:
            case Throw(dice):
                return say("Throw {dice}", dice=words.handful(dice))
            case Stop():
                points = words.scores(state.turn.points)
                return say("Stop and score {points}", points=points)
        assert_never(answer)

    def tell(
        self,
        before: KarmaDiceState,
        answer: Throw | Stop,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell which dice fly, or what was scored."""
        del eyes
        who = NameOf(self.seat)
        match answer:
            case Throw(dice):
                return say("{who} throws {dice}.", who=who, dice=words.handful(dice))
            case Stop():
                said = say("{who} stops.", who=who)
                return self.told(
                    before, answer, said, lambda: words.came_of_stop(before, after)
                )
        assert_never(answer)

    def why(self, state: KarmaDiceState) -> str:
        """Point to what the next roll must do."""
        return rules.STRICTLY_HIGHER if state.turn.zones else rules.FIRST_ROLL

    def touches(self, state: KarmaDiceState, answer: Throw | Stop) -> tuple[str, ...]:
        """Name the rules on throwing, or on scoring."""
        match answer:
            case Throw():
                return (self.why(state), rules.USED_DICE.id)
            case Stop():
                return (rules.STOP.id, rules.TURN_SCORE)
        assert_never(answer)


THROW_OR_STOP = at_each_seat(ThrowOrStop)


def thrown(state: KarmaDiceState, seat: Seat, dice: Dice) -> KarmaDiceState:
    """Return the state with these dice in the air; the question was taken off."""
    turn = state.turn
    left, roll, air = _thrown(turn.left, dice)
    turn = Turn(turn.seat, left, turn.zones, roll, air)
    # The question stays below the dice: a roll that succeeds comes back to it.
    return state.at(turn, (*state.todo, THROW_OR_STOP[seat], FALL[seat]))


STOP = Stop()
_Row: TypeAlias = tuple[Throw | None, ...]


# A hand has hundreds of throws, so they are laid out as a table and read column by
# column, which needs neither sorting nor new values: one row for each choice of
# coloured dice (with no red die, one, two ...), one column for each number of dice.
@lru_cache(maxsize=1 << 12)
def throws(left: Dice) -> tuple[Throw, ...]:
    """Return every different throw of these dice, small ones first."""
    reds = left.count(Colour.RED)
    rows = _rows(left[reds:])
    if reds < len(RED_DICE):
        rows = [row[: len(row) - len(RED_DICE) + reds] for row in rows]
    return tuple(filter(None, chain.from_iterable(zip_longest(*rows))))


@lru_cache(maxsize=1 << 10)
def _rows(coloured: Dice) -> list[_Row]:
    return [_row(some) for some in parts(coloured)]


@lru_cache(maxsize=1 << 12)
def _row(coloured: Dice) -> _Row:
    reds = [RED_DICE[:count] for count in range(len(RED_DICE) + 1)]
    throws = [Throw(red + coloured) if red or coloured else None for red in reds]
    return (*[None] * len(coloured), *throws)


@lru_cache(maxsize=1 << 14)
def _thrown(hand: Dice, dice: Dice) -> tuple[Dice, tuple[Die, ...], tuple[int, ...]]:
    """Return what stays in hand, the dice in the air, and the places to report."""
    left = without(hand, dice)
    assert left is not None, "the rule has been asked before"
    return left, tuple(Die(die, 0) for die in dice), tuple(range(len(dice)))
