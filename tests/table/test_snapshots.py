"""Copies are taken while people play, few are kept, and one can be brought back."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from time import time

import pytest

from companion.table import snapshots
from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.snapshots import NoSnapshot, Snapshots, restore, unsound
from tests.table.conftest import act, play, spoil_index


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "snapshots"


@pytest.fixture
def copies(path, folder, tables):
    return Snapshots(path, folder)


def test_a_snapshot_holds_what_was_acknowledged_before_it(
    tables, path, copies, open_tables, played
):
    copy = copies.take()
    play(tables, played, 2)
    assert unsound(copy) == []
    tables.store.close()
    aside = restore(copy, path)
    assert open_tables().open(played).version == 8
    assert aside.is_file(), "what was there is set aside, not deleted"
    with closing(sqlite3.connect(aside)) as connection:
        (length,) = connection.execute("SELECT length FROM tables").fetchone()
    assert length == 10


def test_what_was_brought_back_is_for_its_owner_alone(tables, path, copies, played):
    copy = copies.take()
    copy.chmod(0o644)
    tables.store.close()
    aside = restore(copy, path)
    assert [one.stat().st_mode & 0o077 for one in (path, aside)] == [0, 0]


def test_a_running_server_is_not_robbed_of_its_database(tables, path, copies, played):
    copy = copies.take()
    tables.open(played)
    with pytest.raises(NoSnapshot, match="still running"):
        restore(copy, path)
    play(tables, played, 1)


def test_only_a_sound_snapshot_is_brought_back(path, tmp_path, tables, played):
    tables.store.close()
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(NoSnapshot, match="no sound database"):
        restore(broken, path)
    assert path.is_file()


def test_a_database_that_is_gone_or_damaged_can_be_replaced(
    tables, path, copies, open_tables, played
):
    copy = copies.take()
    tables.store.close()
    path.write_bytes(b"a shopping list" * 500)
    assert restore(copy, path) is not None
    assert open_tables().open(played).version == 8


def test_a_lost_database_comes_back(tables, path, copies, open_tables, played):
    copy = copies.take()
    tables.store.close()
    path.unlink()
    assert restore(copy, path) is None
    assert open_tables().open(played).version == 8


def test_every_start_takes_one_but_not_of_nothing(open_tables, folder):
    first = open_tables(snapshots=folder)
    assert not folder.exists()
    first.create("pig", ["Ana"], {})
    open_tables(snapshots=folder)
    assert len(list(folder.iterdir())) == 1


def test_a_damaged_database_does_not_push_out_good_snapshots(
    tables, url, path, folder, played
):
    tables.store.close()
    spoil_index(path)
    database = connect(url, folder)
    assert database.damage
    assert not folder.exists()
    database.engine.dispose()


def test_the_newest_and_one_of_each_older_day_are_kept(copies, folder):
    folder.mkdir()
    today = datetime.now(UTC)
    for days in range(12):
        for hours in range(3):
            when = today - timedelta(days=days, minutes=hours)
            (folder / when.strftime(snapshots.NAME)).write_bytes(b"")
    (folder / "tables-1.unfinished").write_bytes(b"")
    newest = copies.take()
    assert list(folder.glob("*.unfinished")) == []
    kept = copies.all()
    assert kept[0] == newest
    assert len(kept) <= snapshots.NEWEST + snapshots.DAYS
    days = [path.name.partition("T")[0] for path in kept]
    assert len(set(days)) >= snapshots.DAYS


def test_a_day_of_play_takes_one_beside_the_work(open_tables, folder, monkeypatch):
    tables = open_tables(snapshots=folder)
    table = tables.create("pig", ["Ana"], {}).charter.table
    taken = []

    def take(copies):
        taken.append(copies)

    monkeypatch.setattr(Snapshots, "take", take)
    act(tables, table, HOST, "roll")
    assert taken == [], "a day has not passed"
    monkeypatch.setattr(snapshots, "DAY", 0.0)
    monkeypatch.setattr(snapshots, "SPREAD", 1)
    monkeypatch.setattr(snapshots.Thread, "start", lambda thread: thread.run())
    act(tables, table, HOST, "landed", face=2)
    assert taken == [tables.store.database.snapshots]


def test_servers_on_one_file_take_one_a_day_together(path, folder, tables, monkeypatch):
    one, other = Snapshots(path, folder), Snapshots(path, folder)
    monkeypatch.setattr(snapshots, "monotonic", lambda: 10 * snapshots.DAY)
    monkeypatch.setattr(snapshots.Thread, "start", lambda thread: thread.run())
    for copies in (one, other, one, other):
        copies._taken = 0.0
        copies.take_when_due()
    (taken,) = one.all()
    long_ago = time() - snapshots.DAY
    os.utime(taken, (long_ago, long_ago))
    other._taken = 0.0
    other.take_when_due()
    assert len(one.all()) == 2


def test_a_snapshot_that_cannot_be_taken_says_why_and_leaves_no_rest(
    path, folder, tables
):
    folder.write_text("a file where the folder should be")
    with pytest.raises(NoSnapshot):
        Snapshots(path, folder).take()
    folder.unlink()
    with pytest.raises(NoSnapshot):
        Snapshots(path.with_name("nowhere"), folder).take()
    assert list(folder.iterdir()) == []
