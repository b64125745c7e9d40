"""Tables over HTTP: make one, look at it, play, take back, overrule."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.core.options import Option
from companion.table.bearer import HOST, Bearer, at_seat
from companion.table.table import Table
from companion.table.view import outcome_json
from companion.web.api.bodies import Act, NewTable, Said, Word, read_body
from companion.web.api.views import present, reply
from companion.web.hosts import host_of_browser
from companion.web.i18n import language, localise
from companion.web.services import approach, base_url, services
from companion.web.tickets import tables_in_pocket

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.get("/games")
def games() -> Response:
    """List the games with their options, defaults and where these come from."""
    lang = language()
    described = [
        localise(describe_game(game), lang, area=game.key)
        for game in services().tables.games.values()
    ]
    return reply({"games": described})


@bp.post("/tables")
def create() -> ResponseReturnValue:
    """Lay out a table; whoever reaches this server may."""
    body = read_body(NewTable)
    table = services().tables.create(body.game, body.players, body.options)
    services().seating.prepare(table.charter.table, len(table.charter.players))
    if host_of_browser():
        services().hosts.seat_host(table.charter.table, host_of_browser())
    return reply(invitation(table), 201)


@bp.get("/tables")
def mine() -> Response:
    """List the tables for which this browser holds tickets."""
    return reply({"tables": tables_of_browser()})


@bp.get("/tables/<table_id>")
def look(table_id: str) -> Response:
    """Show the view of the bearer."""
    return reply(present(*approach(table_id)))


@bp.get("/tables/<table_id>/setup")
def setup(table_id: str) -> Response:
    """Say what to take out of the box and where to put it."""
    table, _ = approach(table_id)
    steps = table.game.setup(table.first) if isinstance(table, Table) else ()
    said = [step.to_json() for step in steps]
    charter = table.charter
    return reply({"setup": localise(said, language(), charter.players, charter.game)})


@bp.post("/tables/<table_id>/actions")
def act(table_id: str) -> Response:
    """Play an action that was made against a version."""
    _, who = approach(table_id)
    body = read_body(Act)
    done = services().tables.act(table_id, who, body.action, body.seen, body.id)
    return _written(done, who)


@bp.post("/tables/<table_id>/chance")
def chance(table_id: str) -> Response:
    """Let the app roll or draw."""
    _, who = approach(table_id)
    body = read_body(Said)
    return _written(services().tables.chance(table_id, who, body.seen, body.id), who)


@bp.post("/tables/<table_id>/undo")
def undo(table_id: str) -> Response:
    """Take back the last standing action."""
    _, who = approach(table_id)
    body = read_body(Said)
    return _written(services().tables.undo(table_id, who, body.seen, body.id), who)


@bp.post("/tables/<table_id>/override")
def override(table_id: str) -> Response:
    """Take the host's word, with a reason."""
    _, who = approach(table_id)
    body = read_body(Word)
    done = services().tables.override(table_id, who, _word(body), body.seen, body.id)
    return _written(done, who)


def describe_game(game: Game[Any, Any]) -> dict[str, Any]:
    """Return what the setup screen needs to know of a game; phrases untranslated."""
    return {
        "game": game.key,
        "name": game.name,
        "engine": game.engine,
        "players": {"least": game.players.start, "most": game.players.stop - 1},
        "options": [_describe_option(option) for option in game.options],
    }


def invitation(table: Table) -> dict[str, Any]:
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


def tables_of_browser() -> list[dict[str, Any]]:
    """Return the tables this browser holds good tickets for, newest first."""
    found: dict[str, dict[str, Any]] = {}
    for name, _ in tables_in_pocket():
        held = [bearer.to_json() for bearer in services().tickets.held(name)]
        if held and name not in found:
            found[name] = {**_summary(name), "you": held}
    return sorted(found.values(), key=lambda one: str(one["created"]), reverse=True)


def _summary(name: str) -> dict[str, Any]:
    table = services().tables.open(name)
    over = table.game.outcome(table.state) if isinstance(table, Table) else None
    reason = outcome_json(over)["reason"] if over else None
    charter = table.charter
    return {
        "table": name,
        "game": charter.game,
        "players": list(charter.players),
        "version": table.version,
        "created": charter.created,
        "outcome": localise(reason, language(), charter.players, charter.game),
        "closed": not isinstance(table, Table),
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


def _written(done: tuple[Table, bool], who: Bearer) -> Response:
    table, fresh = done
    return reply(present(table, who), 201 if fresh else 200)


def _describe_option(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "default": option.default,
        "label": option.label.to_json(),
        "provenance": option.provenance.value,
        "note": option.note.to_json() if option.note else None,
        "choices": [
            {"value": value, "label": label.to_json()}
            for value, label in option.choices
        ],
        "least": option.least,
        "most": option.most,
        "players": list(option.players),
    }
