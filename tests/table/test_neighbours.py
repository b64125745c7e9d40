"""Servers on one database hear each other, guard each other's versions, and agree."""

from threading import Event, Thread

import pytest

from companion.table.bearer import HOST
from companion.table.database import connect
from companion.table.live import Ear
from companion.table.neighbours import Neighbours
from companion.table.refusals import StaleTable
from companion.table.removal import remove
from companion.table.store import Store


@pytest.fixture
def listening(open_tables):
    """Make services that hear the others; they stop with the test."""
    started = []

    def make():
        tables = open_tables()
        heard = Neighbours(tables.store.database, tables.live.hear, lambda: None)
        heard.start()
        started.append(heard)
        assert heard.ready.wait(10)
        return tables

    yield make
    for heard in started:
        heard.stop()
    for heard in started:
        heard.join(10)


def test_what_one_server_writes_the_other_tells(listening):
    here, there = listening(), listening()
    name = here.create("pig", ["Ana", "Ben"], {}).charter.table
    ear = there.live.join(name, Ear("host"))
    for version in (1, 2):
        kind = {"type": "roll"} if version == 1 else {"type": "landed", "face": 3}
        here.act(name, HOST, kind, version - 1, f"n{version}")
        assert ear.wait(10) == version
    assert there.open(name) == here.open(name)


def test_what_a_server_wrote_itself_is_told_once(listening):
    here = listening()
    name = here.create("pig", ["Ana", "Ben"], {}).charter.table
    ear = here.live.join(name, Ear("host"))
    told = []
    ear.ring = lambda: told.append(ear.newest())
    here.act(name, HOST, {"type": "roll"}, 0, "x")
    there = listening()
    there.create("pig", ["Cleo"], {})
    there.act(name, HOST, {"type": "landed", "face": 3}, 1, "y")
    for _ in range(200):
        if 2 in told:
            break
        Event().wait(0.05)
    assert told == [1, 2]


def test_many_writers_in_two_servers_have_one_winner_each(listening):
    servers = [listening(), listening()]
    name = servers[0].create("pig", ["Ana", "Ben"], {}).charter.table
    won = []

    def play(tables, who):
        for version in range(12):
            kind = {"type": "landed", "face": 3} if version % 2 else {"type": "roll"}
            try:
                tables.act(name, HOST, kind, version, f"{who}-{version}")
            except StaleTable:
                continue
            won.append(version)

    threads = [
        Thread(target=play, args=(tables, f"{number}-{turn}"))
        for number, tables in enumerate(servers)
        for turn in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(12))
    assert servers[0].open(name) == servers[1].open(name)


def test_a_file_that_shrank_makes_a_server_look_at_everything(open_tables, path):
    tables, looked = open_tables(), Event()
    names = [tables.create("pig", ["Ana"], {}).charter.table for _ in range(2)]
    for name in names:
        tables.act(name, HOST, {"type": "roll"}, 0, "x")
    calls = []

    def missed():
        calls.append(1)
        if len(calls) == 2:
            looked.set()

    heard = Neighbours(tables.store.database, lambda *_: None, missed)
    heard.start()
    assert heard.ready.wait(10)
    remove(tables, names[1])
    assert looked.wait(10)
    heard.stop()
    heard.join(10)


def test_servers_that_start_at_once_agree_on_the_key(url):
    stores = [Store(connect(url)) for _ in range(4)]
    keys = []
    threads = [
        Thread(
            target=lambda store=store, n=n: keys.append(store.setting("key", str(n)))
        )
        for n, store in enumerate(stores)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 4
    assert len(set(keys)) == 1
    for store in stores:
        store.close()
