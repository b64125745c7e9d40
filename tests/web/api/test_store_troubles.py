"""What goes wrong under the store reaches people in the one shape, named."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.store import Store
from companion.table.troubles import DataReadOnly, DiskFull


@pytest.fixture
def path(app):
    return Path(app.config["DATA"]) / "tables.sqlite"


def forget_memory(app, table):
    app.extensions["services"].tables.memory.forget(table)


def test_a_damaged_table_is_read_only_up_to_its_last_good_move(app, party, path):
    party.seats[0].act("roll")
    party.host.act("landed", face=4)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE entries SET body = 'x' WHERE version = 2")
        connection.commit()
    forget_memory(app, party.table)
    view = party.seats[1].look()
    assert view["version"] == 1
    assert view["closed"].startswith("This table is damaged after move 1.")
    answer = party.host.say("/undo", seen=1)
    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "damaged"
    assert answer.json["view"]["version"] == 1
    photo = party.host.get("/proposals/none")
    assert (photo.status_code, photo.json["error"]["code"]) == (409, "damaged")
    assert len(party.host.get("/export").json["entries"]) == 1


def test_an_id_that_comes_again_with_another_word_is_refused(party):
    party.seats[0].act("roll", seen=0, once="tap")
    again = party.seats[0].act("roll", seen=0, once="tap")
    assert again.status_code == 200
    other = party.seats[0].act("landed", seen=1, once="tap", face=3)
    assert other.status_code == 409
    assert other.json["error"]["code"] == "id_reused"
    assert party.host.look()["version"] == 1


def test_an_id_that_comes_again_with_another_kind_of_word_is_refused(party):
    """Neither of the two says more than its id."""
    ana = party.seats[0]
    ana.act("roll", seen=0)
    assert ana.say("/chance", seen=1, once="tap").status_code == 201
    taken_back = ana.say("/undo", seen=2, once="tap")
    assert taken_back.status_code == 409
    assert taken_back.json["error"]["code"] == "id_reused"
    assert ana.say("/chance", seen=1, once="tap").status_code == 200
    assert party.host.look()["version"] == 2


@pytest.mark.parametrize("trouble", [DiskFull, DataReadOnly])
def test_health_and_moves_name_the_trouble(app, party, monkeypatch, trouble):
    def failing(*_):
        raise trouble

    monkeypatch.setattr(Store, "write", failing)
    monkeypatch.setattr("companion.table.store.PULSE", 0)
    health = party.host.client.get("/healthz", headers={"Accept": "*/*"})
    for answer in (health, party.host.act("roll", seen=0)):
        assert (answer.status_code, answer.mimetype) == (503, "application/json")
        assert answer.headers["Retry-After"]
    error = party.host.act("roll", seen=0).json["error"]
    assert error["code"] == trouble.code
    assert error["message"] == str(trouble.words)


def test_trouble_in_the_middle_of_a_word_is_told_once(app, party, monkeypatch):
    def failing(*_):
        raise DiskFull

    monkeypatch.setattr(type(app.extensions["services"].tables), "act", failing)
    monkeypatch.setattr(Store, "head", failing)
    answer = party.host.act("roll", seen=0)
    assert answer.status_code == 503
    assert answer.json["error"]["code"] == "disk_full"


def test_a_deleted_database_is_said_not_served_as_empty(app, party, path):
    party.seats[0].act("roll")
    path.unlink()
    answer = party.host.act("landed", seen=1, face=3)
    assert answer.status_code == 503
    assert answer.json["error"]["code"] == "database_gone"
    assert party.host.client.get("/healthz").status_code == 503
