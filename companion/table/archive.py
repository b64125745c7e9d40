"""A table as a file: its whole log out, and back in by replay."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from companion.core.errors import Malformed, Refusal
from companion.table.albums import harmless
from companion.table.bearer import Bearer, Role
from companion.table.checks import admit
from companion.table.log_lines import shown
from companion.table.names import new_code, seated
from companion.table.refusals import OtherEngine
from companion.table.results import result_of
from companion.table.rows import StoredEntry, dump
from companion.table.service import CODE_LENGTH, Tables
from companion.table.table import (
    CHALLENGE,
    Charter,
    EntryKind,
    LogEntry,
    Table,
    lay_out,
    now,
)
from companion.table.view import Shelved, outcome_json

FORMAT = 1
"""Raised when files of today could no longer be read."""


def export(table: Table | Shelved) -> dict[str, Any]:
    """Return everything that is known of a table; seats' secrets included."""
    charter = table.charter
    lines = table.log if isinstance(table, Table) else table.lines
    entries = [line.entry for line in lines]
    return {
        "format": FORMAT,
        "game": charter.game,
        "engine": charter.engine,
        "players": list(charter.players),
        "options": dict(charter.options),
        "created": charter.created,
        "entries": [
            {
                "version": entry.version,
                "kind": entry.kind.value,
                "who": str(entry.who),
                "id": entry.once,
                "at": entry.at,
                "body": dict(entry.body),
            }
            for entry in entries
        ],
    }


def bring_back(tables: Tables, data: Mapping[str, Any]) -> Table:
    """Lay out a new table from an export, judging every entry again.

    Raises:
        Malformed: if the file is not an export or does not replay.
        OtherEngine: if it was played under other rules of the app.
    """
    try:
        charter, entries = _read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise Malformed("This file is not a table that was exported.") from broken
    game = tables.games.get(charter.game)
    if game is None or not game.replays(charter.engine):
        raise OtherEngine
    table, lines = lay_out(charter, game), []
    known: set[tuple[Bearer, str]] = set()
    for entry in entries:
        try:
            if (entry.who, entry.once) in known:
                raise KeyError(entry.once)
            known.add((entry.who, entry.once))
            table = admit(table, entry)
        except (Refusal, KeyError) as broken:
            raise Malformed(
                "Entry {n} of this file does not replay.", n=entry.version
            ) from broken
        lines.append(StoredEntry(entry, dump(shown(table))))
    tables.store.create(charter, lines, result_of(table))
    return table


def results(table: Table | Shelved) -> dict[str, Any]:
    """Return who has what, and how it ended if it did."""
    charter = table.charter
    over = table.game.outcome(table.state) if isinstance(table, Table) else None
    scores = _scores(table)
    return {
        "table": charter.table,
        "game": charter.game,
        "created": charter.created,
        "version": table.version,
        "outcome": outcome_json(over) if over else None,
        "players": [
            {
                "seat": seat,
                "name": name,
                "score": scores.get(seat),
                "winner": over is not None and seat in over.winners,
            }
            for seat, name in enumerate(charter.players)
        ],
    }


def as_csv(result: Mapping[str, Any]) -> str:
    """Return results as a table for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["game", "created", "seat", "name", "score", "winner", "finished"])
    finished = "yes" if result["outcome"] else "no"
    for player in result["players"]:
        winner = "yes" if player["winner"] else "no"
        writer.writerow(
            [
                result["game"],
                result["created"],
                player["seat"] + 1,
                harmless(player["name"]),
                player["score"],
                winner,
                finished,
            ]
        )
    return out.getvalue()


def _scores(table: Table | Shelved) -> dict[int, Any]:
    if isinstance(table, Table):
        listed = table.game.view(table.state, None)["scores"]
    else:
        listed = table.lines[-1].shown["scores"] if table.lines else []
    return {line["seat"]: line["score"] for line in listed}


def _read(data: Mapping[str, Any]) -> tuple[Charter, list[LogEntry]]:
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    players = _players(data["players"])
    charter = Charter(
        table=new_code(CODE_LENGTH),
        game=str(data["game"]),
        engine=int(data["engine"]),
        players=players,
        # What is brought in was not played under the eyes of this house.
        options={k: v for k, v in dict(data["options"]).items() if k != CHALLENGE},
        created=str(data.get("created", now()))[:30],
    )
    # Cut to what the columns of the database hold; a longer id or time is not ours.
    entries = [
        LogEntry(
            version=number,
            kind=EntryKind(line["kind"]),
            who=_who(line["who"], len(players)),
            once=str(line["id"])[:80],
            at=str(line["at"])[:30],
            body=_body(line["body"]),
        )
        for number, line in enumerate(data["entries"], 1)
    ]
    return charter, entries


def _players(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise TypeError(given)
    return seated(given)


def _who(text: str, seats: int) -> Bearer:
    who = Bearer.read(text)
    if who.role is Role.WATCH or who.seat not in (None, *range(seats)):
        raise ValueError(text)
    return who


def _body(given: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(given.get("patch", {}), Mapping):
        raise TypeError(given)
    return dict(given)
