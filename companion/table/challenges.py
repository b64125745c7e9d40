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
from companion.table.table import CHALLENGE, EntryKind, Table


def this_week(today: date | None = None) -> str:
    """Return the name of the week."""
    year, week, _ = (today or datetime.now(UTC).date()).isocalendar()
    return f"{year}-W{week:02}"


def check(game: Game[Any, Any], players: int, options: Mapping[str, Any]) -> None:
    """Make sure that a table that wants to play a challenge can.

    Raises:
        Malformed: if it is not played alone, or it is another week's.
    """
    if CHALLENGE not in options:
        return
    if game.challenge is None or players != 1:
        raise Malformed("The challenge of the week is played alone.")
    if options[CHALLENGE] != this_week():
        raise Malformed("This challenge is over. Play the one of this week.")


def rng_of(table: Table, secret: str) -> Random:
    """Return the chance of a challenge: the same for the same week and the same step.

    It hangs on how often the app has thrown or dealt, and on a secret of this house, so
    that nobody can know the dice before.
    """
    charter = table.charter
    drawn = sum(step.entry.kind is EntryKind.CHANCE for step in table.standing)
    text = f"{secret}:{charter.game}:{charter.options[CHALLENGE]}:{drawn}"
    return Random(sha256(text.encode()).hexdigest())


def judge_action(table: Table, action: Any) -> None:
    """Keep a challenge fair: the app throws and deals.

    Raises:
        NotYours: if a word tells what only the app may.
    """
    game = table.game
    told = game.chance(table.state) is not None or isinstance(action, game.tells)
    if told and CHALLENGE in table.charter.options:
        raise NotYours(say("In a challenge the app throws and deals for everyone."))


def judge_change(table: Table) -> None:
    """Keep a challenge fair: what was done is done.

    Raises:
        NotYours: if something is to be taken back or corrected in it.
    """
    if CHALLENGE in table.charter.options:
        raise NotYours(say("In a challenge nothing is taken back or corrected."))
