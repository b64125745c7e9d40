"""The browser of a host, known again next time: its box and its cards are kept."""

from __future__ import annotations

from secrets import token_hex
from typing import TypeVar

from flask import request
from werkzeug import Response

COOKIE = "host"
LIFE = 5 * 365 * 24 * 3600

Answer = TypeVar("Answer", bound=Response)


def host_of_browser() -> str:
    """Return who hosts with this browser; empty if it has kept nothing yet."""
    return request.cookies.get(COOKIE, "")


def new_host() -> str:
    """Return the secret name of a host nobody has met before."""
    return token_hex(16)


def keep_host(answer: Answer, host: str) -> Answer:
    """Let this browser say next time which host it is."""
    answer.set_cookie(
        COOKIE,
        host,
        max_age=LIFE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return answer
