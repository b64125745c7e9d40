"""Photos over HTTP: a picture goes in, a proposal comes out for the whole table."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.core.phrase import say
from companion.table.bearer import Bearer, Role
from companion.table.photographer import NoPhoto, ReadersBusy
from companion.table.proposals import Proposal, proposal_json
from companion.table.refusals import NotYours
from companion.table.table import Table
from companion.web.api.bodies import Accept, read_body
from companion.web.api.views import present, reply
from companion.web.i18n import language, localise
from companion.web.services import approach, services

bp = Blueprint("photos", __name__, url_prefix="/api")

PHOTO_LIMIT = 33 * 1024 * 1024


@bp.post("/tables/<table_id>/photos")
def photograph(table_id: str) -> Response:
    """Say what a photo seems to show, and let the table know of it."""
    table, who = _at_table(table_id)
    try:
        taught = services().learnt_cards.folder_of_table(table_id)
        made = services().photographer.propose(table, who, photo(), taught)
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    services().proposals.keep(made)
    return _shown(made, table, who)


@bp.get("/tables/<table_id>/proposals/<name>")
def look(table_id: str, name: str) -> Response:
    """Show a proposal to whoever may see it."""
    table, who = _at_table(table_id)
    return _shown(_open(table, who, name), table, who)


@bp.post("/tables/<table_id>/proposals/<name>/accept")
def accept(table_id: str, name: str) -> Response:
    """Play what a proposal suggests, or what it was corrected to."""
    table, who = _at_table(table_id)
    body = read_body(Accept)
    action = body.action
    # An answer that was lost on its way is asked for again when the proposal is gone:
    # whether it was played or came too late is for the table to say.
    written = services().tables.store.entry(table_id, who, body.id)
    if written is not None:
        action = action or written.body.get("action")
    elif body.seen == table.version:
        made = _open(table, who, name)
        action = action or table.game.to_json(made.best().action)
    done, fresh = services().tables.act(table_id, who, action or {}, body.seen, body.id)
    return reply(present(done, who), 201 if fresh else 200)


@bp.delete("/tables/<table_id>/proposals/<name>")
def drop(table_id: str, name: str) -> Response:
    """Forget a proposal: it was wrong, or the table goes on by hand."""
    table, who = _at_table(table_id)
    if who.role is Role.WATCH:
        raise NotYours(say("You are watching. Take a seat to play."))
    services().proposals.drop(_open(table, who, name))
    return reply(present(table, who))


@bp.get("/tables/<table_id>/pictures/<name>.jpg")
def picture(table_id: str, name: str) -> Response:
    """Show the photo of a proposal to whoever may see it."""
    table, who = _at_table(table_id)
    return Response(_open(table, who, name).picture, mimetype="image/jpeg")


def photo() -> bytes:
    """Return the photo of this request, whatever it shows."""
    request.max_content_length = PHOTO_LIMIT
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        raise NoPhoto
    return data


def _at_table(table_id: str) -> tuple[Table, Bearer]:
    table, who = approach(table_id)
    if not isinstance(table, Table):
        raise table.refusal()
    return table, who


def _open(table: Table, who: Bearer, name: str) -> Proposal:
    made = services().proposals.find(table, who, name)
    if made is None:
        raise NotFound
    return made


def _shown(made: Proposal, table: Table, who: Bearer) -> Response:
    charter = table.charter
    told = proposal_json(made, table, who)
    return reply(localise(told, language(), charter.players, charter.game))
