"""What strangers have used up, counted for all servers on a database together."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from math import ceil
from time import time

from sqlalchemy import case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from companion.table import schema
from companion.table.store import Store

_ROW = schema.budgets.c


class SharedBudget:
    """Lets everyone use up a certain amount, which flows back steadily.

    Only the moment is kept at which somebody's whole amount is there again: using up
    some moves it on, and it may lie `seconds` ahead at most, or as far as one large
    thing took it. Much further ahead it was written by a clock that was wrong and
    has been put right, and counts as nothing: nobody is sent away until next year.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        most: float,
        seconds: float,
        clock: Callable[[], float] = time,
    ) -> None:
        self._store, self._kind, self._clock = store, kind, clock
        self._most, self._seconds = most, seconds
        self._most_ahead = 2 * seconds

    def wait(self, who: str, amount: float = 1) -> int:
        """Return after how many seconds there is enough; 0 if there is now."""
        query = select(_ROW.free).where(_ROW.key == self._key(who))
        free = self._store.ask(lambda line: line.execute(query).scalar())
        return self._short(free or 0.0, amount)

    def spend(self, who: str, amount: float = 1) -> int:
        """Use up some; return 0, or how long to wait if there is not enough."""
        key, now, cost = self._key(who), self._clock(), self._cost(amount)
        nothing = (_ROW.free <= now) | (_ROW.free > now + self._most_ahead)
        later = case((nothing, now), else_=_ROW.free) + cost
        # Whoever has used nothing may do one thing, however large it is.
        enough = nothing | (_ROW.free + cost <= now + self._seconds)
        with self._store.write() as connection:
            connection.execute(delete(schema.budgets).where(_ROW.free < now))
            dialect = postgresql if self._store.database.is_shared else sqlite
            new = dialect.insert(schema.budgets).values(key=key, free=now + cost)
            # One statement: two servers that count at once both count.
            spent = connection.execute(
                new.on_conflict_do_update(
                    index_elements=["key"], set_={"free": later}, where=enough
                ).returning(_ROW.free)
            ).first()
        return 0 if spent else max(1, self.wait(who, amount))

    def _cost(self, amount: float) -> float:
        return amount * self._seconds / self._most

    def _short(self, free: float, amount: float) -> int:
        now = self._clock()
        missing = free + self._cost(amount) - now - self._seconds
        used = now < free <= now + self._most_ahead
        return ceil(missing) if used and missing > 0 else 0

    def _key(self, who: str) -> str:
        # Hashed, so that the database does not say who was here.
        return blake2b(f"{self._kind} {who}".encode(), digest_size=24).hexdigest()
