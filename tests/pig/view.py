"""What one pair of eyes may see of Pig."""

from __future__ import annotations

from companion.core.phrase import NameOf, say
from tests.pig.engine import outcome


def view(state, seat):
    """Return the table as one seat, or a watcher, may see it."""
    return {
        "turn": None if outcome(state) else state.turn,
        "prompt": say("{who} to play", who=NameOf(state.turn)).to_json(),
        "why": None,
        "scores": [{"seat": s, "score": n} for s, n in enumerate(state.banked)],
        "board": {
            "pot": state.pot,
            "goal": state.goal,
            "rolling": state.rolling,
            "note": None if seat is None else state.notes[seat],
        },
    }


def recap(before, after):
    """Return the turn that a step ended."""
    if before.turn == after.turn and before.banked == after.banked:
        return None
    gained = after.banked[before.turn] - before.banked[before.turn]
    return {"seat": before.turn, "pot": before.pot, "gained": gained}
