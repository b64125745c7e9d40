"""`check` says whether all is as written, `restore` brings back what was."""

import sqlite3
from contextlib import closing

import pytest

import app as entry
from companion.table.bearer import HOST
from tests import pig
from tests.table.conftest import spoil_index


@pytest.fixture
def data(tmp_path):
    """A data folder with one table of two entries, its server stopped."""
    app = entry.create_app({"DATA": str(tmp_path), "GAMES": {"pig": pig.GAME}})
    tables = app.extensions["services"].tables
    table = tables.create("pig", ["Ana"], {}).charter.table
    tables.act(table, HOST, {"type": "roll"}, 0, "a")
    tables.act(table, HOST, {"type": "landed", "face": 4}, 1, "b")
    tables.store.close()
    return tmp_path


def change(data, statement):
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute(statement)
        connection.commit()


def run(*words):
    return entry.main([str(word) for word in words])


def test_a_sound_database_passes(data, capsys):
    assert run("check", "--data", data) == 0
    assert "1 tables, 2 entries, all as written" in capsys.readouterr().out


def test_a_damaged_table_is_named_with_its_last_good_move(data, capsys):
    change(data, "UPDATE entries SET body = 'x' WHERE version = 2")
    assert run("check", "--data", data) == 1
    said = capsys.readouterr().out
    assert "is damaged after move 1." in said
    assert "python app.py restore" in said


@pytest.mark.parametrize("content", [None, b"", b"a shopping list" * 100])
def test_what_is_no_database_cannot_pass(tmp_path, content, capsys):
    if content is not None:
        (tmp_path / "tables.sqlite").write_bytes(content)
    assert run("check", "--data", tmp_path) in (1, 2)
    assert "all as written" not in capsys.readouterr().out


def test_a_snapshot_is_listed_and_brought_back(data, capsys):
    assert run("restore", "--data", data) == 2
    assert "There are no snapshots" in capsys.readouterr().out
    entry.create_app({"DATA": str(data)}).extensions["services"].tables.store.close()
    assert run("restore", "--data", data) == 2
    (snapshot,) = (data / "snapshots").iterdir()
    assert snapshot.name in capsys.readouterr().out
    change(data, "DELETE FROM entries")
    assert run("restore", "--data", data, snapshot.name) == 0
    assert "kept as tables-before-" in capsys.readouterr().out
    assert run("check", "--data", data) == 0


def test_a_name_that_is_no_snapshot_changes_nothing(data, capsys):
    assert run("restore", "--data", data, "nothing.sqlite") == 2
    (data / "list.sqlite").write_bytes(b"a shopping list" * 100)
    assert run("restore", "--data", data, data / "list.sqlite") == 1
    assert "Nothing was changed" in capsys.readouterr().out
    assert run("check", "--data", data) == 0


@pytest.mark.parametrize("command", ["check", "restore"])
def test_other_engines_have_tools_of_their_own(command, capsys):
    assert run(command, "--database", "postgresql://localhost/x") == 2
    assert "use its own tools" in capsys.readouterr().out


def test_a_damaged_index_is_read_around(data, capsys):
    spoil_index(data / "tables.sqlite")
    assert run("check", "--data", data) == 1
    assert "restore --rescue" in capsys.readouterr().out
    assert run("restore", "--rescue", "--data", data) == 0
    assert "1 tables, 2 entries, all as written" in capsys.readouterr().out
    assert run("check", "--data", data) == 0


def test_without_a_database_nothing_is_rescued(tmp_path, capsys):
    assert run("restore", "--rescue", "--data", tmp_path) == 1
    assert "Nothing was changed" in capsys.readouterr().out
