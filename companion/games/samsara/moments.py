"""What everybody should see of a game of Samsara."""

from __future__ import annotations

from typing import Any

from companion.core.moments import Kind, Moment
from companion.core.phrase import NameOf, say
from companion.games.samsara.actions import Buy, BuyAncestral, Move
from companion.games.samsara.questions.moving import crosses
from companion.games.samsara.state import State


def moments(before: State, action: Any, after: State) -> tuple[Moment, ...]:
    """Return an amulet that was won, a reincarnation and the last round."""
    found, who = [], NameOf(before.seat)
    if isinstance(action, Buy | BuyAncestral):
        said = say("{who} wins an amulet!", who=who)
        found.append(Moment(Kind.PRIZE, said, before.seat))
    if isinstance(action, Move) and crosses(
        before.players[before.seat].pawn, action.steps
    ):
        said = say("{who} is reincarnated.", who=who)
        found.append(Moment(Kind.REBIRTH, said, before.seat))
    if before.ended is None and after.ended is not None and len(after.players) > 1:
        found.append(Moment(Kind.LAST_ROUND, say("This is the last round.")))
    if after.neutral != before.neutral:
        found.append(Moment(Kind.MENACE, say("The neutral pawn moves on.")))
    return tuple(found)
