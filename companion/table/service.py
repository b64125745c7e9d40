"""Opens tables and writes to them; tells the listeners what was written."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from companion.core.errors import Malformed, Refusal
from companion.core.game import Game
from companion.core.phrase import NameOf, say
from companion.table import challenges
from companion.table.bearer import HOST, Bearer, Role
from companion.table.checks import admit
from companion.table.live import Live
from companion.table.log_lines import shown
from companion.table.memory import Memory, OpenTable
from companion.table.names import new_code, seated
from companion.table.opening import Opening
from companion.table.refusals import (
    DamagedTable,
    IdReused,
    NothingAwaited,
    NothingToUndo,
    NotYours,
    StaleTable,
)
from companion.table.results import result_of
from companion.table.rows import StoredEntry, dump
from companion.table.store import Outrun, Store, Taken
from companion.table.table import (
    CHALLENGE,
    Charter,
    EntryKind,
    LogEntry,
    Table,
    lay_out,
    now,
)
from companion.table.turns import PATIENCE
from companion.table.view import Shelved, may_undo

CODE_LENGTH = 10
"""Letters in the name of a table: 31 ** 10 of them, too many to try."""

LOCKS = 64
"""Writers of different tables that share a lock by chance only wait for each other;
SQLite writes one at a time anyway, so more would not be faster."""

TRIES = 3
"""How often a writer that was outrun looks again before it says so."""

Body = dict[str, Any]


class Tables:
    """Plays entries onto tables; nothing is returned before it is on disk."""

    def __init__(
        self,
        store: Store,
        live: Live,
        games: Mapping[str, Game[Any, Any]],
        rng: Random | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.store = store
        self.live = live
        self.games = games
        self.opening = Opening(store, games, memory)
        self._rng = rng or secrets.SystemRandom()
        self._locks = tuple(Lock() for _ in range(LOCKS))

    @property
    def memory(self) -> Memory:
        """The tables that need not be opened again."""
        return self.opening.memory

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
        challenges.check(self.games[game], len(names), options)
        charter = Charter(
            new_code(CODE_LENGTH), game, engine, names, dict(options), now()
        )
        table = lay_out(charter, self.games[game])
        return self.opening.keep(OpenTable(table, self.store.create(charter))).table

    def open(self, table: str) -> Table | Shelved:
        """Return a table as it stands, replayed if it is not in memory.

        Raises:
            UnknownTable: if it is not here.
        """
        found = self.opening.find(table)
        return found if isinstance(found, Shelved) else found.table

    def charter(self, table: str) -> Charter:
        """Return what was agreed at a table, without replaying it.

        Raises:
            UnknownTable: if it is not here.
        """
        kept = self.memory.get(table)
        return kept.table.charter if kept else self.store.charter(table)

    def act(
        self, table: str, who: Bearer, action: Any, seen: int, once: str
    ) -> tuple[Table, bool]:
        """Play an action; return the table, and whether this call played it."""

        def said(now_: Table) -> Body:
            return {"action": now_.game.to_json(now_.game.from_json(action))}

        def judged(now_: Table) -> Body:
            meant = now_.game.from_json(action)
            challenges.judge_action(now_, meant)
            _allow(now_, who, meant)
            return said(now_)

        word = _Word(EntryKind.ACTION, judged, said)
        return self._write(table, who, seen, once, word)

    def chance(
        self, table: str, who: Bearer, seen: int, once: str
    ) -> tuple[Table, bool]:
        """Let the app roll or draw what the table awaits."""

        def judged(now_: Table) -> Body:
            chance = now_.game.chance(now_.state)
            if chance is None:
                raise NothingAwaited
            drawn = chance.sample(self._chance_of(now_))
            _allow(now_, who, drawn)
            return {"action": now_.game.to_json(drawn)}

        return self._write(table, who, seen, once, _Word(EntryKind.CHANCE, judged))

    def undo(self, table: str, who: Bearer, seen: int, once: str) -> tuple[Table, bool]:
        """Take back the last standing step."""

        def judged(now_: Table) -> Body:
            challenges.judge_change(now_)
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
            return {"takes_back": last.entry.version}

        return self._write(table, who, seen, once, _Word(EntryKind.UNDO, judged))

    def override(
        self,
        table: str,
        who: Bearer,
        word: Mapping[str, Any],
        seen: int,
        once: str,
    ) -> tuple[Table, bool]:
        """Take the host's word: `{action, reason}` or `{patch, reason}`."""

        def said(_now: Table) -> Body:
            return dict(word)

        def judged(now_: Table) -> Body:
            challenges.judge_change(now_)
            if who != HOST:
                raise NotYours(say("Only the host can overrule the rules. Ask them."))
            return said(now_)

        word_ = _Word(EntryKind.OVERRIDE, judged, said)
        return self._write(table, who, seen, once, word_)

    def _chance_of(self, table: Table) -> Random:
        """Return where the dice of a table come from: a challenge has its own."""
        if CHALLENGE not in table.charter.options:
            return self._rng
        secret = self.store.setting("challenge", secrets.token_urlsafe(32))
        return challenges.rng_of(table, secret)

    def _write(
        self, table: str, who: Bearer, seen: int, once: str, word: _Word
    ) -> tuple[Table, bool]:
        if who.role is Role.WATCH:
            raise NotYours(say("You are watching. Take a seat to play."))
        lock = self._locks[hash(table) % LOCKS]
        with self.store.turns.after_others(lock, PATIENCE):
            for _ in range(TRIES):
                kept = self._latest(table, seen)
                if isinstance(kept, Shelved):
                    raise kept.refusal()
                try:
                    after = _judged(kept.table, who, seen, once, word)
                    written = self._append(after, kept)
                    break
                except Outrun:
                    self.opening.find(table)  # another process wrote: look, then decide
                except (Refusal, Taken) as refused:
                    return self._again(kept, who, once, word, refused), False
            else:
                raise StaleTable(seen, self.store.version(table))
        self.live.hear(table, after.version)
        self.opening.mark_when_due(written)
        return written.table, True

    def _append(self, after: Table, kept: OpenTable) -> OpenTable:
        name, last = after.charter.table, after.log[-1].entry
        # Only the host's word and taking back can make a finished game go on.
        reopened = last.kind in (EntryKind.UNDO, EntryKind.OVERRIDE)
        line = StoredEntry(last, dump(shown(after)))
        head = self.store.append(
            name, [line], kept.head, result=result_of(after), reopened=reopened
        )
        return self.opening.keep(OpenTable(after, head))

    def _again(
        self, kept: OpenTable, who: Bearer, once: str, word: _Word, refused: Exception
    ) -> Table:
        """Return the table for a word that is in the log already; else refuse it.

        Asked only now, because nearly every word is new and would ask in vain.
        """
        name = kept.table.charter.table
        written = self.store.entry(name, who, once)
        if written is None:
            if isinstance(refused, Taken):
                raise DamagedTable(kept.head.length) from refused
            raise refused
        if not word.is_in(written, kept.table):
            raise IdReused
        if written.version <= kept.table.version:
            return kept.table
        opened = self.open(name)
        return opened if isinstance(opened, Table) else kept.table

    def _latest(self, table: str, seen: int) -> OpenTable | Shelved:
        """Return the table as the sender saw it, if that is what we remember.

        Whether it is still the latest is decided where it is written: there another
        process can be outrun, or has outrun us. So one action asks the disk once.
        """
        kept = self.memory.get(table)
        known = kept is not None and kept.table.version == seen
        return kept if kept and known else self.opening.find(table)


class _Word(NamedTuple):
    """What somebody wants to be written."""

    kind: EntryKind
    judged: Callable[[Table], Body]
    """What is to be written, if the sender may say it now; else it refuses."""

    said: Callable[[Table], Body] | None = None
    """What the sender said, to know it again; None where the id says it all."""

    def is_in(self, entry: LogEntry, table: Table) -> bool:
        """Tell whether an entry of the log is this very word."""
        same = self.said is None or self.said(table) == entry.body
        return entry.kind is self.kind and same


def _judged(table: Table, who: Bearer, seen: int, once: str, word: _Word) -> Table:
    if seen != table.version:
        raise StaleTable(seen, table.version)
    body = word.judged(table)
    return admit(table, LogEntry(seen + 1, word.kind, who, once, now(), body))


def _allow(table: Table, who: Bearer, action: Any) -> None:
    actor = table.game.actor(table.state, action)
    if not who.may_speak_for(actor):
        raise NotYours(
            say("Only {who} or the host can say this. Ask them.", who=NameOf(actor))
        )
