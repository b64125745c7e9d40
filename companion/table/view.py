"""What one bearer sees of a table: JSON-ready, phrases still to be put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.game import Outcome
from companion.table.bearer import HOST, Bearer, Role
from companion.table.log_lines import tell
from companion.table.refusals import ClosedTable, DamagedTable, OtherEngine
from companion.table.rows import StoredEntry
from companion.table.table import Charter, LogEntry, PlayedStep, Table

LINES = 30
"""How much of the log a view carries: two or three rounds, what people scroll back."""


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
    told: Callable[[PlayedStep], Any] | None = None,
) -> dict[str, Any]:
    """Return the view of one bearer; `told` may know the words of a step already."""
    if isinstance(table, Shelved):
        return _shelved_view(table, bearer)
    game, state = table.game, table.state
    chance = game.chance(state)
    outcome = game.outcome(state)
    legal = _legal(table, bearer)
    seat = table.eyes(bearer)
    prior = None if bearer.role is Role.WATCH else game.expects(state, seat)
    return {
        **_head(table.charter, table.version, bearer),
        **game.view(state, seat),
        "awaiting": chance.to_json() if chance else None,
        "legal": [game.to_json(action) for action in legal],
        "labels": [game.label(state, action).to_json() for action in legal],
        "photo": prior.reader if prior else None,
        "log": _log(table, told or (lambda step: _text(table, step, bearer))),
        "outcome": outcome_json(outcome) if outcome else None,
        "undo": _undo(table, bearer),
        "closed": None,
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return how a game ended, ready for JSON."""
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "ending": outcome.ending,
        "reason": outcome.reason.to_json(),
    }


def may_undo(table: Table, step: PlayedStep, bearer: Bearer) -> bool:
    """Tell whether a bearer may take back a step: its own, or the host any."""
    owner = table.owner(step)
    return bearer == HOST or (owner is not None and bearer.seat == owner)


def _head(charter: Charter, version: int, bearer: Bearer) -> dict[str, Any]:
    return {
        "table": charter.table,
        "version": version,
        "game": charter.game,
        "you": bearer.to_json(),
        "players": list(charter.players),
        "options": dict(charter.options),
    }


def _legal(table: Table, bearer: Bearer) -> tuple[Any, ...]:
    if bearer.role is Role.WATCH:
        return ()
    actions = table.game.legal_actions(table.state)
    return tuple(
        action
        for action in actions
        if bearer.may_speak_for(table.game.actor(table.state, action))
    )


def _text(table: Table, step: PlayedStep, bearer: Bearer) -> dict[str, Any]:
    return tell(table, step, table.eyes(bearer)).to_json()


def _log(table: Table, told: Callable[[PlayedStep], Any]) -> list[dict[str, Any]]:
    standing = {step.entry.version for step in table.standing[-LINES:]}
    return [
        {
            **_entry(step.entry),
            "text": told(step),
            "standing": step.entry.version in standing,
        }
        for step in table.log[-LINES:]
    ]


def _entry(entry: LogEntry) -> dict[str, Any]:
    return {
        "version": entry.version,
        "kind": entry.kind.value,
        "who": entry.who.to_json(),
        "at": entry.at,
    }


def _undo(table: Table, bearer: Bearer) -> dict[str, Any]:
    if not table.standing or bearer.role is Role.WATCH:
        return {"allowed": False, "what": None}
    last = table.standing[-1]
    return {
        "allowed": may_undo(table, last, bearer),
        "what": _text(table, last, bearer),
    }


def _shelved_view(table: Shelved, bearer: Bearer) -> dict[str, Any]:
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
        "photo": None,
        "log": [
            {**_entry(line.entry), "text": line.shown["text"], "standing": True}
            for line in table.lines[-LINES:]
        ],
        "outcome": None,
        "undo": {"allowed": False, "what": None},
        "closed": closed,
    }
