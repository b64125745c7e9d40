"""Several processes on one port: one house, whichever of them a phone meets."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from itertools import product
from pathlib import Path
from zlib import crc32

import pytest

from app import main
from companion.table.live import MOST_OF_TICKET
from companion.table.names import ALPHABET
from companion.web.server import workers
from companion.web.server.limits import Limiter
from companion.web.server.workers import Watch
from tests.live import ROOT, House, Phone, Trouble, lay_out
from tests.web.server.test_serve import Player, next_version, open_stream

PIG = {"game": "karma-dice", "players": ["Ana", "Ben"], "options": {}}

pytestmark = pytest.mark.slow
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def children(house):
    """Return the workers of a house that live."""
    pid = house.process.pid
    return [
        int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]


def lines_of(house, pid):
    """Return how many phones are at a process."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    here, established = f":{house.port:04X}", "01"
    lines = {
        f"socket:[{row[9]}]"
        for row in rows
        if row[1].endswith(here) and row[3] == established
    }
    found = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            found += os.readlink(link) in lines
    return found


def until(is_so, seconds=30):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def meet_both(house, ask):
    """Ask on new lines until both workers must have answered; return the answers."""
    return [ask(Phone(house.port)) for _ in range(24)]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    more = ("--workers", "2", "--streams", "500")
    if request.param == "postgresql":
        more += ("--database", request.getfixturevalue("postgres").new())
    with House(tmp_path_factory.mktemp("house"), *more) as made:
        if sys.platform == "linux":
            until(partial(both_keep, made))  # one answers before the other has begun
        yield made


def both_keep(house):
    """Tell whether twelve lines that ask for one worker's tables meet there."""
    places = set()
    for number in (0, 1):
        pairs = ("".join(pair) for pair in product(ALPHABET, repeat=2))
        names = (name for name in pairs if crc32(name.encode()) % 2 == number)
        phones = [Phone(house.port) for _ in range(12)]
        for phone, name in zip(phones, names, strict=False):
            phone.get(f"/api/tables/{name}")
        found = {pid: lines_of(house, pid) for pid in children(house)}
        for phone in phones:
            phone.hang_up()
        until(lambda: not any(lines_of(house, pid) for pid in children(house)))
        places |= {pid for pid, lines in found.items() if lines == len(phones)}
    return len(places) == 2


@linux
def test_the_phones_of_a_table_meet_at_one_worker_and_tables_at_both(house):
    expected, tables = [0, 0], []
    with ExitStack() as stack:
        while min(expected) == 0:
            assert len(tables) < 40, "names lead to both workers"
            host, seats = lay_out(house.port, "karma-dice", ["Ana", "Ben", "Cleo"])
            files = [heard(house, stack, one) for one in (host, *seats)]
            tables.append((host, files))
            expected[crc32(host.table.encode()) % 2] += len(files)
            until(partial(are_at, house, expected))
        for host, files in tables:
            action = host.look()["legal"][0]
            assert host.say("actions", 0, "one", action=action)[0] == 201
            for file in files:
                assert next_version(file) == 1


def are_at(house, expected):
    """Tell whether each worker has so many phones."""
    found = [lines_of(house, pid) for pid in children(house)]
    return sorted(found) == sorted(expected)


def heard(house, stack, phone):
    """Return a stream of a phone that has begun."""
    line, file = open_stream(house.port, phone)
    stack.callback(line.close)
    stack.callback(file.close)
    assert next_version(file) == 0
    return file


def test_what_is_done_at_one_worker_holds_at_the_other(house):
    status, made = Phone(house.port).post("/api/tables", PIG)
    assert status == 201
    name = made["table"]
    seat = Phone(house.port, made["seats"][0]["ticket"], name)
    view = seat.look()
    assert seat.say("actions", 0, "a", action=view["legal"][0])[0] == 201

    def ask(phone, ticket, path=""):
        phone.ticket, phone.table = ticket, name
        return phone.get(f"/api/tables/{name}{path}")

    seen = meet_both(house, lambda phone: ask(phone, made["host_ticket"])[1]["version"])
    assert seen == [1] * len(seen)
    code = made["seats"][1]["join_url"].rpartition("/")[2]
    assert Phone(house.port).post("/api/join", {"code": code})[0] == 201
    again = meet_both(house, lambda phone: phone.post("/api/join", {"code": code})[0])
    assert again == [409] * len(again), "a link is used once, at whichever worker"
    host = Phone(house.port, made["host_ticket"], name)
    streams = [open_stream(house.port, seat) for _ in range(8)]
    for _, file in streams:
        assert next_version(file) == 1
    assert host.post(f"/api/tables/{name}/seats/0/free", {})[0] == 200
    for line, file in streams:  # at both workers, before the next sign of life
        line.settimeout(10)
        with closing(line), closing(file):
            rest = list(iter(file.readline, b"0\r\n"))
            assert not any(one.startswith(b"id:") for one in rest)
    old = meet_both(house, lambda phone: ask(phone, seat.ticket)[0])
    assert old == [401] * len(old), "a freed seat's ticket opens nothing anywhere"
    health = meet_both(house, lambda phone: phone.get("/healthz")[0])
    assert health == [200] * len(health)


def test_workers_together_allow_one_person_what_one_server_would(house):
    _, seats = lay_out(house.port, "karma-dice", ["Ana", "Ben"])
    with ExitStack() as stack:
        answers = []
        for _ in range(40):
            line, file = open_stream(house.port, seats[0])
            stack.callback(line.close)
            stack.callback(file.close)
            answers.append(b"200" in file.readline())
        assert sum(answers) == MOST_OF_TICKET
    codes = [Phone(house.port).get("/api/join/nothing1")[0] for _ in range(40)]
    assert 10 <= codes.count(404) <= 20
    assert codes.count(404) + codes.count(429) == 40


def test_at_each_of_many_workers_a_code_may_be_read_badly():
    guesses = Limiter()
    guesses.share(16)
    for _ in range(5):
        assert guesses.wait("10.0.0.1") == 0
        guesses.failed("10.0.0.1")
    assert guesses.wait("10.0.0.1") > 0


@linux
def test_a_killed_worker_is_replaced_and_nothing_acknowledged_is_lost(house):
    names = ["Ana", "Ben", "Cleo", "Dan"]
    host, seats = lay_out(house.port, "karma-dice", names)
    players = [Player(phone, seed, 90) for seed, phone in enumerate(seats)]
    streams = [Follower(house.port, seat) for seat in (*seats, host)]
    for one in (*players, *streams):
        one.start()
    first = children(house)
    assert len(first) == 2
    for place, pid in enumerate(first):  # every phone meets one end, or both
        time.sleep(0.7)
        os.kill(pid, signal.SIGKILL)
        until(partial(_are_new, house, first, place + 1))
    for player in players:
        player.join(90)
        assert (player.is_alive(), player.fault) == (False, None)
    log = host.get(f"/api/tables/{host.table}/export")[1]["entries"]
    ids = [entry["id"] for entry in log]
    assert len(ids) == len(set(ids)), "no word counted twice"
    assert set(ids) == set().union(*(player.played for player in players))
    until(lambda: all(one.heard == len(log) for one in streams))
    for one in streams:
        one.over = True
    assert sum(one.lost for one in streams) >= 5, "a killed worker has ended streams"
    assert not set(first) & set(children(house))
    assert house.process.poll() is None, "the parent lives on"


def _are_new(house, old, count):
    return len(set(children(house)) - set(old)) >= count


class Follower(threading.Thread):
    """A phone that listens, and comes back whenever its stream ends."""

    def __init__(self, port, phone):
        super().__init__(daemon=True)
        self.port, self.phone = port, phone
        self.heard, self.lost, self.over = -1, 0, False

    def run(self):
        while not self.over:
            try:
                line, file = open_stream(self.port, self.phone, max(self.heard, 0))
                with closing(line), closing(file):
                    while not self.over:
                        self.heard = max(self.heard, next_version(file))
            except (*Trouble, AssertionError):
                self.lost += 1
                time.sleep(0.05)


@linux
def test_workers_go_when_their_parent_is_killed(tmp_path):
    with House(tmp_path, "--workers", "2") as house:
        left = children(house)
        house.kill()
        until(lambda: not any(_lives(pid) for pid in left))
        with socket.socket() as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", house.port))


def _lives(pid):
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@linux
def test_ctrl_c_in_a_terminal_ends_all_of_them_once(tmp_path):
    """A terminal sends it to the parent and to every worker in the same moment."""
    with House(tmp_path, "--workers", "2") as house:
        host, _ = lay_out(house.port, "karma-dice", ["Ana", "Ben"])
        line, file = open_stream(house.port, host)
        with closing(line), closing(file):
            assert next_version(file) == 0
            everybody = [*children(house), house.process.pid]
            for pid in everybody:
                os.kill(pid, signal.SIGINT)
            assert house.process.wait(20) == 0
        assert not any(_lives(pid) for pid in everybody)


def test_workers_share_one_certificate(tmp_path):
    house = House(tmp_path, "--workers", "2", "--tls")
    house._spawn()
    try:
        seen = set()
        trust = ssl._create_unverified_context()
        for _ in range(16):
            until(lambda: _answers(house.port), 60)
            with (
                socket.create_connection(("127.0.0.1", house.port), 20) as raw,
                trust.wrap_socket(raw) as line,
            ):
                seen.add(line.getpeercert(binary_form=True))
        assert len(seen) == 1, "who trusts one trusts all"
    finally:
        house.stop()


def _answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--camera", "0"), "A camera belongs to one process"),
        (("--database", "sqlite://"), "in memory cannot be shared"),
    ],
)
def test_what_cannot_be_combined_is_refused_with_a_reason(
    words, said, capsys, tmp_path
):
    assert main(["run", "--workers", "2", "--data", str(tmp_path), *words]) == 2
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("number", ["0", "65", "-1", "two"])
def test_a_number_of_workers_that_cannot_be_is_said_plainly(number, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["run", "--workers", number])
    assert ended.value.code == 2
    assert "workers are a number from 1 to 64" in capsys.readouterr().err


def test_a_start_with_workers_greets_once_and_takes_one_snapshot(tmp_path):
    with House(tmp_path):
        pass
    house = House(tmp_path, "--workers", "3")
    where = ("--host", "127.0.0.1", "--port", str(house.port))
    words = [*where, "--data", str(tmp_path), "--workers", "3", "--invite-only"]
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "app.py"), "run", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        until(lambda: _answers(house.port), 60)
        assert Phone(house.port).get("/healthz")[0] == 200
    finally:
        process.terminate()
    said = process.communicate(timeout=30)[0]
    assert process.returncode == 0
    assert said.count("Karma Table is open at") == 1
    assert said.count("/host/") == 1
    assert said.count("Stopping.") == 1
    assert "Traceback" not in said
    assert len(list((tmp_path / "snapshots").iterdir())) == 1


def test_a_worker_that_cannot_live_is_not_started_all_the_time(monkeypatch):
    """It is tried again, each time a little later, and the others are not disturbed."""
    monkeypatch.setattr(workers, "LOOK", 0.001)
    monkeypatch.setattr(workers, "PAUSES", (0.0, 0.05, 0.1, 0.2))
    read, write = os.pipe()
    said = []

    def work(_number, _parent):
        os.write(write, b"x")
        os._exit(3)

    _keep_for(1.0, Watch(1, work, said.append), monkeypatch)
    os.close(write)
    with closing(os.fdopen(read, "rb")) as starts:
        assert 3 <= len(starts.read()) <= 8
    assert "Worker 1 has ended" in said[0]


def _keep_for(seconds, watch, monkeypatch):
    """Let workers be watched over for a while, within the process of the tests."""
    ours = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)
    before = {one: signal.getsignal(one) for one in ours}
    threading.Timer(seconds, lambda: setattr(watch, "_told", True)).start()
    monkeypatch.setattr(workers, "_be_alone", lambda: None)
    try:
        watch.keep()
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def test_workers_are_replaced_where_ended_children_are_ignored(monkeypatch):
    """Some who start servers leave it so: then nobody could be waited for."""
    monkeypatch.setattr(workers, "LOOK", 0.001)
    monkeypatch.setattr(workers, "PAUSES", (0.0,))
    said, was = [], signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        _keep_for(0.5, Watch(1, lambda *_: None, said.append), monkeypatch)
    finally:
        signal.signal(signal.SIGCHLD, was)
    assert len(said) > 1


def test_a_system_without_room_for_another_process_ends_no_server(monkeypatch):
    monkeypatch.setattr(workers, "LOOK", 0.001)
    monkeypatch.setattr(workers, "PAUSES", (0.0, 0.01))
    said, fork, tries = [], os.fork, []

    def no_room():
        tries.append(1)
        if len(tries) == 2:
            raise BlockingIOError("no room")
        return fork()

    monkeypatch.setattr(os, "fork", no_room)
    _keep_for(0.5, Watch(1, lambda *_: None, said.append), monkeypatch)
    assert "Worker 1 cannot be started yet: no room" in said
    assert len(tries) > 2


def test_threads_of_the_start_end_before_workers_are_made(monkeypatch):
    """One that a fork leaves behind would keep its locks for ever."""
    busy = threading.Thread(target=time.sleep, args=(0.2,))
    busy.start()
    ours = [threading.current_thread(), busy]
    monkeypatch.setattr(threading, "enumerate", lambda: ours)
    workers._be_alone()
    assert not busy.is_alive()


def test_a_thread_that_never_ends_keeps_no_worker_from_starting(monkeypatch):
    ends = threading.Event()
    endless = threading.Thread(target=ends.wait)
    endless.start()
    monkeypatch.setattr(threading, "enumerate", lambda: [endless])
    monkeypatch.setattr(workers, "START", 0.1)
    workers._be_alone()
    assert endless.is_alive()
    ends.set()
    endless.join()
