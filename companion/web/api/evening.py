"""The next game of an evening: laid out by the host, followed by everybody."""

from __future__ import annotations

from flask import Blueprint

from companion.core.phrase import say
from companion.table.bearer import HOST, Bearer
from companion.table.refusals import NotYours
from companion.web.api.answers import Followed
from companion.web.api.contract import call
from companion.web.services import services

bp = Blueprint("evening", __name__, url_prefix="/api")


@bp.post("/tables/<table_id>/again")
@call(201, refuses=(409, 429))
def again(table_id: str, who: Bearer) -> Followed:
    """Lay out the same game for the same people; the next player begins."""
    rematch(table_id, who)
    return _followed(table_id, who)


@bp.post("/tables/<table_id>/follow")
@call(refuses=(409,))
def follow(table_id: str, who: Bearer) -> Followed:
    """Change to the table where these people play on."""
    return _followed(table_id, who)


def _followed(table_id: str, who: Bearer) -> Followed:
    table, bearer = services().evenings.follow(table_id, who)
    ticket = services().tickets.write(table, bearer)
    return {"table": table, "seat": bearer.seat, "ticket": ticket}


def rematch(table_id: str, who: Bearer) -> str:
    """Return the table that follows a table, laid out now if there is none.

    Raises:
        NotYours: if it is not the host who asks.
    """
    if who != HOST:
        raise NotYours(say("Only the host can start another game. Ask them."))
    return services().evenings.rematch(table_id)
