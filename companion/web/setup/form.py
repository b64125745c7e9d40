"""The setup page's form: names and options, as a browser sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request
from flask_babel import gettext

from companion.core.game import Game
from companion.core.options import GUIDE, Option, Setting
from companion.table.bearer import HOST
from companion.table.names import clean
from companion.web.services import approach, services


def read(
    game: Game[Any, Any], form: Mapping[str, str]
) -> tuple[list[str], dict[str, Setting | None]]:
    """Return the players' names and the options of this form."""
    count = _number(form.get("players", "")) or game.players.start
    names = [
        clean(form.get(f"name-{seat}", "")) or gettext("Player %(n)s", n=seat + 1)
        for seat in range(count)
    ]
    options = {
        option.key: _setting(option, form)
        for option in game.options
        if not option.players or count in option.players
    }
    return names, options | ({GUIDE: True} if GUIDE in form else {})


def filled_in(game: Game[Any, Any]) -> dict[str, str]:
    """Return the form as a fresh page shows it; `?again=` takes a table's choices."""
    if again := played_before(request.args):
        charter = approach(again, "host")[0].charter
        known = {"again": again}
        if charter.game == game.key:
            return known | _from_table(charter.players, charter.options)
    form = {"players": str(max(2, game.players.start))}
    return form | _from_options({o.key: o.default for o in game.options})


def played_before(form: Mapping[str, str]) -> str:
    """Return the table of this host after which a new one is laid out, if it is so."""
    again = form.get("again", "")
    is_host = again and any(held == HOST for held in services().tickets.held(again))
    return again if is_host else ""


def _from_table(players: tuple[str, ...], options: Mapping[str, Any]) -> dict[str, str]:
    names = {f"name-{seat}": name for seat, name in enumerate(players)}
    return {"players": str(len(players))} | names | _from_options(options)


def _from_options(options: Mapping[str, Any]) -> dict[str, str]:
    plain = {key: value for key, value in options.items() if value is not False}
    return {key: "on" if value is True else str(value) for key, value in plain.items()}


def _setting(option: Option, form: Mapping[str, str]) -> Setting | None:
    told = form.get(option.key, "")
    if option.choices and option.key not in form:
        return option.default  # a page that was open before the option came
    if isinstance(option.default, bool):
        return told == "on"
    if isinstance(option.default, int) and not option.choices:
        return _number(told)
    return told


def _number(text: str) -> int | None:
    return int(text) if text.strip().isdecimal() and len(text) < 6 else None
