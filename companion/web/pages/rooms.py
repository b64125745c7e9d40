"""The rooms of the games: their templates for Jinja, their files for browsers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, send_from_directory
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import NotFound

from companion.rulebook.catalogue import shipped_rooms
from companion.web.services import services

bp = Blueprint("rooms", __name__, url_prefix="/rooms")

SCREENS = "screens"
"""The folder of a room with everything that is shown."""

SERVED = {".js", ".css", ".svg", ".png", ".webp"}
"""What a browser may fetch from it; templates are for the server alone."""


def init_app(app: Flask, rooms: Mapping[str, Path]) -> None:
    """Let templates include those of a room as `rooms/<game>/<name>.html`.

    A shipped room without an engine has rules, and a mark beside them.
    """
    shipped = {room.name.replace("_", "-"): room for room in shipped_rooms()}
    folders = {key: room / SCREENS for key, room in {**shipped, **rooms}.items()}
    app.extensions["screens"] = folders
    own = {key: FileSystemLoader(folder) for key, folder in folders.items()}
    found = [app.jinja_loader, PrefixLoader({"rooms": PrefixLoader(own)})]
    app.jinja_loader = ChoiceLoader([loader for loader in found if loader])


@bp.get("/<game>/<path:name>")
def file(game: str, name: str) -> Response:
    """Serve a script, style or picture of a game."""
    known = services().tables.games.get(game)
    if known is None or Path(name).suffix not in SERVED:
        raise NotFound
    return send_from_directory(known.room / SCREENS, name)


def has(game: str, name: str) -> bool:
    """Tell whether a game brings this file."""
    known = services().tables.games.get(game)
    return known is not None and _is_file(known.room / SCREENS / name)


def draws(game: str, part: str) -> bool:
    """Tell whether a room brings this template; rooms without an engine may, too."""
    folder = current_app.extensions["screens"].get(game)
    return folder is not None and _is_file(folder / part)


@cache
def _is_file(path: Path) -> bool:
    return path.is_file()  # asked for every part of every page, and always the same
