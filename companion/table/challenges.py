"""The challenge of the week: the same dice and cards for everyone who plays alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from random import Random
from typing import Any

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.core.phrase import say
from companion.table.refusals import NotYours
from companion.table.table import EntryKind, Table

KEY = "challenge"
"""The option of a table that plays it; its value is the week, such as `2026-W47`."""


def this_week(today: date | None = None) -> str:
    """Return the name of the week."""
    year, week, _ = (today or datetime.now(UTC).date()).isocalendar()
    return f"{year}-W{week:02}"


def check(game: Game[Any, Any], players: int, options: Mapping[str, Any]) -> None:
    """Make sure that a table that wants to play a challenge can.

    Raises:
        Malformed: if it is not played alone, or it is another week's.
    """
    if KEY not in options:
        return
    if game.challenge is None or players != 1:
        raise Malformed("The challenge of the week is played alone.")
    if options[KEY] != this_week():
        raise Malformed("This challenge is over. Play the one of this week.")


def rng_of(table: Table, secret: str) -> Random | None:
    """Return the chance of a challenge: the same for the same week and the same step.

    It hangs on how often the app has thrown or dealt, so that taking back and trying
    again gives the same dice; and on a secret of this house, so that nobody can know
    them before. None at any other table.
    """
    week = table.charter.options.get(KEY)
    if week is None:
        return None
    drawn = sum(step.entry.kind is EntryKind.CHANCE for step in table.standing)
    text = f"{secret}:{table.charter.game}:{week}:{drawn}"
    return Random(sha256(text.encode()).hexdigest())


def judge(table: Table, kind: EntryKind, action: Any = None) -> None:
    """Keep a challenge fair: the app throws and deals, and what was done is done.

    Raises:
        NotYours: if a word would give one player a chance that others had not.
    """
    if KEY not in table.charter.options:
        return
    if kind in (EntryKind.UNDO, EntryKind.OVERRIDE):
        raise NotYours(say("In a challenge nothing is taken back or corrected."))
    game = table.game
    told = game.chance(table.state) is not None or isinstance(action, game.tells)
    if kind is EntryKind.ACTION and told:
        raise NotYours(say("In a challenge the app throws and deals for everyone."))
