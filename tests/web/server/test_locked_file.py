"""Another program keeps the database file to itself: looking goes on, words wait."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from companion.table import turns
from companion.table.database import WAIT
from companion.table.store import PULSE_PATIENCE
from companion.table.troubles import DatabaseLocked, StoreBusy
from companion.table.turns import Turns
from companion.web.server import crews
from tests.live import House, Phone, lay_out

HOLD = (
    "import sqlite3, sys; line = sqlite3.connect(sys.argv[1], isolation_level=None);"
    "line.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
)

ENOUGH = 2.5
"""Seconds a phone may wait for a page on a busy test machine; it was half a minute.
Less than a word waits, so that a page behind words is noticed."""


@contextmanager
def held(path):
    """Let another process hold SQLite's lock, as a backup or a forgotten shell does."""
    words = [sys.executable, "-c", HOLD, str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"held\n"
        yield
        other.stdin.close()


class Speaker(threading.Thread):
    """Says one word and notes the answer and how long it took."""

    def __init__(self, phone, action, once):
        super().__init__()
        self.words = (phone, action, once)

    def run(self):
        phone, action, once = self.words
        began = time.monotonic()
        self.status, self.said = phone.say("actions", 0, once, action=action)
        self.took = time.monotonic() - began


@pytest.mark.slow
def test_who_looks_is_answered_while_every_word_waits(tmp_path):
    with House(tmp_path) as house:
        tables = [lay_out(house.port, "karma-dice", ["Ana", "Ben"]) for _ in range(4)]
        hosts = [host for host, _ in tables]
        for host in hosts:
            host.look()
            _page(host)  # the first page of a server takes longer
        action = hosts[0].look()["legal"][0]
        speakers = [
            Speaker(Phone(house.port, host.ticket, host.table), action, f"w{n}")
            for n, host in enumerate(hosts * (3 * crews.QUICK // len(hosts)))
        ]
        assert Phone(house.port).get("/healthz")[0] == 200
        time.sleep(5.1)  # what was tried a moment ago counts as tried
        with held(tmp_path / "tables.sqlite"):
            for one in speakers:
                one.start()
            time.sleep(0.2)
            waits = [_timed(hosts[n % 4].look) for n in range(10)]
            waits += [_timed(lambda: _page(hosts[0])) for _ in range(10)]
            health = [_health(house.port) for _ in range(3)]
            for one in speakers:
                one.join(30)
        assert max(waits) < ENOUGH, waits
        assert {status for status, _ in health} == {503}
        assert max(took for _, took in health) < PULSE_PATIENCE + ENOUGH
        for one in speakers:
            assert one.status == 503
            assert one.said["error"]["code"] == "database_locked"
            assert "Try again" in one.said["error"]["message"]
            assert one.took < WAIT + ENOUGH, one.took
        again = [
            host.say("actions", 0, f"w{n}", action=action)[0]
            for n, host in enumerate(hosts)
        ]
        assert again == [201] * 4, "nothing was written, and the same id is good"
        assert [host.look()["version"] for host in hosts] == [1] * 4
        assert Phone(house.port).get("/healthz")[0] == 200


def _timed(call):
    began = time.monotonic()
    call()
    return time.monotonic() - began


def _page(host):
    host.send("GET", f"/t/{host.table}/live?as=host")
    answer = host._line.getresponse()
    answer.read()
    assert answer.status == 200


def _health(port):
    began = time.monotonic()
    status, _ = Phone(port).get("/healthz")
    return status, time.monotonic() - began


def test_one_waits_for_a_held_file_and_the_others_are_told_at_once(monkeypatch):
    monkeypatch.setattr(turns, "STUCK", 0.05)
    turn, first, over = Turns(), threading.Event(), threading.Event()

    def wait():
        with turn.turn():
            first.set()
            over.wait(10)  # asks for the file, in vain

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert first.wait(10)
    for lock in (None, threading.Lock()):
        if lock:
            lock.acquire()
        with pytest.raises(DatabaseLocked):
            _take(turn, lock)
    over.set()
    waiting.join()
    with turn.turn() as had:
        assert turn.is_stuck(), "nobody has had it since"
        had()
        assert not turn.is_stuck()


@pytest.mark.parametrize(
    ("problem", "stuck"), [(DatabaseLocked, True), (StoreBusy, False), (OSError, False)]
)
def test_only_a_held_file_is_told_to_the_next(monkeypatch, problem, stuck):
    monkeypatch.setattr(turns, "STUCK", 0.01)
    turn = Turns()
    with pytest.raises(problem), turn.turn():
        raise problem
    time.sleep(0.02)
    assert turn.is_stuck() is stuck


def test_a_file_that_was_held_long_ago_is_asked_for_anew(monkeypatch):
    """A backup in the night: in the morning nobody is refused because of it."""
    monkeypatch.setattr(turns, "STUCK", 0.05)
    monkeypatch.setattr(turns, "LATELY", 0.1)
    turn = Turns()
    with pytest.raises(DatabaseLocked), turn.turn():
        raise DatabaseLocked
    time.sleep(0.15)
    assert not turn.is_stuck()
    with turn.turn():
        assert not turn.is_stuck(), "it was only just asked for"


def _take(turn, lock):
    with turn.after_others(lock) if lock else turn.turn():
        raise AssertionError("it was had")


def test_a_slow_disk_is_no_held_file(monkeypatch):
    """Whoever has the file may take long; others wait as long as they like."""
    monkeypatch.setattr(turns, "STUCK", 0.01)
    turn, first, order = Turns(), threading.Event(), []

    def write():
        with turn.turn() as had:
            had()
            first.set()
            time.sleep(0.3)
            order.append("slow")

    slow = threading.Thread(target=write)
    slow.start()
    assert first.wait(10)
    with pytest.raises(StoreBusy), turn.turn(patience=0.05):
        raise AssertionError("patience had an end")
    with turn.turn() as had:
        had()
        order.append("after")
    slow.join()
    assert order == ["slow", "after"]


def test_words_leave_threads_to_those_who_look():
    found = crews.Crews()
    assert crews.SAYING < crews.QUICK
    for path in (b"/api/tables/x/actions", b"/api/tables/x/undo"):
        assert found.for_path(path) is found.saying
    assert found.for_path(b"/t/x/live") is found.quick
    assert found.saying.pool is found.quick.pool
    found.leave()
