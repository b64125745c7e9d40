"""What a call takes and gives, read off its handler: the document says the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import cleandoc, signature
from typing import Any, get_type_hints

import msgspec
from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.errors import Malformed, Refusal
from companion.core.phrase import say
from companion.table.table import Table
from companion.table.view import Shelved
from companion.web.services import admit, approach

Handler = Callable[..., Any]

FORM = "multipart/form-data"
HTML = "text/html"

JSON_LIMIT = 64 * 1024
"""Bytes: a correction of a whole table has a few thousand."""


class Unreadable(Refusal):
    """The body is not JSON at all."""

    code = "malformed"

    def __init__(self) -> None:
        super().__init__(say("The body of this request is not readable JSON."))


@dataclass(frozen=True, slots=True)
class Contract:
    """One call, as far as its address does not say it."""

    does: str
    body: Any
    """The type of its JSON, or a media type; None if it takes nothing."""

    gives: Any
    """The type of its JSON, or a media type."""

    statuses: tuple[int, ...]
    refuses: tuple[int, ...]
    """Beyond what every call of its kind may refuse."""

    query: tuple[str, ...]
    also: tuple[str, ...]
    """Media types it can answer with instead, if that is asked for."""


def call(
    *statuses: int,
    refuses: tuple[int, ...] = (),
    reads: Any = None,
    gives: Any = None,
    query: tuple[str, ...] = (),
    also: tuple[str, ...] = (),
    limit: int = JSON_LIMIT,
) -> Callable[[Handler], Handler]:
    """Make a handler of typed values a call over HTTP.

    Whoever takes `who` is only called for good tickets, `table` is the opened table
    (one in play if it is typed so), `body` is what was sent, read strictly. What it
    returns is written as JSON, unless it is a response already. `reads` and `gives`
    are said where the types of `body` and of the answer do not say them.
    """

    def make(handler: Handler) -> Handler:
        names, hints = signature(handler).parameters, get_type_hints(handler)
        # Made now and not at the first request: several threads would do it at once.
        read = msgspec.json.Decoder(hints["body"]) if "body" in names else None

        @wraps(handler)
        def answer(**given: Any) -> Response:
            if "who" in names or "table" in names:
                given |= _at_table(given.pop("table_id"), hints)
            if read:
                given["body"] = read_body(read, limit)
            elif request.method == "POST" and not reads:
                refuse_broken(limit)
            said = handler(**given)
            return said if isinstance(said, Response) else reply(said, codes[0])

        codes = statuses or (200,)
        answer.contract = Contract(  # type: ignore[attr-defined]
            does=cleandoc(handler.__doc__ or "").partition("\n")[0].rstrip("."),
            body=reads or hints.get("body"),
            gives=gives or hints["return"],
            statuses=codes,
            refuses=refuses,
            query=query,
            also=also,
        )
        return answer

    return make


def _at_table(table_id: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a handler wants to know of the table; the ticket comes first.

    Raises:
        ClosedTable: if it wants a table in play, and this one can only be read.
    """
    found: dict[str, Any] = {"table_id": table_id, "who": None}
    if "table" in wanted:
        found["table"], found["who"] = approach(table_id)
        if wanted["table"] is Table and isinstance(found["table"], Shelved):
            raise found["table"].refusal()
    else:
        found["who"] = admit(table_id)
    return {name: value for name, value in found.items() if name in wanted}


def read_body(read: msgspec.json.Decoder[Any], limit: int) -> Any:
    """Return the JSON body of this request.

    Raises:
        Unreadable: if it is not JSON.
        Malformed: if it is JSON of another shape, saying where.
        RequestEntityTooLarge: if it is longer than the limit.
    """
    request.max_content_length = limit
    body = request.get_data(cache=False)
    if request.content_length is None and len(body) >= limit:
        raise RequestEntityTooLarge  # sent in pieces, and cut off at the limit
    try:
        return read.decode(body)
    except msgspec.ValidationError as wrong:
        raise Malformed("This request has a fault: {fault}", fault=str(wrong)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable from None


ANYTHING = msgspec.json.Decoder(dict[str, Any])


def refuse_broken(limit: int) -> None:
    """Make sure that a call which needs no body was sent none, or an object.

    Raises:
        Unreadable: if what was sent is not JSON.
        Malformed: if it is JSON of another shape.
        RequestEntityTooLarge: if it is longer than the limit.
    """
    request.max_content_length = limit
    if request.get_data().strip():
        read_body(ANYTHING, limit)


def contract_of(view: Any) -> Contract | None:
    """Return what a view function of the app promises, None if it is no call."""
    return getattr(view, "contract", None)


def wants_page() -> bool:
    """Tell whether the sender would rather draw a page than read a view."""
    kinds = request.accept_mimetypes
    return kinds.best_match(["application/json", HTML]) == HTML


def reply(data: Any, status: int = 200) -> Response:
    """Return data as a JSON response."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")
