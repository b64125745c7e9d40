"""Teach the app your cards: each shown once by name, known again by its picture."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.core.phrase import Phrase, say
from companion.table.bearer import Role
from companion.table.hosts import host_id
from companion.table.learnt_cards import titles
from companion.table.photographer import ReadersBusy
from companion.table.refusals import NotYours
from companion.web.api.contract import reply
from companion.web.api.photos import photo
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.i18n import language, localise, vocabulary
from companion.web.services import admit, game_names, services

bp = Blueprint("teach", __name__)


@bp.get("/teach/<game>")
def cards(game: str) -> str:
    """Ask for the cards by name, one after another."""
    return _page(game, _own(), f"/teach/{game}")


@bp.post("/teach/<game>/<card>")
def show(game: str, card: str) -> Response:
    """Learn a card from the photo of it."""
    host = host_of_browser() or new_host()
    return keep_host(_learn(game, card, host_id(host)), host)


@bp.post("/teach/<game>/forget")
def forget(game: str) -> ResponseReturnValue:
    """Forget the card of this form, or every card of the game."""
    return _forget(game, _own(), f"/teach/{game}")


@bp.get("/t/<table_id>/teach")
def cards_at_table(table_id: str) -> str:
    """Ask a player for the cards of this table's host: phones hold the camera."""
    return _page(*_at_table(table_id), f"/t/{table_id}/teach")


@bp.post("/t/<table_id>/teach/<card>")
def show_at_table(table_id: str, card: str) -> Response:
    """Learn a card for the host of this table."""
    game, host = _at_table(table_id)
    return _learn(game, card, host)


@bp.post("/t/<table_id>/teach/forget")
def forget_at_table(table_id: str) -> ResponseReturnValue:
    """Forget what was learnt for the host of this table."""
    return _forget(*_at_table(table_id), f"/t/{table_id}/teach")


def _own() -> str:
    secret = host_of_browser()
    return host_id(secret) if secret else ""


def _at_table(table_id: str) -> tuple[str, str]:
    """Return the game of a table and its host's id, for somebody who plays there."""
    if admit(table_id).role is Role.WATCH:
        raise NotYours(say("Only players at this table can teach its cards."))
    host = services().hosts.host_of(table_id)
    if host is None:  # laid out by a program that is no host
        raise NotFound
    return services().tables.charter(table_id).game, host


def _page(game: str, host: str, path: str) -> str:
    names = _names(game)
    taught = services().learnt_cards.taught(host, game) & names.keys()
    asked = _asked(names, taught)
    return render_template(
        "teach.html",
        path=path,
        game=game,
        game_name=game_names()[game],
        names=names,
        taught=taught,
        asked=asked,
        next=_next(names, taught, asked),
        table=g.get("table_id"),
        playable=game in services().tables.games,
    )


def _learn(game: str, card: str, host: str) -> Response:
    names = _names(game)
    if card not in names:
        raise NotFound
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
    return reply(answer, 201)


def _forget(game: str, host: str, path: str) -> ResponseReturnValue:
    names = _names(game)
    card = request.form.get("card", "")
    if card and card not in names:
        raise NotFound
    if host:
        services().learnt_cards.forget(host, game, card)
    return redirect(path + (f"?card={card}" if card else ""), 303)


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
    """Return the cards by name: where no print is known, as the game's screens say."""
    names = titles(game, language()) if game in game_names() else None
    if names is None:
        raise NotFound
    said, lang = vocabulary().template, language()
    return {card: said(name, None, None, lang, game) for card, name in names.items()}


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
