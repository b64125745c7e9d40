"""The rules on the phone: contents, search, one page per entry, their QR codes."""

from __future__ import annotations

from threading import Thread

from flask import Blueprint, Response, redirect, render_template, request
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.core.errors import Malformed
from companion.rulebook import Catalogue, Entry, Kind, Library, qr
from companion.web.api.answers import Rules, RuleShown
from companion.web.api.contract import HTML, call
from companion.web.i18n import LANGUAGES, language
from companion.web.rules.now import in_your_game
from companion.web.services import base_url, services

bp = Blueprint("rules", __name__)

LONGEST_QUESTION = 200
KEPT = "private, max-age=43200"
"""An evening: contents open again without a network, also on plain http."""


@bp.record_once
def _open_the_books(setup: BlueprintSetupState) -> None:
    """Read the catalogue while the first phone is still on its way."""
    if not setup.app.testing:
        rules: Library = setup.app.extensions["services"].rules
        Thread(target=rules.open_all, daemon=True).start()


@bp.get("/api/rules")
@call(refuses=(422,), query=("game", "q", "lang"))
def search() -> Rules:
    """Find rules: those that answer a question best, or all of a game."""
    game = _game_asked()
    lang = language()
    found = _found(game, _question())
    rules = [_described(entry, lang) for entry in found]
    return {"game": game, "lang": lang, "rules": rules}


@bp.get("/rules/", strict_slashes=False)
def contents() -> Response:
    """Show the contents of a game, or of all, and what a question finds."""
    game, question = _game_asked(), _question()
    page = render_template(
        "rules/contents.html",
        game=game,
        games=_book().games,
        groups=_groups(game),
        question=question,
        found=_found(game, question) if question else [],
    )
    return _kept(Response(page))


@bp.get("/rules/<rule_id>")
@call(gives=HTML, refuses=(404,), query=("lang",))
def rule(rule_id: str) -> Response:
    """Show one entry, and what it means at this phone's table."""
    entry = _entry(rule_id)
    now = in_your_game(entry.game, entry.id)
    page = render_template(
        "rules/rule.html",
        entry=entry,
        words=entry.words(language()),
        game_name=_book().games[entry.game],
        related=_book().related(entry),
        now=now,
    )
    # The state of a table is never kept, a rule alone may be.
    return Response(page) if now else _kept(Response(page))


@bp.get("/rules/<rule_id>/now")
def rule_now(rule_id: str) -> ResponseReturnValue:
    """Show only what an entry means at this phone's table; nothing without one."""
    entry = _entry(rule_id)
    now = in_your_game(entry.game, entry.id)
    return render_template("rules/_now.html", now=now) if now else ("", 204)


@bp.get("/rules/index/<game>/<lang>.json")
def shelf(game: str, lang: str) -> Response:
    """Give a phone everything it needs to read and search a game's rules alone."""
    if game not in _book().games or lang not in LANGUAGES:
        raise NotFound
    kept = services().rules.shelf(game, lang)
    answer = Response(kept.plain, mimetype="application/json")
    if request.accept_encodings["gzip"]:
        answer.data = kept.zipped
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.set_etag(kept.mark)
    answer.cache_control.max_age = 43_200
    answer.make_conditional(request)
    return answer


@bp.get("/r/<code>")
@bp.get("/R/<code>")
def scanned(code: str) -> ResponseReturnValue:
    """Open what a sticker stands for, however the phone spells its address."""
    if game := _book().game_coded(code):
        return redirect(f"/rules/?game={game}")
    entry = _book().coded(code)
    if entry is None:
        return render_template("rules/unknown.html", code=code.upper()[:8]), 404
    return redirect(f"/rules/{entry.id}")


@bp.get("/qr/<rule_id>.svg")
@call(gives="image/svg+xml", refuses=(404, 422))
def code_svg(rule_id: str) -> Response:
    """Draw the code of an entry as SVG."""
    return _drawn(qr.svg(_address(rule_id)), "image/svg+xml")


@bp.get("/qr/<rule_id>.png")
@call(gives="image/png", refuses=(404, 422))
def code_png(rule_id: str) -> Response:
    """Draw the code of an entry as PNG."""
    return _drawn(qr.png(_address(rule_id)), "image/png")


def _address(rule_id: str) -> str:
    address = qr.rule_address(base_url(), _entry(rule_id).code)
    try:
        qr.modules(address)
    except qr.AddressTooLong:
        raise Malformed(
            "{address} is too long for small codes. Start with a shorter --public-url.",
            address=base_url(),
        ) from None
    return address


def _drawn(image: bytes, mimetype: str) -> Response:
    return Response(image, mimetype=mimetype)


def _game_asked() -> str | None:
    game = request.args.get("game") or None
    if game is not None and game not in _book().games:
        raise Malformed(
            "There is no game called {game}. Choose one of: {games}.",
            game=game,
            games=", ".join(_book().games),
        )
    return game


def _question() -> str:
    return request.args.get("q", "").strip()[:LONGEST_QUESTION]


def _found(game: str | None, question: str) -> list[Entry]:
    if not question:
        return list(_book().of_game(game) if game else _book().entries)
    hits = services().rules.index(game).search(question, language())
    return [hit.entry for hit in hits]


def _groups(game: str | None) -> list[tuple[Kind, list[Entry]]]:
    entries = _book().of_game(game) if game else ()
    groups = [(kind, [e for e in entries if e.kind is kind]) for kind in Kind]
    return [(kind, members) for kind, members in groups if members]


def _entry(rule_id: str) -> Entry:
    entry = _book().get(rule_id)
    if entry is None:
        raise NotFound
    return entry


def _described(entry: Entry, lang: str) -> RuleShown:
    words = entry.words(lang)
    return {
        "id": entry.id,
        "code": entry.code,
        "game": entry.game,
        "kind": entry.kind,
        "title": words.title,
        "short": words.short,
        "text": words.text,
        "example": words.example,
        "page": entry.page,
        "provenance": entry.provenance,
        "related": list(entry.related),
        "pieces": list(entry.pieces),
        "url": f"/rules/{entry.id}?lang={lang}",
    }


def _kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = KEPT
    answer.vary.update(("Cookie", "Accept-Language"))
    return answer


def _book() -> Catalogue:
    return services().rules.book
