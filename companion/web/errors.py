"""Refusals become HTTP: one shape, in the language of the phone."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from flask import Flask, Response, current_app, g, render_template, request
from jinja2 import TemplateNotFound
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.core.errors import IllegalMove, Impossible, Malformed, Refusal
from companion.core.phrase import Phrase, say, verbatim
from companion.table import refusals
from companion.table.bearer import HOST
from companion.table.checks import may_overrule
from companion.table.photographer import (
    NoPhoto,
    NotAPicture,
    NothingToPhotograph,
    PictureTooLarge,
)
from companion.table.table import Table
from companion.table.troubles import StoreTrouble
from companion.web.api import answers
from companion.web.api.answers import RuleNamed
from companion.web.api.contract import (
    HTML,
    Unreadable,
    contract_of,
    reply,
    wants_page,
)
from companion.web.i18n import language, localise
from companion.web.invitation import NotInvited
from companion.web.limits import TooMuch
from companion.web.pages import drawing
from companion.web.pages.joining import way_on
from companion.web.services import services, table_at_hand
from companion.web.tickets import NoTicket, WrongTicket

STATUS: Mapping[type[Refusal], int] = {
    Unreadable: 400,
    NoTicket: 401,
    WrongTicket: 403,
    refusals.NotYours: 403,
    refusals.UnknownTable: 404,
    refusals.CodeRefused: 404,
    refusals.GameOver: 410,
    refusals.StaleTable: 409,
    refusals.ClosedTable: 409,
    refusals.IdReused: 409,
    refusals.SeatTaken: 409,
    refusals.HostTaken: 409,
    refusals.NothingAwaited: 422,
    refusals.NothingToUndo: 422,
    NotInvited: 403,
    TooMuch: 429,
    NoPhoto: 400,
    NothingToPhotograph: 422,
    NotAPicture: 422,
    PictureTooLarge: 413,
    IllegalMove: 422,
    Impossible: 422,
    Malformed: 422,
    StoreTrouble: 503,
}
"""HTTP numbers live here and nowhere else."""

_WORDS: Mapping[int, Phrase] = {
    400: say("This request cannot be read."),
    403: say("This request came from another site and was not carried out."),
    404: say("There is nothing at this address."),
    405: say("This address does not take that kind of request."),
    413: say("This is too large."),
    415: say("This kind of content cannot be read here."),
    421: say(
        "This table is not known by that name. Open the address that its terminal "
        "prints, or start it with --public-url."
    ),
    429: say("Too many wrong codes. Wait a moment, then scan again."),
    500: say("Something went wrong here. Nothing was changed; try again."),
    503: say("Too busy just now. Try again in a moment."),
}

_CODES: Mapping[int, str] = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unreadable",
    421: "other_name",
    429: "too_many_tries",
    500: "internal",
    503: "busy",
}

LOST = {401, 404, 409, 410}
"""Answers after which a phone is told where the others play."""

_log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Give every error of this app the one shape."""
    app.register_error_handler(Refusal, _refuse)
    app.register_error_handler(HTTPException, _http)


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    for kind in type(refusal).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 422


def error_body(
    code: str, phrase: Phrase, rule: RuleNamed | None = None
) -> answers.Error:
    """Return the one shape of an error, in the language of the request."""
    table = table_at_hand()
    names = table.charter.players if table else ()
    area = table.charter.game if table else None
    return {
        "error": {
            "code": code,
            "message": localise(phrase.to_json(), language(), names, area),
            "rule": rule,
            "version": table.version if table else None,
        }
    }


def _refuse(refusal: Refusal) -> Response:
    if isinstance(refusal, refusals.StaleTable):
        g.pop("table", None)  # what was opened for this request is old by now
    rule, phrase = None, refusal.phrase
    if isinstance(refusal, IllegalMove):
        rule, phrase = _rule(refusal)
    fault = error_body(refusal.code, phrase, rule)["error"]
    over = refusal if isinstance(refusal, refusals.GameOver) else None
    response = _answer(_with_table(fault, refusal), status_of(refusal), over)
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(refusal, TooMuch):
        response.headers["Retry-After"] = str(refusal.retry_after)
    if isinstance(refusal, StoreTrouble):
        _log.error("the store: %s", refusal.code, exc_info=refusal)
        response.headers["Retry-After"] = "2"
    return response


def _with_table(
    fault: answers.Fault, refusal: Refusal
) -> answers.Error | answers.Refused | answers.Stale:
    """Return a refusal with what the table at hand adds to it."""
    table = table_at_hand()  # a file from elsewhere has none
    if isinstance(refusal, IllegalMove) and isinstance(table, Table):
        if g.get("bearer") == HOST:
            return {"error": fault, "anyway": may_overrule(table, refusal.action)}
    elif table and isinstance(refusal, refusals.StaleTable | refusals.ClosedTable):
        if wants_page():
            return {"error": fault, "drawn": drawing.phone_live(table, g.bearer)}
        return {"error": fault, "view": services().views.spoken(table, g.bearer)}
    return {"error": fault}


def _rule(refusal: IllegalMove) -> tuple[RuleNamed, Phrase]:
    """Return the rule, and the sentence of the catalogue that explains it."""
    rule, lang = refusal.rule, language()
    title = error_body("", refusal.phrase)["error"]["message"]
    phrase = refusal.phrase
    entry = services().rules.book.get(rule.id)
    if entry is not None:
        words = entry.words(lang)
        title, phrase = words.title, verbatim(words.short)
    url = f"/rules/{rule.id}?lang={lang}"
    return {"id": rule.id, "title": title, "url": url}, phrase


def _http(problem: HTTPException) -> Response:
    if problem.response is not None:
        return problem.get_response()  # type: ignore[return-value]
    status = problem.code or 500
    if isinstance(problem, InternalServerError) and problem.original_exception:
        _log.error("unexpected", exc_info=problem.original_exception)
    code = _CODES.get(status, f"http_{status}")
    phrase = _WORDS.get(status) or say(problem.name)
    response = _answer(error_body(code, phrase), status)
    for name, value in problem.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _answer(
    body: answers.Error, status: int, over: refusals.GameOver | None = None
) -> Response:
    if not _is_call() and request.accept_mimetypes.accept_html:
        try:
            way = (over and over.after) or (way_on() if status in LOST else "")
            page = render_template(
                "error.html", status=status, over=over, way=way, **body
            )
            return Response(page, status)
        except TemplateNotFound:
            return Response(body["error"]["message"], status, mimetype="text/plain")
    return reply(body, status)


def _is_call() -> bool:
    """Tell whether a program asks: all of the contract but its pages."""
    view = current_app.view_functions.get(request.endpoint or "")
    promised = contract_of(view)
    is_ours = promised is not None and promised.gives != HTML
    return is_ours or request.path.startswith("/api/")
