"""Nobody holds the server hostage: half requests, silent lines, endless headers."""

import http.client
import socket
import ssl
import threading
import time
from contextlib import ExitStack

import pytest

from companion.web.server import bridge, carrier, crews, lines, serve
from companion.web.server.lines import Lines
from tests.web.conftest import gather
from tests.web.server.test_serve import served

FORWARDED = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.9\r\n\r\n"
"""As a proxy on this machine would ask for somebody else."""

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


def test_three_hundred_half_bodies_take_no_worker(app):
    head = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"
    with served(app) as serving, ExitStack() as stack:
        for _ in range(300):
            line_to(serving, stack, head)
        assert is_well(serving)
        assert serving.bridge.waiting == 0


def test_three_hundred_silent_lines_take_no_worker(app):
    with served(app) as serving, ExitStack() as stack:
        for _ in range(300):
            line_to(serving, stack)
        assert is_well(serving)
        assert serving.bridge.waiting == 0


def test_a_silent_line_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(lines, "SILENT_SECONDS", 0.2)
    with served(app) as serving, ExitStack() as stack:
        assert line_to(serving, stack).recv(1000) == b""


def test_a_half_request_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(lines, "HEAD_SECONDS", 0.3)
    with served(app) as serving, ExitStack() as stack:
        halves = [line_to(serving, stack, HALF) for _ in range(20)]
        for line in halves:
            while line.recv(1000):
                pass


def test_a_body_that_trickles_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(bridge, "BODY_SECONDS", 0.3)
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
        assert sent < 30_000_000 or answer[9:12] == b"431"
        assert is_well(serving)


def test_long_headers_are_refused_by_name(app):
    with served(app) as serving, ExitStack() as stack:
        line = line_to(serving, stack, HALF + b"a" * 70_000)
        assert answered(line) == 431


def test_long_headers_are_refused_if_they_come_whole_and_at_once(app):
    ends = b"\r\n\r\n"
    room = lines.HEAD_SIZE - len(HALF + ends)
    with served(app) as serving, ExitStack() as stack:
        for letters, status in ((room, 200), (room + 100, 431)):
            whole = HALF + b"a" * letters + ends
            assert answered(line_to(serving, stack, whole)) == status
        # A request that waits behind another is measured, too.
        line = line_to(serving, stack, HALF + ends + HALF + b"a" * (room + 100) + ends)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"HTTP/1.1 431" in answer


def test_a_body_larger_than_any_photo_is_refused_before_it_comes(app):
    head = b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 500000000\r\n\r\n"
    with served(app) as serving, ExitStack() as stack:
        assert answered(line_to(serving, stack, head)) == 413


def test_a_body_in_pieces_ends_somewhere(app, monkeypatch):
    monkeypatch.setattr(bridge, "BODY_SIZE", 1000)
    head = b"POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(app) as serving, ExitStack() as stack:
        line = line_to(serving, stack, head + b"400\r\n" + b"x" * 1024)
        assert answered(line) == 413


def test_all_bodies_together_are_bounded_and_given_back(app, monkeypatch):
    monkeypatch.setattr(bridge, "BODIES_SIZE", 3000)
    head = b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n"
    with served(app) as serving, ExitStack() as stack:
        first = line_to(serving, stack, head + b"x" * 1000)
        second = line_to(serving, stack, head + b"x" * 1000)
        assert answered(second) == 503
        first.sendall(b"x")
        assert answered(first) < 500
        assert answered(line_to(serving, stack, head + b"x" * 1001)) < 500


def test_one_address_cannot_take_the_room_of_all_bodies(app, monkeypatch):
    """Half bodies are never charged to a budget: nobody has asked for anything yet."""
    monkeypatch.setattr(bridge, "BODIES_SIZE", 8000)
    head = b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n"
    other = head.replace(b"Host: x", b"Host: x\r\nX-Forwarded-For: 10.0.0.9")
    with served(app) as serving, ExitStack() as stack:
        asked = [line_to(serving, stack, head + b"x" * 1000) for _ in range(4)]
        until(lambda: serving.bridge._bodies == 4000)
        for _ in range(2):
            assert answered(line_to(serving, stack, head + b"x" * 1000)) == 503
        assert answered(line_to(serving, stack, other + b"x" * 1001)) < 500
        for line in asked:
            line.close()
        until(lambda: serving.bridge._bodies == 0)
        assert serving.bridge._bodies_of == {}


def until(is_so, seconds=10):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_one_address_cannot_fill_the_queue(app, monkeypatch):
    monkeypatch.setattr(bridge, "WAITING", 40)
    gate = threading.Event()

    def slow(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            gate.wait(10)
        return app(environ, start_response)

    with served(app) as serving, ExitStack() as stack:
        serving.bridge._app = slow
        ask = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
        asked = [line_to(serving, stack, ask) for _ in range(20)]
        until(lambda: serving.bridge.waiting == 20)
        assert [answered(line_to(serving, stack, ask)) for _ in range(5)] == [503] * 5
        assert answered(line_to(serving, stack, FORWARDED)) == 200
        gate.set()
        assert {answered(line) for line in asked} == {404}
        until(lambda: serving.bridge.waiting == 0)
        assert serving.bridge._waiting_of == {}


def test_who_does_not_read_an_answer_keeps_nobody_waiting(app, monkeypatch):
    monkeypatch.setattr(carrier, "WRITE_SECONDS", 0.3)
    ask = b"GET /static/js/live.js HTTP/1.1\r\nHost: x\r\n\r\n"
    with served(app) as serving, ExitStack() as stack:
        for _ in range(2 * crews.WORKERS):
            line_to(serving, stack, 200 * ask)
        assert is_well(serving)


def test_one_address_has_half_of_the_workers_at_most(app):
    busy, most, lock = [0], [0], threading.Lock()
    gate = threading.Event()

    def slow(environ, start_response):
        if environ["PATH_INFO"] != "/slow":
            return app(environ, start_response)
        with lock:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
        gate.wait(10)
        with lock:
            busy[0] -= 1
        start_response("200 OK", [("Content-Length", "0")])
        return []

    with served(app) as serving, ExitStack() as stack:
        serving.bridge._app = slow
        ask = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
        asked = [line_to(serving, stack, ask) for _ in range(2 * crews.WORKERS)]
        other = line_to(serving, stack, FORWARDED)
        assert answered(other) == 200
        gate.set()
        assert {answered(line) for line in asked} == {200}
    assert most[0] == crews.WORKERS // 2


def test_lines_are_counted_by_address_and_in_all():
    some = Lines(most=5, of_address=2)
    assert [some.enters("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [some.enters("127.0.0.1") for _ in range(4)] == [True] * 3 + [False]
    some.leaves("10.0.0.1")
    assert some.enters("10.0.0.2")


def test_a_system_with_few_open_files_leaves_room_for_others_too(app, monkeypatch):
    monkeypatch.setattr(serve, "open_files", lambda: 1024)
    made, live = serve.make_server(app, "127.0.0.1", 0), app.extensions["services"].live
    assert (live.most, live.most_of_address) == (512, 256)
    assert (made.config.http.lines.most, made.config.http.lines.of_address) == (
        768,
        384,
    )


def test_a_server_for_one_stream_gives_it_to_somebody(app):
    live = app.extensions["services"].live
    live.most = 1
    serve.make_server(app, "127.0.0.1", 0)
    assert live.most_of_address == 1


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


def test_a_handshake_that_never_goes_on_is_sent_away_in_time(app, monkeypatch):
    monkeypatch.setattr(serve, "HEAD_SECONDS", 0.2)
    with served(app, tls=True) as serving, ExitStack() as stack:
        for said in (b"", b"\x16\x03\x01"):
            assert line_to(serving, stack, said).recv(1) == b""


def test_who_forgets_the_s_of_https_is_told(app):
    with served(app, tls=True) as serving, ExitStack() as stack:
        line = line_to(serving, stack, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"https://" in line.recv(1000)


def test_slow_work_never_stands_before_what_phones_do_all_the_time(app):
    gate, begun = threading.Event(), threading.Semaphore(0)
    table = gather(app).table

    def slow(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            begun.release()
            gate.wait(10)
        return app(environ, start_response)

    with served(app) as serving, ExitStack() as stack:
        serving.bridge._app = slow
        for number in range(crews.WORKERS):
            address = f"X-Forwarded-For: 203.0.113.{number}".encode()
            ask = b"GET /slow HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % address
            line_to(serving, stack, ask)
        assert all(begun.acquire(timeout=5) for _ in range(crews.WORKERS))
        page = f"GET /t/{table}/live HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        assert answered(line_to(serving, stack, page)) == 401
        gate.set()
