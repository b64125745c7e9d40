"""What one bearer sees of a table, as a typed value that is ready for JSON.

`W` is what words are: phrases when a view is made, texts when it leaves the server.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypedDict, TypeVar, cast

from companion.core.game import Outcome
from companion.core.moments import Kind, Moment
from companion.core.seats import Seat
from companion.table.bearer import HOST, Bearer, Role
from companion.table.log_lines import tell
from companion.table.offers import Together, Wording, open_to, said_together
from companion.table.refusals import ClosedTable, DamagedTable, OtherEngine
from companion.table.rows import StoredEntry
from companion.table.table import (
    CHALLENGE,
    Charter,
    EntryKind,
    LogEntry,
    PlayedStep,
    Table,
)
from companion.table.taps import same_tap

LINES = 30
"""How much of the log a view carries: an evening is longer, a phone shows less."""

W = TypeVar("W")


class You(TypedDict):
    """Who somebody at the table is."""

    role: Literal["host", "seat", "watch"]
    seat: int | None


class Score(TypedDict):
    """What a seat has."""

    seat: int
    score: int


class Awaiting(TypedDict):
    """What the table must report; more keys come with the kind."""

    kind: str


class LogLine(TypedDict, Generic[W]):
    """One entry of the log in words."""

    version: int
    kind: Literal["action", "chance", "undo", "override"]
    who: You
    at: str
    text: W
    standing: bool


class Ending(TypedDict, Generic[W]):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    ending: str
    reason: W


class Undo(TypedDict, Generic[W]):
    """Whether this bearer may take back the last step, and what it was."""

    allowed: bool
    what: W | None


class DoingShown(TypedDict, Generic[W]):
    """One thing for one pair of hands: what moves from where to where, and in words."""

    seat: int
    words: W
    piece: str
    count: int
    source: str
    target: str


class MomentShown(TypedDict, Generic[W]):
    """Something everybody should notice; without words it is only seen."""

    kind: str
    words: W | None
    seat: int | None
    stays: bool


class View(TypedDict, Generic[W]):
    """Everything one bearer may know; `board` is the game's own."""

    table: str
    version: int
    game: str
    you: You
    players: list[str]
    options: dict[str, Any]
    turn: int | None
    prompt: W
    why: str | None
    scores: list[Score]
    board: dict[str, Any]
    awaiting: Awaiting | None
    legal: list[dict[str, Any]]
    labels: list[W]
    together: list[Together[W]]
    """What this bearer may say with one tap, beside each answer alone."""

    doings: list[DoingShown[W]]
    """What hands must do because of the latest step, in order."""

    moments: list[MomentShown[W]]
    """What stood out of the latest step."""

    photo: str | None
    log: list[LogLine[W]]
    outcome: Ending[W] | None
    undo: Undo[W]
    closed: W | None


@dataclass(frozen=True, slots=True)
class Shelved:
    """A table of another engine or a damaged one: shown, never judged or written."""

    charter: Charter
    lines: tuple[StoredEntry, ...]
    damaged: bool = False
    """The log on disk goes on after these lines, but not as it was written."""

    @property
    def version(self) -> int:
        """The length of the log, as far as it is good."""
        return len(self.lines)

    def refusal(self) -> ClosedTable:
        """Return why nothing is written here any more."""
        return DamagedTable(self.version) if self.damaged else OtherEngine()


def view(
    table: Table | Shelved,
    bearer: Bearer,
    told: Callable[[PlayedStep], Wording] | None = None,
) -> View[Wording]:
    """Return the view of one bearer; `told` may know the words of a step already."""
    if isinstance(table, Shelved):
        return _shelved_view(table, bearer)
    game, state = table.game, table.state
    chance = game.chance(state)
    outcome = game.outcome(state)
    legal = open_to(table, bearer)
    seat = table.eyes(bearer)
    prior = None if bearer.role is Role.WATCH else game.expects(state, seat)
    worded = told or (lambda step: tell(table, step, seat).to_json())
    seen = game.view(state, seat)
    return {
        **_head(table.charter, table.version, bearer),
        "turn": seen["turn"],
        "prompt": seen["prompt"],
        "why": seen["why"],
        "scores": seen["scores"],
        "board": seen["board"],
        "awaiting": cast(Awaiting, chance.to_json()) if chance else None,
        "legal": [game.to_json(action) for action in legal],
        "labels": [game.label(state, action).to_json() for action in legal],
        "together": said_together(table, bearer, seen["turn"]),
        "doings": _doings(table, seat),
        "moments": _moments(table, outcome, seen["prompt"]),
        "photo": prior.reader if prior else None,
        "log": _log(table, worded),
        "outcome": outcome_json(outcome) if outcome else None,
        "undo": _undo(table, bearer, worded),
        "closed": None,
    }


def outcome_json(outcome: Outcome) -> Ending[Wording]:
    """Return how a game ended, ready for JSON."""
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "ending": outcome.ending,
        "reason": outcome.reason.to_json(),
    }


def may_undo(table: Table, step: PlayedStep, bearer: Bearer) -> bool:
    """Tell whether a bearer may take back a step: its own, or the host any."""
    if CHALLENGE in table.charter.options:
        return False
    owner = table.owner(step)
    return bearer == HOST or (owner is not None and bearer.seat == owner)


class _Head(TypedDict):
    table: str
    version: int
    game: str
    you: You
    players: list[str]
    options: dict[str, Any]


def _head(charter: Charter, version: int, bearer: Bearer) -> _Head:
    return {
        "table": charter.table,
        "version": version,
        "game": charter.game,
        "you": you(bearer),
        "players": list(charter.players),
        "options": dict(charter.options),
    }


def you(bearer: Bearer) -> You:
    """Return who this is, for the one concerned and for the log."""
    return {"role": bearer.role._value_, "seat": bearer.seat}


def _doings(table: Table, eyes: Seat | None) -> list[DoingShown[Wording]]:
    """Return what the latest tap leaves to hands."""
    return [
        {
            "seat": doing.seat,
            "words": doing.words.to_json(),
            "piece": doing.piece,
            "count": doing.count,
            "source": doing.source,
            "target": doing.target,
        }
        for step in _due(table)
        for doing in table.game.doings(step.before, step.action, step.after, eyes)
    ]


def _moments(
    table: Table, outcome: Outcome | None, prompt: Wording
) -> list[MomentShown[Wording]]:
    """Return what stood out of the latest step; the end of a game always does."""
    last = table.log[-1] if table.log else None
    if last is None or last.takes_back is not None:
        return []
    game = table.game
    found: list[Moment] = []
    if last.action is not None and last.entry.kind is not EntryKind.OVERRIDE:
        found += game.moments(last.before, last.action, last.after)
    told: list[MomentShown[Wording]] = [
        {
            "kind": one.kind.value,
            "words": one.words.to_json() if one.words else None,
            "seat": one.seat,
            "stays": one.stays,
        }
        for one in found
    ]
    if outcome and game.outcome(last.before) is None:
        kind = Kind.VICTORY if outcome.winners else Kind.DEFEAT
        # Who has won stands in the prompt; how it ended can be read on the page.
        end: MomentShown[Wording] = {
            "kind": kind.value,
            "words": prompt,
            "seat": None,
            "stays": True,
        }
        told.append(end)
    return told


def _due(table: Table) -> list[PlayedStep]:
    """Return the steps whose consequences hands carry out now: those of one tap.

    A hand that is shown meanwhile passes nothing. None after a step was taken back:
    what the one before it asked for is done, and hands that did it again would be
    wrong. The host says himself what follows from an override.
    """
    for place in range(len(table.log) - 1, -1, -1):
        step = table.log[place]
        action = step.takes_back.action if step.takes_back else step.action
        if action is not None and not table.game.moves_on(action):
            continue
        over = action is None or step.entry.kind in (EntryKind.OVERRIDE, EntryKind.UNDO)
        return [] if over else same_tap(table, place)
    return []


def _log(table: Table, told: Callable[[PlayedStep], Wording]) -> list[LogLine[Wording]]:
    standing = {step.entry.version for step in table.standing[-LINES:]}
    return [
        _line(step.entry, told(step), step.entry.version in standing)
        for step in table.log[-LINES:]
    ]


def _line(entry: LogEntry, text: Wording, standing: bool) -> LogLine[Wording]:
    return {
        "version": entry.version,
        "kind": entry.kind._value_,  # a word, found without the enum's detour
        "who": you(entry.who),
        "at": entry.at,
        "text": text,
        "standing": standing,
    }


def _undo(
    table: Table, bearer: Bearer, told: Callable[[PlayedStep], Wording]
) -> Undo[Wording]:
    if not table.standing or bearer.role is Role.WATCH:
        return {"allowed": False, "what": None}
    last = table.standing[-1]
    return {
        "allowed": may_undo(table, last, bearer),
        "what": told(last),
    }


def _shelved_view(table: Shelved, bearer: Bearer) -> View[Wording]:
    scores = table.lines[-1].shown["scores"] if table.lines else []
    closed = table.refusal().phrase.to_json()
    return {
        **_head(table.charter, table.version, bearer),
        "turn": None,
        "prompt": closed,
        "why": None,
        "scores": scores,
        "board": {},
        "awaiting": None,
        "legal": [],
        "labels": [],
        "together": [],
        "doings": [],
        "moments": [],
        "photo": None,
        "log": [
            _line(line.entry, line.shown["text"], True) for line in table.lines[-LINES:]
        ],
        "outcome": None,
        "undo": {"allowed": False, "what": None},
        "closed": closed,
    }
