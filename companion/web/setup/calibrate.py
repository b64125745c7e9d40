"""Calibrate your box: what is printed on this host's pieces, kept for the next game."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.core import calibration
from companion.core.calibration import Calibration, Sheet
from companion.core.errors import Malformed
from companion.core.phrase import Phrase
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.i18n import language, localise
from companion.web.pages import drawing, rooms
from companion.web.services import services

bp = Blueprint("calibrate", __name__)


@bp.get("/box/<key>")
def box(key: str) -> str:
    """Show what we believe is printed on the pieces."""
    own = _calibration(key)
    try:
        return _page(key, own.sheet(box_of_host(key)))
    except Malformed as outdated:
        return _page(key, own.sheet(None), _words(outdated, key))


@bp.post("/box/<key>")
def correct(key: str) -> ResponseReturnValue:
    """Keep what the host read from the own box."""
    own = _calibration(key)
    told = calibration.filled_in(own.sheet(None), request.form)
    try:
        wanted = {} if "reset" in request.form else calibration.values(told)
        given = own.corrections(wanted) if wanted else {}
        own.sheet(given or None)
    except Malformed as refusal:
        return _page(key, told, _words(refusal, key)), 422
    host = host_of_browser() or new_host()
    services().hosts.keep_box(host, key, given)
    return keep_host(redirect(f"/box/{key}?kept=1", 303), host)


def box_of_host(key: str) -> dict[str, Any] | None:
    """Return the corrections this browser's host has made, None without any."""
    host = host_of_browser()
    return services().hosts.box(host, key) if host else None


def _words(refusal: Malformed, key: str) -> str:
    return str(localise(refusal.phrase.to_json(), language(), area=key))


def _calibration(key: str) -> Calibration:
    game = services().tables.games.get(key)
    if game is None or game.box is None:
        raise NotFound
    return game.box


def _page(key: str, sheet: Sheet, problem: str = "") -> str:
    return render_template(
        "calibrate.html",
        **drawing.room(key),
        game=key,
        sheet=localise(_to_json(sheet), language(), area=key),
        own_calibration=rooms.has(key, "calibrate.js"),
        problem=problem,
        kept="kept" in request.args,
    )


def _to_json(value: Any) -> Any:
    """Return a sheet as plain values, its phrases ready to be put into words."""
    if isinstance(value, Phrase):
        return value.to_json()
    if isinstance(value, tuple):
        return [_to_json(one) for one in value]
    if is_dataclass(value):
        return {one.name: _to_json(getattr(value, one.name)) for one in fields(value)}
    return value
