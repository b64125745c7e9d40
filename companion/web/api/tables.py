"""Tables over HTTP: make one, look at it, play, take back, overrule."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.core.options import Option
from companion.core.phrase import Phrase, say
from companion.table.bearer import HOST, Bearer, at_seat
from companion.table.refusals import NotYours, UnknownTable
from companion.table.table import Table
from companion.table.view import Shelved, View, you
from companion.web.api.answers import (
    Games,
    GameShown,
    Invitation,
    MyTable,
    MyTables,
    OptionShown,
    SetupSteps,
)
from companion.web.api.bodies import Act, NewTable, Said, Word
from companion.web.api.contract import HTML, call, reply, wants_page
from companion.web.hosts import host_of_browser
from companion.web.i18n import language, localise
from companion.web.pages import drawing
from companion.web.services import base_url, delete_table, services
from companion.web.tickets import tables_in_pocket

bp = Blueprint("api", __name__, url_prefix="/api")

PLAYED = call(201, 200, gives=View[str], refuses=(409,), also=(HTML,))
"""A word that was taken: 201, or 200 if it had been taken before."""


@bp.get("/games")
@call()
def games() -> Games:
    """List the games with their options, defaults and where these come from."""
    return {"games": [describe_game(game) for game in services().tables.games.values()]}


@bp.post("/tables")
@call(201, refuses=(403, 429))
def create(body: NewTable) -> Invitation:
    """Lay out a table; whoever reaches this server may."""
    table = services().tables.create(body.game, body.players, body.options)
    services().seating.prepare(table.charter.table, len(table.charter.players))
    if host_of_browser():
        services().hosts.seat_host(table.charter.table, host_of_browser())
    return invitation(table)


@bp.get("/tables")
@call()
def mine() -> MyTables:
    """List the tables for which this browser holds tickets."""
    return {"tables": tables_of_browser()}


@bp.get("/tables/<table_id>")
@call()
def look(table: Table | Shelved, who: Bearer) -> View[str]:
    """Show the view of the bearer."""
    return services().views.spoken(table, who)


@bp.delete("/tables/<table_id>")
@call()
def delete(table_id: str, who: Bearer) -> MyTables:
    """Delete the table for good, with its log and links; list what is left."""
    if who != HOST:
        raise NotYours(say("Only the host can delete the table. Ask them."))
    delete_table(table_id)
    return {"tables": tables_of_browser()}


@bp.get("/tables/<table_id>/setup")
@call()
def setup(table: Table | Shelved) -> SetupSteps:
    """Say what to take out of the box and where to put it."""
    steps = table.game.setup(table.first) if isinstance(table, Table) else ()
    said = [step.to_json() for step in steps]
    charter = table.charter
    return {"setup": localise(said, language(), charter.players, charter.game)}


@bp.post("/tables/<table_id>/actions")
@PLAYED
def act(table_id: str, who: Bearer, body: Act) -> Response:
    """Play an action; the same id twice is one action."""
    tables = services().tables
    return written(who, *tables.act(table_id, who, body.action, body.seen, body.id))


@bp.post("/tables/<table_id>/chance")
@PLAYED
def chance(table_id: str, who: Bearer, body: Said) -> Response:
    """Let the app roll or draw what is awaited."""
    tables = services().tables
    return written(who, *tables.chance(table_id, who, body.seen, body.id))


@bp.post("/tables/<table_id>/undo")
@PLAYED
def undo(table_id: str, who: Bearer, body: Said) -> Response:
    """Take back the last standing action."""
    tables = services().tables
    return written(who, *tables.undo(table_id, who, body.seen, body.id))


@bp.post("/tables/<table_id>/override")
@PLAYED
def override(table_id: str, who: Bearer, body: Word) -> Response:
    """Take the host's word, with a reason."""
    tables = services().tables
    word = _word(body)
    return written(who, *tables.override(table_id, who, word, body.seen, body.id))


def written(who: Bearer, table: Table, fresh: bool) -> Response:
    """Answer with what there is now, as the sender wants it: its view, or its page."""
    status = 201 if fresh else 200
    if wants_page():
        answer = Response(drawing.phone_live(table, who), status)
    else:
        answer = reply(services().views.spoken(table, who), status)
    answer.vary.add("Accept")
    return answer


def describe_game(game: Game[Any, Any]) -> GameShown:
    """Return what the setup screen needs to know of a game, in words."""
    return {
        "game": game.key,
        "name": game.name,
        "engine": game.engine,
        "players": {"least": game.players.start, "most": game.players.stop - 1},
        "options": [_describe_option(option, game.key) for option in game.options],
    }


def invitation(table: Table) -> Invitation:
    """Return the tickets and links of a new table."""
    tickets, name = services().tickets, table.charter.table
    codes = {(c.role, c.seat): c.code for c in services().seating.links(name)}
    base = base_url()
    return {
        "table": name,
        "version": table.version,
        "host_ticket": tickets.write(name, HOST),
        "seats": [
            {
                "seat": seat,
                "name": player,
                "ticket": tickets.write(name, at_seat(seat)),
                "join_url": f"{base}/j/{codes['seat', seat]}",
            }
            for seat, player in enumerate(table.charter.players)
        ],
        "play_url": f"{base}/p/{codes['play', None]}",
        "watch_url": f"{base}/w/{codes['watch', None]}",
    }


def tables_of_browser() -> list[MyTable]:
    """Return the tables this browser holds good tickets for, newest first."""
    found: dict[str, MyTable] = {}
    for name, _ in tables_in_pocket():
        held = list(services().tickets.held(name))
        if held and name not in found:
            with suppress(UnknownTable):  # deleted; its ticket is still in the pocket
                found[name] = _summary(name, held)
    return sorted(found.values(), key=lambda one: one["created"], reverse=True)


def _summary(name: str, held: list[Bearer]) -> MyTable:
    table = services().tables.open(name)
    over = table.game.outcome(table.state) if isinstance(table, Table) else None
    charter = table.charter
    ended = _spoken(over.reason, charter.game, charter.players) if over else None
    return {
        "table": name,
        "game": charter.game,
        "players": list(charter.players),
        "version": table.version,
        "created": charter.created,
        "outcome": ended,
        "closed": not isinstance(table, Table),
        "you": [you(bearer) for bearer in held],
    }


def _word(body: Word) -> dict[str, Any]:
    reason = body.reason.strip()
    if not reason:
        raise Malformed("Say why: an override needs a reason.")
    patch = body.patch if body.patch is not None else body.state
    if (body.action is None) == (patch is None):
        raise Malformed("Give either an action or a patch of the state.")
    if body.action is not None:
        return {"action": body.action, "reason": reason}
    return {"patch": patch, "reason": reason}


def _describe_option(option: Option, game: str) -> OptionShown:
    return {
        "key": option.key,
        "default": option.default,
        "label": _spoken(option.label, game),
        "provenance": option.provenance.value,
        "note": _spoken(option.note, game) if option.note else None,
        "choices": [
            {
                "value": value,
                "label": _spoken(label, game),
                "players": list(dict(option.only).get(value, ())),
            }
            for value, label in option.choices
        ],
        "least": option.least,
        "most": option.most,
        "seat": option.seat,
        "players": list(option.players),
        "unless": list(option.unless or ()),
    }


def _spoken(phrase: Phrase, game: str, names: tuple[str, ...] = ()) -> str:
    return str(localise(phrase.to_json(), language(), names, game))
