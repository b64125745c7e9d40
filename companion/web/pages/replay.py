"""A game seen again, move by move: what was known then, by the same eyes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from companion.table.bearer import WATCHER, Bearer
from companion.table.table import Table
from companion.web.pages import drawing
from companion.web.services import approach, services

bp = Blueprint("replay", __name__)


@bp.get("/t/<table_id>/replay")
def replay(table_id: str) -> str:
    """Show a table as it was after move `?at=`, with the eyes of the bearer."""
    table, who = approach(table_id)
    if not isinstance(table, Table):
        raise table.refusal()
    wish = request.args.get("at", type=int)
    at = table.version if wish is None else max(0, min(wish, table.version))
    return render_template("replay.html", **_moment(table, at, _eyes(table, who)))


def _eyes(table: Table, who: Bearer) -> Bearer:
    """Return who looks: oneself, or with `?eyes=watch` what everybody could see."""
    return WATCHER if request.args.get("eyes") == "watch" else who


def _moment(table: Table, at: int, who: Bearer) -> dict[str, Any]:
    then = table.at(at)
    view = services().views.spoken(then, who)
    return {
        **drawing.common(then, who, view),
        "is_host": False,
        "at": at,
        "moves": table.version,
        "sees_own": table.eyes(who) is not None,
        "line": view["log"][-1] if at else None,
        "has_photo": at in services().kept.versions(table.charter.table),
        "was_over": table.game.outcome(table.state) is not None,
    }
