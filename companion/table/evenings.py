"""One evening, not one table: the same people play on, and their phones follow."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select, update

from companion.core.game import Game
from companion.core.phrase import say
from companion.table import schema
from companion.table.bearer import Bearer, Role, at_seat
from companion.table.hosts import Hosts
from companion.table.refusals import HostTaken, NotYours, SeatTaken
from companion.table.removal import remove
from companion.table.seating import Seating
from companion.table.service import Tables
from companion.table.table import CHALLENGE, Charter


class Evenings:
    """Knows which table follows which, and lets everybody change tables."""

    def __init__(self, tables: Tables, seating: Seating, hosts: Hosts) -> None:
        self._tables = tables
        self._seating = seating
        self._hosts = hosts

    def rematch(self, table: str) -> str:
        """Lay out the same game for the same people; return the new table.

        Somebody else begins. Asked twice, there is still one table.

        Raises:
            Malformed: if the game cannot be played like this any more.
        """
        if found := self.successor(table):
            return found
        charter = self._tables.charter(table)
        game = self._tables.games.get(charter.game)
        players, options = _next_game(charter, game)
        made = self._tables.create(charter.game, players, options).charter
        self._seating.prepare(made.table, len(made.players))
        self._hosts.pass_on(table, made.table)
        return self.continue_at(table, made.table)

    def continue_at(self, table: str, successor: str) -> str:
        """Let a table be followed by a new one; return the one that counts.

        Whoever comes second finds a table there already, and theirs is taken away.
        """
        column, known = schema.tables.c, schema.tables.alias()
        # One that was deleted since does not count.
        free = column.successor.is_(None) | ~column.successor.in_(select(known.c.id))
        with self._tables.store.write() as connection:
            changed = connection.execute(
                update(schema.tables)
                .where(column.id == table, free)
                .values(successor=successor)
            ).rowcount
        if not changed:
            remove(self._tables, successor)
            successor = self.successor(table) or successor
        self._tables.live.publish(table, self._tables.store.version(table))
        return successor

    def successor(self, table: str) -> str | None:
        """Return where a table plays on, None if it does not (or no longer)."""
        here = schema.tables.alias()
        query = (
            select(schema.tables.c.id)
            .join(here, here.c.successor == schema.tables.c.id)
            .where(here.c.id == table)
        )
        with self._tables.store.read() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else str(found)

    def left(self, tables: Collection[str]) -> list[str]:
        """Return those of some tables whose people play on elsewhere."""
        column = schema.tables.c
        query = select(column.id).where(
            column.id.in_(tables), column.successor.is_not(None)
        )
        return list(
            self._tables.store.ask(lambda line: line.execute(query).scalars().all())
        )

    def follow(self, table: str, who: Bearer) -> tuple[str, Bearer]:
        """Return the table where somebody plays on, and who they are there.

        Raises:
            NotYours: if there is no such table.
            SeatTaken: if their place there was given to somebody else.
        """
        successor = self.successor(table)
        if successor is None:
            raise NotYours(say("This table has no next game yet."))
        if who.role is Role.HOST and self._seating.host_generation(successor):
            raise HostTaken
        if who.role is not Role.SEAT or who.seat is None:
            return successor, who
        name = self._tables.charter(table).players[who.seat]
        seats = self._tables.charter(successor).players
        if name not in seats:
            raise SeatTaken
        seat = seats.index(name)
        self._seating.inherit(successor, seat)
        return successor, at_seat(seat)


def _next_game(
    charter: Charter, game: Game[Any, Any] | None
) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """Return who plays and how: as before, but the next player begins."""
    players, count = charter.players, len(charter.players)
    # A challenge is played once: a rematch is a game like any other.
    options = {key: value for key, value in charter.options.items() if key != CHALLENGE}
    begins = [
        option
        for option in (game.options if game else ())
        if option.seat and (not option.players or count in option.players)
    ]
    if not begins:
        # Whoever sits first begins: so everybody moves up by one place.
        return (*players[1:], players[0]), options
    turned = {
        option.key: int(options.get(option.key, option.default)) % count + 1
        for option in begins
    }
    return players, {**options, **turned}
