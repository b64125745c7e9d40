"""Nobody holds the server hostage: half requests, silent lines, endless headers."""

import http.client
import socket
import ssl
import time
from contextlib import ExitStack

import pytest

from companion.web.server import deadlines
from companion.web.server.deadlines import HALVES, HALVES_EACH, HEAD_SECONDS, Door
from tests.web.server.test_serve import served

HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "


def line_to(serving, stack, say=b""):
    line = stack.enter_context(socket.create_connection(serving.bind_addr, timeout=10))
    line.sendall(say)
    return line


def answered(line):
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


def is_well(serving):
    """Ask as a phone would, and be answered soon."""
    phone = http.client.HTTPConnection(*serving.bind_addr, timeout=3)
    phone.request("GET", "/healthz")
    status = phone.getresponse().status
    phone.close()
    return status == 200


def test_three_hundred_half_requests_stop_nobody(app):
    with served(app) as serving, ExitStack() as stack:
        for _ in range(300):
            line_to(serving, stack, HALF)
        assert is_well(serving)


def test_three_hundred_silent_lines_take_no_worker(app):
    with served(app) as serving, ExitStack() as stack:
        for _ in range(300):
            line_to(serving, stack)
        assert is_well(serving)
        assert serving.requests.idle > 250


def test_a_half_request_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(deadlines, "HEAD_SECONDS", 0.3)
    with served(app) as serving, ExitStack() as stack:
        lines = [line_to(serving, stack, HALF) for _ in range(2 * HALVES_EACH)]
        for line in lines:
            while line.recv(1000):
                pass


def test_a_body_that_trickles_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(deadlines, "BODY_SECONDS", 0.3)
    head = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"
    with served(app) as serving, ExitStack() as stack:
        line = line_to(serving, stack, head)
        began = time.monotonic()
        while line.recv(1000):
            pass
        assert time.monotonic() - began < 5


def test_a_slow_request_that_keeps_its_deadline_is_answered(app):
    with served(app) as serving, ExitStack() as stack:
        line = line_to(serving, stack, HALF)
        line.sendall(b"yes\r\n\r\n")
        assert answered(line) == 200
        line.sendall(HALF + b"again\r\n\r\n")
        assert answered(line) == 200, "the line stays open for the next"


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX: "])
def test_endless_headers_are_cut_off(app, start):
    with served(app) as serving, ExitStack() as stack:
        line = line_to(serving, stack, start)
        sent, answer = 0, b""
        try:
            while sent < 30_000_000:
                sent += line.send(b"a" * 100_000)
            answer = line.recv(1000)
        except OSError:
            pass
        assert sent < 30_000_000 or answer[9:12] in (b"413", b"414")
        assert is_well(serving)


def test_one_silent_line_does_not_keep_others_from_https(app, tmp_path):
    with served(app, tls=True) as serving, ExitStack() as stack:
        line_to(serving, stack)
        line_to(serving, stack, b"\x16\x03\x01")  # a handshake that never goes on
        authority = tmp_path / "karma-table-authority.pem"
        trust = ssl.create_default_context(cafile=str(authority))
        phone = http.client.HTTPSConnection(
            *serving.bind_addr, timeout=3, context=trust
        )
        phone.request("GET", "/healthz")
        assert phone.getresponse().status == 200
        phone.close()


def test_who_forgets_the_s_of_https_is_told(app):
    with served(app, tls=True) as serving, ExitStack() as stack:
        line = line_to(serving, stack, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"https://" in line.recv(1000)


class Line:
    """A connection whose request is whole, or not."""

    class server:  # noqa: N801
        ssl_adapter = None

    def __init__(self, address, whole=False):
        self.remote_addr = address
        self.rfile = self
        self.has_data = lambda: whole
        self.socket = self

    def recv(self, size, flags):
        return b"GET /"


def test_the_door_has_room_for_some_halves_and_for_everything_whole():
    now = [0.0]
    door = Door(clock=lambda: now[0])
    one = [Line("10.0.0.1") for _ in range(HALVES_EACH + 1)]
    assert [door.admits(line) for line in one] == [True] * HALVES_EACH + [False]
    others = [Line(f"10.0.1.{n}") for n in range(HALVES)]
    assert sum(door.admits(line) for line in others) == HALVES - HALVES_EACH
    assert door.admits(Line("10.0.0.1", whole=True))
    assert door.has_read(one[0]) == [one[-1]], "the next one takes the place"
    door.reads(one[1], HEAD_SECONDS)
    now[0] = HEAD_SECONDS + 1
    read, waited = door.late()
    assert read == [one[1]]
    assert set(waited) == set(others[HALVES - HALVES_EACH :])
    assert door.late()[1] == []
