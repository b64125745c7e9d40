"""The desk of the house: opens tables, takes words for them, tells the listeners."""

from __future__ import annotations

import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from threading import Lock
from typing import Any

from companion.core.errors import Malformed, Refusal
from companion.core.game import Game
from companion.core.phrase import NameOf, say
from companion.table.bearer import HOST, Bearer, Role
from companion.table.live import Live
from companion.table.refusals import (
    NothingAwaited,
    NothingToUndo,
    NotYours,
    OtherEngine,
    StaleTable,
)
from companion.table.store import Line, Outrun, Store
from companion.table.table import Charter, Entry, Kind, Table, lay_out, now
from companion.table.telling import shown
from companion.table.view import Shelved, may_undo

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters nobody confuses when a code must be read aloud."""

KEPT = 64
"""Tables whose states stay in memory; the others are replayed when needed."""

_log = logging.getLogger(__name__)


class Desk:
    """Plays entries onto tables; nothing is returned before it is on disk."""

    def __init__(
        self,
        store: Store,
        live: Live,
        games: Mapping[str, Game[Any, Any]],
        rng: Random | None = None,
    ) -> None:
        self.store = store
        self.live = live
        self.games = games
        self._rng = rng or secrets.SystemRandom()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    def create(
        self, game: str, players: Sequence[str], options: Mapping[str, Any]
    ) -> Table:
        """Lay out a new table.

        Raises:
            Malformed: if there is no such game, or it cannot be played so.
        """
        if game not in self.games:
            raise Malformed(
                "There is no game called {game}. Choose one of: {games}.",
                game=game,
                games=", ".join(self.games),
            )
        engine = self.games[game].engine
        names = seated(players)
        charter = Charter(new_code(10), game, engine, names, dict(options), now())
        table = lay_out(charter, self.games[game])
        self.store.create(charter)
        self._keep(table)
        return table

    def open(self, table: str) -> Table | Shelved:
        """Return a table as it stands, replayed if it is not in memory.

        Raises:
            UnknownTable: if it is not here.
        """
        kept = self._tables.get(table)
        if kept is not None and kept.version == self.store.version(table):
            return kept
        charter = kept.charter if kept else self.store.charter(table)
        game = self.games.get(charter.game)
        if game is None or game.engine != charter.engine:
            return Shelved(charter, self.store.lines(table))
        try:
            base = kept or lay_out(charter, game)
            lines = self.store.lines(table, base.version)
            return self._keep(base.replay(line.entry for line in lines))
        except Refusal:
            _log.exception("table %s does not replay; shown as it was", table)
            return Shelved(charter, self.store.lines(table))

    def act(
        self, table: str, who: Bearer, action: Any, seen: int, once: str
    ) -> tuple[Table, bool]:
        """Play an action; return the table, and whether this call played it."""

        def entry(now_: Table) -> tuple[Kind, dict[str, Any]]:
            spoken = now_.game.from_json(action)
            _allow(now_, who, spoken)
            return Kind.ACTION, {"action": now_.game.to_json(spoken)}

        return self._write(table, who, seen, once, entry)

    def chance(
        self, table: str, who: Bearer, seen: int, once: str
    ) -> tuple[Table, bool]:
        """Let the app roll or draw what the table awaits."""

        def entry(now_: Table) -> tuple[Kind, dict[str, Any]]:
            chance = now_.game.chance(now_.state)
            if chance is None:
                raise NothingAwaited
            drawn = chance.sample(self._rng)
            _allow(now_, who, drawn)
            return Kind.CHANCE, {"action": now_.game.to_json(drawn)}

        return self._write(table, who, seen, once, entry)

    def undo(self, table: str, who: Bearer, seen: int, once: str) -> tuple[Table, bool]:
        """Take back the last standing step."""

        def entry(now_: Table) -> tuple[Kind, dict[str, Any]]:
            if not now_.standing:
                raise NothingToUndo
            last = now_.standing[-1]
            if not may_undo(now_, last, who):
                owner = now_.owner(last)
                if owner is None:
                    raise NotYours(say("Only the host can take back the host's word."))
                raise NotYours(
                    say(
                        "Only {who} or the host can take this back. Ask them.",
                        who=NameOf(owner),
                    )
                )
            return Kind.UNDO, {"takes_back": last.entry.version}

        return self._write(table, who, seen, once, entry)

    def override(
        self,
        table: str,
        who: Bearer,
        word: Mapping[str, Any],
        seen: int,
        once: str,
    ) -> tuple[Table, bool]:
        """Take the host's word: `{action, reason}` or `{patch, reason}`."""

        def entry(_now: Table) -> tuple[Kind, dict[str, Any]]:
            if who != HOST:
                raise NotYours(say("Only the host can overrule the rules. Ask them."))
            return Kind.OVERRIDE, dict(word)

        return self._write(table, who, seen, once, entry)

    def _write(
        self,
        table: str,
        who: Bearer,
        seen: int,
        once: str,
        make: Callable[[Table], tuple[Kind, dict[str, Any]]],
    ) -> tuple[Table, bool]:
        if who.role is Role.WATCH:
            raise NotYours(say("You are watching. Take a seat to play."))
        with self._lock_of(table):
            for _ in range(3):
                now_ = self.open(table)
                if isinstance(now_, Shelved):
                    raise OtherEngine
                if now_.has(who, once):
                    return now_, False
                if seen != now_.version:
                    raise StaleTable(seen, now_.version)
                kind, body = make(now_)
                line = Entry(now_.version + 1, kind, who, once, now(), body)
                after = now_.admit(line)
                try:
                    self.store.append(table, [Line(line, shown(after))])
                except Outrun:
                    continue  # another process wrote: look again, then decide
                self._keep(after)
                break
            else:
                raise StaleTable(seen, now_.version)
        self.live.publish(table, after.version)
        return after, True

    def _lock_of(self, table: str) -> Lock:
        with self._lock:
            return self._locks.setdefault(table, Lock())

    def _keep(self, table: Table) -> Table:
        with self._lock:
            self._tables[table.charter.table] = table
            self._tables.move_to_end(table.charter.table)
            while len(self._tables) > KEPT:
                self._tables.popitem(last=False)
        return table


def new_code(length: int) -> str:
    """Return a random code that is easy to read aloud and hard to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _allow(table: Table, who: Bearer, action: Any) -> None:
    actor = table.game.actor(table.state, action)
    if not who.may_speak_for(actor):
        raise NotYours(
            say("Only {who} or the host can say this. Ask them.", who=NameOf(actor))
        )


def seated(players: Sequence[str]) -> tuple[str, ...]:
    """Return names as the table writes them; whoever has none gets one.

    Raises:
        Malformed: if two players have the same name.
    """
    names = [" ".join(name.split())[:24] for name in players]
    names = [name or f"Player {seat + 1}" for seat, name in enumerate(names)]
    for name, count in Counter(names).items():
        if count > 1:
            raise Malformed("Two players are called {name}.", name=name)
    return tuple(names)
