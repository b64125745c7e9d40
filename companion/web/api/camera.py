"""The camera over the table, and the pictures of throws that counted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from companion.core.phrase import say
from companion.table.bearer import HOST, Bearer
from companion.table.refusals import NotYours
from companion.table.signs import stop_means
from companion.table.table import Table
from companion.web.api.answers import CameraShown, Forgotten
from companion.web.api.bodies import CameraWish
from companion.web.api.contract import call
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("camera", __name__, url_prefix="/api")


@bp.get("/tables/<table_id>/camera")
@call()
def look(table_id: str, who: Bearer) -> CameraShown:
    """Tell what the camera over the table does and believes."""
    return _shown(table_id, who)


@bp.post("/tables/<table_id>/camera")
@call(refuses=(409,))
def wish(table_id: str, who: Bearer, body: CameraWish) -> CameraShown:
    """Let the camera serve this table, read again, or count what is certain."""
    _host_only(who)
    eyes = services().eyes
    if body.counts is not None:
        services().habits.let_count(table_id, body.counts)
    if eyes and body.here:
        eyes.look_at(table_id)
    if eyes and body.here is False and eyes.table == table_id:
        eyes.look_away()
    if eyes and body.again and eyes.table == table_id:
        eyes.again()
    return _shown(table_id, who)


@bp.get("/tables/<table_id>/camera.jpg")
@call(gives="image/jpeg")
def picture(table_id: str, who: Bearer) -> Response:
    """Show the host what the camera sees; it may see more than the table."""
    _host_only(who)
    eyes = services().eyes
    if not eyes or eyes.table != table_id or not eyes.picture():
        raise NotFound
    headers = {"Cache-Control": "no-store"}
    return Response(eyes.picture(), mimetype="image/jpeg", headers=headers)


@bp.get("/tables/<table_id>/throws/<int:version>.jpg")
@call(gives="image/jpeg")
def throw(table_id: str, who: Bearer, version: int) -> Response:
    """Show the photo of a throw that counted, to everybody at the table."""
    del who
    kept = services().kept.picture(table_id, version)
    if kept is None:
        raise NotFound
    return Response(kept, mimetype="image/jpeg")


@bp.delete("/tables/<table_id>/throws")
@call()
def forget(table_id: str, who: Bearer) -> Forgotten:
    """Delete the photos of all throws of the table."""
    _host_only(who)
    count = len(services().kept.versions(table_id))
    services().kept.forget(table_id)
    return {"forgotten": count}


def _stop(table_id: str) -> dict[str, Any] | None:
    table = services().tables.open(table_id)
    if not isinstance(table, Table):  # it can only be read
        return None
    meant = stop_means(table)
    return None if meant is None else table.game.to_json(meant)


def _host_only(who: Bearer) -> None:
    if who != HOST:
        raise NotYours(say("Only the host can do this with the camera. Ask them."))


def _shown(table_id: str, who: Bearer) -> CameraShown:
    eyes = services().eyes
    counts = services().habits.counts_at_once(table_id)
    kept = len(services().kept.versions(table_id))
    shown: CameraShown = {
        "there": eyes is not None,
        "here": eyes is not None and eyes.table == table_id,
        "light": "waiting",
        "readings": [],
        "size": [0, 0],
        "certain": False,
        "advice": None,
        "picture": 0,
        "counts": counts,
        "kept": kept,
        "stop": _stop(table_id) if who == HOST else None,
    }
    if not eyes or eyes.table != table_id:
        return shown
    sight = eyes.sight
    advice = sight.advice.to_json() if sight.advice else None
    shown |= {
        "light": sight.light.value,
        "readings": sight.pieces(),
        "size": list(sight.size),
        "certain": sight.certain,
        "advice": localise(advice, language()) if advice else None,
        "picture": sight.picture if who == HOST else 0,
    }
    return shown
