"""Where each point of a finished game came from, read back from its log."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from companion.table.table import Step, Table
from companion.table.telling import tell
from companion.web.i18n import language, localise

KEPT = 32
"""Finished tables whose audit stays in memory."""

_audits: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()


def audit(table: Table) -> dict[str, Any]:
    """Return the points by round, where a game tells its turns, and by log entry."""
    key = (table.charter.table, table.version)
    if key not in _audits:
        _audits[key] = _read(table)
        while len(_audits) > KEPT:
            _audits.popitem(last=False)
    charter = table.charter
    said: dict[str, Any] = localise(
        _audits[key], language(), charter.players, charter.game
    )
    return said


def _read(table: Table) -> dict[str, Any]:
    view = table.game.view
    views = [view(table.first, None), *(view(s.after, None) for s in table.standing)]
    pairs = list(zip(views, views[1:], table.standing, strict=False))
    changes = [row for pair in pairs for row in _changes(table, *pair)]
    turns: dict[int, list[dict[str, Any]]] = {}
    for before, after, _step in pairs:
        if turn := _turn_ended(before["board"], after["board"]):
            turns.setdefault(before["board"]["round"], []).append(turn)
    rounds = [{"round": n, "turns": told} for n, told in sorted(turns.items())]
    return {"changes": changes, "rounds": rounds}


def _changes(
    table: Table, before: dict[str, Any], after: dict[str, Any], step: Step
) -> list[dict[str, Any]]:
    old = {one["seat"]: one["score"] for one in before["scores"]}
    return [
        {
            "seat": one["seat"],
            "points": one["score"] - old[one["seat"]],
            "score": one["score"],
            "text": tell(table, step, None).to_json(),
        }
        for one in after["scores"]
        if one["score"] != old.get(one["seat"], one["score"])
    ]


def _turn_ended(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any] | None:
    """Return the summary of the turn this step ended, for games that keep one."""
    was, now_ = before.get("now"), after.get("now")
    if not was or (now_ and now_["seat"] == was["seat"]):
        return None
    summary: dict[str, Any] | None = after.get("summary")
    return summary
