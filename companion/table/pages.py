"""An SQLite file read page by page, however little of it is left.

SQLite itself gives up on a file that is shorter than it should be, or whose tree has
a hole. Here every page that is there is read, as https://sqlite.org/fileformat2.html
describes it; what cannot be read is counted and passed over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from struct import unpack_from
from typing import Any, NamedTuple, TypeAlias

Row: TypeAlias = tuple[Any, ...]

SCHEMA = 1
"""The page with the names of all tables."""

FILE_HEADER = 100
LEAF, INTERIOR = 0x0D, 0x05
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
REAL, ZERO, ONE = 7, 8, 9

Unreadable = (struct.error, IndexError, ValueError, KeyError, OverflowError)
"""What bytes that are no page make of reading them."""


@dataclass
class Found:
    """The rows of one tree, and how often something could not be read."""

    rows: list[Row] = field(default_factory=list)
    gaps: int = 0
    pages: set[int] = field(default_factory=set)


class Named(NamedTuple):
    """The tables of a file, as far as they can be read."""

    tables: dict[str, tuple[int, str]]
    gaps: int
    pages: set[int]


class Pages:
    """The pages of one file, with what its log (`-wal`) holds of them."""

    def __init__(self, database: Path) -> None:
        """Read the file.

        Raises:
            ValueError: if it does not begin as a database does.
        """
        self._data = database.read_bytes()
        if not self._data.startswith(b"SQLite format 3\0") or len(self._data) < 100:
            raise ValueError("it does not begin as a database does")
        (size,) = unpack_from(">H", self._data, 16)
        self.size = 65536 if size == 1 else int(size)
        if self.size < 512:
            raise ValueError("its pages have no size")
        self._usable = self.size - self._data[20]
        wal = database.with_name(database.name + "-wal")
        self._newer = _committed(wal.read_bytes(), self.size) if wal.exists() else {}
        self.count = max(len(self._data) // self.size, *self._newer, 0, 0)

    def tables(self) -> Named:
        """Return the root page of each table, and the statement that made it."""
        found = self.tree(SCHEMA)
        made = [row for row in found.rows if len(row) == 5 and row[0] == "table"]
        named = {name: (root, sql) for _, name, _, root, sql in made}
        return Named(named, found.gaps, found.pages)

    def freed(self) -> set[int]:
        """Return the pages that were given back, as far as that can be read."""
        found: set[int] = set()
        (trunk,) = unpack_from(">I", self._data, 32)
        try:
            while trunk and trunk not in found:
                found.add(trunk)
                page = self._page(trunk)
                trunk, count = unpack_from(">II", page)
                found |= set(unpack_from(f">{count}I", page, 8))
        except Unreadable:
            return found
        return found

    def tree(self, root: int) -> Found:
        """Return every row that can be reached from a page."""
        found, todo = Found(), [root]
        while todo:
            number = todo.pop()
            if number in found.pages:
                continue
            found.pages.add(number)
            try:
                todo += self._look(number, found)
            except Unreadable:
                found.gaps += 1
        return found

    def leaf(self, number: int) -> Found:
        """Return the rows of one page that no tree leads to any more."""
        found = Found()
        try:
            if self._page(number)[0] == LEAF:
                self._look(number, found)
        except Unreadable:
            found.gaps += 1
        return found

    def _look(self, number: int, found: Found) -> list[int]:
        """Take the rows of a page; return the pages below it."""
        page = self._page(number)
        start = FILE_HEADER if number == SCHEMA else 0
        kind, cells = page[start], unpack_from(">H", page, start + 3)[0]
        if kind == LEAF:
            for place in unpack_from(f">{cells}H", page, start + 8):
                try:
                    found.rows.append(self._row(page, place))
                except Unreadable:
                    found.gaps += 1
            return []
        if kind != INTERIOR:
            raise ValueError(kind)
        places = unpack_from(f">{cells}H", page, start + 12)
        below = [unpack_from(">I", page, place)[0] for place in places]
        return [*below, unpack_from(">I", page, start + 8)[0]]

    def _page(self, number: int) -> bytes:
        if number in self._newer:
            return self._newer[number]
        page = self._data[(number - 1) * self.size : number * self.size]
        if number < 1 or len(page) < self.size:
            raise IndexError(number)
        return page

    def _row(self, page: bytes, place: int) -> Row:
        length, at = _varint(page, place)
        _, at = _varint(page, at)
        return _record(self._payload(page, at, length))

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        """Return the bytes of a row; a long one goes on in a chain of pages."""
        usable = self._usable
        if length > self.count * self.size:
            raise ValueError("longer than the file")
        least = (usable - 12) * 32 // 255 - 23
        here = length
        if length > usable - 35:
            here = least + (length - least) % (usable - 4)
            here = here if here <= usable - 35 else least
        parts, left = [page[at : at + here]], length - here
        (following,) = unpack_from(">I", page, at + here) if left else (0,)
        while left > 0:
            chained = self._page(following)
            (following,) = unpack_from(">I", chained)
            parts.append(chained[4 : 4 + min(left, usable - 4)])
            left -= len(parts[-1])
        whole = b"".join(parts)
        if len(whole) != length:
            raise ValueError("cut off")
        return whole


def _record(data: bytes) -> Row:
    header, at = _varint(data, 0)
    kinds = []
    while at < header:
        kind, at = _varint(data, at)
        kinds.append(kind)
    values, at = [], header
    for kind in kinds:
        value, size = _value(data, at, kind)
        values.append(value)
        at += size
    if at != len(data):
        raise ValueError("not as long as it says")
    return tuple(values)


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, 0
    if size := INTEGERS.get(kind):
        return int.from_bytes(data[at : at + size], "big", signed=True), size
    if kind == REAL:
        return unpack_from(">d", data, at)[0], 8
    if kind in (ZERO, ONE):
        return kind - ZERO, 0
    if kind < 12:
        raise ValueError(kind)
    size = (kind - 12) // 2
    value = data[at : at + size]
    return (value.decode() if kind % 2 else value), size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9


def _committed(wal: bytes, size: int) -> dict[int, bytes]:
    """Return the pages that a log holds, up to its last whole transaction."""
    found: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for number, ends, page in _frames(wal, size):
        pending[number] = page
        if ends:
            found |= pending
            pending = {}
    return found


def _frames(wal: bytes, size: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield number, end of a transaction and page, as long as the sums are right."""
    try:
        magic, _, page_size, _, *salts = unpack_from(">6I", wal)
    except struct.error:
        return
    order = ">" if magic & 1 else "<"
    if page_size != size:
        return
    sums = _checksum(wal[:24], (0, 0), order)
    for at in range(32, len(wal) - 24 - size + 1, 24 + size):
        number, ends, *told = unpack_from(">6I", wal, at)
        page = wal[at + 24 : at + 24 + size]
        sums = _checksum(wal[at : at + 8], sums, order)
        sums = _checksum(page, sums, order)
        if told != [*salts, *sums]:
            return
        yield number, ends, page


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = sums
    words = iter(unpack_from(f"{order}{len(data) // 4}I", data))
    while pair := tuple(islice(words, 2)):
        one = (one + pair[0] + two) & 0xFFFFFFFF
        two = (two + pair[1] + one) & 0xFFFFFFFF
    return one, two
