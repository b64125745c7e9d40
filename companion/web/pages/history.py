"""What a host's tables remember: games, people, charts; private unless shared."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from werkzeug.exceptions import NotFound

from companion.core.colours import SIGNS, Colour
from companion.core.errors import Malformed
from companion.core.phrase import Phrase
from companion.table.albums import as_csv
from companion.table.history import PAGE, Evening
from companion.table.hosts import host_id
from companion.table.people import Person
from companion.table.results import Result
from companion.web.hosts import host_of_browser
from companion.web.i18n import language, localise
from companion.web.pages import charts, drawing
from companion.web.services import base_url, services

bp = Blueprint("history", __name__)

IMPORT_LIMIT = 16 * 1024 * 1024
"""Bytes: a game has about 600, so that 20,000 games fit."""

LAST = 30
"""Evenings that the table beside a curve lists; the curve shows them all."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Whose history is looked at, and from where."""

    host: str
    code: str = ""
    """The code of the link with which a guest looks; empty for the host."""

    @property
    def base(self) -> str:
        """Where the pages of this history begin."""
        return f"/shared/{self.code}" if self.code else "/history"


@bp.get("/history")
def start() -> str:
    """Show everything a host's tables have finished."""
    if not host_of_browser():
        return render_template("history/empty.html")
    return _overview(_own())


@bp.get("/history/people/<path:person>")
def person(person: str) -> str:
    """Show one person's games, curves and favourite deeds."""
    return _person(_own(), person)


@bp.get("/history/games/<game>")
def game(game: str) -> str:
    """Show everybody's results in one game."""
    return _game(_own(), game)


@bp.get("/shared/<code>")
def shared(code: str) -> str:
    """Show a history that its host has shared."""
    return _overview(_guest(code))


@bp.get("/shared/<code>/people/<path:person>")
def shared_person(code: str, person: str) -> str:
    """Show a person of a shared history."""
    return _person(_guest(code), person)


@bp.get("/shared/<code>/games/<game>")
def shared_game(code: str, game: str) -> str:
    """Show a game of a shared history."""
    return _game(_guest(code), game)


@bp.get("/history/export.<kind>")
def export(kind: str) -> Response:
    """Give the host everything as a file."""
    data = services().albums.export(_own().host)
    if kind == "json":
        text, mime = json.dumps(data, ensure_ascii=False, indent=1), "application/json"
    elif kind == "csv":
        text, mime = as_csv(data), "text/csv"
    else:
        raise NotFound
    name = f'attachment; filename="karma-table-history.{kind}"'
    return Response(text, mimetype=mime, headers={"Content-Disposition": name})


@bp.post("/history/import")
def bring_in() -> ResponseReturnValue:
    """Add the games of a file."""
    request.max_content_length = IMPORT_LIMIT
    request.max_form_memory_size = IMPORT_LIMIT
    file = request.files.get("file")
    try:
        data = json.loads(file.read()) if file else None
    except (ValueError, RecursionError) as broken:
        raise Malformed("This file is not a history that was exported.") from broken
    added = services().albums.bring_in(_own().host, data)
    return redirect(f"/history?added={added}", 303)


@bp.post("/history/delete")
def delete() -> ResponseReturnValue:
    """Delete one game, or with `all` every game."""
    table = request.form.get("table", "")
    if table or request.form.get("all") == "yes":
        services().albums.delete(_own().host, table or None)
    return redirect("/history", 303)


@bp.post("/history/share")
def share() -> ResponseReturnValue:
    """Make the link for others, or let it die."""
    services().albums.share(_own().host, request.form.get("on") == "yes")
    return redirect("/history#share", 303)


@bp.post("/history/people/<path:person>")
def change_person(person: str) -> ResponseReturnValue:
    """Give somebody another colour, or do not offer them any more."""
    host = _own().host
    if request.form.get("forget") == "yes":
        services().people.forget(host, person)
        return redirect("/history", 303)
    services().people.paint(host, person, request.form.get("colour", ""))
    return redirect(f"/history/people/{quote(person)}", 303)


def _own() -> Looking:
    if not host_of_browser():
        raise NotFound
    return Looking(host_id(host_of_browser()))


def _guest(code: str) -> Looking:
    host = services().albums.host_sharing(code)
    if host is None:
        raise NotFound
    return Looking(host, code)


def _overview(looking: Looking) -> str:
    host, page = looking.host, _page()
    count, people = services().history.count(host), _people(host)
    tallies = services().history.tallies(host)
    mine = not looking.code
    share = services().albums.code(host) if mine else None
    return render_template(
        "history/start.html",
        looking=looking,
        count=count,
        page=page,
        pages=-(-count // PAGE),
        games=[_shown(one) for one in services().history.games(host, page=page)],
        people=_standing(tallies, people),
        played=_played(tallies),
        share=f"{base_url()}/shared/{share}" if share else None,
        added=request.args.get("added", type=int),
    )


def _game(looking: Looking, game: str) -> str:
    host, page = looking.host, _page()
    count, people = services().history.count(host, game), _people(host)
    if not count:
        raise NotFound
    tallies = services().history.tallies(host, game)
    named = [(one, _name(one.person, people)) for one in tallies]
    wins = [(name, one.wins) for one, name in named]
    return render_template(
        "history/game.html",
        looking=looking,
        game=game,
        game_name=drawing.name_of(game),
        count=count,
        page=page,
        pages=-(-count // PAGE),
        games=[_shown(one) for one in services().history.games(host, game, page)],
        tallies=[(one, name, _colour(one.person, people)) for one, name in named],
        bars=charts.bars(sorted(wins, key=lambda one: -one[1])[:10]),
    )


def _person(looking: Looking, key: str) -> str:
    host = looking.host
    record, people = services().history.record(host, key), _people(host)
    if not record.evenings and key not in people:
        raise NotFound
    curves = [
        (tally, drawing.name_of(tally.game), _curve(record.evenings, tally.game))
        for tally in record.tallies
    ]
    return render_template(
        "history/person.html",
        looking=looking,
        key=key,
        name=_name(key, people),
        colour=_colour(key, people),
        known=key in people,
        record=record,
        curves=curves,
        last=_last(record.evenings),
        deeds={
            game: [(_deed(words, game), n) for words, n in done[:5]]
            for game, done in record.deeds.items()
        },
        colours=[(colour.value, SIGNS[colour]) for colour in Colour],
        luck=_luck_curve(record.evenings),
    )


def _people(host: str) -> dict[str, Person]:
    return {person.key: person for person in services().people.of(host)}


def _name(key: str, people: dict[str, Person]) -> str:
    return people[key].name if key in people else key.title()


def _colour(key: str, people: dict[str, Person]) -> str:
    return people[key].colour.value if key in people else ""


def _standing(tallies: Any, people: dict[str, Person]) -> list[dict[str, Any]]:
    """Return everybody with games and wins over all games, most games first."""
    sums: dict[str, list[int]] = {key: [0, 0] for key in people}
    for tally in tallies:
        row = sums.setdefault(tally.person, [0, 0])
        row[0] += tally.games
        row[1] += tally.wins
    rows = [
        {
            "key": key,
            "name": _name(key, people),
            "colour": _colour(key, people),
            "games": games,
            "wins": wins,
        }
        for key, (games, wins) in sums.items()
        if games
    ]
    return sorted(rows, key=lambda row: (-row["games"], row["name"]))


def _played(tallies: Any) -> list[tuple[str, str]]:
    keys = dict.fromkeys(tally.game for tally in tallies)
    return [(key, drawing.name_of(key)) for key in keys]


def _shown(result: Result) -> dict[str, Any]:
    charter = result.charter
    ranked = sorted(
        zip(charter.players, result.scores, range(len(charter.players)), strict=False),
        key=lambda one: (one[2] not in result.winners, -one[1]),
    )
    return {
        "table": charter.table,
        "game": drawing.name_of(charter.game),
        "when": _date(result.started),
        "minutes": None if result.seconds is None else max(1, result.seconds // 60),
        "people": [
            {"name": name, "score": score, "won": seat in result.winners}
            for name, score, seat in ranked
        ],
    }


def _curve(evenings: tuple[Evening, ...], game: str) -> charts.Curve | None:
    points = [(e.started, e.score, e.won) for e in evenings if e.game == game]
    return charts.curve(points, _date)


def _luck_curve(evenings: tuple[Evening, ...]) -> charts.Curve | None:
    points = [(e.started, e.luck, e.won) for e in evenings if e.luck is not None]
    return charts.curve(points, _date)


def _last(evenings: tuple[Evening, ...]) -> list[dict[str, Any]]:
    return [
        {
            "table": one.table,
            "when": _date(one.started),
            "game": drawing.name_of(one.game),
            "score": one.score,
            "won": one.won,
            "luck": one.luck,
        }
        for one in reversed(evenings[-LAST:])
    ]


def _deed(words: str, game: str) -> str:
    try:
        return str(localise(Phrase(words).to_json(), language(), area=game))
    except (LookupError, ValueError):  # a file may bring words of its own
        return words


def _date(started: str) -> str:
    try:
        return str(format_date(datetime.fromisoformat(started), "medium"))
    except (ValueError, OverflowError):  # a file may tell of the year 0 or 9999
        return started[:10]


def _page() -> int:
    return max(0, min(request.args.get("page", 0, type=int) or 0, 10_000))
