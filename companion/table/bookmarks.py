"""Bookmarks: where a long log can be opened without playing it from its beginning.

A bookmark is never the truth. It is bound to the chain of its log and to the code that
made it; if anything differs, the log is played again.
"""

from __future__ import annotations

import io
import logging
import pickle
import sys
import zlib
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select

from companion.core.game import Game
from companion.table import schema
from companion.table.database import put
from companion.table.rows import Head
from companion.table.table import PlayedStep, Table

EVERY = 200
"""Entries between two bookmarks: playing so many takes as long as drawing a page."""

TAIL = 64
"""Steps before a bookmark that come with it: the 30 lines which a view shows, and as
many that may be taken back before the log must be played again."""

SHARED = ("core", "table")
"""Folders beside the games whose code decides what a state is."""

_log = logging.getLogger(__name__)


class Tail(NamedTuple):
    """The end of a table's two lists; what came earlier is on disk."""

    log: tuple[PlayedStep, ...]
    standing: tuple[PlayedStep, ...]
    stood: int
    """How many steps stand in all."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The end of a log as it was at one head, packed."""

    head: Head
    begin: str
    """The digest that the chain begins with."""

    code: str
    packed: bytes
    proof: str

    def is_of(self, begin: Head, code: str) -> bool:
        """Tell whether it is whole, and made by this code from this log."""
        same = (self.begin, self.code) == (begin.digest, code)
        return same and self.proof == _proof(self.head, self.begin, code, self.packed)


def keep_bookmark(connection: Connection, table: str, made: Bookmark) -> None:
    """Keep a bookmark in place of the one its table had."""
    row = {
        "table_id": table,
        "length": made.head.length,
        "head": made.head.digest,
        "begin": made.begin,
        "code": made.code,
        "packed": made.packed,
        "proof": made.proof,
    }
    put(connection, schema.bookmarks, row)


def kept_bookmark(connection: Connection, table: str) -> Bookmark | None:
    """Return the bookmark of a table, None if it has none."""
    query = select(schema.bookmarks).where(schema.bookmarks.c.table_id == table)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    if not isinstance(row.packed, bytes):  # damaged: SQLite gives whatever is there
        return None
    head = Head(row.length, row.head)
    return Bookmark(head, row.begin, row.code, row.packed, row.proof)


def drop_bookmark(connection: Connection, table: str) -> None:
    """Forget a bookmark, so that the log is played from its beginning."""
    mine = schema.bookmarks.c.table_id == table
    connection.execute(delete(schema.bookmarks).where(mine))


def bookmark(table: Table, head: Head, begin: Head) -> Bookmark | None:
    """Return a bookmark of a table as it is now; None if it cannot be packed."""
    tail = Tail(table.log[-TAIL:], table.standing[-TAIL:], len(table.standing))
    try:
        packed = _packed(tail, table)
        unpacked(packed, table)
    except Exception:
        # A game may keep in its state what cannot be packed: then it is played again.
        _log.exception("no bookmark can be made for %s", table.charter.game)
        return None
    code = code_of(table.game)
    proof = _proof(head, begin.digest, code, packed)
    return Bookmark(head, begin.digest, code, packed, proof)


def unpacked(packed: bytes, laid: Table) -> Tail:
    """Return what a bookmark holds, for a table that was just laid out.

    Raises:
        Exception: whatever broken bytes make of it.
    """
    room = type(laid.first).__module__.rpartition(".")[0]
    return Tail(*_Values(zlib.decompress(packed), room, _fixed(laid)).load())


def _packed(tail: Tail, table: Table) -> bytes:
    found = io.BytesIO()
    _Packer(found, _fixed(table)).dump(tuple(tail))
    return zlib.compress(found.getvalue(), 1)


def _fixed(table: Table) -> dict[str, Any]:
    """Return what a first state holds: the setting of a game stays the very same."""
    first = table.first
    names = getattr(first, "_fields", None) or [field.name for field in fields(first)]
    return {name: getattr(first, name) for name in names}


class _Packer(pickle.Pickler):
    """Writes what a first state holds as a name: laying out brings it along."""

    def __init__(self, file: io.BytesIO, fixed: dict[str, Any]) -> None:
        super().__init__(file, protocol=5)
        self._names = {id(value): name for name, value in fixed.items()}

    def persistent_id(self, value: Any) -> str | None:
        """Return under which name a value can be found again."""
        return self._names.get(id(value))


def code_of(game: Game[Any, Any]) -> str:
    """Return a digest of all code that has a part in the states of a game."""
    return _code(game.room)


@cache
def _code(room: Path) -> str:
    house = Path(__file__).parents[1]
    found = sha256(sys.version.encode())
    for folder in (room, *(house / name for name in SHARED)):
        for path in sorted(folder.rglob("*.py")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def _proof(head: Head, begin: str, code: str, packed: bytes) -> str:
    known = f"{head.length} {head.digest} {begin} {code} ".encode()
    return sha256(known + packed).hexdigest()


class _Values(pickle.Unpickler):
    """Reads values of the table and of one game, and nothing that could act."""

    def __init__(self, packed: bytes, room: str, fixed: dict[str, Any]) -> None:
        super().__init__(io.BytesIO(packed))
        self._room, self._fixed = room, fixed

    def persistent_load(self, name: str) -> Any:
        """Return what the first state holds under a name."""
        return self._fixed[name]

    def find_class(self, module: str, name: str) -> Any:
        """Return the class of a value.

        Raises:
            pickle.UnpicklingError: if it is no plain value of ours.
        """
        found: Any = None
        if _is_in(module, self._room):
            found = super().find_class(module, name)
        elif any(_is_in(module, f"companion.{folder}") for folder in SHARED):
            found = super().find_class(module, name)
            found = found if _is_value(found) else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no value of a table")
        return found


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _is_value(kind: Any) -> bool:
    plain = isinstance(kind, type) and issubclass(kind, (Enum, tuple, int, str))
    return plain or is_dataclass(kind)
