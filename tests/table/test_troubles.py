"""What goes wrong under the store is named for what it is, and nothing is lost."""

import os
import sqlite3
import stat
import subprocess

import pytest
from sqlalchemy.exc import DatabaseError, OperationalError

from companion.table import troubles
from companion.table.bearer import HOST
from companion.table.database import NoDatabase, connect
from companion.table.store import Store


def fail(name):
    problem = sqlite3.OperationalError("the disk says no")
    problem.sqlite_errorname = name
    return OperationalError("INSERT", {}, problem)


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("SQLITE_FULL", troubles.DiskFull),
        ("SQLITE_READONLY", troubles.DataReadOnly),
        ("SQLITE_READONLY_DIRECTORY", troubles.DataReadOnly),
        ("SQLITE_READONLY_DBMOVED", troubles.DatabaseGone),
        ("SQLITE_CANTOPEN", troubles.DataReadOnly),
        ("SQLITE_CORRUPT_INDEX", troubles.DatabaseDamaged),
        ("SQLITE_NOTADB", troubles.DatabaseDamaged),
        ("SQLITE_IOERR_WRITE", troubles.DiskFailed),
        ("SQLITE_BUSY", troubles.StoreBusy),
    ],
)
def test_a_failing_write_is_named_and_leaves_no_trace(
    tables, table, monkeypatch, name, trouble
):
    def full(*_):
        raise fail(name)

    monkeypatch.setattr(tables.store.engine.dialect, "do_commit", full)
    with pytest.raises(trouble):
        tables.act(table, HOST, {"type": "roll"}, 0, "x")
    monkeypatch.undo()
    assert tables.open(table).version == 0
    after, fresh = tables.act(table, HOST, {"type": "roll"}, 0, "x")
    assert (after.version, fresh) == (1, True), "the same tap can be sent again"


def test_a_mistake_in_a_statement_is_a_bug_and_stays_one(tables):
    with pytest.raises(DatabaseError), tables.store.read() as connection:
        connection.exec_driver_sql("SELECT nonsense")


def test_a_deleted_file_is_noticed_before_anything_is_acknowledged(
    tables, path, played
):
    path.unlink()
    with pytest.raises(troubles.DatabaseGone):
        tables.act(played, HOST, {"type": "landed", "face": 3}, 8, "x")
    with pytest.raises(troubles.DatabaseGone):
        tables.store.try_writing()


def test_a_deleted_file_is_not_made_again_by_reading(tables, path, played):
    tables.store.close()
    path.unlink()
    with pytest.raises(troubles.DatabaseGone):
        tables.open(played)
    assert not path.exists()


def test_a_file_put_in_its_place_is_not_taken_for_it(tables, path, played):
    path.rename(path.with_name("elsewhere"))
    path.write_bytes(path.with_name("elsewhere").read_bytes())
    with pytest.raises(troubles.DatabaseGone):
        tables.act(played, HOST, {"type": "landed", "face": 3}, 8, "x")


def test_a_folder_that_cannot_be_written_is_said_at_the_start(tmp_path):
    with pytest.raises(NoDatabase, match="No such file"):
        connect(f"sqlite:///{tmp_path / 'nowhere' / 'tables.sqlite'}")
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(NoDatabase, match="directory"):
        connect(f"sqlite:///{tmp_path / 'folder.sqlite'}")


def test_a_file_that_is_no_database_is_left_alone(path, url):
    path.write_bytes(b"a shopping list, by no means a database" * 50)
    with pytest.raises(NoDatabase, match="not a database"):
        connect(url)
    assert path.read_bytes().startswith(b"a shopping list")


def test_data_files_are_for_their_owner_alone(tables, path, played, tmp_path):
    os.chmod(path, 0o644)
    Store(connect(f"sqlite:///{path}", tmp_path / "snapshots")).close()
    kept = [*tmp_path.glob("tables.sqlite*"), *tmp_path.glob("snapshots/*")]
    assert len(kept) >= 2
    for file in kept:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


def test_health_is_a_real_write_but_not_at_every_question(tables, monkeypatch):
    def pulse():
        with tables.store.read() as connection:
            found = connection.exec_driver_sql(
                "SELECT count(*), max(value) FROM settings WHERE key = 'pulse'"
            )
            return tuple(found.one())

    tables.store.try_writing()
    first = pulse()
    assert first[0] == 1
    tables.store.try_writing()
    assert pulse() == first
    monkeypatch.setattr("companion.table.store.PULSE", 0)
    tables.store.try_writing()
    assert pulse()[0] == 1


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 400 kB, where this machine lets us have one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("no disk of our own can be made here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_is_said_and_what_was_acknowledged_stays(small_disk):
    url = f"sqlite:///{small_disk / 'tables.sqlite'}"
    store, kept = Store(connect(url)), []

    def fill():
        for number in range(1000):
            store.setting(f"n{number}", "x" * 4000)
            kept.append(number)

    with pytest.raises(troubles.DiskFull):
        fill()
    assert kept
    for number in kept:
        assert store.setting(f"n{number}", "") == "x" * 4000
    store.close()


def test_a_folder_that_becomes_read_only_is_said(small_disk):
    url = f"sqlite:///{small_disk / 'tables.sqlite'}"
    store = Store(connect(url))
    store.setting("key", "x")
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(troubles.DataReadOnly):
        store.try_writing()
    store.close()
    with pytest.raises(NoDatabase, match="Read-only"):
        connect(url)
