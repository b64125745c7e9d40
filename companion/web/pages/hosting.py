"""A table that was just laid out, and the browser that hosts it from now on."""

from __future__ import annotations

from flask import Response, redirect

from companion.table.bearer import HOST
from companion.table.hosts import host_id
from companion.table.table import Charter
from companion.web.hosts import host_of_browser, keep_host, new_host
from companion.web.services import services


def hosted(charter: Charter, to: str) -> Response:
    """Make this browser the host of a new table, and send it there.

    The host is known again next time, and so are the people who sit down.
    """
    host = host_of_browser() or new_host()
    services().seating.prepare(charter.table, len(charter.players))
    services().hosts.seat_host(charter.table, host)
    services().people.meet(host_id(host), charter.players)
    answer = keep_host(redirect(to, 303), host)
    return services().tickets.give(answer, charter.table, HOST)  # type: ignore[arg-type]
