"""With `--invite-only` a stranger can play where invited, and lay out nothing."""

from __future__ import annotations

import secrets
from hmac import compare_digest

from flask import Blueprint, Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.core.errors import Refusal
from companion.core.phrase import say
from companion.table.refusals import CodeRefused
from companion.web.services import services

bp = Blueprint("invitation", __name__)

COOKIE = "invited"
HEADER = "X-Invitation"
LIFE = 180 * 24 * 3600
"""Half a year, as long as tickets."""

FOR_GUESTS = frozenset(
    {"join.join", "join.take_seat", "join.take_over", "joining.take_seat"}
    | {"pages.choose_language"}
)
"""What is written without a table and yet for everybody: who has a code sits down."""

SHOWN_TO_HOSTS = frozenset(
    {"pages.new", "challenge.start", "teach.cards", "know.page", "calibrate.box"}
    | {"kit.print_kit"}
)
"""Pages that lead to such writing, or take time to make."""


class NotInvited(Refusal):
    """This server lays out tables only for whom its owner has invited."""

    code = "not_invited"

    def __init__(self) -> None:
        super().__init__(
            say(
                "Only invited hosts lay out tables here. Ask whoever runs this server"
                " for the link to host."
            )
        )


def init_app(app: Flask) -> None:
    """Let only the invited in, where this is wished."""
    app.register_blueprint(bp)
    app.before_request(check_invitation)


def secret() -> str:
    """Return the secret of this server's invitation; it stays the same."""
    return services().tables.store.setting("invitation", secrets.token_urlsafe(12))


def check_invitation() -> None:
    """Refuse what only hosts may do.

    Raises:
        NotInvited: if the sender was not invited.
    """
    if is_for_hosts() and not is_invited():
        raise NotInvited


def is_for_hosts() -> bool:
    """Tell whether this request uses up room or time without a table's ticket."""
    endpoint = request.endpoint
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return endpoint in SHOWN_TO_HOSTS
    has_table = "table_id" in (request.view_args or {})
    return endpoint is not None and not has_table and endpoint not in FOR_GUESTS


def is_invited() -> bool:
    """Tell whether this browser may do what hosts do; without the wish, everybody."""
    if not current_app.config["INVITE_ONLY"]:
        return True
    return _is_secret(request.headers.get(HEADER) or request.cookies.get(COOKIE, ""))


@bp.get("/host/<word>")
def invite(word: str) -> ResponseReturnValue:
    """Make this browser one of an invited host."""
    address = request.remote_addr or ""
    if wait := services().guesses.wait(address):
        raise TooManyRequests(retry_after=wait)
    if not _is_secret(word):
        services().guesses.failed(address)
        raise CodeRefused(say("This link opens no table here."))
    answer = redirect("/", 303)
    answer.set_cookie(
        COOKIE,
        word,
        max_age=LIFE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return answer


def _is_secret(word: str) -> bool:
    return compare_digest(word.encode(), secret().encode())
