"""Photos of dice: which can lie there now, and what they suggest."""

from __future__ import annotations

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice.actions import Landed, Rolled, Stop, in_order
from companion.games.karma_dice.box import VALUES
from companion.games.karma_dice.dice import Dice
from companion.games.karma_dice.questions import Fall, ThrowOrStop, asked
from companion.games.karma_dice.state import KarmaDiceState, in_the_air
from vision.readings import DicePrior, DieReading, Report, ThrownDie


def expects(state: KarmaDiceState, seat: Seat | None) -> DicePrior | None:
    """Return which dice a photo taken now should show."""
    del seat
    match asked(state):
        case Fall():
            return _prior(in_the_air(state.turn), exact=True)
        case ThrowOrStop():
            return _prior(state.turn.left, exact=False)
    return None


def _prior(dice: Dice, *, exact: bool) -> DicePrior:
    known = tuple(ThrownDie(die.value, tuple(VALUES[die])) for die in dice)
    return DicePrior(known, exact=exact)


def observe(
    state: KarmaDiceState, seat: Seat | None, report: Report[DieReading]
) -> tuple[tuple[Landed | Rolled, float], ...]:
    """Return the likeliest faces of what was thrown, announced or not, best first."""
    del seat
    question = asked(state)
    if not isinstance(question, Fall | ThrowOrStop):
        return ()
    return tuple(
        (_said(question, whole.pieces), whole.chance) for whole in report.wholes
    )


def sign(state: KarmaDiceState) -> Stop | None:
    """Return what the stop card means: the turn ends with what is validated.

    Dice that are taken away would not do: after every roll that counts they go from
    the table into a zone.
    """
    throws = isinstance(asked(state), ThrowOrStop)
    return Stop() if throws and state.turn.zones else None


def _said(
    question: Fall | ThrowOrStop, dice: tuple[DieReading, ...]
) -> Landed | Rolled:
    faces = tuple(die.face for die in dice)
    if isinstance(question, Fall):
        return Landed(faces)
    return in_order(tuple(Colour(die.colour) for die in dice), faces)
