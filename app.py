"""Karma Table: the entry. `create_app()` for servers, a command line for people."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Flask

from companion.commands.where import FILE, SNAPSHOTS, data_folder

ROOT = Path(__file__).parent

VERSION = "Karma Table 0.1.0"
"""What this is, for whoever reports something; the number is `pyproject.toml`'s."""

COMMANDS = {
    "check": ("companion.commands.check", "is every table as it was written"),
    "kit": ("companion.commands.kit", "make the PDF to print for a game"),
    "restore": ("companion.commands.restore", "bring back a snapshot"),
    "simulate": (
        "companion.commands.simulate",
        "play whole games from a seeded source",
    ),
}
"""Modules that bring a command: `add_arguments(parser)` and `main(args)`."""


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the app; see `settings` for what can be configured."""
    from companion.games import GAMES
    from companion.rulebook.library import library
    from companion.table.acquaintance import Acquaintance
    from companion.table.albums import Albums
    from companion.table.database import connect
    from companion.table.evenings import Evenings
    from companion.table.habits import Habits
    from companion.table.history import History
    from companion.table.hosts import Hosts
    from companion.table.kept_throws import KeptThrows
    from companion.table.learnt_cards import LearntCards
    from companion.table.live import Live
    from companion.table.own_dice import OwnDice
    from companion.table.people import People
    from companion.table.photographer import Photographer
    from companion.table.seating import Seating
    from companion.table.service import Tables
    from companion.table.store import Store
    from companion.table.waiting import EACH, OF_PLACE, Proposals
    from companion.web import init_app
    from companion.web.server.limits import Limiter
    from companion.web.services import Services
    from companion.web.tickets import Tickets

    app = Flask(
        __name__,
        static_folder=str(ROOT / "static"),
        template_folder=str(ROOT / "companion" / "web" / "templates"),
    )
    app.config.from_mapping(settings(config or {}))
    data = Path(app.config["DATA"])
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store(connect(app.config["DATABASE"], data / SNAPSHOTS))
    seating, hosts = Seating(store), Hosts(store)
    live = Live(app.config["STREAMS"])
    photographer = Photographer()
    taught = data / "taught"
    games = app.config.get("GAMES", GAMES)
    tables = Tables(store, live, games, app.config.get("RNG"))
    room = max(EACH, round(OF_PLACE * app.config["BUDGETS"]))
    proposals = Proposals(store, live, of_place=room)
    kept = KeptThrows(data / "throws")
    habits = Habits(store)
    learnt_cards = LearntCards(taught, hosts, photographer)
    key = store.setting("key", secrets.token_urlsafe(32))
    services = Services(
        tables=tables,
        seating=seating,
        live=live,
        tickets=Tickets(key, seating),
        guesses=Limiter(),
        photographer=photographer,
        proposals=proposals,
        hosts=hosts,
        evenings=Evenings(tables, seating, hosts),
        people=People(store),
        history=History(store),
        albums=Albums(store),
        learnt_cards=learnt_cards,
        acquaintance=Acquaintance(photographer, OwnDice(taught), key),
        kept=kept,
        habits=habits,
        rules=library(game.room for game in games.values()),
        public_url=app.config["PUBLIC_URL"],
    )
    if app.config["CAMERA"]:
        from companion.table.eyes import Eyes, Room

        seen = Room(tables, photographer, proposals, kept, habits, learnt_cards)
        turn = int(app.config["CAMERA_TURN"])
        services = replace(services, eyes=Eyes(app.config["CAMERA"], seen, turn))
    init_app(app, services)
    return app


def settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings: given, else from the environment (KARMA_...), else ours."""
    from companion.table.live import MOST
    from companion.table.removal import UNPLAYED_DAYS

    data = data_folder(given.get("DATA"))
    chosen = {
        "DATA": str(data),
        "DATABASE": f"sqlite:///{data / FILE}",
        "PUBLIC_URL": "",
        "STREAMS": MOST,
        "BUDGETS": 1.0,
        "CAMERA": "",
        "CAMERA_TURN": 0,
        "INVITE_ONLY": False,
        "PROXIES": (),
        "TLS": False,
        "UNPLAYED_DAYS": UNPLAYED_DAYS,
    }
    for key in ("DATABASE", "PUBLIC_URL"):
        if os.environ.get(f"KARMA_{key}"):
            chosen[key] = os.environ[f"KARMA_{key}"]
    return {**chosen, **{key: value for key, value in given.items() if value}}


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="app.py", description=__doc__)
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_run(commands)
    for name, (module, help_) in COMMANDS.items():
        command = import_module(module)
        parser_of = commands.add_parser(name, help=help_)
        command.add_arguments(parser_of)
        parser_of.set_defaults(call=command.main)
    chosen = parser.parse_args(words)
    return int(chosen.call(chosen))


def _add_run(commands: Any) -> None:
    run = commands.add_parser("run", help="start the table server")
    run.add_argument("--host", default="0.0.0.0", help="address to listen on")
    run.add_argument("--port", type=_port, default=8000)
    run.add_argument("--data", help="folder for tables and pictures (default: data)")
    run.add_argument(
        "--database",
        help="postgresql+psycopg://... or another SQLAlchemy URL, instead of SQLite",
    )
    run.add_argument("--public-url", help="what phones should call this server")
    run.add_argument("--streams", type=int, help="phones told live at most")
    run.add_argument(
        "--budgets",
        type=float,
        help="times what one address may use up, for a hall behind one router",
    )
    run.add_argument(
        "--invite-only",
        action="store_true",
        help="only who opens the link printed at the start may lay out tables",
    )
    run.add_argument(
        "--unplayed-days",
        type=float,
        help="days after which a table without a single move is deleted (30)",
    )
    run.add_argument(
        "--proxies",
        type=_proxies,
        metavar="ADDRESS,NETWORK/24",
        help="proxies on other machines whose X-Forwarded-For is believed",
    )
    run.add_argument("--tls", action="store_true", help="https with our own authority")
    run.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera over the table: its number, the URL of a stream, or a film",
    )
    run.add_argument(
        "--camera-turn",
        type=int,
        choices=(0, 90, 180, 270),
        help="degrees clockwise that set its picture upright, if it hangs otherwise",
    )
    run.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="processes that answer on the one port, for more than one core (1)",
    )
    run.set_defaults(call=_run)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError("workers are a number from 1 to 64")
    return int(text)


def _proxies(text: str) -> list[str]:
    from companion.web.server.network import Proxies

    named = [name.strip() for name in text.split(",") if name.strip()]
    try:
        Proxies(named)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from wrong
    return named


def _run(chosen: argparse.Namespace) -> int:
    from companion.table.database import NoDatabase
    from companion.table.troubles import StoreTrouble
    from companion.web.server import serve
    from companion.web.server.workers import why_not

    database = chosen.database or os.environ.get("KARMA_DATABASE", "")
    if reason := why_not(chosen.workers, chosen.camera, database):
        print(reason)
        return 2
    os.umask(0o077)  # what a server keeps is for its owner alone
    config = {
        "DATA": chosen.data,
        "DATABASE": chosen.database,
        "PUBLIC_URL": chosen.public_url,
        "STREAMS": chosen.streams,
        "BUDGETS": chosen.budgets,
        "INVITE_ONLY": chosen.invite_only,
        "PROXIES": chosen.proxies,
        "TLS": chosen.tls,
        "UNPLAYED_DAYS": chosen.unplayed_days,
        "CAMERA": chosen.camera,
        "CAMERA_TURN": chosen.camera_turn,
    }
    try:
        app = create_app(config)
    except OSError as problem:
        print(f"Nothing can be kept ({problem}): check --data or KARMA_DATA.")
        return 2
    except (NoDatabase, StoreTrouble) as problem:
        print(
            f"The database cannot be opened ({problem}): check --database or"
            " KARMA_DATABASE, and that its folder exists and can be written."
        )
        return 2
    eyes = app.extensions["services"].eyes
    if eyes:
        eyes.start()
    where = (app, chosen.host, chosen.port)
    return serve.run(*where, tls=chosen.tls, say=print, workers=chosen.workers)


if __name__ == "__main__":
    sys.exit(main())
