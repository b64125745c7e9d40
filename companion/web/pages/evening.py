"""From one game to the next without scanning anything again."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.table.bearer import HOST, Role
from companion.table.refusals import NotYours, SeatTaken
from companion.web.api.evening import rematch
from companion.web.api.join import links
from companion.web.services import admit, services

bp = Blueprint("evenings", __name__)


@bp.post("/t/<table_id>/again")
def again(table_id: str) -> ResponseReturnValue:
    """Lay out a rematch, and go there with this device."""
    rematch(table_id, admit(table_id, "host"))
    return _gone_on(table_id)


@bp.get("/t/<table_id>/follow")
def follow(table_id: str) -> ResponseReturnValue:
    """Take this device to the table where its people play on."""
    return _gone_on(table_id)


def _gone_on(table_id: str) -> ResponseReturnValue:
    """Give this browser every ticket it had, for the new table."""
    admit(table_id)
    given, table = [], services().evenings.successor(table_id)
    if table is None:
        return redirect(f"/t/{table_id}", 303)
    for held in services().tickets.held(table_id):
        try:
            given.append(services().evenings.follow(table_id, held)[1])
        except (SeatTaken, NotYours):
            continue  # that seat plays without this device now
    if not given:
        return redirect(links(table)["play"], 303)
    to_screen = request.values.get("to") == "screen"
    answer = redirect(f"/t/{table}/screen" if to_screen else _page(table), 303)
    for bearer in given:
        services().tickets.give(answer, table, bearer)  # type: ignore[arg-type]
    return answer


def _page(table: str) -> str:
    wish = request.values.get("as", "")
    known = wish in (str(HOST), Role.WATCH.value) or wish.startswith("seat-")
    # A seat may have another number now; only host and watchers keep their name.
    return f"/t/{table}?as={wish}" if known and "seat" not in wish else f"/t/{table}"
