"""What an index no longer finds is said to be damaged, and read around it."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.refusals import DamagedTable
from companion.table.rescue import rescue
from companion.table.snapshots import NoSnapshot
from companion.table.store import Store
from companion.table.troubles import StoreTrouble
from companion.table.verify import verify

GAMES = 12
"""Tables of eight entries: the index on them then has several pages."""

TABLE_LEAF = 0x0D
"""How a page of rows begins in SQLite's file format."""


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


def test_nothing_is_rescued_from_under_a_running_server(tables, path):
    tables.create("pig", ["Ana"], {})
    with pytest.raises(NoSnapshot, match="running"):
        rescue(path)
