"""What an index no longer finds is said to be damaged, and read around it."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.live import Live
from companion.table.pages import Pages
from companion.table.pages import _committed as committed
from companion.table.refusals import DamagedTable, UnknownTable
from companion.table.removal import remove
from companion.table.rescue import rescue
from companion.table.service import Tables
from companion.table.snapshots import NoSnapshot, Snapshots
from companion.table.store import Store
from companion.table.troubles import StoreTrouble
from companion.table.verify import verify
from tests import pig

GAMES = 12
"""Tables of eight entries: the index on them then has several pages."""

TABLE_LEAF, TABLE_BRANCH = 0x0D, 0x05
"""How a page of rows, and one that leads to them, begins in SQLite's file format."""


@pytest.fixture
def written(tables):
    """Logs as they were written, by table; the database is closed."""
    names = []
    for number in range(GAMES):
        name = tables.create("pig", ["Ana", "Ben"], {"goal": 50}).charter.table
        for seen in range(8):
            roll = {"type": "roll"} if seen % 2 == 0 else {"type": "landed", "face": 3}
            tables.act(name, HOST, roll, seen, f"{number}-{seen}")
        names.append(name)
    logs = {name: log_of(tables.store, name) for name in names}
    tables.store.close()
    return logs


def log_of(store, name):
    return store.log(name, store.begin(name)[1])


def index_pages(path):
    """Return the size of a page, and where the pages of all indexes lie."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        roots = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name"
            " IN ('entries', 'tables')"
        ).fetchall()
    return size, [root for (root,) in roots]


def spoil(path, seed):
    """Write random bytes somewhere into the index pages."""
    rng, (size, pages) = Random(seed), index_pages(path)
    with path.open("r+b") as file:
        for page in rng.sample(pages, rng.randint(1, len(pages))):
            length = rng.randint(8, 400)
            file.seek((page - 1) * size + rng.randrange(size - length))
            file.write(rng.randbytes(length))


@pytest.mark.parametrize("seed", range(8))
def test_random_bytes_in_an_index_are_never_another_state_and_all_rows_come_back(
    url, path, written, seed
):
    spoil(path, seed)
    store = Store(connect(url))
    for name, log in written.items():
        try:
            found = log_of(store, name)
        except (StoreTrouble, DamagedTable):
            continue  # said, not served
        assert found.lines == log.lines[: len(found.lines)], "never another state"
        assert found == log or not found.whole, "less is only served as damaged"
    store.close()
    done = rescue(path)
    assert (done.gaps, verify(path).findings) == (0, ())
    assert done.aside
    assert done.aside.exists()
    store = Store(connect(url))
    assert {name: log_of(store, name) for name in written} == written
    store.close()


def test_rows_on_a_page_that_is_gone_are_missed_and_the_others_come_back(
    url, path, written
):
    size, _ = index_pages(path)
    whole = path.read_bytes()
    leaf = next(
        at
        for at in range(0, len(whole), size)
        if whole[at] == TABLE_LEAF and b"5-4" in whole[at : at + size]
    )
    path.write_bytes(whole[:leaf] + b"\xff" * 100 + whole[leaf + 100 :])
    assert rescue(path).gaps > 0
    broken = {finding.table for finding in verify(path).findings}
    assert len(broken) in range(1, len(written))
    store = Store(connect(url))
    assert all(log_of(store, name) == written[name] for name in written.keys() - broken)
    store.close()


def small_pages(path):
    """Lay a database out anew in pages of 512 bytes: deep trees and long chains."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA page_size=512")
        connection.execute("VACUUM")


def entries_of(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM entries").fetchall()


@pytest.mark.parametrize("small", [False, True])
def test_pages_hold_what_sqlite_finds_in_them(path, written, small):
    index_pages(path)
    if small:
        small_pages(path)
    pages = Pages(path)
    found = pages.tree(pages.tables().tables["entries"][0])
    assert found.gaps == 0
    assert sorted(found.rows) == sorted(entries_of(path))


@pytest.mark.parametrize("percent", [50, 75, 95])
@pytest.mark.parametrize("small", [False, True])
def test_a_file_cut_off_gives_what_is_left_of_it(url, path, written, percent, small):
    size, _ = index_pages(path)
    if small:
        small_pages(path)
        size = 512
    whole = path.read_bytes()
    kept = len(whole) * percent // 100
    path.write_bytes(whole[:kept])
    readable = [Pages(path).leaf(one).rows for one in range(2, kept // size + 1)]
    once = {row[4] for rows in readable for row in rows if len(row) == 9}
    done = rescue(path)
    found = entries_of(path)
    assert done.gaps or len(found) == GAMES * 8, "that something is missing is said"
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT id FROM tables")}
    if tables == set(written):
        assert {row[4] for row in found} == once, "no row that is there is given up"
    store = Store(connect(url))
    for name in tables:
        lines = log_of(store, name).lines
        assert lines == written[name].lines[: len(lines)], "never another state"
    store.close()


def test_rows_under_a_lost_branch_are_found_and_deleted_ones_are_not(
    url, path, written
):
    """The tree is cut above its leaves; a table that was deleted stays deleted."""
    gone = next(iter(written))
    small_pages(path)
    tables = Tables(Store(connect(url)), Live(), {"pig": pig.GAME})
    remove(tables, gone)
    tables.store.close()
    index_pages(path)
    data = bytearray(path.read_bytes())
    pages = Pages(path)
    root = pages.tables().tables["entries"][0]
    branches = [
        number
        for number in pages.tree(root).pages - {root}
        if data[(number - 1) * 512] == TABLE_BRANCH
    ]
    assert branches, "deep enough to have some"
    for number in branches:
        data[(number - 1) * 512] = 0xFF
    path.write_bytes(data)
    assert rescue(path).kinds["entries"].gaps == len(branches)
    assert verify(path).findings == ()
    assert {row[0] for row in entries_of(path)} == written.keys() - {gone}


def test_what_is_gone_comes_from_the_snapshot_and_logs_go_on(url, path, tmp_path):
    """The page with the heads is gone: the snapshot has older ones."""
    copies = Snapshots(path, tmp_path / "snapshots")
    tables = Tables(Store(connect(url)), Live(), {"pig": pig.GAME})
    names = [tables.create("pig", ["Ana"], {}).charter.table for _ in range(3)]
    for name in names:
        tables.act(name, HOST, {"type": "roll"}, 0, "a")
    snapshot = copies.take()
    for name in names:
        tables.act(name, HOST, {"type": "landed", "face": 3}, 1, "b")
    late = tables.create("pig", ["Ben"], {}).charter.table
    tables.store.close()
    size, _ = index_pages(path)
    root = Pages(path).tables().tables["tables"][0]
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = bytes(size)
    path.write_bytes(data)
    done = rescue(path, snapshot)
    assert (done.kinds["tables"].gaps, done.kinds["tables"].older) == (1, 3)
    assert verify(path).findings == ()
    store = Store(connect(url))
    assert [log_of(store, name).head.length for name in names] == [2, 2, 2]
    with pytest.raises(UnknownTable):
        store.begin(late)
    store.close()


def test_what_is_whole_is_not_mixed_with_a_snapshot(url, path, tmp_path):
    """A table that its host deleted does not come back with the snapshot."""
    copies = Snapshots(path, tmp_path / "snapshots")
    tables = Tables(Store(connect(url)), Live(), {"pig": pig.GAME})
    gone, kept = (tables.create("pig", ["Ana"], {}).charter.table for _ in range(2))
    snapshot = copies.take()
    remove(tables, gone)
    tables.store.close()
    rescue(path, snapshot)
    store = Store(connect(url))
    assert store.begin(kept)
    with pytest.raises(UnknownTable):
        store.begin(gone)
    store.close()


def test_a_log_beside_the_file_is_read_too(url, path, written, tmp_path):
    """A server that was killed leaves its last words in the log beside the file."""
    store = Store(connect(url))
    store.setting("last", "word")
    for tail in ("", "-wal"):
        source = path.with_name(path.name + tail)
        (tmp_path / f"copy{tail}").write_bytes(source.read_bytes())
    store.close()
    pages = Pages(tmp_path / "copy")
    columns = pages.tree(pages.tables().tables["settings"][0])
    assert ("last", "word") in columns.rows
    (tmp_path / "copy-wal").write_bytes(b"\0" * 5000)
    pages = Pages(tmp_path / "copy")
    assert ("last", "word") not in pages.tree(pages.tables().tables["settings"][0]).rows


@pytest.fixture
def wal(tmp_path):
    """A log beside a file, of three transactions, and the size of its pages."""
    path = tmp_path / "beside.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as line:
        line.execute("PRAGMA journal_mode=WAL")
        line.execute("PRAGMA wal_autocheckpoint=0")
        line.execute("CREATE TABLE x (y)")
        for number in range(2):
            line.execute("INSERT INTO x VALUES (?)", (f"{number}" * 300,))
        (size,) = line.execute("PRAGMA page_size").fetchone()
        return path.with_name(f"{path.name}-wal").read_bytes(), size


@pytest.mark.parametrize(
    ("at", "what"),
    [(0, "number"), (8, "salt"), (12, "salt"), (16, "sum"), (20, "sum"), (99, "page")],
)
def test_a_frame_of_the_log_that_does_not_add_up_ends_it(wal, at, what):
    data, size = wal
    whole, frame = committed(data, size), 24 + size
    last = (len(data) - 32) // frame - 1
    assert last >= 2
    spoilt = bytearray(data)
    spoilt[32 + last * frame + at] ^= 1
    left = committed(bytes(spoilt), size)
    assert left == committed(data[: 32 + last * frame], size), what
    assert left != whole
    spoilt = bytearray(data)
    spoilt[32 + at] ^= 1
    assert committed(bytes(spoilt), size) == {}, "nothing after it counts either"


def test_a_transaction_that_was_not_finished_is_not_read(wal):
    data, size = wal
    last = 32 + ((len(data) - 32) // (24 + size) - 1) * (24 + size)
    assert committed(data, size) != committed(data[:last], size)
    assert committed(data[: last + 24 + size - 1], size) == committed(data[:last], size)


def test_no_bytes_whatever_break_the_reader_of_pages(path, written):
    size = index_pages(path)[0]
    whole = path.read_bytes()
    for seed in range(30):
        rng, data = Random(seed), bytearray(whole)
        for _ in range(rng.randint(1, 40)):
            at = rng.randrange(100, len(data))
            data[at : at + rng.choice([1, 4, 200])] = rng.randbytes(rng.choice([1, 4]))
        path.write_bytes(bytes(data[: rng.randrange(size, len(data))]))
        pages = Pages(path)
        pages.freed()
        for number in range(pages.count + 2):
            pages.leaf(number)
            pages.tree(number)


def test_what_was_rescued_is_for_its_owner_alone(path, written):
    done = rescue(path)
    assert [one.stat().st_mode & 0o077 for one in (path, done.aside)] == [0, 0]


def test_nothing_is_rescued_from_under_a_running_server(tables, path):
    tables.create("pig", ["Ana"], {})
    with pytest.raises(NoSnapshot, match="running"):
        rescue(path)
