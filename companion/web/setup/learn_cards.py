"""Teach the app your cards: each shown once by name, known again by its picture."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.core.phrase import Phrase, say
from companion.table.learnt_cards import titles
from companion.table.photographer import ReadersBusy
from companion.web.api.contract import reply
from companion.web.api.photos import photo
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.i18n import language, localise
from companion.web.services import game_names, services

bp = Blueprint("teach", __name__, url_prefix="/teach")


@bp.get("/<game>")
def cards(game: str) -> str:
    """Ask for the cards by name, one after another."""
    names = _names(game)
    taught = services().learnt_cards.taught(host_of_browser(), game) & names.keys()
    asked = _asked(names, taught)
    return render_template(
        "teach.html",
        game=game,
        game_name=game_names()[game],
        names=names,
        taught=taught,
        asked=asked,
        next=_next(names, taught, asked),
        playable=game in services().tables.games,
    )


@bp.post("/<game>/<card>")
def show(game: str, card: str) -> Response:
    """Learn a card from the photo of it."""
    names = _names(game)
    if card not in names:
        raise NotFound
    host = host_of_browser() or new_host()
    try:
        learnt = services().learnt_cards.learn(host, game, card, photo())
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    taught = services().learnt_cards.taught(host, game) & names.keys()
    told = _told(names, card, learnt.like).to_json()
    answer = {
        "card": card,
        "views": learnt.views,
        "like": learnt.like,
        "taught": len(taught),
        "cards": len(names),
        "message": localise(told, language()),
    }
    return keep_host(reply(answer, 201), host)


@bp.post("/<game>/forget")
def forget(game: str) -> ResponseReturnValue:
    """Forget the card of this form, or every card of the game."""
    names = _names(game)
    card = request.form.get("card", "")
    if card and card not in names:
        raise NotFound
    if host_of_browser():
        services().learnt_cards.forget(host_of_browser(), game, card)
    return redirect(f"/teach/{game}" + (f"?card={card}" if card else ""), 303)


def _told(names: Mapping[str, str], card: str, like: str | None) -> Phrase:
    if like is None or like not in names:
        return say("{card} is known now.", card=names[card])
    return say(
        "{card} is known now. But it looks like {other}, which you showed before: if"
        " one of them was the wrong card, forget it and show the right one.",
        card=names[card],
        other=names[like],
    )


def _names(game: str) -> Mapping[str, str]:
    names = titles(game, language()) if game in game_names() else None
    if names is None:
        raise NotFound
    return names


def _asked(names: Mapping[str, str], taught: frozenset[str]) -> str | None:
    """Return the card to show now: the one wished for, or the first still missing."""
    wish = request.args.get("card", "")
    return wish if wish in names else _next(names, taught, None)


def _next(
    names: Mapping[str, str], taught: frozenset[str], after: str | None
) -> str | None:
    """Return the missing card that follows another; after the last comes the first."""
    order = list(names)
    start = order.index(after) + 1 if after else 0
    missing = [card for card in order[start:] + order[:start] if card not in taught]
    return next((card for card in missing if card != after), None)
