"""The challenge of the week: everybody alone, with the same dice and cards."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.table.challenges import this_week
from companion.table.hosts import host_id
from companion.table.table import CHALLENGE
from companion.web.hosts import host_of_browser
from companion.web.pages import drawing
from companion.web.pages.hosting import hosted
from companion.web.services import services

bp = Blueprint("challenge", __name__)


@bp.get("/challenge")
def start() -> str:
    """Show the challenge of this week, and how others did to whoever has tried."""
    week = this_week()
    games = [
        {
            "key": key,
            "name": drawing.name_of(key),
            "templates": drawing.templates(key),
            **_results(key, week),
        }
        for key, game in services().tables.games.items()
        if game.challenge is not None
    ]
    people = services().people.of(host_id(host_of_browser()))[:1]
    name = people[0].name if people else ""
    return render_template("challenge.html", week=week, games=games, name=name)


@bp.post("/challenge/<game>")
def begin(game: str) -> ResponseReturnValue:
    """Lay out the challenge for one player on this device."""
    known = services().tables.games.get(game)
    if known is None or known.challenge is None:
        raise NotFound
    me, week = host_id(host_of_browser()), this_week()
    begun = services().history.begun(me, game, week) if host_of_browser() else None
    if begun is not None:  # whoever has seen the dice does not begin anew
        return redirect(f"/t/{begun}?as=host", 303)
    options = {**known.challenge, CHALLENGE: week}
    name = request.form.get("name", "")
    table = services().tables.create(game, [name], options).charter
    return hosted(table, f"/t/{table.table}?as=host")


def _results(game: str, week: str) -> dict[str, Any]:
    found = services().history.challengers(game, week)
    me, host_of = host_id(host_of_browser()), services().hosts.host_of
    # Nobody learns how others did before trying, and strangers learn nothing.
    tried = any(host_of(one.charter.table) == me for one in found)
    rows = [
        {
            "name": one.charter.players[0],
            "score": one.scores[0],
            "won": bool(one.winners),
        }
        for one in found
    ]
    return {"tried": tried, "count": len(rows), "rows": rows if tried else []}
