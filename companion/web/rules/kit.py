"""Print your kit, and what to do when the address in the codes changes."""

from __future__ import annotations

import socket
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request

from companion.core.drawn_board import DrawnBoard
from companion.core.errors import Malformed
from companion.rulebook import Catalogue
from companion.rulebook.kit.order import PAPERS, Kit
from companion.rulebook.qr import AddressTooLong
from companion.table.bearer import Role
from companion.table.view import You
from companion.web.api.join import links
from companion.web.api.tables import tables_of_browser
from companion.web.i18n import language, vocabulary
from companion.web.services import base_url, services
from companion.web.setup.calibrate import box_of_host

bp = Blueprint("kit", __name__)

LONGEST_ADDRESS = 120


@bp.get("/kit")
def kit() -> str:
    """Let people choose what to print."""
    return render_template(
        "rules/kit.html",
        games=services().rules.book.games,
        chosen=request.args.get("game", ""),
        papers=tuple(PAPERS),
        address=base_url(),
        named=_named_address(),
        tables=[table for table in tables_of_browser() if _hosted(table["you"])],
    )


@bp.get("/kit.pdf")
def print_kit() -> Response:
    """Give the kit as a PDF."""
    game, paper = request.args.get("game", ""), request.args.get("paper", "a4")
    if game not in services().rules.book.games or paper not in PAPERS:
        raise Malformed("There is no such kit. Choose a game and a paper.")
    base = _address(request.args.get("address") or base_url())
    chosen = Kit(game, base, language(), paper, _join(base), _board(game))
    try:
        pdf = _printed(chosen, services().rules.book)
    except AddressTooLong:
        raise Malformed(
            "{address} is too long for small codes. Start with a shorter --public-url.",
            address=base,
        ) from None
    name = f"karma-table-{game}-{chosen.lang}-{paper}.pdf"
    return Response(
        pdf,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


@bp.get("/address")
def address() -> str:
    """Tell what to do when the computer's address changes."""
    return render_template(
        "rules/address.html",
        address=base_url(),
        named=_named_address(),
        fixed=bool(services().public_url),
    )


@bp.get("/address/forward.html")
def forward() -> Response:
    """Give a page that forwards from an address that stays to the one of today."""
    page = render_template("rules/forward.html", address=base_url())
    name = 'attachment; filename="forward.html"'
    return Response(page, headers={"Content-Disposition": name})


def _board(key: str) -> DrawnBoard | None:
    """Return the board of this browser's host, if the game prints one."""
    game = services().tables.games.get(key)
    return game.printed(box_of_host(key)) if game and game.printed else None


@lru_cache(maxsize=8)
def _printed(chosen: Kit, book: Catalogue) -> bytes:
    from companion.rulebook.kit.kit import make_kit

    say = vocabulary().translations(chosen.lang, "rules").gettext
    return make_kit(chosen, book, say)


def _address(text: str) -> str:
    text = text.rstrip("/")[:LONGEST_ADDRESS]
    if not _is_address(text):
        raise Malformed("An address begins with http:// or https:// and has no spaces.")
    return text


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    plain = text.isascii() and text.isprintable() and " " not in text
    return parts.scheme in ("http", "https") and bool(parts.netloc) and plain


def _named_address() -> str:
    """Return the address by this machine's own name, where networks know it."""
    parts = urlsplit(base_url())
    name = socket.gethostname().partition(".")[0]
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{name}.local{port}"


def _join(base: str) -> str:
    """Return the link of the table to join, if this browser is its host."""
    table = request.args.get("table", "")
    if not any(held.role is Role.HOST for held in services().tickets.held(table)):
        return ""
    return base + links(table).get("play", "").removeprefix(base_url())


def _hosted(held: list[You]) -> bool:
    return any(one["role"] == "host" for one in held)
