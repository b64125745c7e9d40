"""Links into seats: a code becomes a cookie, then it is worth nothing."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.table.bearer import HOST, Bearer, Role
from companion.table.refusals import CodeRefused, NotYours
from companion.table.seating import PLAY, Code
from companion.web import qr
from companion.web.api.bodies import Join, read_body
from companion.web.api.views import reply
from companion.web.services import approach, base_url, services

bp = Blueprint("join", __name__)

LETTERS = {"seat": "j", "play": "p", "watch": "w"}


@bp.get("/j/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Exchange the code of a seat for its cookie and go to the table."""
    return _enter(look_up(code, "seat"))


@bp.get("/w/<code>")
def watch(code: str) -> ResponseReturnValue:
    """Let someone watch; this link may be shared."""
    return _enter(look_up(code, "watch"))


@bp.get("/api/join/<code>")
def peek(code: str) -> Response:
    """Say what a code opens, without using it."""
    return reply(describe(look_up(code)))


@bp.post("/api/join")
def join() -> Response:
    """Exchange a code for a ticket, as cookie and in the answer."""
    body = read_body(Join)
    found = look_up(body.code)
    table, bearer = claim(found, body.seat)
    ticket = services().tickets.write(table, bearer)
    answer = reply({"table": table, "you": bearer.to_json(), "ticket": ticket}, 201)
    return services().tickets.give(answer, table, bearer)


@bp.get("/api/tables/<table_id>/seats")
def seats(table_id: str) -> Response:
    """Show who sits where; the host also gets the links."""
    table, who = approach(table_id)
    return reply(seating_plan(table_id, table.charter.players, who))


@bp.post("/api/tables/<table_id>/seats/<int:seat>/free")
def free(table_id: str, seat: int) -> Response:
    """Free a seat for another device: old tickets die, a new link is made."""
    table, who = approach(table_id)
    if who != HOST:
        raise NotYours(say("Only the host can free a seat. Ask them."))
    if seat >= len(table.charter.players):
        raise Malformed("There is no such seat.")
    services().seating.free(table_id, seat)
    return reply(seating_plan(table_id, table.charter.players, who))


@bp.get("/api/tables/<table_id>/qr/<link>.svg")
def code_image(table_id: str, link: str) -> Response:
    """Draw the QR of a link: `play`, `watch`, or `seat-0` for the host."""
    _, who = approach(table_id)
    url = links(table_id).get(link)
    if url is None or (who != HOST and link != "watch"):
        raise CodeRefused(say("There is no such link (any more)."))
    return Response(qr.svg(url), mimetype="image/svg+xml")


def look_up(code: str, role: str | None = None) -> Code:
    """Return what a code stands for, slowing down whoever guesses.

    Raises:
        CodeRefused: if it stands for nothing (of this kind).
    """
    address = request.remote_addr or ""
    if wait := services().guesses.wait(address):
        raise TooManyRequests(retry_after=wait)
    try:
        found = services().seating.look_up(code)
        if role not in (None, found.role):
            raise CodeRefused(say("This link opens no table here."))
    except CodeRefused:
        services().guesses.failed(address)
        raise
    return found


def claim(code: Code, seat: int | None = None) -> tuple[str, Bearer]:
    """Use a code, or find that this browser already sits there.

    Raises:
        SeatTaken: if another device does.
    """
    wanted = code.seat if code.role == Role.SEAT else seat
    for held in services().tickets.held(code.table):
        if held.role == Role.SEAT and held.seat == wanted:
            return code.table, held
    return services().seating.exchange(code.code, seat)


def describe(code: Code) -> dict[str, object]:
    """Return what a code opens, for the page that asks which seat."""
    table = services().tables.open(code.table)
    places = services().seating.places(code.table)
    return {
        "table": code.table,
        "game": table.charter.game,
        "role": code.role,
        "seat": code.seat,
        "used": code.used,
        "seats": [
            {"seat": p.seat, "name": table.charter.players[p.seat], "taken": p.taken}
            for p in places
        ],
    }


def links(table_id: str) -> dict[str, str]:
    """Return every live link of a table by name: play, watch, seat-0 ..."""
    base = base_url()
    return {
        code.role if code.seat is None else f"seat-{code.seat}": (
            f"{base}/{LETTERS[code.role]}/{code.code}"
        )
        for code in services().seating.links(table_id)
    }


def seating_plan(
    table_id: str, players: tuple[str, ...], who: Bearer
) -> dict[str, object]:
    """Return the seats, and for the host the links that open them."""
    live = links(table_id) if who == HOST else {}
    return {
        "seats": [
            {
                "seat": place.seat,
                "name": players[place.seat],
                "taken": place.taken,
                "join_url": live.get(f"seat-{place.seat}"),
            }
            for place in services().seating.places(table_id)
        ],
        "play_url": live.get(PLAY),
        "watch_url": links(table_id).get("watch"),
    }


def _enter(code: Code) -> ResponseReturnValue:
    ahead = request.headers.get("Sec-Purpose", "").startswith("prefetch")
    if ahead or request.method == "HEAD":
        return "", 204  # whoever only looks ahead must not use up the code
    table, bearer = claim(code)
    answer = Response(status=303, headers={"Location": f"/t/{table}"})
    return services().tickets.give(answer, table, bearer)
