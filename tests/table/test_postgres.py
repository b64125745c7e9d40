"""PostgreSQL: shared, restarted, full of strangers; what is said of it is true."""

from threading import Thread
from time import monotonic

import pytest

from companion.core.errors import Malformed
from companion.table import archive, postgres, store, troubles
from companion.table.bearer import HOST
from companion.table.database import NoDatabase, connect
from companion.table.glances import HEAD, LINES
from companion.table.live import CLOSING, Ear, Live
from companion.table.neighbours import Neighbours
from companion.table.removal import remove
from companion.table.seating import Seating
from companion.table.service import Tables
from companion.table.store import Store
from tests import pig
from tests.table.conftest import play


@pytest.fixture
def url(postgres):
    """All of this is about the one database."""
    return postgres.new()


def test_a_restart_is_survived_by_readers_writers_and_listeners(
    postgres, tables, table, url
):
    play(tables, table, 4)
    heard = Neighbours(tables.store.database, tables.live.hear, lambda: None)
    heard.start()
    assert heard.ready.wait(10)
    heard.ready.clear()
    postgres.restart("immediate")
    assert tables.open(table).version == 4
    after = play(tables, table, 2)
    assert after.version == 6
    assert heard.ready.wait(10), "and others are heard again"
    ear = tables.live.join(table, Ear("host"))
    other = Tables(Store(connect(url)), Live(), {"pig": pig.GAME})
    play(other, table, 1)
    told = (ear.wait(10) for _ in range(3))  # what was played before may come late
    assert 7 in told
    other.store.close()
    heard.stop()
    heard.join(10)


def test_the_first_word_after_a_restart_is_written(postgres, tables, table):
    """Nobody has looked since: the line to the database is dead and not yet missed."""
    postgres.restart("immediate")
    assert tables.act(table, HOST, {"type": "roll"}, 0, "tap")[1] is True


def test_a_database_that_is_away_is_said_and_nothing_counts_twice(
    postgres, tables, table, monkeypatch
):
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    postgres.stop()
    try:
        with pytest.raises(troubles.DatabaseAway):
            tables.act(table, HOST, {"type": "roll"}, 0, "tap")
        with pytest.raises(troubles.DatabaseAway):
            tables.open(table)
    finally:
        postgres.start()
    assert tables.act(table, HOST, {"type": "roll"}, 0, "tap")[1] is True
    assert tables.act(table, HOST, {"type": "roll"}, 0, "tap")[1] is False
    assert tables.open(table).version == 1


def test_a_reader_waits_for_a_short_absence(postgres, tables, table):
    postgres.stop()
    back = Thread(target=postgres.start)
    back.start()
    try:
        assert tables.open(table).version == 0
    finally:
        back.join()


def test_a_table_that_is_deleted_elsewhere_sends_everybody_away(tables, table, url):
    heard = Neighbours(tables.store.database, tables.live.hear, lambda: None)
    heard.start()
    assert heard.ready.wait(10)
    ear = tables.live.join(table, Ear("host"))
    other = Tables(Store(connect(url)), Live(), {"pig": pig.GAME})
    remove(other, table)
    assert ear.wait(10) == CLOSING
    other.store.close()
    heard.stop()
    heard.join(10)


def test_servers_that_start_at_once_make_the_schema_once(postgres):
    url, failed = postgres.empty(), []

    def start():
        try:
            connect(url).engine.dispose()
        except Exception as problem:
            failed.append(problem)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_no_server_takes_more_connections_than_its_share(tables, table):
    pool, share = tables.store.engine.pool, 7
    glances = tables.store.glances
    lines = [glances._take() for _ in range(LINES)]
    assert glances._take() is None
    held = [tables.store.engine.connect() for _ in range(share)]
    pool._timeout = 0.05
    with pytest.raises(troubles.StoreBusy):
        tables.open(table)
    count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    assert held[0].exec_driver_sql(count).scalar() == share + LINES
    for connection in held:
        connection.close()
    glances._idle += lines
    assert tables.open(table).version == 0


def test_glances_find_what_is_there_and_outlive_a_restart(postgres, tables, table):
    play(tables, table, 2)
    glances = tables.store.glances
    assert glances.row(HEAD, table)[0] == 2
    assert glances.row(HEAD, "nothing") is None
    postgres.restart("immediate")
    assert glances.row(HEAD, table) is None, "asked in the usual way"
    assert tables.store.version(table) == 2
    assert glances.row(HEAD, table)[0] == 2, "and with a new line"


@pytest.mark.parametrize("where", ["id", "at"])
def test_a_nul_in_a_file_is_refused_clearly(tables, played, where):
    data = archive.export(tables.open(played))
    data["entries"][0][where] = "a\0b"
    with pytest.raises(Malformed, match="cannot be kept"):
        archive.bring_back(tables, data)


def test_a_nul_in_a_code_is_refused_clearly(tables):
    with pytest.raises(Malformed, match="cannot be kept"):
        Seating(tables.store).look_up("a\0b")


def test_what_is_said_at_a_table_reaches_no_log_even_when_sql_fails():
    where = postgres.url_of("postgresql://ana@db/tables")
    assert postgres.engine(where).hide_parameters
    assert postgres.listener(where).hide_parameters


def test_a_missing_driver_is_named(monkeypatch):
    def missing(*_, **__):
        raise ModuleNotFoundError("No module named 'psycopg'")

    monkeypatch.setattr(postgres, "create_engine", missing)
    with pytest.raises(NoDatabase, match=r"requirements-postgres\.txt"):
        connect("postgresql://localhost/tables")


@pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_name_of_it_is_understood(name):
    found = postgres.url_of(f"{name}://ana@db/tables")
    assert found.render_as_string() == "postgresql+psycopg://ana@db/tables"
    assert postgres.url_of("sqlite:///x") is None


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("53100", troubles.DiskFull),
        ("53300", troubles.StoreBusy),
        ("25006", troubles.DataReadOnly),
        ("57P01", troubles.DatabaseAway),
        ("08006", troubles.DatabaseAway),
        ("40P01", troubles.StoreBusy),
        ("58030", troubles.DiskFailed),
        ("XX001", troubles.DatabaseDamaged),
    ],
)
def test_its_states_are_named_for_what_they_are(state, trouble):
    from sqlalchemy.exc import OperationalError

    class Failed(Exception):
        sqlstate = state

    found = troubles.trouble_of(OperationalError("INSERT", {}, Failed()))
    assert type(found) is trouble


def test_a_table_that_somebody_holds_is_waited_for_a_few_seconds(url, tables, table):
    other = connect(url).engine
    with other.begin() as holding:
        query = "SELECT * FROM tables WHERE id = %s FOR UPDATE"
        assert holding.exec_driver_sql(query, (table,)).one()
        began = monotonic()
        with pytest.raises(troubles.StoreBusy):
            tables.act(table, HOST, {"type": "roll"}, 0, "tap")
        assert monotonic() - began < 8
        assert tables.open(table).version == 0, "looking goes on"
    other.dispose()
    assert tables.act(table, HOST, {"type": "roll"}, 0, "tap")[1] is True
