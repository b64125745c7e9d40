"""Pig, the toy game of the tests: roll on or hold, a one loses the pot.

It has one secret, so that secrecy can be tested: each seat may note a number that
only this seat sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.codec import Codec
from companion.core.errors import IllegalMove, Impossible, Malformed
from companion.core.game import Game, Outcome
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import NameOf, say
from companion.core.rules import Rule
from companion.core.seats import Seat

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
    rolling: bool = False
    notes: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Die:
    def sample(self, rng):
        return Landed(rng.randint(1, 6))

    def admits(self, action):
        return isinstance(action, Landed) and 1 <= action.face <= 6

    def to_json(self):
        return {"kind": "dice", "dice": [{"colour": "white"}]}


CODEC = Codec(Roll, Landed, Hold, Note)


def start(options):
    players, chosen = read_options(GAME.options, GAME.players, options)
    return State((0,) * players, chosen["goal"], notes=(0,) * players)


def broken_rule(state, action):
    if outcome(state):
        return OVER
    if isinstance(action, Note):
        return None if 0 <= action.seat < len(state.banked) else TURN
    if isinstance(action, Landed):
        if not state.rolling:
            return NOT_IN_AIR
        return None if 1 <= action.face <= 6 else SIX
    if state.rolling:
        return IN_AIR
    return EMPTY_POT if isinstance(action, Hold) and not state.pot else None


def legal_actions(state):
    return tuple(a for a in (Roll(), Hold()) if broken_rule(state, a) is None)


def apply(state, action):
    if rule := broken_rule(state, action):
        raise IllegalMove(action, rule)
    return force(state, action)


def force(state, action):
    if isinstance(action, Note):
        notes = list(state.notes)
        notes[action.seat] = action.number
        return replace(state, notes=tuple(notes))
    if isinstance(action, Roll):
        return replace(state, rolling=True)
    if isinstance(action, Hold):
        banked = list(state.banked)
        banked[state.turn] += state.pot
        return _pass_on(replace(state, banked=tuple(banked)))
    if not 1 <= action.face <= 6:
        raise Impossible("No die shows {face}.", face=action.face)
    if action.face == 1:
        return _pass_on(state)
    return replace(state, pot=state.pot + action.face, rolling=False)


def _pass_on(state):
    turn = Seat((state.turn + 1) % len(state.banked))
    return replace(state, turn=turn, pot=0, rolling=False)


def outcome(state):
    best = max(state.banked)
    if best < state.goal:
        return None
    winners = tuple(Seat(s) for s, n in enumerate(state.banked) if n == best)
    reason = say("{who} reaches {n}", who=NameOf(winners[0]), n=best)
    return Outcome(winners, state.banked, "goal", reason)


def actor(state, action):
    if isinstance(action, Note) and 0 <= action.seat < len(state.banked):
        return Seat(action.seat)
    return state.turn


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


def label(_state, action):
    return say(CODEC.to_json(action)["type"])


def tell(state, action, seat):
    if isinstance(action, Landed):
        return say("{who} rolls {n}", who=NameOf(state.turn), n=action.face)
    if isinstance(action, Note):
        if seat == action.seat:
            return say("You note {n}", n=action.number)
        return say("{who} notes something", who=NameOf(Seat(action.seat)))
    word = CODEC.to_json(action)["type"]
    return say("{who}: {word}", who=NameOf(state.turn), word=word)


def correct(state, patch):
    if set(patch) != {"pot"} or type(patch["pot"]) is not int:
        raise Malformed("Only the pot can be corrected.")
    if patch["pot"] < 0:
        raise Impossible("A pot cannot be negative.")
    return replace(state, pot=patch["pot"])


def expects(state, _seat):
    if not state.rolling:
        return None
    return {
        "reader": "dice",
        "dice": [{"colour": "white", "faces": [1, 2, 3, 4, 5, 6]}],
    }


def observe(state, _seat, readings):
    if len(readings) != 1 or not state.rolling:
        return ()
    return ((Landed(readings[0]["face"]), readings[0]["confidence"]),)


GAME: Game[Any, Any] = Game(
    key="pig",
    name="Pig",
    players=range(1, 5),
    engine=1,
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
    start=start,
    broken_rule=broken_rule,
    legal_actions=legal_actions,
    apply=apply,
    outcome=outcome,
    chance=lambda state: Die() if state.rolling and not outcome(state) else None,
    actor=actor,
    view=view,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    label=label,
    tell=tell,
    setup=lambda _state: (say("Take one die."),),
    force=force,
    correct=correct,
    touches=lambda _state, _action: (),
    expects=expects,
    observe=observe,
    faults=lambda state: () if min(state.banked) >= 0 else ("negative score",),
    name_of_piece={},
)
