"""Photos over HTTP: a picture goes in, a proposal comes out for the whole table."""

from __future__ import annotations

import json
from typing import cast

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.table.bearer import Bearer, Role
from companion.table.photographer import NoPhoto, ReadersBusy
from companion.table.proposals import Proposal, proposal_json
from companion.table.refusals import NotYours
from companion.table.table import Table
from companion.table.view import View
from companion.web.api.answers import ProposalShown, RuleNamed
from companion.web.api.bodies import Accept
from companion.web.api.contract import FORM, call
from companion.web.api.tables import PLAYED, written
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("photos", __name__, url_prefix="/api")

CORNERS = 4
"""Places somebody points at where a board is not found by itself."""

PHOTO_LIMIT = 33 * 1024 * 1024
"""Bytes: the readers take pictures up to 32 MB, and the form around one is small."""


@bp.post("/tables/<table_id>/photos")
@call(reads=FORM, refuses=(409, 503))
def photograph(table_id: str, table: Table, who: Bearer) -> ProposalShown:
    """Say what a photo seems to show, and let the table know of it."""
    try:
        taught = services().learnt_cards.folder_of_table(table_id)
        made = services().photographer.propose(
            table, who, photo(), taught, taps(), watched="watched" in request.form
        )
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    services().proposals.keep(made, request.remote_addr or "")
    return _shown(made, table, who)


@bp.get("/tables/<table_id>/proposals/<name>")
@call(refuses=(409,))
def look(table: Table, who: Bearer, name: str) -> ProposalShown:
    """Show a proposal to whoever may see it, until the version moves on."""
    return _shown(_open(table, who, name), table, who)


@bp.post("/tables/<table_id>/proposals/<name>/accept")
@PLAYED
def accept(
    table_id: str, table: Table, who: Bearer, name: str, body: Accept
) -> Response:
    """Play what a proposal suggests, or what it was corrected to."""
    action, made = body.action, None
    # An answer that was lost on its way is asked for again when the proposal is gone:
    # whether it was played or came too late is for the table to say.
    said = services().tables.store.entry(table_id, who, body.id)
    if said is not None:
        action = action or said.body.get("action")
    elif body.seen == table.version:
        made = _open(table, who, name)
        action = action or made.best().action
    tables = services().tables
    after, played = tables.act(table_id, who, action or {}, body.seen, body.id)
    if made and played:
        services().kept.keep(made, after.version)
    return written(who, after, played)


@bp.delete("/tables/<table_id>/proposals/<name>")
@call(refuses=(409,))
def drop(table: Table, who: Bearer, name: str) -> View[str]:
    """Forget a proposal: it was wrong, or the table goes on by hand."""
    if who.role is Role.WATCH:
        raise NotYours(say("You are watching. Take a seat to play."))
    services().proposals.drop(_open(table, who, name))
    return services().views.spoken(table, who)


@bp.get("/tables/<table_id>/pictures/<name>.jpg")
@call(gives="image/jpeg", refuses=(409,))
def picture(table: Table, who: Bearer, name: str) -> Response:
    """Show the photo of a proposal to whoever may see it."""
    made = _open(table, who, name)
    if made.unshown or not made.picture:
        raise NotFound
    return Response(made.picture, mimetype="image/jpeg")


def photo() -> bytes:
    """Return the photo of this request, whatever it shows."""
    request.max_content_length = PHOTO_LIMIT
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        raise NoPhoto
    return data


def taps() -> tuple[tuple[float, float], ...] | None:
    """Return where somebody pointed at the four outermost cells of a board."""
    text = request.form.get("taps")
    if text is None:
        return None
    try:
        found = tuple((float(x), float(y)) for x, y in json.loads(text))
    except (ValueError, TypeError, OverflowError, RecursionError):
        found = ()
    if len(found) != CORNERS or not all(0 <= n <= 1 for at in found for n in at):
        raise Malformed("Taps are four places on the photo: [[x, y], ...], 0 to 1.")
    return found


def _open(table: Table, who: Bearer, name: str) -> Proposal:
    made = services().proposals.find(table, who, name)
    if made is None:
        raise NotFound
    return made


def _shown(made: Proposal, table: Table, who: Bearer) -> ProposalShown:
    charter = table.charter
    told = proposal_json(made, who)
    if told["differs"] and told["differs"]["rule"]:
        told["differs"]["rule"] = _named(table, told["differs"]["rule"])
    told["counts"] = _counts(made, who)
    said = localise(told, language(), charter.players, charter.game)
    return cast(ProposalShown, said)


def _counts(made: Proposal, who: Bearer) -> bool:
    """Tell whether a throw was read so surely that nobody needs to be asked."""
    if not made.certain or made.sighting.reader != "dice":
        return False
    speaks = who.may_speak_for(made.best().actor)
    return speaks and services().habits.counts_at_once(made.table)


def _named(table: Table, rule: str) -> RuleNamed:
    """Return a rule with its sentence in the language of the phone."""
    entry, lang = services().rules.book.get(rule), language()
    plain = next((one.title for one in table.game.rules if one.id == rule), rule)
    title = entry.words(lang).short if entry else plain
    return {"id": rule, "title": title, "url": f"/rules/{rule}?lang={lang}"}
