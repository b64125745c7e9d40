"""`--invite-only`: strangers play where invited, and lay out nothing."""

import re

import pytest

from app import create_app
from companion.web import invitation
from companion.web.server.greeting import greeting

TABLE = {"game": "pig", "players": ["Ana", "Ben"]}


@pytest.fixture
def app(tmp_path, games):
    app = create_app(
        {"DATA": str(tmp_path), "GAMES": games, "TESTING": True, "INVITE_ONLY": True}
    )
    yield app
    app.extensions["services"].tables.store.close()


@pytest.fixture
def word(app):
    with app.app_context():
        return invitation.secret()


def test_a_stranger_lays_out_nothing(app):
    client = app.test_client()
    for refused in (
        client.post("/api/tables", json=TABLE),
        client.post("/api/tables/import", json={}),
        client.post("/new/pig", data={"players": "2"}),
        client.get("/kit.pdf"),
    ):
        assert refused.status_code == 403
    assert client.get("/").status_code == 200


def test_a_stranger_writes_nothing_without_a_table(app):
    """Whatever a later page lets somebody write: not those who were not invited."""
    client, refused = app.test_client(), set()
    for rule in app.url_map.iter_rules():
        if "POST" not in rule.methods or "table_id" in rule.arguments:
            continue
        path = re.sub(r"<[^>]+>", "pig", rule.rule)
        if client.post(path).status_code == 403:
            refused.add(rule.endpoint)
        else:
            assert rule.endpoint in invitation.FOR_GUESTS, path
    assert {"challenge.begin", "know.learn", "history.bring_in"} <= refused


def test_the_invited_lay_out_tables_and_their_guests_need_nothing(app, word):
    host = app.test_client()
    opened = host.get(f"/host/{word}")
    assert (opened.status_code, opened.location) == (303, "/")
    made = host.post("/api/tables", json=TABLE)
    assert made.status_code == 201
    code = made.json["play_url"].rpartition("/")[2]
    joined = app.test_client().post("/api/join", json={"code": code, "seat": 1})
    assert joined.status_code == 201


def test_a_stranger_hears_of_no_table(app, word):
    host, stranger = app.test_client(), app.test_client()
    host.get(f"/host/{word}")
    code = host.post("/api/tables", json=TABLE).json["play_url"].rpartition("/")[2]
    assert "Ana" in host.get("/").text
    assert "Ana" not in stranger.get("/").text
    assert stranger.get("/join").location == "/"
    assert stranger.get(f"/p/{code}").status_code == 200, "the invited guest sits down"


def test_a_program_shows_the_word_in_a_header(client, word):
    made = client.post("/api/tables", json=TABLE, headers={"X-Invitation": word})
    assert made.status_code == 201
    wrong = client.post("/api/tables", json=TABLE, headers={"X-Invitation": "wörd"})
    assert wrong.status_code == 403
    assert wrong.json["error"]["code"] == "not_invited"


def test_guessing_the_word_is_slowed_down(client, word):
    assert {client.get(f"/host/{n}").status_code for n in range(25)} == {404, 429}


def test_the_word_stays_and_the_terminal_says_it(app, word):
    with app.app_context():
        assert invitation.secret() == word
    assert f"/host/{word}" in greeting("http://x/", f"http://x/host/{word}")
    assert "Only" not in greeting("http://x/")


def test_everything_for_hosts_exists(app):
    known = set(app.view_functions)
    assert known >= invitation.FOR_GUESTS | invitation.SHOWN_TO_HOSTS
