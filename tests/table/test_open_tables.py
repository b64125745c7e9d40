"""Which tables a phone that comes in is told of."""

from sqlalchemy import update

from companion.table import schema
from companion.table.open_tables import is_over, open_tables
from companion.table.removal import remove
from tests.web.conftest import app, database, games, gather, win  # noqa: F401


def names(tables):
    return [one.charter.table for one in open_tables(tables.store)]


def test_the_newest_table_comes_first_and_goes_when_it_is_over(app):  # noqa: F811
    tables = app.extensions["services"].tables
    older, newer, gone = gather(app), gather(app, goal=6), gather(app)
    for party, day in ((older, "2099-01-01"), (newer, "2099-01-02")):
        with tables.store.write() as connection:
            there = schema.tables.c.id == party.table
            connection.execute(
                update(schema.tables).where(there).values(created=f"{day}T20:00:00Z")
            )
    remove(tables, gone.table)
    assert names(tables) == [newer.table, older.table]
    assert not is_over(tables.store, newer.table)
    win(newer)
    assert names(tables) == [older.table]
    assert is_over(tables.store, newer.table)


def test_a_table_nobody_touched_since_yesterday_invites_nobody(app):  # noqa: F811
    tables = app.extensions["services"].tables
    party = gather(app)
    with tables.store.write() as connection:
        connection.execute(update(schema.tables).values(created="2020-01-01T20:00:00Z"))
    assert names(tables) == []
    party.seats[0].act("roll")
    assert names(tables) == [party.table], "a move opens it again"
