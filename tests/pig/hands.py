"""What hands must do at a table of Pig."""

from __future__ import annotations

from companion.core.doings import Doing
from companion.core.phrase import NameOf, say
from companion.core.seats import Seat


def doings(before, action, after, eyes):
    """Hand the die over when the turn passes."""
    del action, eyes
    if before.turn == after.turn or not after.todo:
        return ()
    old, new = Seat(before.turn), Seat(after.turn)
    words = say("Take the die from {who}.", who=NameOf(old))
    return (Doing(new, words, "die", 1, f"seat-{old}", f"seat-{new}"),)
