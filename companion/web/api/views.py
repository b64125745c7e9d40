"""Views as they leave the server: put into the words of the phone that asks."""

from __future__ import annotations

import marshal
from collections import OrderedDict
from collections.abc import Mapping
from sys import getsizeof
from threading import Lock
from typing import Any, cast

from companion.core.seats import Seat
from companion.table.bearer import Bearer
from companion.table.log_lines import tell
from companion.table.offers import Wording
from companion.table.table import PlayedStep, Table
from companion.table.view import LINES, Shelved, View, view
from companion.web.i18n import language, localise

LINES_KEPT = 32 * 1024 * 1024
"""Bytes of all lines. Five hundred tables of four phones show thirty lines each, which
is 20 MB; with less than is shown, each page would push out the lines of the next."""

ROOM_OF_LINE = 200
"""Bytes that a line takes beside its letters: its key and its place."""

LineKey = tuple[int, Seat | None, str]
"""The version, whose eyes, in which language."""

PARTS_KEPT = 3 * 1024 * 1024
"""Bytes of the keys of all parts of boards in words; with what they stand for, which is
dictionaries, they take some five times as much."""

PARTS_MET = 1024
"""Parts of boards that are known by being the same object, of some fifty tables."""

WORDLESS = frozenset(
    ("table", "version", "game", "you", "players", "options", "turn", "why", "photo")
) | {"log"}
"""What of a view holds no phrases; the lines of its log are in words already."""


class KeptLines:
    """Words of the latest entries; the table nobody looked at longest makes room."""

    def __init__(self, most: int = LINES_KEPT) -> None:
        self._most = most
        self._tables: OrderedDict[str, dict[LineKey, str]] = OrderedDict()
        self._lock = Lock()
        self.size = 0
        """Bytes of all of them."""

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))

    def of(self, table: str) -> Mapping[LineKey, str]:
        """Return the lines of a table."""
        with self._lock:
            found = self._tables.get(table)
            if found is None:
                return {}
            self._tables.move_to_end(table)
            return found

    def keep(self, table: str, key: LineKey, text: str) -> None:
        """Keep a line, and no longer those that a view shows no more."""
        with self._lock:
            lines = self._tables.setdefault(table, {})
            self._tables.move_to_end(table)
            self._drop(lines, key)
            lines[key] = text
            self.size += _room(text)
            while (oldest := next(iter(lines)))[0] <= key[0] - LINES:
                self._drop(lines, oldest)
            while self.size > self._most and len(self._tables) > 1:
                self._leave(next(iter(self._tables)))

    def forget(self, table: str) -> None:
        """Let go of the lines of a table."""
        with self._lock:
            self._leave(table)

    def _leave(self, table: str) -> None:
        gone = self._tables.pop(table, {})
        self.size -= sum(map(_room, gone.values()))

    def _drop(self, lines: dict[LineKey, str], key: LineKey) -> None:
        text = lines.pop(key, None)
        if text is not None:
            self.size -= _room(text)


class Views:
    """Makes views; log lines are worded once per seat and language and kept."""

    def __init__(self, lines: KeptLines | None = None) -> None:
        self.lines = KeptLines() if lines is None else lines
        self._parts: OrderedDict[bytes, Any] = OrderedDict()
        self._parts_met: dict[int, tuple[Any, tuple[Any, ...], Any]] = {}
        self._size = 0
        self._lock = Lock()

    def made(self, table: Table | Shelved, bearer: Bearer) -> View[Wording]:
        """Return the view of one bearer; only its log is in words yet."""
        if isinstance(table, Shelved):
            return view(table, bearer)
        lang, eyes = language(), table.eyes(bearer)
        lines = self.lines.of(table.charter.table)

        def told(step: PlayedStep) -> Wording:
            known = lines.get((step.entry.version, eyes, lang))
            return known or self._line(table, step, eyes, lang)

        return view(table, bearer, told)

    def spoken(self, table: Table | Shelved, bearer: Bearer) -> View[str]:
        """Return the view of one bearer in the language of the request."""
        return self.in_words(table, self.made(table, bearer))

    def in_words(self, table: Table | Shelved, seen: View[Wording]) -> View[str]:
        """Return a view in the language of the request."""
        charter = table.charter
        rest = (language(), charter.players, charter.game)
        if isinstance(table, Shelved):
            return cast("View[str]", localise(seen, *rest))
        said = {
            key: value if key in WORDLESS else localise(value, *rest)
            for key, value in seen.items()
            if key != "board"
        }
        parts = seen["board"]
        board = {key: self._met(part, rest) for key, part in parts.items()}
        return cast("View[str]", {**said, "board": board})

    def _met(self, part: Any, rest: tuple[str, tuple[str, ...], str]) -> Any:
        """Return a part of a board in words; a moment ago it may have been another's.

        What lies open is the very same object in the views of all seats.
        """
        if type(part) is not dict and type(part) is not list:
            return localise(part, *rest)
        met = self._parts_met.get(id(part))
        if met is not None and met[1] == rest:
            return met[2]
        said = self._said(part, rest)
        with self._lock:
            while len(self._parts_met) >= PARTS_MET:
                del self._parts_met[next(iter(self._parts_met))]
            # It is held, so that its id stays its own.
            self._parts_met[id(part)] = part, rest, said
        return said

    def _said(self, part: Any, rest: tuple[str, tuple[str, ...], str]) -> Any:
        """Return a part of a board in words: mostly the same for every seat."""
        try:
            key = marshal.dumps((rest, part), 2)
        except ValueError:
            return localise(part, *rest)
        with self._lock:
            found = self._parts.get(key)
            if found is not None:
                self._parts.move_to_end(key)
                return found
        found = localise(part, *rest)
        with self._lock:
            if key not in self._parts:
                self._parts[key] = found
                self._size += len(key)
            while self._size > PARTS_KEPT:
                old, _ = self._parts.popitem(last=False)
                self._size -= len(old)
        return found

    def _line(
        self, table: Table, step: PlayedStep, eyes: Seat | None, lang: str
    ) -> str:
        charter = table.charter
        phrase = tell(table, step, eyes).to_json()
        text = str(localise(phrase, lang, charter.players, charter.game))
        self.lines.keep(charter.table, (step.entry.version, eyes, lang), text)
        return text


def _room(text: str) -> int:
    return ROOM_OF_LINE + getsizeof(text)
