"""What may be sent: one struct per body, read strictly."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from flask import request
from msgspec import Meta, Struct, field
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.errors import Malformed, Refusal
from companion.core.phrase import say

JSON_LIMIT = 64 * 1024
"""Bytes: the longest honest word, a correction of a whole table, has about 9,000."""

OneTime = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[!-~]+$")]
Name = Annotated[str, Meta(max_length=60)]


class Unreadable(Refusal):
    """The body is not JSON at all."""

    code = "malformed"

    def __init__(self) -> None:
        super().__init__(say("The body of this request is not readable JSON."))


class NewTable(Struct):
    """A game, the players in turn order, and what the table chose."""

    game: str
    players: Annotated[list[Name], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = field(default_factory=dict)


class Said(Struct):
    """What every word carries: the version it was made against, a one-time id."""

    seen: int
    id: OneTime


class Act(Said, kw_only=True):
    """An action of the game, as `legal` lists it."""

    action: dict[str, Any]


class Word(Said, kw_only=True):
    """The host's word: an action against a rule, or a patch of the state."""

    reason: Annotated[str, Meta(max_length=300)] = ""
    action: dict[str, Any] | None = None
    patch: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    """Another name for `patch`."""


class Join(Struct):
    """A code from a link; a play code also needs the seat."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None


B = TypeVar("B")


def decoder(kind: type[B]) -> msgspec.json.Decoder[B]:
    """Return what reads this kind of body; make it before the first request."""
    return msgspec.json.Decoder(kind)


def read_body(read: msgspec.json.Decoder[B], limit: int = JSON_LIMIT) -> B:
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
