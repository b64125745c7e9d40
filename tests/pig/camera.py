"""What a photo can show, and what it means."""

from __future__ import annotations

from tests.pig.actions import Landed
from tests.pig.questions import FACES


def expects(state, _seat):
    """Return the one die that is in the air."""
    if not state.rolling:
        return None
    return {"reader": "dice", "dice": [{"colour": state.die, "faces": [*FACES]}]}


def observe(state, _seat, readings):
    """Return how it landed."""
    if len(readings) != 1 or not state.rolling:
        return ()
    return ((Landed(readings[0]["face"]), readings[0]["confidence"]),)
