"""The way to a seat: from the code in the terminal, from the table, from yesterday."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.errors import Refusal
from companion.table.open_tables import OpenTable, open_tables
from companion.table.table import CHALLENGE
from companion.web.api.join import (
    claim,
    describe,
    look_up,
    path_of,
    seats_of,
    still_played,
)
from companion.web.invitation import is_invited
from companion.web.pages import drawing
from companion.web.services import is_known_host, services

bp = Blueprint("joining", __name__)


@bp.get("/join")
def join() -> ResponseReturnValue:
    """Lead a phone to the open table: its own, else the only one, else the list."""
    found = open_here()
    held = [table for table in found if _own(table.charter.table)]
    if held:
        return redirect(f"/t/{held[0].charter.table}", 303)
    return redirect(f"/p/{found[0].code}" if len(found) == 1 else "/", 303)


@bp.get("/p/<code>")
def choose_seat(code: str) -> ResponseReturnValue:
    """Show the free seats of a table."""
    found = look_up(code, "play")
    if any(held.seat is not None for held in services().tickets.held(found.table)):
        return redirect(f"/t/{found.table}", 303)
    still_played(found)
    opened = describe(found)
    return render_template(
        "seats.html",
        code=code,
        opened=opened,
        watch=path_of(found.table, "watch"),
        game_name=drawing.name_of(str(opened["game"])),
    )


@bp.post("/p/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Take the seat that was tapped."""
    found = look_up(code, "play")
    seat = request.form.get("seat", type=int)
    try:
        table, bearer = claim(found, seat)
    except Refusal:
        return redirect(f"/p/{code}?taken=1", 303)
    return services().tickets.give(redirect(f"/t/{table}", 303), table, bearer)  # type: ignore[arg-type]


def open_here() -> tuple[OpenTable, ...]:
    """Return the open tables this browser may hear of, newest first.

    None with `--invite-only` for a stranger, nor under a name that is not ours: a page
    from elsewhere must not read who plays.
    """
    if not is_invited() or not is_known_host():
        return ()
    games = services().tables.games
    return tuple(
        table
        for table in open_tables(services().tables.store)
        if table.charter.game in games
        and games[table.charter.game].engine == table.charter.engine
        and CHALLENGE not in table.charter.options  # played alone, on one device
    )


def open_to_others() -> list[dict[str, Any]]:
    """Return the open tables where this browser has no place yet, with seats."""
    return [
        {
            "code": table.code,
            "name": drawing.name_of(table.charter.game),
            "seats": seats_of(table.charter.table, table.charter.players),
        }
        for table in open_here()
        if not _own(table.charter.table)
    ]


def way_on() -> str:
    """Return where a phone can go from a page that says no: a table, or nowhere."""
    with suppress(Refusal):  # a store in trouble has been told of already
        return "/join" if open_here() else ""
    return ""


def _own(table: str) -> bool:
    return any(True for _ in services().tickets.held(table))
