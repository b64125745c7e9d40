"""Every call of the contract, listed once."""

from __future__ import annotations

from dataclasses import dataclass

AT_TABLE = (401, 403, 404)
WRITE = (400, *AT_TABLE, 409, 413, 422)


@dataclass(frozen=True, slots=True)
class Operation:
    """One call of the contract."""

    method: str
    path: str
    does: str
    answers: dict[int, str]
    """Status to the name of its shape, or to a media type."""

    refuses: tuple[int, ...] = ()
    body: str = ""
    """The struct or shape it reads, or a media type."""

    ticket: bool = True
    query: tuple[str, ...] = ()


OPERATIONS = (
    Operation(
        "get",
        "/api/games",
        "Games, player counts, options with defaults and provenance",
        {200: "Games"},
        ticket=False,
    ),
    Operation(
        "post",
        "/api/tables",
        "Lay out a table",
        {201: "Invitation"},
        (400, 403, 413, 422),
        body="NewTable",
        ticket=False,
    ),
    Operation(
        "get",
        "/api/tables",
        "The tables this browser holds tickets for",
        {200: "MyTables"},
        ticket=False,
    ),
    Operation(
        "post",
        "/api/tables/import",
        "Lay out a table from an export",
        {201: "Invitation"},
        (400, 403, 409, 413, 422),
        body="Export",
        ticket=False,
    ),
    Operation(
        "get",
        "/api/tables/{table_id}",
        "The view of the bearer",
        {200: "View"},
        AT_TABLE,
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/setup",
        "What to take out of the box",
        {200: "Setup"},
        AT_TABLE,
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/actions",
        "Play an action; the same id twice is one action",
        {201: "View", 200: "View"},
        WRITE,
        body="Act",
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/chance",
        "Let the app roll or draw what is awaited",
        {201: "View", 200: "View"},
        WRITE,
        body="Said",
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/undo",
        "Take back the last standing action",
        {201: "View", 200: "View"},
        WRITE,
        body="Said",
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/override",
        "The host's word, with a reason",
        {201: "View", 200: "View"},
        WRITE,
        body="Word",
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/photos",
        "What a photo seems to show; changes nothing",
        {200: "Proposal"},
        (*WRITE, 503),
        body="multipart/form-data",
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/proposals/{name}",
        "A photo's proposal, to whoever may see it, until the version moves on",
        {200: "Proposal"},
        (*AT_TABLE, 409),
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/proposals/{name}/accept",
        "Play what a photo suggests, or what it was corrected to",
        {201: "View", 200: "View"},
        WRITE,
        body="Accept",
    ),
    Operation(
        "delete",
        "/api/tables/{table_id}/proposals/{name}",
        "Drop a proposal",
        {200: "View"},
        (*AT_TABLE, 409),
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/pictures/{name}.jpg",
        "The photo of a proposal, to whoever may see it",
        {200: "image/jpeg"},
        (*AT_TABLE, 409),
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/events",
        "Server-sent events: `changed`, with the version as id, and `proposal`",
        {200: "text/event-stream"},
        (*AT_TABLE, 503),
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/seats",
        "Who sits where; for the host also the links",
        {200: "Seats"},
        AT_TABLE,
    ),
    Operation(
        "post",
        "/api/tables/{table_id}/seats/{seat}/free",
        "Free a seat: its tickets die, a new link is made",
        {200: "Seats"},
        (*AT_TABLE, 422),
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/qr/{link}.svg",
        "The QR of a link: play, watch, seat-0",
        {200: "image/svg+xml"},
        AT_TABLE,
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/export",
        "The whole log, for the host",
        {200: "Export"},
        AT_TABLE,
    ),
    Operation(
        "get",
        "/api/tables/{table_id}/results",
        "Scores and how it ended, as JSON or CSV",
        {200: "Results"},
        (*AT_TABLE, 422),
        query=("format",),
    ),
    Operation(
        "get",
        "/api/join/{code}",
        "What a code opens, without using it",
        {200: "Code"},
        (404, 429),
        ticket=False,
    ),
    Operation(
        "post",
        "/api/join",
        "Exchange a code for a ticket",
        {201: "Joined"},
        (400, 403, 404, 409, 413, 422, 429),
        body="Join",
        ticket=False,
    ),
    Operation(
        "get",
        "/api/rules",
        "Rules of a game, or those that answer a question best",
        {200: "Rules"},
        (422,),
        ticket=False,
        query=("game", "q", "lang"),
    ),
    Operation(
        "get",
        "/healthz",
        "200 when the store can be read and written",
        {200: "Health"},
        (503,),
        ticket=False,
    ),
)
