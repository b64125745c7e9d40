"""What everybody should see of a game of Karma Dice."""

from __future__ import annotations

from typing import Any

from companion.core.moments import Kind, Moment
from companion.core.phrase import NameOf, say
from companion.games.karma_dice.actions import Landed, Rolled
from companion.games.karma_dice.box import TRACK
from companion.games.karma_dice.rounds import is_last_round
from companion.games.karma_dice.state import KarmaDiceState


def moments(
    before: KarmaDiceState, action: Any, after: KarmaDiceState
) -> tuple[Moment, ...]:
    """Return the throw, how a turn ended, the Eye's step and the last round."""
    found = [Moment(Kind.THROW)] if isinstance(action, Landed | Rolled) else []
    turn = after.summary
    if turn is not None and turn is not before.summary:
        who = NameOf(turn.seat)
        if turn.failed:
            said = say("{who} goes bust.", who=who)
            found.append(Moment(Kind.BUST, said, turn.seat, stays=True))
        elif turn.points >= TRACK[-1]:
            said = say("{who} fills all six zones!", who=who)
            found.append(Moment(Kind.PRIZE, said, turn.seat))
    if after.eye > before.eye:
        said = say("The Evil Eye moves to {place}.", place=after.eye)
        found.append(Moment(Kind.MENACE, said))
    if not before.setup.solo and is_last_round(after) and not is_last_round(before):
        found.append(Moment(Kind.LAST_ROUND, say("This is the last round.")))
    return tuple(found)
