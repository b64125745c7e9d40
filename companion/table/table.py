"""A table is its log: an immutable list of entries whose replay is the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.core.seats import Seat
from companion.table.bearer import Bearer, Role
from companion.table.chunks import Chunks
from companion.table.refusals import NothingToUndo

CHALLENGE = "challenge"
"""The option of a table that plays the challenge of a week, such as `2026-W47`."""


class EntryKind(StrEnum):
    """What an entry of the log is."""

    ACTION = "action"
    CHANCE = "chance"
    """A roll or a draw that the app made for the table."""

    UNDO = "undo"
    OVERRIDE = "override"
    """The host's word: an action against a rule, or a correction."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log, as it is kept."""

    version: int
    kind: EntryKind
    who: Bearer
    once: str
    """The sender's one-time id: the same id twice is one entry."""

    at: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """An entry and what it did."""

    entry: LogEntry
    before: Any
    after: Any
    action: Any = None
    """The action that was played; None for corrections and for taking back."""

    takes_back: PlayedStep | None = None


@dataclass(frozen=True, slots=True)
class Charter:
    """What was agreed before the first entry, and never changes."""

    table: str
    game: str
    engine: int
    players: tuple[str, ...]
    options: Mapping[str, Any]
    created: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table in play: equal logs give equal tables."""

    charter: Charter
    game: Game[Any, Any]
    first: Any
    """The state before anything happened."""

    log: Chunks[PlayedStep] = field(default_factory=Chunks)
    standing: Chunks[PlayedStep] = field(default_factory=Chunks)
    """The steps that nobody has taken back, latest last."""

    @property
    def version(self) -> int:
        """The length of the log: it only ever rises."""
        return len(self.log)

    @property
    def state(self) -> Any:
        """The state of the game now."""
        return self.standing[-1].after if self.standing else self.first

    def admit(self, entry: LogEntry) -> Table:
        """Return the table with one more entry.

        Raises:
            Refusal: if the entry cannot be read, or the game does not allow it.
        """
        if entry.kind is EntryKind.UNDO:
            if not self.standing:
                raise NothingToUndo
            last, rest = self.standing[-1], self.standing.without_last()
            step = PlayedStep(entry, self.state, last.before, takes_back=last)
            return replace(self, log=self.log.plus(step), standing=rest)
        step = self._step(entry)
        return replace(self, log=self.log.plus(step), standing=self.standing.plus(step))

    def replay(self, entries: Iterable[LogEntry]) -> Table:
        """Return the table after these entries."""
        table = self
        for entry in entries:
            table = table.admit(entry)
        return table

    def at(self, version: int) -> Table:
        """Return the table as it was when its log had this length."""
        table = replace(self, log=Chunks(), standing=Chunks())
        for step in self.log[:version]:
            back = step.takes_back is not None
            standing = table.standing
            standing = standing.without_last() if back else standing.plus(step)
            table = replace(table, log=table.log.plus(step), standing=standing)
        return table

    def eyes(self, bearer: Bearer) -> Seat | None:
        """Return whose secrets a bearer sees; the host of one player is that player."""
        alone = bearer.role is Role.HOST and len(self.charter.players) == 1
        return Seat(0) if alone else bearer.seat

    def owner(self, step: PlayedStep) -> Seat | None:
        """Return whose deed a standing step was; None for the host's word."""
        if step.action is None or step.entry.kind is EntryKind.OVERRIDE:
            return None
        return self.game.actor(step.before, step.action)

    def _step(self, entry: LogEntry) -> PlayedStep:
        before, game = self.state, self.game
        if entry.kind is not EntryKind.OVERRIDE:
            action = game.from_json(entry.body["action"])
            return PlayedStep(entry, before, game.apply(before, action), action)
        if "action" in entry.body:
            action = game.from_json(entry.body["action"])
            legal = game.broken_rule(before, action) is None
            # Judged just now: a legal word is carried out without a second look.
            carry_out = game.settle if legal else game.force
            return PlayedStep(entry, before, carry_out(before, action), action)
        return PlayedStep(entry, before, game.correct(before, entry.body["patch"]))


def lay_out(charter: Charter, game: Game[Any, Any]) -> Table:
    """Return a table at its first state.

    Raises:
        Malformed: if the game cannot be played so.
    """
    if "players" in charter.options:
        raise Malformed("There is no option called {key}.", key="players")
    then = game.before.get(charter.engine, {})
    options = {**then, **charter.options, "players": len(charter.players)}
    options.pop(CHALLENGE, None)  # a matter of the table, not of the game
    return Table(charter, game, game.start(options))


def now() -> str:
    """Return the time as the log writes it."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a moment of the world's time as the log writes it."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
