"""How games ended: kept when the last entry is, withdrawn when it is taken back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from companion.table import schema
from companion.table.table import Charter, Table


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
    )


def keep_result(connection: Connection, result: Result) -> None:
    """Keep a result in place of the one its table had."""
    charter = result.charter
    withdraw_result(connection, charter.table)
    connection.execute(
        insert(schema.results),
        {
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
        },
    )


def withdraw_result(connection: Connection, table: str) -> None:
    """Forget a result: the game goes on."""
    connection.execute(delete(schema.results).where(schema.results.c.table_id == table))


def kept_result(connection: Connection, table: str) -> Result | None:
    """Return the result of a table, None if none is kept."""
    query = select(schema.results).where(schema.results.c.table_id == table)
    row = connection.execute(query).one_or_none()
    return None if row is None else _result(row)


def _result(row: Any) -> Result:
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
