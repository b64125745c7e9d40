"""Proposals: photos the whole table can speak of until one is accepted or dropped."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any

from companion.core.errors import Refusal
from companion.core.mismatch import Mismatch
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.table.bearer import Bearer, Role, at_seat
from companion.table.live import Live
from companion.table.table import Table
from vision.readings import Report, piece_json, question_json

EACH = 4
"""Photos of one table that are kept: a few seats may take one at the same time."""

MOST = 100
"""Photos kept in all, about 100 KB each."""

SECONDS = 1800.0
"""An abandoned table's photo is not kept longer than this."""


class NothingRead(Refusal):
    """A photo was accepted that suggests nothing."""

    code = "nothing_read"

    def __init__(self) -> None:
        super().__init__(
            say(
                "This photo shows nothing that fits. Take another, or enter it by hand."
            )
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that a photo suggests."""

    action: Any
    actor: Seat
    """Whose word it would be."""

    confidence: float
    label: Phrase


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a photo seems to show; it changes nothing until somebody accepts it."""

    table: str
    version: int
    by: Bearer
    secret_of: Seat | None
    """Whose secrets it shows; None if everybody at the table may see it."""

    report: Report[Any]
    candidates: tuple[Candidate, ...]
    certain: bool
    ms: float
    picture: bytes
    """The photo made small, as JPEG."""

    unshown: bool = False
    """What it shows is for the app's eyes alone; it can be accepted blindly."""

    differs: Mismatch | None = None
    """How the table differs from what the app believes, where that can be said."""

    stop_card: bool = False
    """Whether the card that says stop lies in the picture."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    """Unguessable: it is also the name of the picture."""

    def best(self) -> Candidate:
        """Return the likeliest action.

        Raises:
            NothingRead: if the photo suggests none.
        """
        if not self.candidates:
            raise NothingRead
        return self.candidates[0]

    def waits_for(self, who: Bearer) -> bool:
        """Tell whether this one should answer: who took it if they may, or the seat."""
        if not self.candidates:
            return who == self.by
        actor = self.candidates[0].actor
        if who in (self.by, at_seat(actor)):
            return who.may_speak_for(actor)
        return who.may_speak_for(actor) and not self.by.may_speak_for(actor)


def proposal_json(made: Proposal, table: Table, who: Bearer) -> dict[str, Any]:
    """Return a proposal for one bearer, phrases still to be put into words."""
    report, problem = made.report, made.report.problem
    secret = made.unshown
    address = f"/api/tables/{made.table}/pictures/{made.id}.jpg?as={who}"
    return {
        "id": made.id,
        "version": made.version,
        "by": made.by.to_json(),
        "yours": made.waits_for(who),
        "reader": report.reader,
        "readings": [] if secret else [piece_json(one) for one in report.readings],
        "candidates": [
            {
                # Accepted without an action, the likeliest one is played.
                "action": {} if secret else table.game.to_json(one.action),
                "confidence": round(one.confidence, 4),
                "label": one.label.to_json(),
            }
            for one in made.candidates[: 1 if secret else None]
        ],
        "certain": made.certain,
        "stop_card": made.stop_card,
        "differs": _differs_json(made.differs, who),
        "question": None if secret else question_json(report.question),
        "problem": say(problem.advice, **dict(problem.numbers)).to_json()
        if problem
        else None,
        "picture_url": "" if secret else address,
        "size": list(report.size),
        "ms": made.ms,
    }


def _differs_json(found: Mismatch | None, who: Bearer) -> dict[str, Any] | None:
    """Return what to put right; only a host may take the table as it lies."""
    if found is None:
        return None
    return {
        "steps": [step.to_json() for step in found.steps],
        "rule": found.rule.id if found.rule else None,
        "patch": found.patch if who.role is Role.HOST else None,
    }


class Proposals:
    """Keeps the open proposals of every table, in memory only, and says so live."""

    def __init__(
        self,
        live: Live,
        each: int = EACH,
        most: int = MOST,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._live, self._each, self._most, self._clock = live, each, most, clock
        self._kept: OrderedDict[str, tuple[float, Proposal]] = OrderedDict()
        self._lock = Lock()

    def keep(self, made: Proposal) -> None:
        """Keep a proposal and let everyone at the table look."""
        with self._lock:
            self._kept[made.id] = (self._clock(), made)
            theirs = [one for _, one in self._kept.values() if one.table == made.table]
            stale = [one for one in theirs if one.version < made.version]
            fresh = [one for one in theirs if one.version >= made.version]
            for old in (*stale, *fresh[: -self._each]):
                del self._kept[old.id]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._live.publish(made.table, made.version)

    def open(self, table: str, version: int, eyes: Seat | None) -> tuple[Proposal, ...]:
        """Return what these eyes may see; older versions have fallen away."""
        now = self._clock()
        with self._lock:
            kept = tuple(self._kept.values())
        return tuple(
            made
            for at, made in kept
            if (made.table, made.version) == (table, version)
            and made.secret_of in (None, eyes)
            and now - at <= SECONDS
        )

    def find(self, table: Table, who: Bearer, name: str) -> Proposal | None:
        """Return an open proposal, None if there is none for this one's eyes."""
        found = self.open(table.charter.table, table.version, table.eyes(who))
        return next((made for made in found if made.id == name), None)

    def drop(self, made: Proposal) -> None:
        """Forget a proposal; harmless if it is forgotten already."""
        with self._lock:
            self._kept.pop(made.id, None)
        self._live.publish(made.table, made.version)
