"""The people a host plays with, each with a colour and its sign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Delete, delete, func, insert, select, update

from companion.core.colours import SIGNS, Colour
from companion.core.errors import Malformed
from companion.table import schema
from companion.table.names import clean, folded, is_given
from companion.table.results import LONGEST_KEY
from companion.table.store import Store
from companion.table.table import now, written

MOST = 200
"""People of one host: a club; whoever was away longest makes room."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played at a host's tables."""

    key: str
    name: str
    colour: Colour

    @property
    def sign(self) -> str:
        """The sign that goes with the colour."""
        return SIGNS[self.colour]


class People:
    """Remembers who plays, for one host each."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, host: str) -> tuple[Person, ...]:
        """Return the people of a host, whoever played last first."""
        with self._store.read() as connection:
            return _people(connection, host)

    def meet(self, host: str, names: Iterable[str]) -> None:
        """Remember who sits down; an empty seat's number is no name."""
        given = [name for name in map(clean, names) if is_given(name)]
        with self._store.write() as connection:
            known = {person.key: person for person in _people(connection, host)}
            moment = _after_all(connection, host)
            for name in given:
                key = folded(name)[:LONGEST_KEY]
                found = known.get(key)
                colour = found.colour if found else _unused(known.values())
                known[key] = Person(key, name, colour)
                _keep(connection, host, known[key], moment)
            for gone in list(_people(connection, host))[MOST:]:
                connection.execute(_one(host, gone.key))

    def paint(self, host: str, key: str, colour: str) -> None:
        """Give somebody another colour, and its sign with it.

        Raises:
            Malformed: if there is no such colour.
        """
        if colour not in list(Colour):
            raise Malformed("There is no colour called {colour}.", colour=colour[:20])
        column = schema.people.c
        with self._store.write() as connection:
            connection.execute(
                update(schema.people)
                .where(column.host == host, column.person == key)
                .values(colour=colour)
            )

    def forget(self, host: str, key: str) -> None:
        """Do not offer somebody any more; their games stay in the history."""
        with self._store.write() as connection:
            connection.execute(_one(host, key))


def _people(connection: Connection, host: str) -> tuple[Person, ...]:
    column = schema.people.c
    query = (
        select(column.person, column.name, column.colour)
        .where(column.host == host)
        .order_by(column.seen.desc(), column.person)
    )
    rows = connection.execute(query)
    return tuple(Person(row.person, row.name, Colour(row.colour)) for row in rows)


def _keep(connection: Connection, host: str, person: Person, moment: str) -> None:
    connection.execute(_one(host, person.key))
    row = {
        "host": host,
        "person": person.key,
        "name": person.name,
        "colour": person.colour.value,
        "seen": moment,
    }
    connection.execute(insert(schema.people), row)


def _after_all(connection: Connection, host: str) -> str:
    """Return a moment later than every meeting before, whatever the clock says."""
    column = schema.people.c
    latest = connection.scalar(select(func.max(column.seen)).where(column.host == host))
    if latest is None:
        return now()
    return max(
        now(), written(datetime.fromisoformat(latest) + timedelta(milliseconds=1))
    )


def _one(host: str, key: str) -> Delete:
    column = schema.people.c
    return delete(schema.people).where(column.host == host, column.person == key)


def _unused(known: Iterable[Person]) -> Colour:
    """Return the colour that fewest people have, the first of them in order."""
    worn = [person.colour for person in known]
    return min(Colour, key=worn.count)
