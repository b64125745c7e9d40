"""Headers that keep strangers out, and the check of where a write came from."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import Forbidden, HTTPException, NotFound

from companion.web.services import is_known_host, services

FORM_LIMIT = 64 * 1024
"""Bytes of any body unless a call allows more; our longest form has about 5,000."""

HTTPS_SECONDS = 24 * 3600
"""A browser insists on https for an evening; longer would lock phones out of a table
that is opened without `--tls` the next week."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), geolocation=()",
}


def init_app(app: Flask) -> None:
    """Guard every request and every answer."""
    app.config["MAX_CONTENT_LENGTH"] = FORM_LIMIT
    # Otherwise `//t/x` is redirected to wherever the Host header says this server is.
    app.url_map.merge_slashes = False
    app.before_request(check_path)
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(_guard)


def check_path() -> None:
    """Say of an address with a NUL in it that nothing is there: no name has one."""
    if "\0" in request.path:
        raise NotFound


class Misdirected(HTTPException):
    """The server was called by a name that is not its own."""

    code = 421
    description = "misdirected request"


def check_host() -> None:
    """Refuse a request that calls this server by somebody else's name.

    Otherwise a page of that name could read what any guest here may read. A proxy that
    looks whether we live may call us as it likes.
    """
    if request.path != "/healthz" and not is_known_host():
        raise Misdirected


def check_origin() -> None:
    """Refuse a write that another site made with this browser's cookies.

    A ticket in a header was put there on purpose, so only cookies are checked. A
    request that names no origin at all does not come from another site's page.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if "Authorization" in request.headers:
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in (
        "same-origin",
        "none",
    ):
        raise Forbidden
    origin = request.headers.get("Origin") or request.headers.get("Referer")
    if origin is not None and _site(origin) not in _our_names():
        raise Forbidden


def _site(origin: str) -> str | None:
    """Return the host and port of an origin; None if it cannot be read."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _our_names() -> set[str]:
    names = {request.host}
    if services().public_url:
        names.add(urlsplit(services().public_url).netloc)
    return names


def _guard(response: Response) -> Response:
    if current_app.config["TLS"]:
        response.headers["Strict-Transport-Security"] = f"max-age={HTTPS_SECONDS}"
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith("/static/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
