"""A history as a file: out for keeping, in again elsewhere, or gone."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from companion.core.errors import Malformed
from companion.table import schema
from companion.table.names import clean, folded, new_code
from companion.table.results import LONGEST_KEY
from companion.table.store import Store
from companion.table.table import CHALLENGE

FORMAT = 1
"""Raised when files of today could no longer be read."""

MOST_GAMES = 20_000
"""Games in one file: twice a day for a lifetime of club evenings."""

MOST_POINTS = 1_000_000_000
"""What no score and no evening reaches, and every database can hold."""

_UNREADABLE = (
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)
"""What a file of any shape raises while it is read."""

_TEXTS = ("players", "options", "scores", "winners")
_RESULT = [
    "table_id",
    "game",
    "engine",
    "players",
    "options",
    "scores",
    "winners",
    "ending",
    "started",
    "seconds",
    "version",
]


class Albums:
    """Gives a host's history away, takes it in and deletes it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def export(self, host: str) -> dict[str, Any]:
        """Return every game of a host with what each player took home."""
        with self._store.read() as connection:
            results = connection.execute(_all(schema.results, host)).all()
            rows = connection.execute(_all(schema.played, host)).all()
        by_table: dict[str, list[Any]] = {}
        for row in rows:
            by_table.setdefault(row.table_id, []).append(row)
        games = [_game(row, by_table.get(row.table_id, [])) for row in results]
        return {"format": FORMAT, "games": games}

    def bring_in(self, host: str, data: Any) -> int:
        """Add the games of a file to a host's history; return how many were new.

        Raises:
            Malformed: if it is not such a file.
        """
        try:
            pairs = [_rows(game, host) for game in _games(data)]
        except _UNREADABLE as broken:
            raise Malformed("This file is not a history that was exported.") from broken
        by_table = {result["table_id"]: (result, played) for result, played in pairs}
        with self._store.write() as connection:
            known = _not_to_be_told(connection, host)
            fresh = [pair for table, pair in by_table.items() if table not in known]
            for result, played in fresh:
                connection.execute(insert(schema.results), result)
                if played:  # results of long ago have none
                    connection.execute(insert(schema.played), played)
        return len(fresh)

    def delete(self, host: str, table: str | None = None) -> None:
        """Delete one game of a host's history, or all of them."""
        with self._store.write() as connection:
            for kind in (schema.results, schema.played):
                mine = kind.c.host == host
                these = mine & (kind.c.table_id == table) if table else mine
                connection.execute(delete(kind).where(these))

    def share(self, host: str, shared: bool) -> None:
        """Make a link with which others may look, or let it die."""
        code = new_code(12) if shared else None
        with self._store.write() as connection:
            connection.execute(
                update(schema.hosts).where(schema.hosts.c.id == host).values(share=code)
            )

    def code(self, host: str) -> str | None:
        """Return the code of a host's link, None if the history is private."""
        with self._store.read() as connection:
            return _scalar(connection, schema.hosts.c.share, schema.hosts.c.id == host)

    def host_sharing(self, code: str) -> str | None:
        """Return whose history a code opens."""
        with self._store.read() as connection:
            return _scalar(connection, schema.hosts.c.id, schema.hosts.c.share == code)


def as_csv(data: Mapping[str, Any]) -> str:
    """Return an export as a table for spreadsheets: a line for each player."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["started", "minutes", "game", "name", "score", "won", "luck"])
    for game in data["games"]:
        minutes = "" if game["seconds"] is None else round(game["seconds"] / 60)
        for player in game["played"]:
            writer.writerow(
                [
                    game["started"],
                    minutes,
                    game["game"],
                    harmless(player["name"]),
                    player["score"],
                    "yes" if player["won"] else "no",
                    "" if player["luck"] is None else player["luck"],
                ]
            )
    return out.getvalue()


def harmless(name: str) -> str:
    """Return a name that a spreadsheet does not run as a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def _all(kind: Any, host: str) -> Any:
    return (
        select(kind)
        .where(kind.c.host == host)
        .order_by(kind.c.started, *kind.primary_key)
    )


def _game(row: Any, played: list[Any]) -> dict[str, Any]:
    plain = {key: getattr(row, key) for key in _RESULT}
    read = {key: json.loads(plain[key]) for key in _TEXTS}
    players = [
        {
            "name": read["players"][one.seat],
            "score": one.score,
            "won": bool(one.won),
            "luck": one.luck,
            "deeds": json.loads(one.deeds),
        }
        for one in played
    ]
    return {**plain, **read, "played": players}


def _games(data: Any) -> list[Mapping[str, Any]]:
    games = data["games"]
    if data["format"] != FORMAT or not isinstance(games, list):
        raise ValueError(data["format"])
    if len(games) > MOST_GAMES:
        raise ValueError(len(games))
    return games


def _rows(
    game: Mapping[str, Any], host: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    names = [clean(name) for name in game["players"]]
    if not 0 < len(names) < 20 or not all(names):
        raise ValueError(names)
    common = {
        "table_id": _text(game["table_id"], 20),
        "game": _text(game["game"], 40),
        "started": _text(game["started"], 30),
        "host": host,
    }
    # A challenge counts only where it was played: elsewhere the dice were others.
    options = {key: of for key, of in dict(game["options"]).items() if key != CHALLENGE}
    seconds = game["seconds"]
    result = {
        **common,
        "engine": _number(game["engine"]),
        "players": json.dumps(names, ensure_ascii=False),
        "options": _dump(options),
        "scores": json.dumps([_number(score) for score in game["scores"]]),
        "winners": json.dumps([_number(seat) for seat in game["winners"]]),
        "ending": _text(game["ending"], 40),
        "seconds": None if seconds is None else _number(seconds),
        "version": _number(game["version"]),
    }
    played = [
        {
            **common,
            "seat": seat,
            "person": folded(names[seat])[:LONGEST_KEY],
            "score": _number(one["score"]),
            "won": int(bool(one["won"])),
            "luck": _luck(one["luck"]),
            "deeds": _dump({deed: _number(n) for deed, n in one["deeds"].items()}),
        }
        for seat, one in enumerate(game["played"])
    ]
    return result, played


def _number(given: Any) -> int:
    number = int(given)
    if abs(number) > MOST_POINTS:
        raise ValueError(number)
    return number


def _luck(given: Any) -> float | None:
    if given is None:
        return None
    if not abs(float(given)) <= MOST_POINTS:  # nor is it NaN
        raise ValueError(given)
    return float(given)


def _text(given: Any, most: int) -> str:
    """Return a text that every database can hold."""
    if not isinstance(given, str) or "\0" in given:
        raise ValueError(given)
    given.encode()  # half a character cannot be written
    return given[:most]


def _dump(given: Mapping[str, Any]) -> str:
    text = json.dumps(given, ensure_ascii=False, allow_nan=False)
    return _text(text, len(text))


def _not_to_be_told(connection: Connection, host: str) -> set[str]:
    """Return the tables of which a file tells nothing: known ones, and other hosts'."""
    table = schema.tables.c
    others = table.host.is_(None) | (table.host != host)
    known = connection.execute(select(schema.results.c.table_id)).scalars()
    return {*known, *connection.execute(select(table.id).where(others)).scalars()}


def _scalar(connection: Connection, column: Any, where: Any) -> str | None:
    found = connection.execute(select(column).where(where)).scalar()
    return None if found is None else str(found)
