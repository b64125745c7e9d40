"""Long logs are opened from a bookmark: the same table, and damage is still noticed."""

import os
import pickle
import zlib
from contextlib import contextmanager
from random import Random

import pytest
from sqlalchemy import select, text

from companion.games import GAMES
from companion.table import bookmarks, opening, schema
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.refusals import DamagedTable
from companion.table.table import Table
from companion.table.view import Shelved, view
from tests import pig
from tests.table.conftest import act

STEPS = 90


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Bookmarks every thirty entries, and short memories."""
    monkeypatch.setattr(opening, "EVERY", 30)
    for module in (opening, bookmarks):
        monkeypatch.setattr(module, "TAIL", 8)
    monkeypatch.setattr(opening, "HELD", 12)


def play_at_random(tables, table, steps, seed=1):
    """Play whatever is open, taking back every now and then."""
    rng = Random(seed)
    for number in range(steps):
        now = tables.open(table)
        seen, once = now.version, f"n{number}"
        over = now.game.outcome(now.state) is not None
        if now.standing and (over or rng.random() < 0.15):
            tables.undo(table, HOST, seen, once)
        elif now.game.chance(now.state):
            tables.chance(table, HOST, seen, once)
        else:
            chosen = rng.choice(list(now.game.legal_actions(now.state)))
            tables.act(table, HOST, now.game.to_json(chosen), seen, once)
    return tables.open(table)


@contextmanager
def without_bookmarks(tables):
    with tables.store.write() as connection:
        kept = connection.execute(select(schema.bookmarks)).mappings().all()
        connection.execute(schema.bookmarks.delete())
    yield
    with tables.store.write() as connection:
        connection.execute(schema.bookmarks.delete())
        if kept:
            connection.execute(schema.bookmarks.insert(), [dict(row) for row in kept])


def marks(tables):
    with tables.store.read() as connection:
        return connection.execute(select(schema.bookmarks.c.length)).scalars().all()


@pytest.mark.parametrize("game", ["pig", *GAMES])
def test_a_bookmark_opens_the_table_that_the_log_plays(open_tables, path, game):
    games = {"pig": pig.GAME, **GAMES}
    tables = open_tables(games)
    players = ["Ana", "Ben"]
    name = tables.create(game, players, {}).charter.table
    play_at_random(tables, name, STEPS + 5)
    assert marks(tables) == [STEPS]
    marked = open_tables(games).open(name)
    assert marked.log.held < 40, "the rest of the log stays on disk"
    with without_bookmarks(tables):
        played = open_tables(games).open(name)
    assert marked == played
    for who in (HOST, WATCHER, at_seat(0), at_seat(1)):
        assert view(marked, who) == view(played, who)


def test_everything_can_be_taken_back_however_long_ago(open_tables):
    tables = open_tables()
    name = tables.create("pig", ["Ana", "Ben"], {"goal": 500}).charter.table
    for _ in range(20):
        act(tables, name, HOST, "roll")
        act(tables, name, HOST, "landed", face=3)
    later = open_tables()
    for number in range(40):
        seen = later.open(name).version
        later.undo(name, HOST, seen, f"back{number}")
    found = later.open(name)
    assert (found.version, len(found.standing), found.state) == (80, 0, found.first)


def test_other_code_plays_the_log_again(open_tables):
    tables = open_tables()
    name = tables.create("pig", ["Ana", "Ben"], {}).charter.table
    play_at_random(tables, name, 31)
    with tables.store.write() as connection:
        connection.execute(text("UPDATE bookmarks SET code = 'older'"))
    found = open_tables().open(name)
    assert isinstance(found, Table)
    with tables.store.read() as connection:
        made = bookmarks.kept_bookmark(connection, name)
    assert made.head.length == 31, "and a fresh bookmark is left"
    assert made.code == bookmarks.code_of(found.game)


@pytest.mark.parametrize(
    "change",
    ["packed = 'nonsense'", "proof = 'x'", "head = 'x'", "length = 29", "begin = 'x'"],
)
def test_a_damaged_bookmark_is_passed_over(open_tables, path, change):
    tables = open_tables()
    name = tables.create("pig", ["Ana", "Ben"], {}).charter.table
    before = play_at_random(tables, name, 33)
    with tables.store.write() as connection:
        connection.execute(text(f"UPDATE bookmarks SET {change}"))
    assert open_tables().open(name) == before


def test_the_bookmark_of_another_table_is_not_believed(open_tables):
    """As a disk may mix up two pages, or somebody two rows: each whole in itself."""
    tables = open_tables()
    names = [tables.create("pig", ["Ana", "Ben"], {}).charter.table for _ in range(2)]
    first, _ = (
        play_at_random(tables, name, 30, seed) for seed, name in enumerate(names)
    )
    column = schema.bookmarks.c
    other = select(column.packed).where(column.table_id == names[1]).scalar_subquery()
    with tables.store.write() as connection:
        mixed_up = schema.bookmarks.update().where(column.table_id == names[0])
        connection.execute(mixed_up.values(packed=other))
    assert open_tables().open(names[0]) == first


def test_a_bookmark_can_name_values_only(open_tables):
    table = open_tables().create("pig", ["Ana", "Ben"], {})
    for harmful in (os.system, pickle.loads, bookmarks.bookmark, opening.Opening):
        packed = zlib.compress(pickle.dumps(((harmful,), (), 0)))
        with pytest.raises(pickle.UnpicklingError):
            bookmarks.unpacked(packed, table)


@pytest.mark.parametrize("version", [3, 29])
def test_damage_before_a_bookmark_is_noticed_beside_the_work(open_tables, version):
    tables = open_tables()
    name = tables.create("pig", ["Ana", "Ben"], {}).charter.table
    play_at_random(tables, name, 33)
    with tables.store.write() as connection:
        spoilt = "UPDATE entries SET at = 'x' WHERE version = :n"
        connection.execute(text(spoilt), {"n": version})
    later = open_tables()
    later.open(name)
    later.opening.prover.wait()
    found = later.open(name)
    assert isinstance(found, Shelved)
    assert found.version == version - 1
    with pytest.raises(DamagedTable):
        later.undo(name, HOST, 33, "x")


def test_damage_behind_a_bookmark_is_noticed_at_once(open_tables):
    tables = open_tables()
    name = tables.create("pig", ["Ana", "Ben"], {}).charter.table
    play_at_random(tables, name, 33)
    with tables.store.write() as connection:
        connection.execute(text("UPDATE entries SET at = 'x' WHERE version = 32"))
    found = open_tables().open(name)
    assert isinstance(found, Shelved)
    assert found.version == 31
