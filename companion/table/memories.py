"""The luck and the deeds of a game that has ended, gathered from its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.table import EntryKind, Table


@dataclass(frozen=True, slots=True)
class Memory:
    """What one player takes home beside the score."""

    luck: float | None = None
    """Chance against expectation over the whole game; None if nothing was seen."""

    deeds: Mapping[str, int] = field(default_factory=dict)
    """How often each deed was done, by its English words."""


def memories(table: Table) -> tuple[Memory, ...]:
    """Return what each seat of a table takes home."""
    seats = range(len(table.charter.players))
    luck: list[float | None] = [None for _ in seats]
    deeds: list[Counter[str]] = [Counter() for _ in seats]
    for step in table.standing:
        # The host's word is neither chance nor anybody's deed.
        if step.action is None or step.entry.kind is EntryKind.OVERRIDE:
            continue
        for one in table.game.remember(step.before, step.action, step.after):
            if one.seat not in seats:
                continue
            if one.luck is not None:
                luck[one.seat] = (luck[one.seat] or 0.0) + one.luck
            if one.deed is not None:
                deeds[one.seat][str(one.deed)] += 1
    return tuple(
        Memory(None if had is None else round(had, 3), dict(done))
        for had, done in zip(luck, deeds, strict=True)
    )
