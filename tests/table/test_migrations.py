"""A database of any age becomes ours without loss, once, whoever starts first."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.games import GAMES
from companion.table import schema
from companion.table.bearer import HOST, WATCHER
from companion.table.database import NoDatabase, connect
from companion.table.hosts import Hosts
from companion.table.log_lines import tell
from companion.table.migrations import FOLDER
from companion.table.results import kept_result
from companion.table.seating import Seating
from companion.table.snapshots import unsound
from companion.table.table import Table
from companion.table.verify import verify
from companion.table.view import view

OLD = Path(__file__).parent / "old"
FACTS = json.loads((OLD / "first-schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def old(path):
    """A database as the first release left it."""
    with closing(sqlite3.connect(path)) as connection:
        text = (OLD / "first-schema.sql").read_text(encoding="utf-8")
        connection.executescript(text)
    return path


def rows(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_an_old_database_is_upgraded_without_loss(old, open_tables):
    columns = "table_id, version, kind, who, once, at, body, shown"
    query = f"SELECT {columns} FROM entries ORDER BY table_id, version"
    before = rows(old, query)
    tables = open_tables(GAMES)
    assert rows(old, query) == before
    for name, fact in FACTS["tables"].items():
        table = tables.open(name)
        assert isinstance(table, Table)
        assert table.version == fact["version"]
        assert view(table, WATCHER)["scores"] == fact["scores"]
        assert len(tell(table, table.log[-1], None).to_json()) > 0
        assert (view(table, HOST)["outcome"] is not None) == fact["over"]
    report = verify(old)
    assert (report.tables, report.entries) == (2, len(before))
    assert report.findings == ()


def test_the_drawer_is_emptied_into_tables_of_their_own(old, open_tables):
    store = open_tables(GAMES).store
    hosts = Hosts(store)
    (host,) = {hosts.host_of(table) for table in FACTS["tables"]}
    assert rows(old, "SELECT id FROM hosts") == [(host,)]
    box = {"colours": {"jann": "orange", "vikaas": "red"}}
    assert hosts.box(FACTS["host_cookie"], "samsara") == box
    assert hosts.box("somebody else", "samsara") is None
    assert store.setting("key", "another") == "the-key-of-a-test"
    assert rows(old, "SELECT key FROM settings") == [("key",)]


def test_a_box_from_the_drawer_is_replaced_not_doubled(old, open_tables):
    hosts = Hosts(open_tables(GAMES).store)
    hosts.keep_box(FACTS["host_cookie"], "samsara", {"colours": {}})
    assert hosts.box(FACTS["host_cookie"], "samsara") == {"colours": {}}
    hosts.keep_box(FACTS["host_cookie"], "samsara", {})
    assert hosts.box(FACTS["host_cookie"], "samsara") is None
    assert len(rows(old, "SELECT * FROM boxes")) == 1


def test_seats_and_codes_stay_as_they_were(old, open_tables):
    seating = Seating(open_tables(GAMES).store)
    taken = {
        table: [place.taken for place in seating.places(table)]
        for table in FACTS["tables"]
    }
    assert sorted(taken.values()) == [[False, False], [True, False]]


def test_a_game_that_ended_before_results_were_kept_gets_its_result(old, open_tables):
    tables = open_tables(GAMES)
    (over,) = [name for name, fact in FACTS["tables"].items() if fact["over"]]
    with tables.store.read() as connection:
        assert kept_result(connection, over) is None
    tables.open(over)
    with tables.store.read() as connection:
        found = kept_result(connection, over)
    assert found.scores == tuple(
        one["score"] for one in FACTS["tables"][over]["scores"]
    )
    assert found.charter.players == ("Ana", "Ben")


def test_an_old_table_plays_on(old, open_tables):
    tables = open_tables(GAMES)
    (name,) = [name for name, fact in FACTS["tables"].items() if not fact["over"]]
    after, _ = tables.undo(name, HOST, 40, "back")
    assert after.version == 41
    assert open_tables(GAMES).open(name) == after


def test_the_old_database_is_kept_as_a_snapshot_first(old, open_tables, tmp_path):
    open_tables(GAMES, snapshots=tmp_path / "snapshots")
    (kept,) = (tmp_path / "snapshots").iterdir()
    assert unsound(kept) == []
    columns = [row[1] for row in rows(kept, "PRAGMA table_info(entries)")]
    assert "digest" not in columns


@pytest.mark.parametrize("start", ["new", "old"])
def test_every_way_leads_to_the_schema_of_the_code(path, url, start, request):
    if start == "old":
        request.getfixturevalue("old")
    database = connect(url)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == schema.VERSION
    database.engine.dispose()


def test_the_schema_names_its_newest_migration():
    assert ScriptDirectory(str(FOLDER)).get_current_head() == schema.VERSION


def test_servers_that_start_at_once_upgrade_once(old, url):
    failed = []

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
    assert rows(old, "SELECT version_num FROM alembic_version") == [(schema.VERSION,)]
    assert verify(old).findings == ()


def test_an_upgrade_that_fails_changes_nothing(old, url):
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("CREATE TABLE boxes (other TEXT)")
    before = rows(old, "SELECT name, sql FROM sqlite_master ORDER BY name")
    with pytest.raises(NoDatabase, match="boxes"):
        connect(url)
    assert rows(old, "SELECT name, sql FROM sqlite_master ORDER BY name") == before


def test_an_entry_that_was_missing_already_is_still_missed(old, open_tables):
    (name,) = [name for name, fact in FACTS["tables"].items() if not fact["over"]]
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(
            "DELETE FROM entries WHERE table_id = ? AND version = 12", (name,)
        )
        connection.commit()
    assert open_tables(GAMES).open(name).version == 11


def test_a_database_of_a_newer_app_is_left_alone(tables, path, url):
    tables.store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'v9999'")
        connection.commit()
    with pytest.raises(NoDatabase, match="newer version"):
        connect(url)
