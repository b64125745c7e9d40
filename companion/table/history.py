"""The finished games of a host, counted: by person, by game, over the years."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select

from companion.table import schema
from companion.table.results import Result, read_result
from companion.table.rows import dump
from companion.table.store import Store
from companion.table.table import CHALLENGE

PAGE = 30
"""Games on one page of the history: two thumbs of scrolling."""

_EVENING = [
    schema.played.c[name]
    for name in ("table_id", "game", "started", "score", "won", "luck", "deeds")
]


@dataclass(frozen=True, slots=True)
class Tally:
    """How somebody did in one game, all evenings together."""

    person: str
    game: str
    games: int
    wins: int
    best: int
    average: float
    luck: float | None
    """Mean luck of the games in which chance was seen."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One game of one person, as a point of their curve."""

    table: str
    game: str
    started: str
    score: int
    won: bool
    luck: float | None


@dataclass(frozen=True, slots=True)
class Record:
    """Everything a host's tables remember of one person."""

    tallies: tuple[Tally, ...]
    evenings: tuple[Evening, ...]
    """Oldest first."""

    streak: int
    """Games won in a row up to the last one."""

    longest: int
    deeds: Mapping[str, tuple[tuple[str, int], ...]]
    """By game: what was done most often first, in English words."""


class History:
    """Reads the results that belong to one host."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def count(self, host: str, game: str | None = None) -> int:
        """Return how many games a host's tables have finished."""
        column = schema.results.c
        query = select(func.count()).where(*_where(column, host, game))
        with self._store.read() as connection:
            return int(connection.execute(query).scalar_one())

    def games(
        self, host: str, game: str | None = None, page: int = 0, most: int = PAGE
    ) -> tuple[Result, ...]:
        """Return finished games, newest first."""
        column = schema.results.c
        query = (
            select(schema.results)
            .where(*_where(column, host, game))
            .order_by(column.started.desc(), column.table_id)
            .limit(most)
            .offset(page * most)
        )
        with self._store.read() as connection:
            return tuple(read_result(row) for row in connection.execute(query))

    def tallies(self, host: str, game: str | None = None) -> tuple[Tally, ...]:
        """Return how everybody did, most games first."""
        column = schema.played.c
        with self._store.read() as connection:
            rows = connection.execute(_counted(_where(column, host, game))).all()
        return tuple(_tally(row) for row in rows)

    def record(self, host: str, person: str) -> Record:
        """Return everything that is remembered of one person."""
        column = schema.played.c
        mine = (column.host == host, column.person == person)
        every = select(*_EVENING).where(*mine).order_by(column.started)
        with self._store.read() as connection:
            counted = connection.execute(_counted(mine)).all()
            rows = connection.execute(every).all()
        streak, longest = streaks([bool(row.won) for row in rows])
        return Record(
            tuple(_tally(row) for row in counted),
            tuple(_evening(row) for row in rows),
            streak,
            longest,
            _favourites(rows),
        )

    def challengers(self, game: str, week: str) -> tuple[Result, ...]:
        """Return who finished a challenge in this house, the best first."""
        column, wanted = schema.results.c, json.dumps({CHALLENGE: week})[1:-1]
        query = select(schema.results).where(
            column.game == game, column.options.contains(wanted, autoescape=True)
        )
        with self._store.read() as connection:
            found = [read_result(row) for row in connection.execute(query)]
        mine = [one for one in found if one.charter.options.get(CHALLENGE) == week]
        return tuple(sorted(mine, key=_best))

    def begun(self, host: str, game: str, week: str) -> str | None:
        """Return the table at which a host has begun a challenge, if there is one."""
        column = schema.tables.c
        wanted = dump({CHALLENGE: week})[1:-1]
        query = select(column.id).where(
            column.host == host,
            column.game == game,
            column.options.contains(wanted, autoescape=True),
        )
        with self._store.read() as connection:
            found = connection.execute(query.limit(1)).scalar()
        return None if found is None else str(found)


def _best(result: Result) -> tuple[bool, int, int]:
    return not result.winners, -result.scores[0], result.version


def streaks(won: list[bool]) -> tuple[int, int]:
    """Return the run of wins at the end, and the longest there was."""
    run = longest = 0
    for win in won:
        run = run + 1 if win else 0
        longest = max(longest, run)
    return run, longest


def _where(column: Any, host: str, game: str | None) -> tuple[ColumnElement[bool], ...]:
    mine = (column.host == host,)
    return (*mine, column.game == game) if game else mine


def _counted(where: tuple[ColumnElement[bool], ...]) -> Any:
    column = schema.played.c
    return (
        select(
            column.person,
            column.game,
            func.count().label("games"),
            func.sum(column.won).label("wins"),
            func.max(column.score).label("best"),
            func.avg(column.score).label("average"),
            func.avg(column.luck).label("luck"),
        )
        .where(*where)
        .group_by(column.person, column.game)
        .order_by(func.count().desc(), column.person, column.game)
    )


def _tally(row: Any) -> Tally:
    return Tally(
        row.person,
        row.game,
        row.games,
        int(row.wins),
        row.best,
        float(row.average),
        None if row.luck is None else float(row.luck),
    )


def _evening(row: Any) -> Evening:
    table, game, started, score, won, luck, _ = row
    return Evening(table, game, started, score, bool(won), luck)


def _favourites(rows: Any) -> dict[str, tuple[tuple[str, int], ...]]:
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        if row.deeds != "{}":
            counts.setdefault(row.game, Counter()).update(json.loads(row.deeds))
    return {game: tuple(count.most_common()) for game, count in counts.items()}
