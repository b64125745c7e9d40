"""Photos of dice: which can lie there now, and what they suggest."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.games.karma_dice.actions import Landed
from companion.games.karma_dice.box import VALUES
from companion.games.karma_dice.questions import Fall, asked
from companion.games.karma_dice.state import KarmaDiceState, in_the_air
from vision.readings import DicePrior, DieReading, Report, ThrownDie


def expects(state: KarmaDiceState, seat: Seat | None) -> DicePrior | None:
    """Return which dice a photo taken now should show."""
    del seat
    if not isinstance(asked(state), Fall):
        return None
    dice = in_the_air(state.turn)
    return DicePrior(tuple(ThrownDie(die.value, tuple(VALUES[die])) for die in dice))


def observe(
    state: KarmaDiceState, seat: Seat | None, report: Report[DieReading]
) -> tuple[tuple[Landed, float], ...]:
    """Return the likeliest faces of the dice in the air, best first."""
    del seat
    if not isinstance(asked(state), Fall):
        return ()
    return tuple(
        (Landed(tuple(die.face for die in whole.pieces)), whole.chance)
        for whole in report.wholes
    )
