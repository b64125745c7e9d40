"""The score sheet of a finished game: one line for every turn."""

from __future__ import annotations

from typing import Any

from companion.games.karma_dice.state import KarmaDiceState


def recap(before: KarmaDiceState, after: KarmaDiceState) -> dict[str, Any] | None:
    """Return the turn that a step ended: its round, its rolls and what they scored."""
    turn = after.summary
    # Every turn leaves a summary of its own, even where two turns went alike.
    if turn is None or turn is before.summary:
        return None
    return {"round": before.round, **turn._asdict(), "rolls": list(turn.rolls)}
