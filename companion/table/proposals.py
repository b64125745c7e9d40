"""Proposals: photos the whole table can speak of until one is accepted or dropped."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.core.errors import Refusal
from companion.core.mismatch import Mismatch
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.table.bearer import Bearer, Role, at_seat
from vision.readings import Report, piece_json, question_json

Json: TypeAlias = dict[str, Any]
"""What goes to phones; phrases in it are still to be put into words."""


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

    action: Json
    """As it is posted, and as it is read again at whichever server it is accepted."""

    actor: Seat
    """Whose word it would be."""

    confidence: float
    label: Json


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a reader said about a photo, for phones."""

    reader: str
    readings: tuple[Json, ...] = ()
    question: Json | None = None
    problem: Json | None = None
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Differs:
    """How the table differs from what the app believes."""

    steps: tuple[Json, ...]
    rule: str | None
    """The id of what speaks against the turn this looks like."""

    patch: Json | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a photo seems to show; it changes nothing until somebody accepts it.

    All of it can be written as JSON, so that servers on one database share it.
    """

    table: str
    version: int
    by: Bearer
    secret_of: Seat | None
    """Whose secrets it shows; None if everybody at the table may see it."""

    sighting: Sighting
    candidates: tuple[Candidate, ...]
    certain: bool
    ms: float
    picture: bytes = b""
    """The photo made small, as JPEG."""

    unshown: bool = False
    """What it shows is for the app's eyes alone; it can be accepted blindly."""

    differs: Differs | None = None
    """Where that can be said."""

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


def sighting(report: Report[Any]) -> Sighting:
    """Return what a reader said, as phones are told."""
    problem = report.problem
    advice = say(problem.advice, **dict(problem.numbers)) if problem else None
    return Sighting(
        report.reader,
        tuple(piece_json(one) for one in report.readings),
        question_json(report.question),
        advice.to_json() if advice else None,
        report.size,
    )


def differing(found: Mismatch | None) -> Differs | None:
    """Return a mismatch as phones are told."""
    if found is None:
        return None
    steps = tuple(step.to_json() for step in found.steps)
    patch = None if found.patch is None else dict(found.patch)
    return Differs(steps, found.rule.id if found.rule else None, patch)


def proposal_json(made: Proposal, who: Bearer) -> Json:
    """Return a proposal for one bearer, phrases still to be put into words."""
    seen, secret = made.sighting, made.unshown
    address = f"/api/tables/{made.table}/pictures/{made.id}.jpg?as={who}"
    return {
        "id": made.id,
        "version": made.version,
        "by": made.by.to_json(),
        "yours": made.waits_for(who),
        "reader": seen.reader,
        "readings": [] if secret else list(seen.readings),
        "candidates": [
            {
                # Accepted without an action, the likeliest one is played.
                "action": {} if secret else one.action,
                "confidence": round(one.confidence, 4),
                "label": one.label,
            }
            for one in made.candidates[: 1 if secret else None]
        ],
        "certain": made.certain,
        "stop_card": made.stop_card,
        "differs": _differs_json(made.differs, who),
        "question": None if secret else seen.question,
        "problem": seen.problem,
        "picture_url": "" if secret or not made.picture else address,
        "size": list(seen.size),
        "ms": made.ms,
    }


def _differs_json(found: Differs | None, who: Bearer) -> Json | None:
    """Return what to put right; only a host may take the table as it lies."""
    if found is None:
        return None
    return {
        "steps": list(found.steps),
        "rule": found.rule,
        "patch": found.patch if who.role is Role.HOST else None,
    }
