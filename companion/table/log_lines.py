"""The log in words: what each entry did, for one pair of eyes."""

from __future__ import annotations

from typing import Any

from companion.core.phrase import NameOf, Phrase, say
from companion.core.seats import Seat
from companion.table.table import EntryKind, PlayedStep, Table


def tell(table: Table, step: PlayedStep, eyes: Seat | None) -> Phrase:
    """Return the log line of a step."""
    if step.takes_back is not None:
        what = tell(table, step.takes_back, eyes)
        if step.entry.who.seat is None:
            return say("The host takes back: {what}", what=what)
        return say(
            "{who} takes back: {what}", who=NameOf(step.entry.who.seat), what=what
        )
    reason = str(step.entry.body.get("reason", ""))
    if step.action is None:
        return _corrected(table, step, reason)
    what = table.game.tell(step.before, step.action, step.after, eyes)
    if step.entry.kind is EntryKind.CHANCE:
        return say("{what} (by the app)", what=what)
    if step.entry.kind is EntryKind.OVERRIDE:
        return say("By the host's word: {what} ({reason})", what=what, reason=reason)
    return what


def _corrected(table: Table, step: PlayedStep, reason: str) -> Phrase:
    """Tell a correction: scores as they were and as they are, if it changed them."""
    old, new = (
        [one["score"] for one in table.game.view(state, None)["scores"]]
        for state in (step.before, step.after)
    )
    changes = [
        say("{who} {old} → {new}", who=NameOf(Seat(seat)), old=was, new=now)
        for seat, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now
    ]
    if not changes:
        return say("The host corrects the table: {reason}", reason=reason)
    told, *more = changes
    for change in more:
        told = say("{first}, {next}", first=told, next=change)
    return say("{changes}: {reason}", changes=told, reason=reason)


def shown(table: Table) -> dict[str, Any]:
    """Return what everybody may know of the latest entry, to be kept beside it."""
    public = table.game.view(table.state, None)
    return {
        "text": tell(table, table.log[-1], None).to_json(),
        "scores": public["scores"],
    }
