"""Entries as rows: chained when they are written, proved when they are read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.table import schema
from companion.table.bearer import Bearer
from companion.table.digests import charter_digest, entry_digest
from companion.table.refusals import DamagedTable
from companion.table.table import Charter, EntryKind, LogEntry

CHARTER = tuple(
    schema.tables.c[name]
    for name in ("id", "game", "engine", "players", "options", "created")
)
"""What the chain of a table begins with, in the order of its digest."""

CONTENT = tuple(
    schema.entries.c[name]
    for name in ("version", "kind", "who", "once", "at", "body", "shown")
)
"""What an entry is, in the order of its digest."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry, and what everybody was shown of it when it was new."""

    entry: LogEntry
    kept: str
    """As it is on disk: only tables of other engines are shown from it again."""

    @property
    def shown(self) -> Mapping[str, Any]:
        """The line and the scores of that moment; nothing if they were never good."""
        try:
            found = json.loads(self.kept)
        except ValueError:
            found = None
        whole = isinstance(found, dict) and found.keys() >= {"text", "scores"}
        return found if whole else {"text": "", "scores": []}


@dataclass(frozen=True, slots=True)
class Head:
    """How long a log is, and the digest of its last entry."""

    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class StoredLog:
    """Entries that were read and proved, up to the first that is not as written."""

    lines: tuple[StoredEntry, ...]
    head: Head
    """The last good entry."""

    whole: bool
    """Nothing is missing and nothing was changed."""


def dump(value: Any) -> str:
    """Return a value as the database keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def charter_row(charter: Charter) -> dict[str, Any]:
    """Return the row of a new table, without its head."""
    return {
        "id": charter.table,
        "game": charter.game,
        "engine": charter.engine,
        "players": dump(list(charter.players)),
        "options": dump(charter.options),
        "created": charter.created,
    }


def beginning(row: Iterable[Any]) -> Head:
    """Return the head of a log without entries, from the columns of `CHARTER`."""
    return Head(0, charter_digest(row))


def charter_of(row: Any) -> Charter:
    """Return what was agreed at a table.

    Raises:
        DamagedTable: if it cannot be read.
    """
    try:
        return Charter(
            table=row.id,
            game=row.game,
            engine=row.engine,
            players=tuple(json.loads(row.players)),
            options=dict(json.loads(row.options)),
            created=row.created,
        )
    except (ValueError, TypeError):
        raise DamagedTable(0) from None


def chained(
    table: str, head: Head, lines: Sequence[StoredEntry]
) -> tuple[list[dict[str, Any]], Head]:
    """Return entries as rows that go on from a head, and the head they lead to."""
    rows, digest = [], head.digest
    for line in lines:
        entry = line.entry
        row: dict[str, Any] = {
            "version": entry.version,
            "kind": entry.kind.value,
            "who": str(entry.who),
            "once": entry.once,
            "at": entry.at,
            "body": dump(entry.body),
            "shown": line.kept,
        }
        digest = entry_digest(digest, row.values())
        rows.append({**row, "table_id": table, "digest": digest})
    return rows, Head(head.length + len(rows), digest)


def proved(
    rows: Iterable[Sequence[Any]], head: Head
) -> tuple[tuple[StoredEntry, ...], Head]:
    """Return entries up to the first that is missing, changed or unreadable.

    A row is the columns of `CONTENT`, then its digest.
    """
    lines: list[StoredEntry] = []
    length, last = head.length, head.digest
    for *content, kept in rows:
        digest = entry_digest(last, content)
        if content[0] != length + 1 or kept != digest:
            break
        try:
            lines.append(line_of(content))
        except (ValueError, TypeError):
            break
        length, last = length + 1, digest
    return tuple(lines), Head(length, last)


def line_of(content: Sequence[Any]) -> StoredEntry:
    """Return an entry from the columns of `CONTENT`.

    Raises:
        ValueError, TypeError: if no entry was ever written like this.
    """
    version, kind, who, once, at, body, shown = content
    said = json.loads(body)
    if not isinstance(said, dict):
        raise TypeError(body)
    entry = LogEntry(version, EntryKind(kind), Bearer.read(who), once, at, said)
    return StoredEntry(entry, shown)
