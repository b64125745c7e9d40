"""Know your table: photograph the own dice, hear how they are read, teach them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, g, redirect, render_template
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct
from werkzeug.exceptions import NotFound, ServiceUnavailable

from companion.core.colours import Colour
from companion.core.errors import Malformed
from companion.core.phrase import Phrase, say
from companion.table.acquaintance import Said, helpful_words, learnt_words
from companion.table.bearer import Role
from companion.table.hosts import host_id
from companion.table.own_dice import MOST, Count
from companion.table.photographer import ReadersBusy
from companion.table.refusals import NotYours
from companion.web.api.contract import JSON_LIMIT, read_body, reply
from companion.web.api.photos import photo
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.i18n import language, localise
from companion.web.services import admit, services

bp = Blueprint("know", __name__)

COLOURS = frozenset(colour.value for colour in Colour)


TRIAL = 32 * 1024
"""Letters of a trial: sixty dice with their colours, packed and signed, take 20,000."""


class DieSaid(Struct):
    """A die as a person sees it: no face if it is none, no colour if it has no name."""

    face: Annotated[int, Meta(ge=1, le=6)] | None = None
    colour: str | None = None


class Confirmation(Struct):
    """What a person says of the photo that was tried."""

    trial: Annotated[str, Meta(max_length=TRIAL)]
    dice: Annotated[list[DieSaid], Meta(max_length=60)]
    missed: bool = False
    """Whether a die lay there that was not read."""


_read = msgspec.json.Decoder(Confirmation)


@bp.get("/know")
def page() -> str:
    """Ask for photos of the own dice."""
    return _page(_own(), "/know")


@bp.post("/know")
def tried() -> Response:
    """Say how a photo is read and what would help; the photo is not kept."""
    return _tried(_own())


@bp.post("/know/learn")
def learn() -> Response:
    """Learn the colours of a photo that was confirmed."""
    host = host_of_browser() or new_host()
    return keep_host(_learn(host_id(host)), host)


@bp.post("/know/forget")
def forget() -> ResponseReturnValue:
    """Forget the light and the dice of this host's table."""
    return _forget(_own(), "/know")


@bp.get("/t/<table_id>/know")
def page_at_table(table_id: str) -> str:
    """Ask a player for photos of the dice of this table: phones hold the camera."""
    host = admit(table_id).role is Role.HOST
    return _page(_at_table(table_id), f"/t/{table_id}/know", may_forget=host)


@bp.post("/t/<table_id>/know")
def tried_at_table(table_id: str) -> Response:
    """Say how a photo is read at this table."""
    return _tried(_at_table(table_id))


@bp.post("/t/<table_id>/know/learn")
def learn_at_table(table_id: str) -> Response:
    """Learn the colours of a photo for the host of this table."""
    return _learn(_at_table(table_id))


@bp.post("/t/<table_id>/know/forget")
def forget_at_table(table_id: str) -> ResponseReturnValue:
    """Forget what was learnt for the host of this table, if it is the host who asks."""
    if admit(table_id).role is not Role.HOST:
        raise NotYours(say("Only the host can forget these dice. Ask them."))
    return _forget(_at_table(table_id), f"/t/{table_id}/know")


def _own() -> str:
    secret = host_of_browser()
    return host_id(secret) if secret else ""


def _at_table(table_id: str) -> str:
    if admit(table_id).role is Role.WATCH:
        raise NotYours(say("Only players at this table can teach its dice."))
    host = services().hosts.host_of(table_id)
    if host is None:  # laid out by a program that is no host
        raise NotFound
    return host


def _page(host: str, path: str, *, may_forget: bool = True) -> str:
    return render_template(
        "know.html",
        path=path,
        may_forget=may_forget,
        table=g.get("table_id"),
        standing=_standing(host),
        colours=[colour.value for colour in Colour],
        most=MOST,
    )


def _tried(host: str) -> Response:
    try:
        trial = services().acquaintance.try_out(photo(), host)
    except ReadersBusy:
        raise ServiceUnavailable(retry_after=3) from None
    return reply(
        {
            "trial": services().acquaintance.signed(trial),
            "readings": trial.pieces(),
            "certain": trial.report.certain,
            "size": list(trial.report.size),
            "help": _spoken(trial.help),
        }
    )


def _learn(host: str) -> Response:
    body: Confirmation = read_body(_read, JSON_LIMIT)
    if any(die.colour not in (None, *COLOURS) for die in body.dice):
        raise Malformed("A colour is one of the eight, or none.")
    dice = [Said(die.face, die.colour) for die in body.dice]
    services().acquaintance.confirm(host, body.trial, dice, missed=body.missed)
    return reply(_standing(host), 201)


def _forget(host: str, path: str) -> ResponseReturnValue:
    if host:
        services().acquaintance.own.forget(host)
    return redirect(path, 303)


def _standing(host: str) -> dict[str, Any]:
    """Return what is known of a host's table, in the language of the phone."""
    standing = services().acquaintance.own.standing(host)
    return {
        "photos": standing.before.photos,
        "colours": dict(standing.colours),
        "learnt": _spoken(learnt_words(standing)),
        "help": _spoken(helpful_words(standing)),
        "before": _count(standing.before),
        "after": _count(standing.after) if standing.after.photos else None,
    }


def _count(count: Count) -> dict[str, int]:
    return {"right": count.right, "asked": count.asked, "wrong": count.wrong}


def _spoken(phrases: list[Phrase] | tuple[Phrase, ...]) -> list[str]:
    said: list[str] = localise([one.to_json() for one in phrases], language())
    return said
