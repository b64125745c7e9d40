"""Views as they leave the server: put into the words of the phone that asks."""

from __future__ import annotations

import marshal
from collections import OrderedDict
from threading import Lock
from typing import Any, cast

from companion.core.seats import Seat
from companion.table.bearer import Bearer
from companion.table.log_lines import tell
from companion.table.offers import Wording
from companion.table.table import PlayedStep, Table
from companion.table.view import Shelved, View, view
from companion.web.i18n import language, localise

LINES_KEPT = 64_000
"""Five hundred tables of four phones, at thirty lines each, in some 30 MB. With fewer
than are shown, each page would push out the lines of the next."""

PARTS_KEPT = 3 * 1024 * 1024
"""Bytes of the keys of all parts of boards in words; with what they stand for, which is
dictionaries, they take some five times as much."""

PARTS_MET = 1024
"""Parts of boards that are known by being the same object, of some fifty tables."""

WORDLESS = frozenset(
    ("table", "version", "game", "you", "players", "options", "turn", "why", "photo")
) | {"log"}
"""What of a view holds no phrases; the lines of its log are in words already."""


class Views:
    """Makes views; log lines are worded once per seat and language and kept."""

    def __init__(self, kept: int = LINES_KEPT) -> None:
        self._most = kept
        self._kept: OrderedDict[tuple[str, int, Seat | None, str], str] = OrderedDict()
        self._parts: OrderedDict[bytes, Any] = OrderedDict()
        self._parts_met: dict[int, tuple[Any, tuple[Any, ...], Any]] = {}
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def made(self, table: Table | Shelved, bearer: Bearer) -> View[Wording]:
        """Return the view of one bearer; only its log is in words yet."""
        if isinstance(table, Shelved):
            return view(table, bearer)
        lang, eyes, name = language(), table.eyes(bearer), table.charter.table

        def told(step: PlayedStep) -> Wording:
            known = self._kept.get((name, step.entry.version, eyes, lang))
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
        key = (charter.table, step.entry.version, eyes, lang)
        phrase = tell(table, step, eyes).to_json()
        text = str(localise(phrase, lang, charter.players, charter.game))
        with self._lock:
            self._kept[key] = text
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return text
