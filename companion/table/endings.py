"""How a game came to its end: the scores over time, the turning point, the luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.table.memories import Memory, memories
from companion.table.table import PlayedStep, Table


@dataclass(frozen=True, slots=True)
class Story:
    """A finished game, ready to be told."""

    curves: tuple[tuple[tuple[int, int], ...], ...]
    """By seat: (step, score) wherever the score changed, from the first step to the
    last."""

    turning: PlayedStep | None
    """The step with which the winners took the lead that nobody took back."""

    memories: tuple[Memory, ...]


def story(table: Table) -> Story:
    """Return how the game of a table went."""
    seats = range(len(table.charter.players))
    view = table.game.view
    every = [table.first, *(step.after for step in table.standing)]
    scores = [
        {one["seat"]: one["score"] for one in view(state, None)["scores"]}
        for state in every
    ]
    return Story(
        tuple(_curve([line.get(seat, 0) for line in scores]) for seat in seats),
        _turning(table, scores),
        memories(table),
    )


def _curve(scores: Sequence[int]) -> tuple[tuple[int, int], ...]:
    last = len(scores) - 1
    return tuple(
        (n, score)
        for n, score in enumerate(scores)
        if n in (0, last) or score != scores[n - 1]
    )


def _turning(table: Table, scores: Sequence[dict[int, int]]) -> PlayedStep | None:
    """Return the last step before which somebody else was level or ahead."""
    outcome = table.game.outcome(table.state)
    rivals = set(range(len(table.charter.players))) - set(
        outcome.winners if outcome else ()
    )
    if outcome is None or not outcome.winners or not rivals:
        return None
    for n in range(len(scores) - 1, 0, -1):
        line = scores[n - 1]
        best = max(line.get(seat, 0) for seat in outcome.winners)
        if any(line.get(seat, 0) >= best for seat in rivals):
            after = scores[n]
            ahead = max(after.get(seat, 0) for seat in outcome.winners)
            # A win against the higher score has another reason than the scores.
            if any(after.get(seat, 0) >= ahead for seat in rivals):
                return None
            return table.standing[n - 1]
    return None
