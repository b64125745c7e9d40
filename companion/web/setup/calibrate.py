"""Calibrate your box: what is printed on this host's pieces, kept for the next game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.core.errors import Malformed
from companion.core.game import Game
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.i18n import language, localise
from companion.web.services import services

bp = Blueprint("calibrate", __name__)


@bp.get("/box/<key>")
def box(key: str) -> str:
    """Show what we believe is printed on the pieces."""
    game = _game(key)
    try:
        return _page(game, game.box(box_of_host(key)))
    except Malformed as outdated:
        return _page(game, game.box(None), _words(outdated, key))


@bp.post("/box/<key>")
def correct(key: str) -> ResponseReturnValue:
    """Keep what the host read from the own box."""
    game = _game(key)
    usual = game.box(None)
    told = filled_in(usual, request.form)
    given = {} if "reset" in request.form else corrections(usual, told)
    try:
        game.box(given or None)
    except Malformed as refusal:
        return _page(game, told, _words(refusal, key)), 422
    host = host_of_browser() or new_host()
    services().tables.store.keep(_name(key, host), json.dumps(given))
    return keep_host(redirect(f"/box/{key}?kept=1", 303), host)


def box_of_host(key: str) -> dict[str, Any] | None:
    """Return the corrections this browser's host has made, None without any."""
    host = host_of_browser()
    kept = services().tables.store.kept(_name(key, host)) if host else None
    return json.loads(kept) or None if kept else None


def _words(refusal: Malformed, key: str) -> str:
    return str(localise(refusal.phrase.to_json(), language(), area=key))


def _name(key: str, host: str) -> str:
    return f"box-{key}-{host}"[:40]


def _game(key: str) -> Any:
    game: Game[Any, Any] | None = services().tables.games.get(key)
    if game is None or game.box is None:
        raise NotFound
    return game


def _page(game: Game[Any, Any], shown: dict[str, Any], problem: str = "") -> str:
    return render_template(
        "calibrate.html",
        game_name=game.name,
        box=localise(shown, language(), area=game.key),
        problem=problem,
        kept="kept" in request.args,
    )


def filled_in(usual: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return the box as the form tells it; what it leaves out is as usual."""
    return {
        **usual,
        "zones": [
            {**zone, "colour": form.get(f"colour-{zone['zone']}", zone["colour"])}
            for zone in usual["zones"]
        ],
        "cards": [
            {**card}
            | {
                side: form.get(f"{side}-{card['card']}", str(card[side])).strip()
                for side in ("light", "dark")
            }
            for card in usual["cards"]
        ],
        "amulets": [
            {
                face: _face(form, f"{face}-{place}", printed)
                for face, printed in piece.items()
            }
            for place, piece in enumerate(usual["amulets"])
        ],
        "ancestral": [
            _face(form, f"ancestral-{place}", printed)
            for place, printed in enumerate(usual["ancestral"])
        ],
    }


def _face(form: Mapping[str, str], name: str, printed: str) -> str:
    return form.get(name, printed).replace(" ", "").upper()


def corrections(usual: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs from the usual box, as the game's options take it."""
    pairs = zip(usual["zones"], told["zones"], strict=True)
    colours = {z["zone"]: t["colour"] for z, t in pairs if z["colour"] != t["colour"]}
    cards = zip(usual["cards"], told["cards"], strict=True)
    symbols = {
        card["card"]: {side: _symbols(card, new[side]) for side in ("light", "dark")}
        for card, new in cards
        if any(str(card[side]) != new[side] for side in ("light", "dark"))
    }
    given: dict[str, Any] = {}
    if colours:
        given["colours"] = colours
    if symbols:
        given["symbols"] = symbols
    if told["amulets"] != usual["amulets"]:
        pieces = told["amulets"]
        given["amulets"] = [
            {side: face for side, face in piece.items() if face} for piece in pieces
        ]
    if told["ancestral"] != usual["ancestral"]:
        given["ancestral"] = told["ancestral"]
    return given


def _symbols(card: Mapping[str, Any], count: str) -> str:
    return f"{card['letter']}{count}" if count.strip("0") else ""
