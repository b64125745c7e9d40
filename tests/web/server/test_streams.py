"""Streams over the real server: no thread each, told at once, let go in time."""

import gzip
import http.client
import json
import socket
import threading
import time
from base64 import b64decode
from contextlib import ExitStack

import pytest

from companion.table.live import CLOSING, Ear, Live
from companion.web.api import events
from companion.web.pages import drawing
from companion.web.server import crews
from companion.web.server.overheard import look_around
from tests.web.conftest import gather
from tests.web.server.test_serve import served


def listen(serving, stack, someone, path="", **headers):
    """Open a stream and return its lines, after the head."""
    line = stack.enter_context(socket.create_connection(serving.bind_addr, timeout=10))
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    line.sendall(
        f"GET /api/tables/{someone.table}/events{path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {someone.ticket}\r\n{more}\r\n".encode()
    )
    answer = stack.enter_context(http.client.HTTPResponse(line))
    answer.begin()
    assert answer.status == 200
    return answer


def heard(answer, start=b"id: "):
    """Return the next line that begins so."""
    for line in answer:
        if line.startswith(start):
            return line.strip()
    raise AssertionError("the stream ended")


def test_three_hundred_streams_hold_no_thread_and_all_are_told(app):
    party = gather(app)
    with served(app) as serving, ExitStack() as stack:
        ears = [listen(serving, stack, party.watcher) for _ in range(300)]
        assert all(heard(ear) == b"id: 0" for ear in ears)
        assert threading.active_count() < 100
        assert serving.bridge.waiting == 0
        assert party.seats[0].act("roll").status_code == 201
        assert all(heard(ear) == b"id: 1" for ear in ears)


def test_a_stream_says_where_its_phone_stopped_and_that_it_lives(app, monkeypatch):
    monkeypatch.setattr(events, "HEARTBEAT", 0.05)
    party = gather(app)
    party.seats[0].act("roll")
    with served(app) as serving, ExitStack() as stack:
        slept = listen(serving, stack, party.host, **{"Last-Event-ID": "0"})
        assert heard(slept) == b"id: 1"
        awake = listen(serving, stack, party.host, **{"Last-Event-ID": "1"})
        assert heard(awake, b":") == b": here"
        party.host.say("/chance")
        assert heard(awake) == b"id: 2"


def test_a_phone_that_hangs_up_is_forgotten_at_once(app):
    party = gather(app)
    live = app.extensions["services"].live
    with served(app) as serving, ExitStack() as stack:
        for _ in range(3):
            listen(serving, stack, party.host)
        assert len(live) == 3
        stack.close()
        last = http.client.HTTPConnection(*serving.bind_addr, timeout=5)
        for _ in range(100):  # the loop hears of it before it answers for long
            last.request("GET", "/healthz")
            last.getresponse().read()
            if not len(live):
                break
        last.close()
        assert len(live) == 0


def test_what_another_process_wrote_is_told_when_somebody_looks(app):
    party = gather(app)
    home = app.extensions["services"]
    with served(app) as serving, ExitStack() as stack:
        ear = listen(serving, stack, party.host)
        assert heard(ear) == b"id: 0"
        with pytest.MonkeyPatch.context() as silent:
            silent.setattr(home.live, "publish", lambda *_: None)
            party.seats[0].act("roll")
        look_around(home)
        assert heard(ear) == b"id: 1"


def test_streams_end_politely_when_the_server_stops(app):
    party = gather(app)
    with ExitStack() as stack:
        with served(app) as serving:
            ear = listen(serving, stack, party.host)
            heard(ear)
        assert ear.read().endswith(b"\n\n")


def test_pages_are_brought_along_and_not_drawn_by_the_loop(app, monkeypatch):
    party, drew = gather(app), []

    def drawn(table, who):
        drew.append(threading.current_thread().name)
        return f"<p>{who} {table.version}</p>"

    monkeypatch.setattr(drawing, "phone_live", drawn)
    with served(app) as serving, ExitStack() as stack:
        ear = listen(serving, stack, party.watcher, path="?pages=1")
        assert heard(ear) == b"id: 0"
        drew.clear()
        assert party.seats[0].act("roll").status_code == 201
        assert heard(ear) == b"id: 1"
        page = json.loads(heard(ear, b"data: ")[6:])
        assert gzip.decompress(b64decode(page)) == b"<p>watch 1</p>"
    assert [name.partition("_")[0] for name in drew] == ["quick"]


def test_one_address_draws_with_half_of_the_quick_threads_at_most(app, monkeypatch):
    party, gate, busy = gather(app), threading.Event(), []

    def slow(table, _):
        if table.version:
            busy.append(1)
            gate.wait(10)
        return "<p></p>"

    monkeypatch.setattr(drawing, "phone_live", slow)
    with served(app) as serving, ExitStack() as stack:
        stack.callback(gate.set)
        ears = [
            listen(serving, stack, party.watcher, path="?pages=1")
            for _ in range(2 * crews.QUICK)
        ]
        assert all(heard(ear) == b"id: 0" for ear in ears)
        assert party.seats[0].act("roll").status_code == 201
        for _ in range(100):
            if len(busy) >= crews.QUICK // 2:
                break
            time.sleep(0.02)
        away = {"X-Forwarded-For": "10.0.0.9", "Last-Event-ID": "1"}
        listen(serving, stack, party.host, **away)  # answered, by a quick thread
        assert len(busy) == crews.QUICK // 2
        gate.set()
        assert all(heard(ear) == b"id: 1" for ear in ears)


@pytest.mark.parametrize(
    ("held", "good", "ends"),
    [(1, 1, False), (1, 2, True), (2, 1, False), (1, -1, True)],
)
def test_a_ticket_newer_than_what_was_asked_ends_no_stream(held, good, ends):
    """A seat given away twice in a blink: who sits there now was not meant."""
    live = Live()
    seated = live.join("table", Ear("seat-0", "here", generation=held))
    watching = live.join("table", Ear("watch", "here", is_shared=True))
    live.dismiss("table", lambda _ticket: good)
    assert seated.newest() == (CLOSING if ends else None)
    assert watching.newest() is None
