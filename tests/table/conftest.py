"""Tables of Pig over one database file, opened as often as a test likes."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.live import Live
from companion.table.service import Tables
from companion.table.store import Store
from tests import pig


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.sqlite"


@pytest.fixture
def url(engine, request):
    if engine == "postgresql":
        return request.getfixturevalue("postgres").new()
    return f"sqlite:///{request.getfixturevalue('path')}"


@pytest.fixture
def open_tables(url):
    """Open as many services over the same database as a test likes."""
    stores = []

    def make(games=None, snapshots=None):
        store = Store(connect(url, snapshots))
        stores.append(store)
        return Tables(store, Live(), games or {"pig": pig.GAME}, Random(1))

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def tables(open_tables):
    return open_tables()


@pytest.fixture
def table(tables):
    return tables.create("pig", ["Ana", "Ben"], {}).charter.table


@pytest.fixture
def played(tables, table):
    """A table of eight entries."""
    play(tables, table, 8)
    return table


def act(tables, table, who, kind, once=None, **fields):
    seen = tables.open(table).version
    action = {"type": kind, **fields}
    return tables.act(table, who, action, seen, once or f"{who}-{seen}")[0]


def play(tables, table, steps):
    """Roll threes and hold at nine, as the host."""
    for _ in range(steps):
        now = tables.open(table)
        if now.game.chance(now.state):
            act(tables, table, HOST, "landed", face=3)
        else:
            act(tables, table, HOST, "hold" if now.state.pot >= 9 else "roll")
    return tables.open(table)


def spoil_index(path):
    """Write 200 bytes over the index that leads from a table to its entries."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?",
            ("sqlite_autoindex_entries_1",),
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(range(1, 201)))
