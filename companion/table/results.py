"""How games ended: kept when the last entry is, withdrawn when it is taken back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from companion.table import schema
from companion.table.database import put
from companion.table.memories import Memory, memories
from companion.table.names import folded
from companion.table.table import Charter, Table

LONGEST_KEY = 60
"""Letters of a folded name: 24 letters can become more, and the column is finite."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, complete without its log."""

    charter: Charter
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    started: str
    """When the first entry was written: laying out a table is not yet playing."""

    seconds: int | None
    """How long it took; None where the times of an imported log cannot be read."""

    version: int
    """The length of the log when it ended."""

    memories: tuple[Memory, ...] = ()
    """The luck and the deeds of each player; none for results of long ago."""


def result_of(table: Table) -> Result | None:
    """Return how a table ended, None while it is played."""
    outcome = table.game.outcome(table.state)
    if outcome is None:
        return None
    started = table.log[0].entry.at if table.log else table.charter.created
    ended = table.log[-1].entry.at if table.log else started
    return Result(
        charter=table.charter,
        scores=tuple(outcome.scores),
        winners=tuple(outcome.winners),
        ending=outcome.ending,
        started=started,
        seconds=_seconds(started, ended),
        version=table.version,
        memories=memories(table),
    )


def keep_result(connection: Connection, result: Result) -> None:
    """Keep a result in place of the one its table had."""
    charter = result.charter
    withdraw_result(connection, charter.table)
    here = schema.tables.c.id == charter.table
    host = connection.execute(select(schema.tables.c.host).where(here)).scalar()
    # Another server may be doing the same: the last to write counts.
    put(connection, schema.results, {**_row(result), "host": host})
    for row in _played(result, host):
        put(connection, schema.played, row)


def _row(result: Result) -> dict[str, Any]:
    charter = result.charter
    return {
        "table_id": charter.table,
        "game": charter.game,
        "engine": charter.engine,
        "players": json.dumps(charter.players, ensure_ascii=False),
        "options": json.dumps(charter.options, ensure_ascii=False),
        "scores": json.dumps(result.scores),
        "winners": json.dumps(result.winners),
        "ending": result.ending,
        "started": result.started,
        "seconds": result.seconds,
        "version": result.version,
    }


def _played(result: Result, host: str | None) -> list[dict[str, Any]]:
    charter = result.charter
    known = result.memories or tuple(Memory() for _ in charter.players)
    # A neutral player may have a score, but it is nobody's evening.
    seats = zip(charter.players, result.scores, known, strict=False)
    return [
        {
            "table_id": charter.table,
            "seat": seat,
            "host": host,
            "person": folded(name)[:LONGEST_KEY],
            "game": charter.game,
            "score": score,
            "won": int(seat in result.winners),
            "luck": memory.luck,
            "deeds": json.dumps(memory.deeds, ensure_ascii=False),
            "started": result.started,
        }
        for seat, (name, score, memory) in enumerate(seats)
    ]


def withdraw_result(connection: Connection, table: str) -> None:
    """Forget a result: the game goes on."""
    for kind in (schema.results, schema.played):
        connection.execute(delete(kind).where(kind.c.table_id == table))


def give_results(connection: Connection, table: str, host: str) -> None:
    """Put the result of a table into a host's history."""
    for kind in (schema.results, schema.played):
        connection.execute(
            update(kind).where(kind.c.table_id == table).values(host=host)
        )


def kept_result(connection: Connection, table: str) -> Result | None:
    """Return the result of a table, None if none is kept."""
    query = select(schema.results).where(schema.results.c.table_id == table)
    row = connection.execute(query).one_or_none()
    return None if row is None else read_result(row)


def read_result(row: Any) -> Result:
    """Return a result as a row of the database holds it, without its memories."""
    charter = Charter(
        table=row.table_id,
        game=row.game,
        engine=row.engine,
        players=tuple(json.loads(row.players)),
        options=json.loads(row.options),
        created=row.started,
    )
    return Result(
        charter=charter,
        scores=tuple(json.loads(row.scores)),
        winners=tuple(json.loads(row.winners)),
        ending=row.ending,
        started=row.started,
        seconds=row.seconds,
        version=row.version,
    )


def _seconds(started: str, ended: str) -> int | None:
    try:
        took = datetime.fromisoformat(ended) - datetime.fromisoformat(started)
    except (ValueError, TypeError):
        return None
    # A clock that was set back in between must not give a negative evening.
    return max(0, round(took.total_seconds()))
