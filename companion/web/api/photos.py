"""Photos over HTTP: a picture goes in, a proposal comes out, nothing changes."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.table.bearer import Bearer
from companion.table.proposal import NoPhoto, ReadersBusy
from companion.table.refusals import OtherEngine
from companion.table.table import Table
from companion.table.view import Shelved
from companion.web.api.answers import ProposalShown
from companion.web.api.contract import FORM, call, reply
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("photos", __name__, url_prefix="/api")

PHOTO_LIMIT = 33 * 1024 * 1024
"""Bytes: the readers take pictures up to 32 MB, and the form around one is small."""


@bp.post("/tables/<table_id>/photos")
@call(reads=FORM, gives=ProposalShown, refuses=(409, 503))
def photograph(table_id: str, table: Table | Shelved, who: Bearer) -> Response:
    """Say what a photo seems to show; nothing changes."""
    if not isinstance(table, Table):
        raise OtherEngine
    try:
        taught = services().learnt_cards.folder_of_table(table_id)
        made = services().photographer.propose(table, who, photo(), taught)
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    name = services().pictures.keep(table_id, who, made.picture)
    charter = table.charter
    answer = localise(made.answer, language(), charter.players, charter.game)
    answer["picture_url"] = f"/api/tables/{table_id}/pictures/{name}.jpg?as={who}"
    return reply(answer)


@bp.get("/tables/<table_id>/pictures/<name>.jpg")
@call(gives="image/jpeg")
def picture(table_id: str, who: Bearer, name: str) -> Response:
    """Show a photo again to the one who took it."""
    jpeg = services().pictures.find(table_id, who, name)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg")


def photo() -> bytes:
    """Return the photo of this request, whatever it shows."""
    request.max_content_length = PHOTO_LIMIT
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        raise NoPhoto
    return data
