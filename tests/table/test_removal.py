"""Tables go when their host says so, or when nobody ever played them."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from companion.table import removal, schema
from companion.table.bearer import HOST
from companion.table.live import CLOSING, Ear
from companion.table.refusals import UnknownTable
from companion.table.removal import OF_A_TABLE, remove, remove_unplayed
from tests.web.conftest import app, database, games, gather  # noqa: F401


def rows_of(store, table):
    with store.read() as connection:
        return sum(
            len(connection.execute(select(kind).where(kind.c.table_id == table)).all())
            for kind in OF_A_TABLE
        )


def test_nothing_of_a_removed_table_is_left(app):  # noqa: F811
    tables = app.extensions["services"].tables
    gone, stays = gather(app), gather(app)
    for party in (gone, stays):
        party.seats[0].act("roll")
    ear = tables.live.join(gone.table, Ear())
    remove(tables, gone.table)
    assert rows_of(tables.store, gone.table) == 0
    assert rows_of(tables.store, stays.table) > 0
    assert ear.newest() == CLOSING
    with pytest.raises(UnknownTable):
        tables.open(gone.table)
    assert gone.host.act("hold", seen=1).status_code == 404
    assert stays.host.look()["version"] == 1


def test_nothing_of_a_removed_table_stays_in_memory(app):  # noqa: F811
    home = app.extensions["services"]
    gone, stays = gather(app), gather(app)
    for party in (gone, stays):
        party.seats[0].act("roll")
        page = f"/t/{party.table}/live"
        assert party.host.client.get(page, headers=party.host.headers()).text
    of_both = (home.views.lines, home.pages, home.tables.memory)
    before = [len(kept) for kept in of_both]
    assert gone.table in home.tickets._read
    home.tables.opening._played(gone.table, 1)
    home.audits.spoken(home.tables.open(gone.table))
    remove(home.tables, gone.table)
    assert [2 * len(kept) for kept in of_both] == before
    assert not home.views.lines.of(gone.table)
    assert list(home.tickets._read) == [stays.table]
    assert (len(home.audits), home.tables.opening._lately) == (0, {})


def test_only_tables_without_a_single_move_expire(app):  # noqa: F811
    tables = app.extensions["services"].tables
    played, empty = gather(app), gather(app)
    played.seats[0].act("roll")
    assert remove_unplayed(tables) == 0, "both are young"
    assert remove_unplayed(tables, days=-1) == 1
    assert played.host.look()["version"] == 1
    assert empty.host.get().status_code == 404


def test_a_table_waits_thirty_days_for_its_first_move(app):  # noqa: F811
    tables = app.extensions["services"].tables
    waiting = {days: gather(app).table for days in (29.9, 30.1, 400)}
    played = gather(app)
    played.seats[0].act("roll")
    waiting[401] = played.table
    with tables.store.write() as connection:
        for days, name in waiting.items():
            laid_out = datetime.now(UTC) - timedelta(days=days)
            row = update(schema.tables).where(schema.tables.c.id == name)
            connection.execute(row.values(created=f"{laid_out:%FT%T}Z"))
    assert remove_unplayed(tables) == 2
    left = tables.store.versions(tuple(waiting.values()))
    assert left == {waiting[29.9]: 0, waiting[401]: 1}
    assert not remove_unplayed(tables, 29.95)
    assert remove_unplayed(tables, 29.85) == 1, "as somebody wishes"


def test_a_table_that_was_played_and_taken_back_stays(app):  # noqa: F811
    tables = app.extensions["services"].tables
    party = gather(app)
    party.seats[0].act("roll")
    party.host.say("/undo")
    assert remove_unplayed(tables, days=-1) == 0


def test_every_kind_of_row_with_a_table_is_known_to_removal():
    """A new kind must be added to what goes, or be complete in itself."""
    with_table = {
        kind for kind in schema.metadata.tables.values() if "table_id" in kind.c
    }
    assert with_table == {*OF_A_TABLE, schema.results, schema.played}


def test_a_first_move_in_the_last_moment_saves_a_table(app, monkeypatch):  # noqa: F811
    """It is made after the tables to be deleted were looked for."""
    tables, party = app.extensions["services"].tables, gather(app)
    ask = removal._remove_if_unplayed

    def late(tables, name):
        tables.act(name, HOST, {"type": "roll"}, 0, "late")
        return ask(tables, name)

    monkeypatch.setattr(removal, "_remove_if_unplayed", late)
    assert removal.remove_unplayed(tables, days=-1) == 0
    assert tables.open(party.table).version == 1
