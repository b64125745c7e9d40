"""A game is a record of pure functions; the table knows nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from companion.core.calibration import Calibration
from companion.core.doings import Doing
from companion.core.drawn_board import DrawnBoard
from companion.core.mismatch import Mismatch, no_mismatch
from companion.core.moments import Moment, no_moments
from companion.core.options import Option
from companion.core.phrase import Phrase
from companion.core.pieces import Piece, no_pieces
from companion.core.remembering import Remembered, nothing_remembered
from companion.core.rules import Rule
from companion.core.seats import Seat

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Several for a shared victory, none for a lost solo game."""

    scores: tuple[int, ...]
    ending: str
    """Which way of ending this was, e.g. `reserve-empty`."""

    reason: Phrase


class Chance(Protocol):
    """What the table must report next, because only dice or a deck can say it."""

    def sample(self, rng: Random) -> Any:
        """Return one possible report, drawn as fairly as the real thing would."""

    def admits(self, action: Any) -> bool:
        """Tell whether this report is possible now."""

    def to_json(self) -> dict[str, Any]:
        """Return what is awaited, with a `kind` such as `dice` or `cards`."""


class Turns(Protocol[S, A]):
    """What the turn machine of a game answers; `companion.core.turn` holds it."""

    def broken_rule(self, state: S, action: A) -> Rule | None:
        """Name the rule an action would break, None if it is legal."""

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """List every move open now; none while chance is awaited."""

    def apply(self, state: S, action: A) -> S:
        """Return the state after an action; raises IllegalMove naming the rule."""

    def settle(self, state: S, action: A) -> S:
        """Return the state after an action that is known to be legal."""

    def chance(self, state: S) -> Chance | None:
        """Return what the table must report next."""

    def actor(self, state: S, action: A) -> Seat:
        """Return whose word an action is."""

    def moves_on(self, action: A) -> bool:
        """Tell whether an action takes the game further."""

    def label(self, state: S, action: A) -> Phrase:
        """Return the words on the button that would play this action."""

    def tell(self, before: S, action: A, after: S, eyes: Seat | None) -> Phrase:
        """Return the log line of an action, for one pair of eyes."""

    def touches(self, state: S, action: A) -> tuple[str, ...]:
        """Return the ids of the rules that matter for this action."""


class Offered(Protocol):
    """An open action as the templates of a room get it."""

    @property
    def action(self) -> Mapping[str, Any]:
        """The action, ready to be sent back."""

    @property
    def label(self) -> str:
        """The words on its button."""

    def part(self, key: str) -> Any:
        """Return one of the things its words speak of, None if they do not."""


def no_doings(before: Any, action: Any, after: Any, eyes: Seat | None) -> tuple[()]:
    """Leave the hands in peace: for games whose log says it all."""
    del before, action, after, eyes
    return ()


def nothing_together(state: Any, seat: Seat) -> tuple[()]:
    """Join no words: for games whose answers are one tap each."""
    del state, seat
    return ()


def all_shown(state: Any, seat: Seat | None) -> bool:
    """Hide no photo: for games in which nobody else holds cards for the app."""
    del state, seat
    return False


def no_sign(state: Any) -> None:
    """Mean nothing by a card laid under the camera: for games that need none."""
    del state


def no_recap(before: Any, after: Any) -> None:
    """Add nothing to the score sheet: for games whose scores say it all."""
    del before, after


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A]):
    """The pure functions of one game, gathered under its name."""

    key: str
    name: str
    tagline: Phrase
    """What kind of game it is, in a few words."""

    players: range
    engine: int
    """Raised whenever an old log would replay to another state."""

    room: Path
    """The folder with everything that is this game: screens, rule texts, words."""

    options: tuple[Option, ...]
    rules: tuple[Rule, ...]
    """Every rule this engine can refuse with."""

    turns: Turns[S, A]
    start: Callable[[Mapping[str, Any]], S]
    """Options (with `players`, a count or a list of names) to the first state."""

    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], dict[str, Any]]
    """What one seat may see: turn, prompt, why, scores, board (JSON-ready)."""

    to_json: Callable[[A], dict[str, Any]]
    from_json: Callable[[Any], A]
    """Raises Malformed for anything that is not an action of this game."""

    setup: Callable[[S], tuple[Phrase, ...]]
    """What to take out of the box and where to put it."""

    force: Callable[[S, A], S]
    """The state after an action that breaks a rule; raises Impossible."""

    correct: Callable[[S, Mapping[str, Any]], S]
    """The state with the host's corrections; raises Malformed or Impossible."""

    expects: Callable[[S, Seat | None], Any]
    """What a photo taken now by this seat can show: a prior for a reader, or None."""

    observe: Callable[[S, Seat | None, Any], tuple[tuple[A, float], ...]]
    """A reader's report to suggested actions with confidence, best first."""

    faults: Callable[[S], tuple[str, ...]]
    """Every invariant this state breaks; always empty unless there is a bug."""

    pieces: Callable[[S], tuple[Piece, ...]] = no_pieces
    """What to take out of the box, drawn beside the steps of `setup`."""

    round_of: Callable[[S], int] | None = None
    """Which round is played, counted from 1; None for games that know no rounds."""

    doings: Callable[[S, A, S, Seat | None], tuple[Doing, ...]] = no_doings
    """What hands must do because of a step (before, action, after), in order, as far
    as one pair of eyes may know it."""

    together: Callable[[S, Seat], Sequence[Sequence[tuple[A, Phrase]]]] = (
        nothing_together
    )
    """Actions that one tap may say for a seat in turn, in order, each with its label;
    their order may follow a hand, so they are for that seat and the host alone."""

    board: type | None = None
    """The type of the view's `board` once its phrases are texts, if it has one: the
    document of the contract shows it."""

    box: Calibration | None = None
    """What is printed on the pieces and may differ from box to box; what a host
    corrects comes back as the option `box`."""

    drawing: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What the templates of this room call as `draw.<name>`: geometry, grouping."""

    recap: Callable[[S, S], dict[str, Any] | None] = no_recap
    """The line a step (before, after) adds to the score sheet of a finished game,
    such as the turn it ended; None for most steps."""

    remember: Callable[[S, A, S], tuple[Remembered, ...]] = nothing_remembered
    """The luck and the deeds of a step (before, action, after), for the history."""

    moments: Callable[[S, A, S], tuple[Moment, ...]] = no_moments
    """What everybody should notice of a step (before, action, after); public."""

    challenge: Mapping[str, Any] | None = None
    """The options with which one person can play while the app throws and deals
    everything; None for a game that cannot be played so."""

    tells: tuple[type, ...] = ()
    """Words that tell unasked what chance gave; a challenge does not take them."""

    mismatch: Callable[[S, Any], Mismatch | None] = no_mismatch
    """How the table of a reader's report differs from this state; None where an
    action explains it, or nothing can be said."""

    unshown: Callable[[S, Seat | None], bool] = all_shown
    """Whether a photo this seat takes now is for the app's eyes alone: whoever took it
    may accept it, and learns nothing from it."""

    before: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """Engines of before that this one can still be, by the options that make it so."""

    sign: Callable[[S], A | None] = no_sign
    """What the stop card, laid under a camera over the table, says now."""

    printed: Callable[[Any], DrawnBoard] | None = None
    """The board for the kit, given a host's box (None: ours), if it can be printed."""

    def replays(self, engine: int) -> bool:
        """Whether a log of that engine replays here to the same states."""
        return engine == self.engine or engine in self.before

    def broken_rule(self, state: S, action: A) -> Rule | None:
        """The one predicate: the rule an action would break, None if it is legal."""
        return self.turns.broken_rule(state, action)

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Every move open now, in a fixed order; empty while chance is awaited."""
        return self.turns.legal_actions(state)

    def apply(self, state: S, action: A) -> S:
        """The state after an action; raises IllegalMove naming the rule."""
        return self.turns.apply(state, action)

    def settle(self, state: S, action: A) -> S:
        """The state after an action that was listed just now, without a second look."""
        return self.turns.settle(state, action)

    def chance(self, state: S) -> Chance | None:
        """What the table must report next, None if somebody has a move."""
        return self.turns.chance(state)

    def actor(self, state: S, action: A) -> Seat:
        """Whose word an action is: only that seat and the host may say it."""
        return self.turns.actor(state, action)

    def moves_on(self, action: A) -> bool:
        """Whether an action takes the game further: what was to do before is done."""
        return self.turns.moves_on(action)

    def label(self, state: S, action: A) -> Phrase:
        """The words on the button that would play this action."""
        return self.turns.label(state, action)

    def tell(self, before: S, action: A, after: S, eyes: Seat | None) -> Phrase:
        """The log line of an action, for one pair of eyes."""
        return self.turns.tell(before, action, after, eyes)

    def touches(self, state: S, action: A) -> tuple[str, ...]:
        """Rule ids that matter for this action: for hints and the rule pages."""
        return self.turns.touches(state, action)
