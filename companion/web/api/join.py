"""Links into seats: a code becomes a cookie, then it is worth nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.table.bearer import HOST, Bearer, Role
from companion.table.open_tables import is_over
from companion.table.refusals import CodeRefused, GameOver, NotYours, SeatTaken
from companion.table.seating import PLAY, Code
from companion.table.table import Charter, Table
from companion.table.view import Shelved, you
from companion.web import qr
from companion.web.api.answers import CodeShown, Joined, Seats, SeatShown
from companion.web.api.bodies import Join
from companion.web.api.contract import call, reply
from companion.web.server.overheard import look_at_tickets
from companion.web.services import base_url, game_names, services

bp = Blueprint("join", __name__)

LETTERS = {"seat": "j", "play": "p", "watch": "w", "host": "h"}


@bp.get("/j/<code>")
def confirm_seat(code: str) -> ResponseReturnValue:
    """Ask for one tap: robots that look where a link leads must not use it up."""
    found = look_up(code, "seat")
    if held_seat(found.table, found.seat) is not None:
        return _to_table(found.table)
    still_played(found)
    if found.used or found.seat is None:
        raise SeatTaken
    charter = services().tables.charter(found.table)
    return render_template(
        "join.html",
        player=charter.players[found.seat],
        game_name=game_names().get(charter.game, charter.game),
    )


@bp.post("/j/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Exchange the code of a seat for its cookie and go to the table."""
    return _enter(look_up(code, "seat"))


@bp.get("/h/<code>")
def confirm_host(code: str) -> ResponseReturnValue:
    """Ask for one tap before another device becomes the host."""
    found = look_up(code, "host")
    if found.used:
        raise CodeRefused(say("This link opens no table here."))
    charter = services().tables.charter(found.table)
    return render_template(
        "become_host.html",
        players=charter.players,
        game_name=game_names().get(charter.game, charter.game),
    )


@bp.post("/h/<code>")
def take_over(code: str) -> ResponseReturnValue:
    """Make this device the host; the one before is the host no more."""
    return _enter(look_up(code, "host"))


@bp.get("/w/<code>")
def watch(code: str) -> ResponseReturnValue:
    """Let someone watch; this link may be shared."""
    return _enter(look_up(code, "watch"))


@bp.get("/api/join/<code>")
@call(refuses=(404, 429))
def peek(code: str) -> CodeShown:
    """Say what a code opens, without using it."""
    return describe(look_up(code))


@bp.post("/api/join")
@call(201, gives=Joined, refuses=(404, 409, 429))
def join(body: Join) -> Response:
    """Exchange a code for a ticket, as cookie and in the answer."""
    found = look_up(body.code)
    table, bearer = claim(found, body.seat)
    ticket = services().tickets.write(table, bearer)
    joined: Joined = {"table": table, "you": you(bearer), "ticket": ticket}
    answer = reply(joined, 201)
    return services().tickets.give(answer, table, bearer)


@bp.get("/api/tables/<table_id>/seats")
@call()
def seats(table: Table | Shelved, who: Bearer) -> Seats:
    """Show who sits where; the host also gets the links."""
    return seating_plan(table.charter, who)


@bp.post("/api/tables/<table_id>/seats/<int:seat>/free")
@call(refuses=(422,))
def free(table: Table | Shelved, who: Bearer, seat: int) -> Seats:
    """Free a seat for another device: old tickets die, a new link is made."""
    if who != HOST:
        raise NotYours(say("Only the host can free a seat. Ask them."))
    if seat >= len(table.charter.players):
        raise Malformed("There is no such seat.")
    services().seating.free(table.charter.table, seat)
    look_at_tickets(services(), (table.charter.table,))
    return seating_plan(table.charter, who)


@bp.get("/api/tables/<table_id>/qr/<link>.svg")
@call(gives="image/svg+xml")
def code_image(table_id: str, who: Bearer, link: str) -> Response:
    """Draw the QR of a link: `play`, `watch`, or `seat-0` for the host."""
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


def still_played(code: Code) -> None:
    """Let nobody sit down at a game that has ended.

    Raises:
        GameOver: with the way to see how it ended.
    """
    if is_over(services().tables.store, code.table):
        after = services().evenings.successor(code.table)
        raise GameOver(
            path_of(code.table, "watch"), path_of(after, PLAY) if after else ""
        )


def path_of(table: str, role: str) -> str:
    """Return the path that lets somebody watch a table, or play at it."""
    live = services().seating.links(table)
    return next((f"/{LETTERS[role]}/{c.code}" for c in live if c.role == role), "")


def claim(code: Code, seat: int | None = None) -> tuple[str, Bearer]:
    """Use a code, or find that this browser already sits there.

    Raises:
        SeatTaken: if another device does.
    """
    if code.role == Role.HOST:
        table = services().seating.become_host(code.code)
        look_at_tickets(services(), (table,))
        return table, HOST
    wanted = code.seat if code.role == Role.SEAT else seat
    held = held_seat(code.table, wanted)
    if held is not None:
        return code.table, held
    return services().seating.exchange(code.code, seat)


def held_seat(table: str, seat: int | None) -> Bearer | None:
    """Return who this browser is at a seat, None if it does not sit there."""
    for held in services().tickets.held(table):
        if held.role == Role.SEAT and held.seat == seat:
            return held
    return None


def describe(code: Code) -> CodeShown:
    """Return what a code opens, for the page that asks which seat."""
    table = services().tables.open(code.table)
    return {
        "table": code.table,
        "game": table.charter.game,
        "role": cast(Any, code.role),
        "seat": code.seat,
        "used": code.used,
        "seats": seats_of(code.table, table.charter.players),
    }


def seats_of(table: str, names: Sequence[str]) -> list[SeatShown]:
    """Return the seats of a table, and which of them somebody has taken."""
    return [
        {"seat": place.seat, "name": names[place.seat], "taken": place.taken}
        for place in services().seating.places(table)
    ]


def links(table_id: str) -> dict[str, str]:
    """Return every live link of a table by name: play, watch, seat-0 ..."""
    base = base_url()
    return {
        code.role if code.seat is None else f"seat-{code.seat}": (
            f"{base}/{LETTERS[code.role]}/{code.code}"
        )
        for code in services().seating.links(table_id)
    }


def seating_plan(charter: Charter, who: Bearer) -> Seats:
    """Return the seats, and for the host the links that open them."""
    every = links(charter.table)
    live = every if who == HOST else {}
    return {
        "seats": [
            {
                "seat": place.seat,
                "name": charter.players[place.seat],
                "taken": place.taken,
                "join_url": live.get(f"seat-{place.seat}"),
            }
            for place in services().seating.places(charter.table)
        ],
        "play_url": live.get(PLAY),
        "watch_url": every.get("watch"),
    }


def _enter(code: Code) -> ResponseReturnValue:
    table, bearer = claim(code)
    return services().tickets.give(_to_table(table), table, bearer)


def _to_table(table: str) -> Response:
    return Response(status=303, headers={"Location": f"/t/{table}"})
