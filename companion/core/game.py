"""A game is a record of pure functions; the table knows nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from companion.core.options import Option
from companion.core.phrase import Phrase
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


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A]):
    """The pure functions of one game, gathered under its name."""

    key: str
    name: str
    players: range
    engine: int
    """Raised whenever an old log would replay to another state."""

    options: tuple[Option, ...]
    rules: tuple[Rule, ...]
    """Every rule this engine can refuse with."""

    start: Callable[[Mapping[str, Any]], S]
    """Options (with `players`, a count or a list of names) to the first state."""

    broken_rule: Callable[[S, A], Rule | None]
    """The one predicate: the rule an action would break, None if it is legal."""

    legal_actions: Callable[[S], tuple[A, ...]]
    """Every move open now, in a fixed order; empty while chance is awaited."""

    apply: Callable[[S, A], S]
    """The state after an action; raises IllegalMove naming the rule."""

    outcome: Callable[[S], Outcome | None]
    chance: Callable[[S], Chance | None]
    actor: Callable[[S, A], Seat]
    """Whose word an action is: only that seat and the host may say it."""

    view: Callable[[S, Seat | None], dict[str, Any]]
    """What one seat may see: turn, prompt, why, scores, board (JSON-ready)."""

    to_json: Callable[[A], dict[str, Any]]
    from_json: Callable[[Any], A]
    """Raises Malformed for anything that is not an action of this game."""

    label: Callable[[S, A], Phrase]
    """The words on the button that would play this action."""

    tell: Callable[[S, A, Seat | None], Phrase]
    """The log line of an action played in this state, for one pair of eyes."""

    setup: Callable[[S], tuple[Phrase, ...]]
    """What to take out of the box and where to put it."""

    force: Callable[[S, A], S]
    """The state after an action that breaks a rule; raises Impossible."""

    correct: Callable[[S, Mapping[str, Any]], S]
    """The state with the host's corrections; raises Malformed or Impossible."""

    touches: Callable[[S, A], tuple[str, ...]]
    """Rule ids that matter for this action: for the teacher and the rule pages."""

    expects: Callable[[S, Seat | None], dict[str, Any] | None]
    """What a photo taken now by this seat can show: the reader's prior."""

    observe: Callable[
        [S, Seat | None, Sequence[Mapping[str, Any]]], tuple[tuple[A, float], ...]
    ]
    """Readings to suggested actions with confidence, best first."""

    faults: Callable[[S], tuple[str, ...]]
    """Every invariant this state breaks; always empty unless there is a bug."""

    name_of_piece: Mapping[str, Phrase]
    """Names of cards, dice and zones by key, for lists and questions."""

    box: Callable[[Any], dict[str, Any]] | None = None
    """What is printed on the pieces, given a table's corrections (the option `box`);
    raises Malformed. None where there is nothing to correct."""
