"""What of a game of Pig is remembered: lucky faces, and pots that were lost."""

from __future__ import annotations

from companion.core.phrase import say
from companion.core.remembering import Remembered
from tests.pig.actions import Landed

MEAN = 3.5


def remember(before, action, after):
    """Return the luck of a throw, and the bust it may have been."""
    del after
    if not isinstance(action, Landed):
        return ()
    bust = say("bust") if action.face == 1 else None
    return (Remembered(before.turn, luck=action.face - MEAN, deed=bust),)
