"""Pig, the toy game of the tests: roll on or hold, a one loses the pot.

It has one secret, so that secrecy can be tested: each seat may note a number that
only this seat sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.core.codec import Codec
from companion.core.errors import Impossible, Malformed
from companion.core.game import Game, Outcome
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import NameOf, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question, TurnMachine, push
from vision.readings import DicePrior, ThrownDie

EMPTY_POT = Rule("pig.empty-pot", "You cannot bank an empty pot")
IN_AIR = Rule("pig.die-in-air", "The die is still in the air")
NOT_IN_AIR = Rule("pig.no-die-in-air", "No die is in the air")
SIX = Rule("pig.six-faces", "A die has six faces")
OVER = Rule("pig.over", "The game is over")
TURN = Rule("pig.turn", "It is not this player's turn")


@dataclass(frozen=True, slots=True)
class State:
    banked: tuple[int, ...]
    goal: int
    turn: int = 0
    pot: int = 0
    notes: tuple[int, ...] = ()
    todo: tuple[Any, ...] = ()

    @property
    def rolling(self):
        return bool(self.todo) and self.todo[-1].chance

    def with_todo(self, todo):
        return replace(self, todo=todo)


@dataclass(frozen=True, slots=True)
class Roll:
    pass


@dataclass(frozen=True, slots=True)
class Landed:
    face: int


@dataclass(frozen=True, slots=True)
class Hold:
    pass


@dataclass(frozen=True, slots=True)
class Note:
    seat: int
    number: int


CODEC = Codec(Roll, Landed, Hold, Note)


@dataclass(frozen=True, slots=True)
class RollOrHold(Question[State, Roll | Hold]):
    """The player in turn risks the pot or banks it."""

    seat: Seat
    answers = (Roll, Hold)
    instead = NOT_IN_AIR

    def offers(self, state):
        yield Roll()
        if state.pot:
            yield Hold()

    def broken(self, state, answer):
        return EMPTY_POT if answer == Hold() and not state.pot else None

    def settle(self, state, answer):
        if answer == Roll():
            return push(state, Fall(self.seat))
        banked = list(state.banked)
        banked[self.seat] += state.pot
        return _pass_on(replace(state, banked=tuple(banked)))

    def prompt(self, state, eyes):
        return say("{who} to play", who=NameOf(self.seat))

    def label(self, state, answer):
        return say(CODEC.to_json(answer)["type"])

    def tell(self, before, answer, after, eyes):
        word = CODEC.to_json(answer)["type"]
        return say("{who}: {word}", who=NameOf(self.seat), word=word)


@dataclass(frozen=True, slots=True)
class Fall(ChanceQuestion[State, Landed]):
    """The die is in the air."""

    seat: Seat
    answers = (Landed,)
    instead = IN_AIR

    def broken(self, state, answer):
        return None if 1 <= answer.face <= 6 else SIX

    def settle(self, state, answer):
        if answer.face == 1:
            return _pass_on(state)
        return push(replace(state, pot=state.pot + answer.face), RollOrHold(self.seat))

    def sample(self, state, rng):
        return Landed(rng.randint(1, 6))

    def awaits(self, state):
        return {"kind": "dice", "dice": [{"colour": "white"}]}

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
    instead = TURN

    def offers(self, state):
        return ()

    def broken(self, state, answer):
        return None if 0 <= answer.seat < len(state.banked) else TURN

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


def pretend(state, action):
    return Fall(state.turn) if isinstance(action, Landed) else RollOrHold(state.turn)


TURNS: TurnMachine[State, Any] = TurnMachine(OVER, pretend, standing=(TakeNotes(),))


def start(options):
    players, chosen = read_options(GAME.options, GAME.players, options)
    first = State((0,) * players, chosen["goal"], notes=(0,) * players)
    return push(first, RollOrHold(Seat(0)))


def force(state, action):
    if isinstance(action, Landed) and not 1 <= action.face <= 6:
        raise Impossible("No die shows {face}.", face=action.face)
    return TURNS.settle(state.with_todo((pretend(state, action),)), action)


def _pass_on(state):
    turn = Seat((state.turn + 1) % len(state.banked))
    state = replace(state, turn=turn, pot=0)
    return state if outcome(state) else push(state, RollOrHold(turn))


def outcome(state):
    best = max(state.banked)
    if best < state.goal:
        return None
    winners = tuple(Seat(s) for s, n in enumerate(state.banked) if n == best)
    reason = say("{who} reaches {n}", who=NameOf(winners[0]), n=best)
    return Outcome(winners, state.banked, "goal", reason)


def view(state, seat):
    return {
        "turn": None if outcome(state) else state.turn,
        "prompt": say("{who} to play", who=NameOf(state.turn)).to_json(),
        "why": None,
        "scores": [{"seat": s, "score": n} for s, n in enumerate(state.banked)],
        "board": {
            "pot": state.pot,
            "rolling": state.rolling,
            "note": None if seat is None else state.notes[seat],
        },
    }


def correct(state, patch):
    if set(patch) != {"pot"} or type(patch["pot"]) is not int:
        raise Malformed("Only the pot can be corrected.")
    if patch["pot"] < 0:
        raise Impossible("A pot cannot be negative.")
    return replace(state, pot=patch["pot"])


def expects(state, _seat):
    if not state.rolling:
        return None
    return DicePrior((ThrownDie("white"),))


def observe(state, _seat, report):
    if not state.rolling:
        return ()
    return tuple(
        (Landed(whole.pieces[0].face), whole.chance) for whole in report.wholes
    )


GAME: Game[Any, Any] = Game(
    key="pig",
    name="Pig",
    tagline=say("Roll on or hold."),
    players=range(1, 5),
    engine=1,
    room=Path(__file__).parent,
    options=(
        Option(
            "goal",
            20,
            say("Play to"),
            Provenance.DEFAULT,
            note=say("Most tables play to a hundred."),
            least=5,
            most=500,
        ),
    ),
    rules=(EMPTY_POT, IN_AIR, NOT_IN_AIR, SIX, OVER, TURN),
    turns=TURNS,
    start=start,
    outcome=outcome,
    view=view,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    setup=lambda _state: (say("Take one die."),),
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    faults=lambda state: () if min(state.banked) >= 0 else ("negative score",),
)
