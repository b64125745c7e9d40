"""Tables as files: the log for the host, results for everybody, and back again."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.table import archive
from companion.table.bearer import HOST, Bearer
from companion.table.refusals import NotYours
from companion.table.table import Table
from companion.table.view import Shelved
from companion.web.api.answers import Export, Invitation, Results
from companion.web.api.contract import call, reply
from companion.web.api.tables import invitation
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("files", __name__, url_prefix="/api")

IMPORT_LIMIT = 8 * 1024 * 1024
"""Bytes: an entry has about 160, so a log of 50,000 fits."""


@bp.get("/tables/<table_id>/export")
@call(gives=Export)
def export(table_id: str, table: Table | Shelved, who: Bearer) -> Response:
    """Give the host the whole log as JSON."""
    if who != HOST:
        raise NotYours(say("Only the host can export the log. Ask them."))
    answer = reply(archive.export(table))
    return _as_file(answer, f"{table.charter.game}-{table_id}.json")


@bp.post("/tables/import")
@call(201, reads=Export, refuses=(403, 409, 429), limit=IMPORT_LIMIT)
def bring_back(body: dict[str, Any]) -> Invitation:
    """Lay out a new table from an export."""
    table = archive.bring_back(services().tables, body)
    services().seating.prepare(table.charter.table, len(table.charter.players))
    return invitation(table)


@bp.get("/tables/<table_id>/results")
@call(gives=Results, refuses=(422,), query=("format",), also=("text/csv",))
def results(table_id: str, table: Table | Shelved) -> Response:
    """Give the scores as JSON, or as CSV with `?format=csv`."""
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
