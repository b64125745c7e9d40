"""What is asked at a table of Pig."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.phrase import NameOf, say
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question, push
from tests.pig import rules
from tests.pig.actions import Hold, Landed, Note, Roll
from tests.pig.state import State

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class RollOrHold(Question[State, Roll | Hold]):
    """The player in turn risks the pot or banks it."""

    seat: Seat
    answers = (Roll, Hold)
    instead = rules.NOT_IN_AIR

    def offers(self, state):
        yield Roll()
        if state.pot:
            yield Hold()

    def broken(self, state, answer):
        return rules.EMPTY_POT if answer == Hold() and not state.pot else None

    def settle(self, state, answer):
        if answer == Roll():
            return push(state, Fall(self.seat))
        banked = list(state.banked)
        banked[self.seat] += state.pot
        return pass_on(replace(state, banked=tuple(banked)))

    def prompt(self, state, eyes):
        return say("{who} to play", who=NameOf(self.seat))

    def touches(self, state, answer):
        return (rules.EMPTY_POT.id,)

    def label(self, state, answer):
        return say("roll") if answer == Roll() else say("hold")

    def tell(self, before, answer, after, eyes):
        word = self.label(before, answer)
        return say("{who}: {word}", who=NameOf(self.seat), word=word)


@dataclass(frozen=True, slots=True)
class Fall(ChanceQuestion[State, Landed]):
    """The die is in the air."""

    seat: Seat
    answers = (Landed,)
    instead = rules.IN_AIR

    def broken(self, state, answer):
        return None if answer.face in FACES else rules.SIX

    def settle(self, state, answer):
        if answer.face == 1:
            return pass_on(state)
        return push(replace(state, pot=state.pot + answer.face), RollOrHold(self.seat))

    def sample(self, state, rng):
        return Landed(rng.choice(FACES))

    def awaits(self, state):
        return {"kind": "dice", "dice": [{"colour": state.die, "faces": [*FACES]}]}

    def prompt(self, state, eyes):
        return say("{who} to play", who=NameOf(self.seat))

    def label(self, state, answer):
        return say("landed")

    def tell(self, before, answer, after, eyes):
        return say("{who} rolls {n}", who=NameOf(self.seat), n=answer.face)


@dataclass(frozen=True, slots=True)
class TakeNotes(Question[State, Note]):
    """Anybody may note a number at any time; nobody else sees it."""

    answers = (Note,)
    instead = rules.TURN
    moves_on = False

    def offers(self, state):
        return ()

    def broken(self, state, answer):
        return None if 0 <= answer.seat < len(state.banked) else rules.TURN

    def settle(self, state, answer):
        notes = list(state.notes)
        notes[answer.seat] = answer.number
        return replace(state, notes=tuple(notes))

    def prompt(self, state, eyes):
        return say("Note a number")

    def label(self, state, answer):
        return say("note")

    def tell(self, before, answer, after, eyes):
        if eyes == answer.seat:
            return say("You note {n}", n=answer.number)
        return say("{who} notes something", who=NameOf(Seat(answer.seat)))

    def actor(self, state, answer):
        inside = 0 <= answer.seat < len(state.banked)
        return Seat(answer.seat) if inside else state.turn


def pass_on(state):
    """Return the state with the die at the next seat, unless somebody has won."""
    turn = Seat((state.turn + 1) % len(state.banked))
    state = replace(state, turn=turn, pot=0)
    over = max(state.banked) >= state.goal
    return state if over else push(state, RollOrHold(turn))
