"""Everything a request may need, gathered once when the app is made."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import current_app, g, request

from companion.core.errors import Refusal
from companion.rulebook.library import Library
from companion.table.acquaintance import Acquaintance
from companion.table.albums import Albums
from companion.table.bearer import Bearer
from companion.table.evenings import Evenings
from companion.table.habits import Habits
from companion.table.history import History
from companion.table.hosts import Hosts
from companion.table.kept_throws import KeptThrows
from companion.table.learnt_cards import LearntCards
from companion.table.live import Live
from companion.table.people import People
from companion.table.photographer import Photographer
from companion.table.removal import remove
from companion.table.seating import Seating
from companion.table.service import Tables
from companion.table.table import Table
from companion.table.view import Shelved
from companion.table.waiting import Proposals
from companion.web.api.views import Views
from companion.web.pages.audit import Audits
from companion.web.pages.kept import KeptPages
from companion.web.server.limits import Limiter
from companion.web.server.network import (
    is_loopback,
    is_our_name,
    lan_address,
    split_host,
)
from companion.web.tickets import Tickets

if TYPE_CHECKING:  # only a server with a camera loads what can see
    from companion.table.eyes import Eyes


@dataclass(frozen=True, slots=True)
class Services:
    """The tables and what stands around them."""

    tables: Tables
    seating: Seating
    live: Live
    tickets: Tickets
    guesses: Limiter
    """Slows down whoever tries codes that open nothing."""

    photographer: Photographer
    proposals: Proposals
    hosts: Hosts
    evenings: Evenings
    people: People
    history: History
    albums: Albums
    learnt_cards: LearntCards
    acquaintance: Acquaintance
    kept: KeptThrows
    habits: Habits
    rules: Library
    eyes: Eyes | None = None
    """The camera over the table, where the server has one."""

    views: Views = field(default_factory=Views)
    audits: Audits = field(default_factory=Audits)
    pages: KeptPages = field(default_factory=KeptPages)
    public_url: str = ""
    """What phones should call this server; found out if it is empty."""


def services() -> Services:
    """Return the services of this app."""
    return cast(Services, current_app.extensions["services"])


def game_names() -> dict[str, str]:
    """Return the name of every game with rules or an engine here, by key."""
    played = {key: game.name for key, game in services().tables.games.items()}
    return {**services().rules.book.games, **played}


def base_url() -> str:
    """Return the address that phones can reach, without a slash at the end.

    A name in the `Host` header that is not ours never gets into a link.
    """
    if services().public_url:
        return services().public_url.rstrip("/")
    name, port = split_host(request.host)
    away = is_loopback(name) and not current_app.testing
    if away or not (is_loopback(name) or is_our_name(name)):
        name = lan_address()
    return f"{request.scheme}://{name}{port}"


def is_known_host() -> bool:
    """Tell whether this request calls the server by an address or a name of its own.

    A page elsewhere whose name was made to point here (DNS rebinding) calls it by
    that name. Names of one word, and those that end in `.local`, are given by the own
    network only.
    """
    name, _ = split_host(request.host)
    public, _ = split_host(services().public_url.partition("://")[2].strip("/"))
    is_near = name.isalnum() or name.lower().endswith(".local")
    return is_loopback(name) or is_our_name(name) or is_near or name == public


def admit(table_id: str, role: str | None = None) -> Bearer:
    """Return who is asking, before anything of the table is read for them.

    Raises:
        UnknownTable: if it is not here.
        NoTicket, WrongTicket: if the sender may not come near it.
    """
    try:
        who = services().tickets.holder(table_id, role)
    except Refusal:
        services().tables.store.charter(table_id)  # "not here" is said to everybody
        raise
    g.table_id, g.bearer = table_id, who
    return who


def approach(table_id: str, role: str | None = None) -> tuple[Table | Shelved, Bearer]:
    """Return the table and who is asking.

    Raises:
        UnknownTable: if it is not here.
        NoTicket, WrongTicket: if the sender may not come near it.
    """
    who = admit(table_id, role)
    g.table = services().tables.open(table_id)
    return g.table, who


def delete_table(table_id: str) -> None:
    """Delete a table with all that is kept of it, its pictures too."""
    remove(services().tables, table_id)
    services().kept.forget(table_id)


def table_at_hand() -> Table | Shelved | None:
    """Return the table this request was let near, for the words of a refusal."""
    if "table" not in g and "table_id" in g:
        with suppress(Refusal):  # there is one to be told already
            g.table = services().tables.open(g.table_id)
    found: Table | Shelved | None = g.get("table")
    return found
