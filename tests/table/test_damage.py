"""A log that was changed on disk says so: never another state, never written over."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.table import archive
from companion.table.bearer import HOST, at_seat
from companion.table.database import connect
from companion.table.digests import entry_digest
from companion.table.refusals import DamagedTable
from companion.table.rows import Head, StoredEntry, chained, proved
from companion.table.store import Outrun, Store
from companion.table.table import EntryKind, LogEntry, Table
from companion.table.troubles import DatabaseDamaged
from companion.table.verify import verify
from companion.table.view import Shelved, view
from tests.table.conftest import spoil_index

DAMAGES = {
    "another body": ('UPDATE entries SET body = \'{"action":{"type":"hold"}}\'', 4),
    "another sender": ("UPDATE entries SET who = 'seat-1'", 4),
    "another time": ("UPDATE entries SET at = '2001-01-01T00:00:00.000Z'", 4),
    "another line": ("UPDATE entries SET shown = '{}'", 4),
    "no JSON": ("UPDATE entries SET body = '{\"action\":'", 4),
    "another digest": ("UPDATE entries SET digest = 'x'", 4),
    "a row is missing": ("DELETE FROM entries", 4),
}


def spoil(path, statement, table, version=5):
    with closing(sqlite3.connect(path)) as connection:
        where = " WHERE table_id = ? AND version = ?"
        assert connection.execute(statement + where, (table, version)).rowcount == 1
        connection.commit()


def spoil_table(path, change, table):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE tables SET {change} WHERE id = ?", (table,))
        connection.commit()


@pytest.mark.parametrize(("statement", "good"), DAMAGES.values(), ids=list(DAMAGES))
def test_a_changed_entry_closes_the_table_before_it(
    open_tables, path, played, statement, good
):
    spoil(path, statement, played)
    later = open_tables()
    found = later.open(played)
    assert isinstance(found, Shelved)
    assert found.version == good
    for who in (HOST, at_seat(0)):
        seen = view(found, who)
        assert seen["closed"]["say"].startswith("This table is damaged after move {n}")
        assert seen["closed"]["with"] == {"n": good}
        assert seen["legal"] == []
        assert len(seen["log"]) == good
    for seen in (good, 8):
        with pytest.raises(DamagedTable):
            later.act(played, HOST, {"type": "roll"}, seen, f"x{seen}")
        with pytest.raises(DamagedTable):
            later.undo(played, HOST, seen, f"y{seen}")
    assert len(archive.export(found)["entries"]) == good
    (finding,) = verify(path).findings
    assert (finding.table, finding.good) == (played, good)


def test_the_last_entries_cannot_vanish_unnoticed(open_tables, path, played):
    for version in (7, 8):
        spoil(path, "DELETE FROM entries", played, version)
    found = open_tables().open(played)
    assert isinstance(found, Shelved)
    assert found.version == 6


def test_a_log_that_lost_all_its_entries_does_not_begin_again(
    open_tables, path, played
):
    for version in range(1, 9):
        spoil(path, "DELETE FROM entries", played, version)
    later = open_tables()
    assert later.open(played).version == 0
    with pytest.raises(DamagedTable):
        later.act(played, HOST, {"type": "roll"}, 0, "again")
    assert later.store.version(played) == 8


@pytest.mark.parametrize(
    "change",
    ["length = 3", "length = 99", "head = 'x'", "engine = 2", "created = 'x'"],
)
def test_a_changed_head_or_charter_is_noticed(open_tables, path, played, change):
    spoil_table(path, change, played)
    later = open_tables()
    assert isinstance(later.open(played), Shelved)
    with pytest.raises(DamagedTable):
        later.act(played, HOST, {"type": "roll"}, 8, "x")
    assert [finding.table for finding in verify(path).findings] == [played]


def test_a_charter_that_cannot_be_read_is_damage_not_a_bug(open_tables, path, played):
    spoil_table(path, "players = '['", played)
    with pytest.raises(DamagedTable, match="after move 0"):
        open_tables().open(played)
    assert verify(path).findings


@pytest.mark.parametrize("body", ["{", "[]", "7", ""])
def test_a_row_that_is_no_entry_closes_the_table_though_its_chain_is_right(
    open_tables, path, played, body
):
    """Whoever wrote it knew how to chain: it is still not an entry."""
    with closing(sqlite3.connect(path)) as connection:
        where = "FROM entries WHERE table_id = ? AND version ="
        query = f"SELECT version, kind, who, once, at, body, shown {where} 8"
        row = [*connection.execute(query, (played,)).fetchone()]
        query = f"SELECT digest {where} 7"
        (before,) = connection.execute(query, (played,)).fetchone()
    row[5] = body
    digest = entry_digest(before, row)
    changed = f"UPDATE entries SET body = '{body}', digest = '{digest}'"
    spoil(path, changed, played, 8)
    spoil_table(path, f"head = '{digest}'", played)
    later = open_tables()
    shelved = later.open(played)
    assert isinstance(shelved, Shelved)
    assert len(shelved.lines) == 7
    assert shelved.damaged
    with pytest.raises(DamagedTable, match="after move 7"):
        later.act(played, HOST, {"type": "roll"}, 7, "x")


def test_an_entry_beyond_the_end_is_never_written_over(open_tables, path, played):
    spoil(path, "UPDATE entries SET version = 9, once = 'other'", played, 8)
    spoil_table(path, "length = 7", played)
    later = open_tables()
    with pytest.raises(DamagedTable):
        later.act(played, HOST, {"type": "roll"}, 7, "x")
    assert verify(path).findings


def test_other_tables_of_a_damaged_database_play_on(tables, open_tables, path, played):
    other = tables.create("pig", ["Cleo"], {}).charter.table
    spoil(path, "DELETE FROM entries", played)
    later = open_tables()
    after, fresh = later.act(other, HOST, {"type": "roll"}, 0, "x")
    assert (after.version, fresh) == (1, True)
    assert isinstance(later.open(other), Table)


def test_a_damaged_page_is_noticed_at_the_start_and_nothing_is_written(
    tables, url, path, played
):
    for _ in range(20):
        tables.create("pig", ["x"], {"goal": 50})
    tables.store.close()
    spoil_index(path)
    store = Store(connect(url))
    assert store.database.damage
    with pytest.raises(DatabaseDamaged), store.write():
        raise AssertionError("nothing may be written")
    with pytest.raises(DatabaseDamaged):
        store.try_writing()
    store.close()
    assert verify(path).findings[0].table is None


def test_what_is_in_memory_is_not_served_past_a_shorter_log(tables, path, played):
    assert tables.open(played).version == 8
    spoil(path, "DELETE FROM entries", played, 8)
    spoil_table(path, "length = 7", played)
    found = tables.open(played)
    assert isinstance(found, Shelved)
    assert found.version == 7


def test_a_sound_database_is_said_to_be_sound(path, tables, played):
    report = verify(path)
    assert (report.tables, report.entries, report.findings) == (1, 8, ())


def test_a_chain_that_skips_a_number_is_not_believed():
    """Its digests are right, as if somebody had written them so."""
    begin = Head(0, "begin")
    said = [LogEntry(n, EntryKind.ACTION, HOST, f"{n}", "", {}) for n in (1, 2, 4)]
    rows, _ = chained("t", begin, [StoredEntry(one, "") for one in said])
    names = ("version", "kind", "who", "once", "at", "body", "shown", "digest")
    lines, head = proved([[row[name] for name in names] for row in rows], begin)
    assert [line.entry.version for line in lines] == [1, 2]
    assert head.length == 2


@pytest.mark.parametrize("wrong", [{"digest": "x"}, {"length": 7}])
def test_nothing_is_written_after_an_end_that_is_not_the_log_s(tables, played, wrong):
    """Another log of the same length took its place, or one that is longer by now."""
    head = tables.store.head(played)
    entry = LogEntry(head.length + 1, EntryKind.ACTION, HOST, "new", "", {})
    with pytest.raises(Outrun):
        tables.store.append(played, [StoredEntry(entry, "")], replace(head, **wrong))
    assert tables.store.head(played) == head
    assert tables.open(played).version == head.length
