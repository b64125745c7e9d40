"""Tables as files: the log for the host, results for everybody, and back again."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.table import archive
from companion.table.bearer import HOST
from companion.table.refusals import NotYours
from companion.web.api.bodies import read_body
from companion.web.api.tables import invitation
from companion.web.api.views import reply
from companion.web.i18n import language, localise
from companion.web.services import approach, services

bp = Blueprint("files", __name__, url_prefix="/api")

IMPORT_LIMIT = 8 * 1024 * 1024


@bp.get("/tables/<table_id>/export")
def export(table_id: str) -> Response:
    """Give the host the whole log as JSON."""
    table, who = approach(table_id)
    if who != HOST:
        raise NotYours(say("Only the host can export the log. Ask them."))
    answer = reply(archive.export(table))
    return _as_file(answer, f"{table.charter.game}-{table_id}.json")


@bp.post("/tables/import")
def bring_back() -> Response:
    """Lay out a new table from an export."""
    data = read_body(dict[str, Any], IMPORT_LIMIT)
    table = archive.bring_back(services().tables, data)
    services().seating.prepare(table.charter.table, len(table.charter.players))
    return reply(invitation(table), 201)


@bp.get("/tables/<table_id>/results")
def results(table_id: str) -> Response:
    """Give the scores as JSON, or as CSV with `?format=csv`."""
    table, _ = approach(table_id)
    charter = table.charter
    result = archive.results(table)
    wish = request.args.get("format", "json")
    if wish == "csv":
        answer = Response(archive.as_csv(result), mimetype="text/csv")
        return _as_file(answer, f"{charter.game}-{table_id}.csv")
    if wish != "json":
        raise Malformed("Results come as json or csv.")
    return reply(localise(result, language(), charter.players, charter.game))


def _as_file(answer: Response, name: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
