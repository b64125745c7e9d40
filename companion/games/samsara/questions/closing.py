"""Phases 5 and 6: the new hand, the next turn, the neutral pawn and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, Todo, push
from companion.games.samsara import actions as a
from companion.games.samsara.box import SOLO_TURNS, ZONES
from companion.games.samsara.deck import new_hand_size
from companion.games.samsara.questions.acting import Act
from companion.games.samsara.questions.base import AfterTurn, AskOpenly
from companion.games.samsara.questions.gaining import draw
from companion.games.samsara.questions.moving import MovePawn
from companion.games.samsara.questions.taking import TakeCard
from companion.games.samsara.state import HAND, NEXT, State, Turn
from companion.games.samsara.words import zone_name


@cache
def phases(seat: Seat) -> Todo:
    """Return a whole turn, the first thing last."""
    return (FinishTurn(seat), Act(seat), TakeCard(seat), MovePawn(seat))


def begin_turn(state: State, seat: Seat) -> State:
    """Let a seat begin its turn."""
    return state._replace(seat=seat, turn=Turn(), todo=phases(seat))


def is_last_turn(state: State) -> bool:
    """Tell whether the game ends with the present turn."""
    if state.ended is None:
        return False
    setting = state.setting
    return (state.seat + 1) % setting.seats == setting.first or setting.seats == 1


@dataclass(frozen=True, slots=True)
class FinishTurn(Happening[State]):
    """Everything is discarded; after the last turn nothing more is drawn."""

    seat: Seat

    def happen(self, state: State) -> State:
        """Draw the new hand and pass on, or end the game."""
        if is_last_turn(state):
            return state.with_todo(())
        count = new_hand_size(state, self.seat)
        alone = state.setting.seats == 1
        after = MoveNeutral(self.seat) if alone else PassOn(self.seat)
        return push(state, NewHand(self.seat, count), after)


@dataclass(frozen=True, slots=True)
class NewHand(Happening[State]):
    """Phase 6."""

    seat: Seat
    count: int

    def happen(self, state: State) -> State:
        """Add what was set aside for this hand, and draw."""
        cards = state.players[self.seat].cards
        if cards.size(NEXT):
            state = state.with_cards(self.seat, cards.shift_all(NEXT, HAND))
        return draw(state, self.seat, self.count)


@dataclass(frozen=True, slots=True)
class PassOn(Happening[State], AfterTurn):
    """The turn goes to the left."""

    seat: Seat

    def happen(self, state: State) -> State:
        """Begin the next turn; after everybody's comes a new round."""
        seat = Seat((self.seat + 1) % state.setting.seats)
        if seat == state.setting.first:
            state = state._replace(round=state.round + 1)
        return begin_turn(state, seat)


@dataclass(frozen=True, slots=True)
class MoveNeutral(AskOpenly[a.MoveNeutral], AfterTurn):
    """Alone, the neutral pawn moves after every turn."""

    seat: Seat
    key = "neutral"
    stage = "draw"
    reason = "solo-neutral-pawn"
    answers = (a.MoveNeutral,)

    def offers(self, state: State) -> Iterator[a.MoveNeutral]:
        """List the move."""
        del state
        yield a.MoveNeutral()

    def broken(self, state: State, answer: a.MoveNeutral) -> Rule | None:
        """Name no rule: it can only be done."""
        del state, answer
        return None

    def settle(self, state: State, answer: a.MoveNeutral) -> State:
        """Move it one zone; its second reincarnation loses the game."""
        del answer
        state = state._replace(neutral=state.neutral + 1)
        if state.neutral >= SOLO_TURNS:
            return state.with_todo(())
        return begin_turn(state._replace(round=state.round + 1), self.seat)

    def ask(self, state: State) -> Phrase:
        """Ask for the move."""
        return say_n(
            "Move the neutral pawn to {zone}: {n} turn left.",
            "Move the neutral pawn to {zone}: {n} turns left.",
            SOLO_TURNS - state.neutral - 1,
            zone=zone_name(state.neutral % len(ZONES)),
        )

    def label(self, state: State, answer: a.MoveNeutral) -> Phrase:
        """Name the zone."""
        del answer
        zone = zone_name(state.neutral)
        return say("The neutral pawn stands on {zone}", zone=zone)

    def tell(
        self, before: State, answer: a.MoveNeutral, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell where it stands."""
        del answer, after, eyes
        return say(
            "The neutral pawn moves to {zone}; turns left: {left}",
            zone=zone_name(before.neutral),
            left=SOLO_TURNS - before.neutral - 1,
        )

    def matters(self, state: State, answer: a.MoveNeutral) -> tuple[str, ...]:
        """Return the rules about the neutral pawn."""
        del state, answer
        return ("solo-neutral-pawn", "solo-seventeen-turns")
