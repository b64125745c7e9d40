"""Where each point of a finished game came from, read back from its log."""

from __future__ import annotations

from collections import OrderedDict
from itertools import pairwise
from threading import Lock
from typing import Any

from companion.table.log_lines import tell
from companion.table.table import PlayedStep, Table
from companion.web.i18n import language, localise
from companion.web.pages.ending import ending

KEPT = 32
"""Finished tables whose audit stays in memory: phones look at the end for minutes."""


class Audits:
    """Reads a finished game back once, and keeps what the last few said."""

    def __init__(self, kept: int = KEPT) -> None:
        self._most = kept
        self._kept: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def spoken(self, table: Table) -> dict[str, Any]:
        """Return the points by entry, and the lines a game adds to its score sheet."""
        key, charter = (table.charter.table, table.version), table.charter
        found = self._kept.get(key) or _read(table)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        said: dict[str, Any] = localise(
            found, language(), charter.players, charter.game
        )
        return said

    def forget(self, table: str) -> None:
        """Let go of what was read of a table."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == table]:
                del self._kept[key]


def _read(table: Table) -> dict[str, Any]:
    game, states = table.game, [table.first, *(s.after for s in table.standing)]
    scores = [_scores(game.view(state, None)) for state in states]
    changes = [
        row
        for (old, new), step in zip(pairwise(scores), table.standing, strict=True)
        for row in _changes(table, old, new, step)
    ]
    lines = [game.recap(before, after) for before, after in pairwise(states)]
    return {
        "changes": changes,
        "lines": [line for line in lines if line],
        "ending": ending(table, game.name) if game.outcome(table.state) else None,
    }


def _scores(view: dict[str, Any]) -> dict[int, int]:
    return {one["seat"]: one["score"] for one in view["scores"]}


def _changes(
    table: Table, old: dict[int, int], new: dict[int, int], step: PlayedStep
) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "points": score - old[seat],
            "score": score,
            "text": tell(table, step, None).to_json(),
        }
        for seat, score in new.items()
        if score != old.get(seat, score)
    ]
