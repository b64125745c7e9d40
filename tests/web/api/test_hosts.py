"""A host can be recovered and handed over; whoever hosted before no longer does."""

import re

import pytest

from tests.web.conftest import Someone


def code_of(app, party):
    return app.extensions["services"].seating.host_code(party.table)


def test_another_device_becomes_the_host_and_the_old_one_is_not(app, party):
    code = code_of(app, party)
    device = app.test_client()
    assert "Become the host" in device.get(f"/h/{code}").text
    assert party.host.get().status_code == 200, "looking changes nothing"
    taken = device.post(f"/h/{code}")
    assert taken.location == f"/t/{party.table}"
    assert device.get(f"/api/tables/{party.table}?as=host").json["you"] == {
        "role": "host",
        "seat": None,
    }
    assert party.host.get().status_code == 401
    assert party.host.get("/export").status_code == 401
    for someone in (*party.seats, party.watcher):
        assert someone.get().status_code == 200, "everybody else stays"


def test_a_code_works_once_and_the_next_one_again(app, party):
    code = code_of(app, party)
    first = app.test_client().post("/api/join", json={"code": code})
    assert first.status_code == 201
    assert first.json["you"]["role"] == "host"
    assert app.test_client().post("/api/join", json={"code": code}).status_code == 404
    assert app.test_client().get(f"/h/{code}").status_code == 404
    again = code_of(app, party)
    assert again != code
    second = app.test_client().post("/api/join", json={"code": again})
    old = Someone(app.test_client(), party.table, first.json["ticket"])
    new = Someone(app.test_client(), party.table, second.json["ticket"])
    assert old.get().status_code == 401
    assert new.get("/export").status_code == 200


def test_only_the_host_sees_the_code(app, party):
    code = code_of(app, party)
    ready = party.host.client.get(
        f"/t/{party.table}/ready", headers=party.host.headers()
    )
    assert code in ready.text
    for someone in (*party.seats, party.watcher):
        for path in ("", "/seats", "/results", "/qr/host.svg"):
            assert code not in someone.get(path).text
        assert someone.get("/qr/host.svg").status_code == 404
        page = someone.client.get(f"/t/{party.table}/ready", headers=someone.headers())
        assert page.status_code == 403
        assert code not in page.text
    assert party.host.get("/qr/host.svg").status_code == 200


def test_only_the_host_deletes_the_table_by_its_page(party):
    path = f"/t/{party.table}/delete"
    for someone in (*party.seats, party.watcher):
        assert someone.client.post(path, headers=someone.headers()).status_code == 403
    assert party.host.get().status_code == 200
    assert party.host.client.post(path, headers=party.host.headers()).location == "/"
    assert party.host.get().status_code == 404


def test_a_code_of_the_host_opens_no_seat_and_a_seats_code_no_host(app, party):
    code = code_of(app, party)
    seat = party.invitation["seats"][0]["join_url"].rpartition("/")[2]
    assert app.test_client().post(f"/j/{code}").status_code == 404
    assert app.test_client().post(f"/h/{seat}").status_code == 404


def test_seats_are_counted_without_the_host(app, party):
    app.test_client().post("/api/join", json={"code": code_of(app, party)})
    seats = party.seats[0].get("/seats").json["seats"]
    assert [one["seat"] for one in seats] == [0, 1]


def test_a_host_deletes_a_table_from_its_page(app):
    host = app.test_client()
    form = {"players": "2", "name-0": "Ana", "name-1": "Ben", "goal": "30"}
    table = host.post("/new/pig", data=form).location.split("/")[2]
    assert re.search(r"/h/\w{12}", host.get(f"/t/{table}/ready").text)
    stranger = app.test_client()
    assert stranger.post(f"/t/{table}/delete").status_code == 401
    assert host.post(f"/t/{table}/delete").location == "/"
    assert host.get(f"/t/{table}").status_code == 404


@pytest.mark.parametrize("what", ["/again", "/follow", "/seats/0/free"])
@pytest.mark.parametrize(("body", "status"), [(b"{not", 400), (b"[1]", 422)])
def test_a_broken_body_is_refused_where_none_is_needed(party, what, body, status):
    answer = party.host.client.post(
        f"/api/tables/{party.table}{what}", data=body, headers=party.host.headers()
    )
    assert answer.status_code == status
    assert answer.json["error"]["code"] == "malformed"
