"""One action is one request: the table is opened once and the rules are asked once."""

import pytest

from tests.bench.walk import Host, Walk, walk
from tests.live import ROOT


def pocket(app, party):
    """A browser with the host's ticket in its pocket."""
    client = app.test_client()
    client.set_cookie(f"table-{party.table}-host", party.invitation["host_ticket"])
    return client


@pytest.mark.parametrize("drawn", [True, False])
def test_a_step_is_made_once_and_the_table_opened_once(app, party, drawn):
    phone, found = Host(pocket(app, party), party.table), Walk(ROOT)
    phone.say("actions", {"action": {"type": "roll"}})
    with found.watched():
        found.requests = phone.tap({"type": "landed", "face": 4}, drawn)
    assert found.requests == 1
    assert found.calls["open"] == 1
    assert found.calls["apply"] == 1
    assert 1 <= found.calls["broken_rule"] <= 2


def test_one_settlement_of_karma_dice_is_one_request():
    found = walk(ROOT)
    assert (found.requests, found.calls["open"]) == (1, 1)
    assert len(found.shared) <= 50, found.shared


def test_the_answer_is_the_page_the_phone_would_have_asked_for(app, party):
    client = pocket(app, party)
    phone = Host(client, party.table)
    page = phone.say("actions", {"action": {"type": "roll"}}, "text/html").text
    assert page == client.get(f"/t/{party.table}/live?as=host").text
    assert 'data-version="1"' in page
    assert client.get(f"/t/{party.table}/live?as=host&seen=1").status_code == 204
    assert client.get(f"/t/{party.table}/screen/live?seen=1").status_code == 204
    assert client.get(f"/t/{party.table}/screen/live?seen=0").status_code == 200


def test_a_program_that_accepts_anything_gets_the_view(app, party):
    phone = Host(pocket(app, party), party.table)
    assert phone.say("actions", {"action": {"type": "roll"}}).json["version"] == 1


def test_a_late_word_is_answered_with_what_to_draw(app, party):
    client = pocket(app, party)
    party.seats[0].act("roll", seen=0)
    late = client.post(
        f"/api/tables/{party.table}/chance?as=host",
        json={"seen": 0, "id": "late"},
        headers={"Accept": "text/html"},
    )
    assert (late.status_code, late.mimetype) == (409, "application/json")
    assert late.json["drawn"] == client.get(f"/t/{party.table}/live?as=host").text
    assert "view" not in late.json


def test_a_refused_word_is_json_however_the_answer_is_wanted(app, party):
    client = pocket(app, party)
    refused = client.post(
        f"/api/tables/{party.table}/actions?as=host",
        json={"action": {"type": "hold"}, "seen": 0, "id": "x"},
        headers={"Accept": "text/html"},
    )
    assert refused.status_code == 422
    assert refused.json["error"]["rule"]["id"] == "pig.empty-pot"


def test_no_table_is_read_for_a_stranger(app, party, monkeypatch):
    opened = []
    tables = app.extensions["services"].tables
    monkeypatch.setattr(type(tables), "open", lambda self, name: opened.append(name))
    assert party.stranger.get().status_code == 401
    assert party.stranger.post("/actions", {"seen": 0}).status_code == 401
    assert app.test_client().get(f"/t/{party.table}").status_code == 401
    assert opened == []
