"""Know your table: photograph the own dice a few times, hear how well they are read."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import ServiceUnavailable

from companion.table.acquaintance import try_out
from companion.table.photographer import ReadersBusy
from companion.web.api.contract import reply
from companion.web.api.photos import photo
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("know", __name__)


@bp.get("/know")
def page() -> str:
    """Ask for photos of the own dice."""
    return render_template("know.html")


@bp.post("/know")
def tried() -> Response:
    """Say how a photo is read and what would help; nothing is kept."""
    try:
        trial = try_out(services().photographer, photo())
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    return reply(
        {
            "readings": trial.pieces(),
            "certain": trial.report.certain,
            "size": list(trial.report.size),
            "help": localise([one.to_json() for one in trial.help], language()),
        }
    )
