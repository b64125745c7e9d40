"""Lines change hands between workers, and nobody at the other end notices.

Two servers of this process are workers here: what one is handed can be counted, and a
worker that was killed is one that is not started yet.
"""

import http.client
import os
import random
import socket
import stat
import struct
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from copy import copy
from pathlib import Path
from zlib import crc32

import pytest

from companion.table.live import Ear, Live, TooManyListeners
from companion.table.names import ALPHABET
from companion.table.tally import Tally
from companion.web.server import keepers, lines, serve
from companion.web.server.keepers import Keepers, table_in
from companion.web.server.lines import Lines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and files")

NAMES = random.Random(5)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("request_line", "table"),
    [
        (b"GET /t/abc23 HTTP/1.1\r\n", b"abc23"),
        (b"GET /t/abc23/live?as=seat-0 HTTP/1.1\r\nHost: x\r\n\r\n", b"abc23"),
        (b"GET /t/abc23?as=host HTTP/1.0\r\n", b"abc23"),
        (b"POST /api/tables/abc23/actions HTTP/1.1\r\n", b"abc23"),
        (b"DELETE /api/tables/abc23 HTTP/1.1\r\n", b"abc23"),
        (b"GET /t/abc23 HTTP/1.1", None),
        (b"GET /t/abc", None),
        (b"GET /t/abc23/live?x=", None),
        (b"POST /api/tables/import HTTP/1.1\r\n", None),
        (b"GET /api/tables HTTP/1.1\r\n", None),
        (b"GET /api/tables/ HTTP/1.1\r\n", None),
        (b"GET /t/%61bc HTTP/1.1\r\n", None),
        (b"GET /t/abc\xff HTTP/1.1\r\n", None),
        (b"GET /static/t/abc HTTP/1.1\r\n", None),
        (b"GET http://x/t/abc23 HTTP/1.1\r\n", None),
        (b"GET /t/abc23 HTTP/2.0\r\n", None),
        (b"\r\nGET /t/abc23 HTTP/1.1\r\n", None),
        (b"\x16\x03\x01\x02\x00", None),
        (b"", None),
    ],
)
def test_the_first_line_of_a_request_names_a_table_or_none(request_line, table):
    assert table_in(request_line) == table


class Pair:
    """Two workers of one house; each has a port of its own, so that we can choose."""

    def __init__(self, app):
        self.app = app
        self.ways = Keepers(2)
        self.workers = [self._made(0), self._made(1)]
        self._threads = {}

    def _made(self, number):
        made = serve.make_server(self.app, "127.0.0.1", 0)
        own = made.config.http.keepers = copy(self.ways)
        own.own = number
        made.prepare()
        return made

    def start(self, number):
        worker = self.workers[number]
        thread = threading.Thread(target=worker.serve)
        self._threads[number] = thread
        thread.start()
        until(lambda: self.ways._signs[number])

    def stop(self):
        for number, thread in self._threads.items():
            self.workers[number].stop()
            thread.join()
        for one in self.workers:
            one._socket.close()
        self.ways.close()

    def line(self, stack, to=0):
        address = self.workers[to].bind_addr
        return stack.enter_context(socket.create_connection(address, timeout=20))

    def answered(self):
        """Return how many requests each worker has answered."""
        return [one.server_state.total_requests for one in self.workers]

    def open(self):
        """Return how many lines each worker has."""
        return [one.config.http.lines.open.total() for one in self.workers]

    def come_to(self, answered, opened):
        until(lambda: (self.answered(), self.open()) == (answered, opened))


def until(is_so, seconds=20):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.005)


@contextmanager
def pair_of(app, *started):
    pair = Pair(app)
    try:
        for number in started:
            pair.start(number)
        with ExitStack() as stack:
            yield pair, stack
    finally:
        pair.stop()


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """A machine that is busy with other things makes nobody look dead."""
    monkeypatch.setattr(keepers, "AWAKE", 600.0)


@pytest.fixture
def both(app):
    with pair_of(app, 0, 1) as made:
        yield made


def name_of(keeper):
    """Return a table's name that this worker keeps."""
    while True:
        name = "".join(NAMES.choices(ALPHABET, k=8))
        if crc32(name.encode()) % 2 == keeper:
            return name


def ask(keeper, more=b"", path="/api/tables/{}"):
    where = path.format(name_of(keeper)).encode()
    return b"GET %b HTTP/1.1\r\nHost: x\r\n%b\r\n" % (where, more)


def read(line):
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


def sockets():
    """Return how many lines, of either end, this process has open."""
    found = 0
    for file in os.listdir("/dev/fd"):
        with suppress(OSError):
            found += stat.S_ISSOCK(os.fstat(int(file)).st_mode)
    return found


def test_a_line_is_answered_and_counted_where_its_table_is_kept(both):
    pair, stack = both
    line = pair.line(stack)
    line.sendall(ask(1))
    assert read(line) == 404
    pair.come_to([0, 1], [0, 1])
    line.close()
    pair.come_to([0, 1], [0, 0])


def test_what_is_kept_here_or_names_no_table_stays_here(both):
    pair, stack = both
    line = pair.line(stack)
    for number, said in enumerate((ask(0), HEALTH), 1):
        line.sendall(said)
        assert read(line) in (200, 404)
        pair.come_to([number, 0], [1, 0])


def test_a_line_goes_where_each_request_belongs(both):
    """Browsers use one line for files of the page, then for the table's events."""
    pair, stack = both
    line = pair.line(stack)
    for said, status, answered, opened in (
        (HEALTH, 200, [1, 0], [1, 0]),
        (ask(1), 404, [1, 1], [0, 1]),
        (HEALTH, 200, [1, 2], [0, 1]),
        (ask(0), 404, [2, 2], [1, 0]),
        (ask(1), 404, [2, 3], [0, 1]),
    ):
        line.sendall(said)
        assert read(line) == status
        pair.come_to(answered, opened)


def test_requests_that_come_together_are_answered_together_in_order(both):
    pair, stack = both
    line = pair.line(stack)
    line.sendall(ask(1) + HEALTH + ask(0))
    with line.makefile("rb") as file:
        said = [next_answer(file) for _ in range(3)]
    assert said == [404, 200, 404]
    pair.come_to([0, 3], [0, 1])
    line.sendall(HEALTH[:30])
    line.sendall(HEALTH[30:] + ask(0))
    with line.makefile("rb") as file:
        assert [next_answer(file), next_answer(file)] == [200, 404]
    pair.come_to([0, 5], [0, 1])


def next_answer(file):
    status, size = int(file.readline().split()[1]), 0
    while (header := file.readline()) != b"\r\n":
        name, _, value = header.partition(b":")
        size = int(value) if name.lower() == b"content-length" else size
    file.read(size)
    return status


def test_half_of_a_next_request_keeps_the_line_where_it_is(both):
    """What was read of it cannot be given back."""
    pair, stack = both
    line = pair.line(stack)
    line.sendall(HEALTH + b"GET /healthz HTTP/1.1\r\nX-Looks-Like: ")
    assert read(line) == 200
    line.sendall(ask(1))
    assert read(line) == 200
    pair.come_to([2, 0], [1, 0])


def test_a_first_line_in_pieces_is_answered_by_whoever_has_the_first(both):
    pair, stack = both
    line, said = pair.line(stack), ask(1)
    line.sendall(said[:12])
    until(lambda: any(one._head for one in pair.workers[0].server_state.connections))
    line.sendall(said[12:])
    assert read(line) == 404
    pair.come_to([1, 0], [1, 0])


@pytest.mark.parametrize("length", [12, 60], ids=["half a line", "half of the headers"])
def test_a_half_request_is_sent_away_in_time_wherever_it_is(both, monkeypatch, length):
    monkeypatch.setattr(lines, "HEAD_SECONDS", 0.2)
    pair, stack = both
    line = pair.line(stack)
    line.sendall(ask(1, b"X-Slow: " + b"a" * 50)[:length])
    assert line.recv(1000) == b""
    pair.come_to([0, 0], [0, 0])


def test_a_body_that_comes_later_comes_to_where_the_line_went(both):
    pair, stack = both
    line = pair.line(stack)
    path = f"/api/tables/{name_of(1)}/actions"
    line.sendall(
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n".encode()
    )
    pair.come_to([0, 0], [0, 1])
    line.sendall(b"x" * 2000)
    assert read(line) in (400, 404)
    pair.come_to([0, 1], [0, 1])


def test_an_answer_that_is_still_leaving_is_not_cut_off(both):
    pair, stack = both
    line = pair.line(stack)
    line.sendall(HEALTH)
    assert read(line) == 200
    (here,) = pair.workers[0].server_state.connections
    here.transport.get_write_buffer_size = lambda: 1
    line.sendall(ask(1))
    assert read(line) == 404
    pair.come_to([2, 0], [1, 0])


def test_more_than_goes_along_with_a_line_is_answered_here(both):
    pair, _ = both
    here = pair.workers[0].config.http.keepers
    assert here.elsewhere(ask(1)) == 1
    assert here.elsewhere(ask(1, b"X: " + b"a" * keepers.MOST + b"\r\n")) is None


def test_who_gives_no_sign_of_life_is_given_no_line(app):
    with pair_of(app, 0) as (pair, stack):
        for sign in (0.0, time.monotonic() - keepers.AWAKE):
            pair.ways._signs[1] = sign
            line = pair.line(stack)
            line.sendall(ask(1))
            assert read(line) == 404
        until(lambda: pair.answered() == [2, 0])


def test_a_full_worker_gives_no_sign_of_life(both):
    pair, stack = both
    pair.workers[1].config.http.lines.most = 0
    until(lambda: not pair.ways._signs[1])
    line = pair.line(stack)
    line.sendall(ask(1))
    assert read(line) == 404
    until(lambda: pair.answered() == [1, 0])


def test_what_was_handed_to_a_killed_worker_is_answered_by_the_next(app):
    """The queue is longer than a moment, and has an end: then one answers oneself."""
    with pair_of(app, 0) as (pair, stack):
        pair.ways._signs[1] = time.monotonic() + 60  # nobody has noticed yet
        waiting, tried = [], noted(pair.workers[0].config.http.keepers)
        while not pair.answered()[0]:
            line = pair.line(stack)
            line.sendall(ask(1))
            waiting.append(line)
            until(lambda: len(tried) == len(waiting) and is_settled(pair))
            assert len(waiting) < 5000
        assert len(waiting) > 30
        assert read(waiting.pop()) == 404, "no room in the queue: answered here"
        pair.start(1)
        assert {read(line) for line in waiting} == {404}
        pair.come_to([1, len(waiting)], [1, len(waiting)])


def noted(here):
    """Return what will hold the answer of every attempt to hand over a line."""
    tried, hand = [], here.hand
    here.hand = lambda *line: tried.append(hand(*line)) or tried[-1]
    return tried


def is_settled(pair):
    """Tell whether every line was handed over, or answered here."""
    return pair.open()[0] == pair.answered()[0]


@pytest.mark.parametrize("is_rude", [True, False], ids=["reset", "end"])
def test_who_hangs_up_on_the_way_leaves_nothing_behind(app, is_rude):
    with pair_of(app, 0) as (pair, stack):
        pair.ways._signs[1] = time.monotonic() + 60
        before = sockets()
        for _ in range(20):
            line = pair.line(stack)
            line.sendall(ask(1))
            pair.come_to([0, 0], [0, 0])
            if is_rude:
                now = struct.pack("ii", 1, 0)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
            line.close()
        pair.start(1)
        last = pair.line(stack)
        last.sendall(ask(1))
        assert read(last) == 404, "and the next is answered"
        until(lambda: pair.open() == [0, 1])
        last.close()
        until(lambda: pair.open() == [0, 0])
        of_its_loop = 2
        until(lambda: sockets() == before + of_its_loop)
        assert len(pair.workers[1].server_state.tasks) == 0


def test_a_thousand_quick_lines_are_all_answered_and_none_is_left(both):
    pair, _ = both
    before = sockets()
    for start in range(0, 1000, 100):
        with ExitStack() as stack:
            asked = [pair.line(stack, to=n % 2) for n in range(start, start + 100)]
            for n, line in enumerate(asked):
                line.sendall(ask(n // 2 % 2))
            assert [read(line) for line in asked] == [404] * 100
    until(lambda: pair.open() == [0, 0])
    until(lambda: pair.answered() == [500, 500])
    until(lambda: sockets() == before)


@pytest.mark.parametrize("seed", range(3))
def test_no_nonsense_whatever_ends_a_worker(both, seed):
    """Requests cut, mixed and spoilt at random, by phones that leave at random."""
    rng = random.Random(seed)
    pair, stack = both
    for _ in range(60):
        line = pair.line(stack, to=rng.randrange(2))
        said = bytearray(b"".join(ask(rng.randrange(2)) for _ in range(3)))
        for _ in range(rng.randrange(4)):
            said[rng.randrange(len(said))] = rng.randrange(256)
        cut = rng.randrange(len(said))
        with suppress(OSError):
            line.sendall(said[:cut])
            line.sendall(said[cut:])
        if rng.random() < 0.7:
            line.close()
    for to in (0, 1):
        line = pair.line(stack, to)
        line.sendall(ask(1 - to, b"Connection: close\r\n"))
        assert read(line) == 404
    stack.close()
    until(lambda: pair.open() == [0, 0])


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_child_inherits_a_line(app):
    with pair_of(app, 0) as (pair, stack):
        pair.ways._signs[1] = time.monotonic() + 60
        pair.line(stack).sendall(ask(1))
        arrived = pair.workers[1].config.http.keepers
        found = []
        until(lambda: found.extend(arrived.arrivals()) or found)
        ((line, request),) = found
        assert table_in(request)
        assert not os.get_inheritable(line.fileno())
        line.close()


def test_what_is_encrypted_is_not_handed_over(app):
    made = serve.make_server(app, "127.0.0.1", 0, tls=True)
    made.share(2)
    assert made.config.http.keepers is None
    plain = serve.make_server(app, "127.0.0.1", 0)
    plain.share(2)
    assert plain.config.http.keepers is not None
    plain.config.http.keepers.close()


def shared(tally, workers=2):
    """Return what each worker has of a tally after the fork."""
    tally.share(workers)
    return [copy_of(tally, number) for number in range(workers)]


def copy_of(tally, number):
    made = Tally()
    made._rows = list(tally._rows)
    made.begin(number)
    return made


def test_workers_count_together_what_one_address_has():
    whole = Tally()
    here, there = shared(whole)
    here.more("10.0.0.1")
    there.more("10.0.0.1")
    there.more("10.0.0.1")
    assert (here["10.0.0.1"], there["10.0.0.1"]) == (3, 3)
    assert (here.total(), there.total()) == (1, 2)
    there.less("10.0.0.1")
    assert here["10.0.0.1"] == 2
    assert here["10.0.0.2"] == 0
    copy_of(whole, 1)  # it was killed, and another takes its place
    assert here["10.0.0.1"] == 1


def test_no_worker_lets_in_whom_another_has_let_in_often_enough():
    here, there = Lines(100, of_address=3), Lines(100, of_address=3)
    here.open, there.open = shared(Tally())
    assert [here.enters("10.0.0.1"), there.enters("10.0.0.1")] == [True, True]
    assert [here.enters("10.0.0.1"), there.enters("10.0.0.1")] == [True, False]
    assert there.enters("10.0.0.2")
    assert there.enters("10.0.0.1", is_in=True), "handed over: it is counted already"
    here.leaves("10.0.0.1")
    assert not here.enters("10.0.0.1")


def test_streams_of_an_address_are_counted_at_all_workers():
    here, there = Live(), Live()
    here.most_of_address = there.most_of_address = 2
    here.of_address, there.of_address = shared(Tally())
    ear = Ear("seat-0", "10.0.0.1")
    first = here.join("a", ear)
    there.join("b", ear)
    for one in (here, there):
        with pytest.raises(TooManyListeners):
            one.join("c", ear)
    here.leave("a", first)
    there.join("c", ear)


def test_ways_to_workers_are_closed_to_nobody_who_waits():
    """A queue that is full says so at once; nobody waits for another worker."""
    ways = Keepers(2)
    try:
        with open(Path(__file__), "rb") as any_file:
            while ways.hand(1, any_file.fileno(), b"x" * 1000):
                pass
        assert not ways.hand(1, -1, b"x")
    finally:
        ways.close()
