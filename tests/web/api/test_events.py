"""Live news: what a stream says, when it resumes, and how it ends."""

import pytest

from companion.web.api import events
from companion.web.server.overheard import look_around
from tests.web.conftest import Someone


@pytest.fixture
def listen(app):
    """Open a stream without a server and take single events from it."""

    def stream(someone, **headers):
        answer = someone.client.get(
            f"/api/tables/{someone.table}/events",
            headers={**someone.headers(), **headers},
        )
        assert answer.status_code == 200
        assert answer.mimetype == "text/event-stream"
        lines = iter(answer.response)
        assert next(lines).startswith(b"retry:")
        return answer, lines

    return stream


def test_a_new_stream_says_where_the_table_stands_then_every_change(party, listen):
    _, lines = listen(party.watcher)
    assert next(lines) == b'id: 0\nevent: changed\ndata: {"version":0}\n\n'
    party.seats[0].act("roll")
    assert next(lines).startswith(b"id: 1\n")
    party.host.say("/chance")
    party.host.say("/undo")
    assert next(lines).startswith(b"id: 3\n"), "two changes in one breath are one"


def test_a_phone_that_slept_is_told_at_once(party, listen):
    party.seats[0].act("roll")
    _, lines = listen(party.seats[1], **{"Last-Event-ID": "0"})
    assert next(lines).startswith(b"id: 1\n")


def test_a_phone_that_is_up_to_date_hears_only_a_heartbeat(party, listen, monkeypatch):
    monkeypatch.setattr(events, "HEARTBEAT", 0.01)
    party.seats[0].act("roll")
    _, lines = listen(party.seats[1], **{"Last-Event-ID": "1"})
    assert next(lines) == b": here\n\n"
    party.host.say("/chance")
    assert next(lines).startswith(b"id: 2\n")


@pytest.mark.parametrize("odd", ["x", "-1", "9" * 40, "²"])
def test_an_odd_last_event_id_means_nothing_was_seen(party, listen, odd):
    _, lines = listen(party.host, **{"Last-Event-ID": odd.encode().decode("latin-1")})
    assert next(lines).startswith(b"id: 0\n")


def test_streams_are_capped_and_released(app, party, listen):
    live = app.extensions["services"].live
    live.most = 2
    first, _ = listen(party.host)
    listen(party.watcher)
    full = party.seats[0].get("/events")
    assert full.status_code == 503
    assert full.json["error"]["code"] == "busy"
    assert int(full.headers["Retry-After"]) > 0
    first.close()
    assert len(live) == 1
    listen(party.seats[0])


def test_one_ticket_cannot_take_every_stream(app, party, listen):
    app.extensions["services"].live.most_of_ticket = 2
    listen(party.seats[0])
    first, _ = listen(party.seats[0])
    assert party.seats[0].get("/events").status_code == 503
    listen(party.seats[1])
    first.close()
    listen(party.seats[0])


def test_many_may_watch_with_the_one_shared_ticket(app, party, listen):
    live = app.extensions["services"].live
    live.most_of_ticket, live.most_watching = 1, 3
    for _ in range(3):
        listen(party.watcher)
    assert party.watcher.get("/events").status_code == 503


def test_one_address_cannot_take_every_stream(app, party, listen):
    app.extensions["services"].live.most_of_address = 2
    listen(party.seats[0])
    listen(party.seats[1])
    assert party.host.get("/events").status_code == 503
    elsewhere = {"REMOTE_ADDR": "10.0.0.7"}
    other = party.host.get("/events", environ_overrides=elsewhere)
    assert other.status_code == 200


def test_asking_only_for_the_head_of_a_stream_holds_none(app, party):
    asked = party.host.client.head(
        f"/api/tables/{party.table}/events", headers=party.host.headers()
    )
    assert asked.status_code == 200
    asked.close()
    assert len(app.extensions["services"].live) == 0


def test_streams_end_when_the_server_stops(app, party, listen):
    _, lines = listen(party.host)
    next(lines)
    app.extensions["services"].live.close()
    assert list(lines) == []


def test_strangers_hear_nothing(party):
    assert party.stranger.get("/events").status_code == 401


def first_of(lines):
    assert next(lines).startswith(b"id: 0\n")


def test_a_stream_ends_at_once_when_its_seat_is_freed(app, party, listen):
    streams = [listen(one)[1] for one in (*party.seats, party.host, party.watcher)]
    for lines in streams:
        first_of(lines)
    assert party.host.post("/seats/0/free").status_code == 200
    ana, *others = streams
    assert list(ana) == [], "not one version more"
    party.host.act("roll")
    for lines in others:
        assert next(lines).startswith(b"id: 1\n"), "everybody else stays"
    assert party.seats[0].get("/events").status_code == 401


def test_whoever_sits_down_after_that_keeps_the_stream(app, party, listen):
    freed = party.host.post("/seats/0/free").json["seats"][0]["join_url"]
    code = freed.rpartition("/")[2]
    ticket = app.test_client().post("/api/join", json={"code": code}).json["ticket"]
    again = Someone(app.test_client(), party.table, ticket)
    _, lines = listen(again)
    first_of(lines)
    look_around(app.extensions["services"])
    party.host.act("roll")
    assert next(lines).startswith(b"id: 1\n")


def test_a_stream_of_the_host_before_ends_at_once(app, party, listen):
    _, old = listen(party.host)
    _, seat = listen(party.seats[0])
    first_of(old)
    first_of(seat)
    code = app.extensions["services"].seating.host_code(party.table)
    taken = app.test_client().post("/api/join", json={"code": code})
    assert list(old) == []
    new = Someone(app.test_client(), party.table, taken.json["ticket"])
    _, lines = listen(new)
    first_of(lines)
    new.act("roll")
    assert next(lines).startswith(b"id: 1\n")
    assert next(seat).startswith(b"id: 1\n")


def test_who_is_sent_away_while_a_stream_opens_gets_none(app, party, monkeypatch):
    home, join = app.extensions["services"], app.extensions["services"].live.join

    def slowly(table, ear):
        home.seating.free(table, 0)
        return join(table, ear)

    monkeypatch.setattr(home.live, "join", slowly)
    assert party.seats[0].get("/events").status_code == 401
    assert len(home.live) == 0
