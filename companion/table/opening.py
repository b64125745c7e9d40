"""Opens tables: from memory, from a bookmark, or by playing the whole log."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import Any

from companion.core.errors import Refusal
from companion.core.game import Game
from companion.table.bookmarks import (
    EVERY,
    TAIL,
    Bookmark,
    bookmark,
    code_of,
    drop_bookmark,
    keep_bookmark,
    kept_bookmark,
    unpacked,
)
from companion.table.chunks import Chunks, Past
from companion.table.memory import Memory, OpenTable
from companion.table.proving import Prover
from companion.table.refusals import DamagedTable, UnknownTable
from companion.table.results import keep_result, kept_result, result_of
from companion.table.rows import Head
from companion.table.store import Store
from companion.table.table import Charter, PlayedStep, Table, lay_out
from companion.table.view import Shelved

HELD = TAIL + 32
"""Steps of one table in memory; then the older ones go, a chunk at a time."""

LATELY = 4
"""Whole logs that were played a moment ago; one of 5,000 steps takes 20 MB."""

_log = logging.getLogger(__name__)


class Opening:
    """Finds tables as they stand, and remembers them."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        memory: Memory | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.memory = Memory() if memory is None else memory
        self.prover = Prover(store, self._damaged)
        self._lately: dict[tuple[str, int], Table] = {}
        self._remembering = Lock()
        self.memory.when_gone.append(self._forget)

    def find(self, table: str) -> OpenTable | Shelved:
        """Return a table as it stands on disk.

        Raises:
            UnknownTable: if it is not here.
        """
        kept = self.memory.get(table)
        try:
            head = self.store.head(table)
        except UnknownTable:  # deleted, perhaps at another server
            self.memory.forget(table)
            raise
        if kept is not None and kept.head == head:
            return kept
        grown = kept is not None and self._grown(kept)
        return grown or self._read(table)

    def keep(self, opened: OpenTable) -> OpenTable:
        """Remember a table, without the part of its log that nobody looks at."""
        table = opened.table
        if max(table.log.held, table.standing.held) > HELD:
            opened = OpenTable(self._recent(table), opened.head)
        return self.memory.keep(opened)

    def mark_when_due(self, opened: OpenTable) -> None:
        """Keep a bookmark every few hundred entries."""
        if opened.table.version and opened.table.version % EVERY == 0:
            self._mark(opened)

    def _mark(self, opened: OpenTable) -> None:
        name = opened.table.charter.table
        # Trouble here is none of the sender's: the entry itself is safe.
        with suppress(Refusal):
            made = bookmark(opened.table, opened.head, self.store.begin(name)[1])
            if made:
                with self.store.write() as connection:
                    keep_bookmark(connection, name, made)

    def _grown(self, kept: OpenTable) -> OpenTable | None:
        """Return a table with what other processes wrote, None if that does not fit."""
        log = self.store.log(kept.table.charter.table, kept.head)
        if not log.whole:
            return None
        try:
            table = kept.table.replay(line.entry for line in log.lines)
        except Exception:
            return None
        return self.keep(OpenTable(table, log.head))

    def _read(self, table: str) -> OpenTable | Shelved:
        self.memory.forget(table)
        charter, begin = self.store.begin(table)
        game = self.games.get(charter.game)
        if game and game.replays(charter.engine):
            marked = self._from_bookmark(charter, begin, game)
            if marked:
                return self.keep(marked)
        log = self.store.log(table, begin)
        if not log.whole:
            _log.error("table %s is damaged after move %d", table, log.head.length)
            return Shelved(charter, log.lines, damaged=True)
        if game is None or not game.replays(charter.engine):
            return Shelved(charter, log.lines)
        try:
            laid = lay_out(charter, game)
            replayed = laid.replay(line.entry for line in log.lines)
        except Exception:
            # Whatever an engine says to a log of its own past, the log is still good.
            _log.exception("table %s does not replay; shown as it was", table)
            return Shelved(charter, log.lines)
        self._catch_up(replayed)
        opened = OpenTable(replayed, log.head)
        if replayed.version > EVERY:
            self._mark(opened)
        return self.keep(opened)

    def _from_bookmark(
        self, charter: Charter, begin: Head, game: Game[Any, Any]
    ) -> OpenTable | None:
        """Return a table from its bookmark; None if there is no good one."""
        name = charter.table
        made = self.store.ask(lambda connection: kept_bookmark(connection, name))
        if made is None or not made.is_of(begin, code_of(game)):
            return None
        log = self.store.log(name, made.head)
        if not log.whole:
            return None
        try:
            table = self._marked(lay_out(charter, game), made)
            table = table.replay(line.entry for line in log.lines)
        except Exception:
            _log.exception("the bookmark of table %s is not used", name)
            return None
        self.prover.later(name, begin, made.head)
        return OpenTable(table, log.head)

    def _marked(self, laid: Table, made: Bookmark) -> Table:
        tail, version = unpacked(made.packed, laid), made.head.length
        log: Chunks[PlayedStep] = Chunks(None, tail.log)
        standing: Chunks[PlayedStep] = Chunks(None, tail.standing)
        name = laid.charter.table
        if version > len(tail.log):
            past = Past(version - len(tail.log), self._log_of(name))
            log = Chunks(past, tail.log)
        if tail.stood > len(tail.standing):
            stood = self._standing_of(name, version)
            standing = Chunks(
                Past(tail.stood - len(tail.standing), stood), tail.standing
            )
        return replace(laid, log=log, standing=standing)

    def _recent(self, table: Table) -> Table:
        name = table.charter.table
        return replace(
            table,
            log=table.log.recent(TAIL, self._log_of(name)),
            standing=table.standing.recent(
                TAIL, self._standing_of(name, table.version)
            ),
        )

    def _log_of(self, name: str) -> Any:
        return lambda size: self._played(name, size).log

    def _standing_of(self, name: str, version: int) -> Any:
        def fetch(size: int) -> Chunks[PlayedStep]:
            found = self._played(name, version).standing
            while len(found) > size:
                found = found.without_last()
            return found

        return fetch

    def _played(self, name: str, version: int) -> Table:
        """Return a table as it was, played from its beginning.

        Raises:
            DamagedTable: if its log is not as it was written.
        """
        # The end of a game is told from all its steps, several times in a row.
        lately = self._lately.get((name, version))
        if lately is not None:
            return lately
        charter, begin = self.store.begin(name)
        log = self.store.log(name, begin, until=version)
        if not log.whole:
            raise DamagedTable(log.head.length)
        laid = lay_out(charter, self.games[charter.game])
        played = laid.replay(line.entry for line in log.lines)
        with self._remembering:
            while len(self._lately) >= LATELY:
                del self._lately[next(iter(self._lately))]
            self._lately[name, version] = played
        return played

    def _forget(self, table: str) -> None:
        with self._remembering:
            for key in [key for key in self._lately if key[0] == table]:
                del self._lately[key]

    def _damaged(self, table: str) -> None:
        """Let the whole log speak, next time the table is opened."""
        with suppress(Refusal), self.store.write() as connection:
            drop_bookmark(connection, table)
        self.memory.forget(table)

    def _catch_up(self, table: Table) -> None:
        """Keep the result of a game that ended before results were kept."""
        result = result_of(table)
        if result is None or self.store.database.damage:
            return
        name = table.charter.table
        known = self.store.ask(lambda connection: kept_result(connection, name))
        if known is None:
            with self.store.write() as connection:
                keep_result(connection, result)
