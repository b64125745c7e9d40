"""What a photo can show, and what it means."""

from __future__ import annotations

from tests.pig.actions import Landed
from vision.readings import DicePrior, ThrownDie


def expects(state, _seat):
    """Return the one die that is in the air."""
    return DicePrior((ThrownDie(state.die),)) if state.rolling else None


def observe(state, _seat, report):
    """Return how it landed."""
    if not state.rolling:
        return ()
    return tuple(
        (Landed(whole.pieces[0].face), whole.chance) for whole in report.wholes
    )
