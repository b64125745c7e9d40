"""The pages of phones and the table screen: the views of the API, drawn as HTML."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.table.bearer import WATCHER, Bearer
from companion.table.hosts import host_id
from companion.table.learnt_cards import titles
from companion.table.people import Person
from companion.table.table import Table
from companion.table.view import Shelved
from companion.web.api.events import last_seen
from companion.web.api.join import seating_plan, seats_of
from companion.web.api.tables import describe_game, tables_of_browser
from companion.web.hosts import host_of_browser
from companion.web.i18n import COOKIE, LANGUAGES, draw, language, localise
from companion.web.pages import drawing
from companion.web.pages.hosting import hosted
from companion.web.pages.joining import open_to_others
from companion.web.services import (
    admit,
    approach,
    base_url,
    delete_table,
    game_names,
    services,
)
from companion.web.setup import form as setup_form
from companion.web.setup.calibrate import box_of_host

bp = Blueprint("pages", __name__)

OFFERED = 12
"""People a set-up page offers: those of the last evenings; others are typed."""

YEAR = 365 * 24 * 3600


@bp.get("/")
def start() -> str:
    """Show the games, the tables that are open, and those of this browser."""
    tables = [
        {
            **table,
            "name": drawing.name_of(table["game"]),
            "seats": seats_of(table["table"], table["players"]),
        }
        for table in tables_of_browser()
    ]
    games = [_described(key, name) for key, name in game_names().items()]
    others = open_to_others()
    return render_template("start.html", games=games, tables=tables, others=others)


def _described(key: str, name: str) -> dict[str, Any]:
    """Return a game as its card on the start page shows it; some have only rules."""
    game = services().tables.games.get(key)
    return {
        "key": key,
        "name": name,
        "tagline": _tagline(key),
        "players": game.players if game else (),
        "templates": drawing.templates(key),
    }


def _tagline(key: str) -> str:
    """Return what kind of game it is: the first line of its player aid, if need be."""
    game = services().tables.games.get(key)
    if game:
        return str(localise(game.tagline.to_json(), language(), area=key))
    aid = services().rules.book.book(key).on_aid()
    return aid[0].words(language()).short if aid else ""


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Remember the language of this phone and go back to where it was."""
    wanted = request.form.get("lang", "")
    answer = redirect(_own_path(request.form.get("back", "/")), 303)
    if wanted in LANGUAGES:
        answer.set_cookie(COOKIE, wanted, max_age=YEAR, samesite="Lax")
    return answer


def _own_path(path: str) -> str:
    """Return a path of this server; an address elsewhere becomes the start page."""
    # Browsers read "/\\elsewhere" as "//elsewhere", and drop tabs and line breaks.
    plain = path.isprintable() and "\\" not in path
    own = path.startswith("/") and not path.startswith("//")
    return path.rstrip("?") if plain and own else "/"


@bp.get("/new/<key>")
def new(key: str) -> str:
    """Ask for names and options."""
    return _new_page(_game(key), setup_form.filled_in(_game(key)))


@bp.post("/new/<key>")
def lay_out(key: str) -> ResponseReturnValue:
    """Lay out a table and make this browser its host."""
    game = _game(key)
    names, options = setup_form.read(game, request.form)
    own = box_of_host(key)
    try:
        agreed = options | ({"box": own} if own else {})
        table = services().tables.create(key, names, agreed)
    except Malformed as refusal:
        said = localise(refusal.phrase.to_json(), language(), names, key)
        return _new_page(game, request.form, said), 422
    name = table.charter.table
    answer = hosted(table.charter, f"/t/{name}/ready")
    if before := setup_form.played_before(request.form):
        services().evenings.continue_at(before, name)
    return answer


def _new_page(game: Game[Any, Any], form: Any, problem: str = "") -> str:
    return render_template(
        "new.html",
        game=describe_game(game),
        templates=drawing.templates(game.key),
        form=form,
        problem=problem,
        teachable=titles(game.key, "en") is not None,
        people=_people(),
        box=game.box and ("own" if box_of_host(game.key) else "usual"),
    )


def _people() -> tuple[Person, ...]:
    """Return who has played with this host, whoever came last first."""
    host = host_of_browser()
    return services().people.of(host_id(host))[:OFFERED] if host else ()


def _game(key: str) -> Game[Any, Any]:
    game = services().tables.games.get(key)
    if game is None:
        raise NotFound
    return game


@bp.get("/t/<table_id>/ready")
def ready(table_id: str) -> ResponseReturnValue:
    """Say what to take out of the box, and let people take their seats."""
    table, who = approach(table_id, "host")
    steps = table.game.setup(table.first) if isinstance(table, Table) else ()
    charter = table.charter
    pieces = table.game.pieces(table.first) if isinstance(table, Table) else ()
    said = {
        "steps": [step.to_json() for step in steps],
        "pieces": [piece.to_json() for piece in pieces],
    }
    return render_template(
        "ready.html",
        table=table_id,
        **drawing.room(charter.game),
        players=len(charter.players),
        **localise(said, language(), charter.players, charter.game),
        host_url=f"{base_url()}/h/{services().seating.host_code(table_id)}",
        plan=seating_plan(charter, who),
    )


@bp.post("/t/<table_id>/delete")
def delete(table_id: str) -> ResponseReturnValue:
    """Delete a table of this host, and go back to the start."""
    admit(table_id, "host")
    delete_table(table_id)
    return redirect("/", 303)


@bp.get("/t/<table_id>")
def phone(table_id: str) -> str:
    """Show the phone page of the bearer."""
    table, who = approach(table_id)
    return draw("phone.html", table.charter.game, **drawing.phone(table, who))


@bp.get("/t/<table_id>/live")
def phone_live(table_id: str) -> ResponseReturnValue:
    """Show the part of the phone page that changes; nothing if `?seen=` is all."""
    table, who = approach(table_id)
    if last_seen() == table.version:
        return _unchanged(table_id)
    return drawing.phone_live(table, who)


@bp.get("/t/<table_id>/screen")
def screen(table_id: str) -> str:
    """Show the table screen."""
    return _screen("table.html", *approach(table_id))


@bp.get("/t/<table_id>/screen/live")
def screen_live(table_id: str) -> ResponseReturnValue:
    """Show the part of the table screen that changes; nothing if `?seen=` is all."""
    table, who = approach(table_id)
    if last_seen() == table.version:
        return _unchanged(table_id)
    return _screen("_table_live.html", table, who)


def _unchanged(table_id: str) -> ResponseReturnValue:
    """Say that there is nothing new, and where the people went if they did."""
    moved = services().evenings.successor(table_id)
    return Response(status=204, headers={"Next-Table": moved} if moved else {})


def _screen(page: str, table: Table | Shelved, who: Bearer) -> str:
    plan = seating_plan(table.charter, who)
    shown = drawing.screen(table, who, services().views.spoken(table, WATCHER))
    return draw(page, table.charter.game, **shown, plan=plan)


@bp.get("/connection")
def connection() -> str:
    """Tell what this connection can and cannot do, and how to change it."""
    teachable = {key: name for key, name in game_names().items() if titles(key, "en")}
    return render_template(
        "connection.html", secure=request.is_secure, teachable=teachable
    )


@bp.get("/sw.js")
def service_worker() -> Response:
    """Serve the service worker from the root, so that it may serve every page."""
    return current_app.send_static_file("js/sw.js")
