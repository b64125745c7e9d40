"""The server as users start it: killed, restarted, dropped, doubled, stopped."""

import http.client
import json
import random
import socket
import ssl
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from app import main
from companion.web.server import certificate, serve
from tests.bench import kill9
from tests.live import ROOT, House, Trouble, lay_out

slow = pytest.mark.slow


@slow
@pytest.mark.parametrize("seed", [7])
def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path, seed):
    tally = kill9.run(tmp_path, kills=3, seed=seed)
    assert tally.acknowledged > 3, "something was played"
    assert (tally.lost, tally.changed) == (0, 0)


class Player(threading.Thread):
    """A phone with bad Wi-Fi: it drops, doubles and delays, but never gives up."""

    def __init__(self, phone, seed, steps):
        super().__init__()
        self.phone, self.rng = phone, random.Random(seed)
        self.enough = steps
        self.played = set()
        self.fault = None

    def run(self):
        try:
            while not self.over():
                pass
        except Exception as fault:
            self.fault = fault

    def over(self):
        view = self.patiently(self.phone.look)
        if view["version"] >= self.enough or view["outcome"]:
            return True
        mine = view["turn"] == view["you"]["seat"]
        if view["awaiting"] and mine:
            self.insist("chance", view["version"])
        elif view["legal"]:
            action = self.rng.choice(view["legal"])
            self.insist("actions", view["version"], action=action)
        else:
            time.sleep(0.01)
        return False

    def insist(self, what, seen, **more):
        """Send one word until it is answered, whatever the network does."""
        once = f"{self.rng.getrandbits(64):x}"
        while True:
            try:
                trouble = self.rng.random()
                if trouble < 0.15:
                    path = f"/api/tables/{self.phone.table}/{what}"
                    self.phone.send("POST", path, {"seen": seen, "id": once, **more})
                    self.phone.hang_up()
                    continue
                if trouble < 0.3:
                    time.sleep(self.rng.uniform(0, 0.05))
                status, answer = self.phone.say(what, seen, once, **more)
                if trouble > 0.8:
                    again, _ = self.phone.say(what, seen, once, **more)
                    assert again in (200, 409), again
            except Trouble:
                time.sleep(0.05)
                continue
            assert status in (200, 201, 409), answer
            if status != 409:
                self.played.add(once)
            return

    def patiently(self, ask):
        while True:
            try:
                return ask()
            except Trouble:
                time.sleep(0.05)


@slow
def test_four_phones_with_bad_wifi_and_a_dying_host_end_equal(tmp_path):
    with House(tmp_path) as house:
        names = ["Ana", "Ben", "Cleo", "Dan"]
        host, seats = lay_out(house.port, "karma-dice", names)
        players = [Player(phone, seed, 120) for seed, phone in enumerate(seats)]
        for player in players:
            player.start()
        time.sleep(1)
        house.kill()
        house.start()
        for player in players:
            player.join(60)
            assert not player.is_alive()
            assert player.fault is None
        host.hang_up()
        log = host.get(f"/api/tables/{host.table}/export")[1]["entries"]
        ids = [entry["id"] for entry in log]
        assert len(ids) == len(set(ids)), "no word counted twice"
        assert set(ids) == set().union(*(player.played for player in players))
        views = [phone.look() for phone in seats]
        for view in views:
            assert view["version"] == len(log)
            assert view["board"] == views[0]["board"]
            assert view["scores"] == views[0]["scores"]


def open_stream(port, phone, last=None):
    """Open a stream by hand and return its file."""
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    more = f"Last-Event-ID: {last}\r\n" if last is not None else ""
    line.sendall(
        f"GET /api/tables/{phone.table}/events HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {phone.ticket}\r\n{more}\r\n".encode()
    )
    return line, line.makefile("rb")


def next_version(file):
    for line in file:
        if line.startswith(b"id: "):
            return int(line[4:])
    raise AssertionError("the stream ended")


@slow
def test_phones_are_told_live_come_back_and_are_forgotten_when_gone(tmp_path):
    with House(tmp_path) as house:
        host, seats = lay_out(house.port, "karma-dice", ["Ana", "Ben"])
        line, file = open_stream(house.port, seats[1])
        assert next_version(file) == 0
        action = host.look()["legal"][0]
        assert host.say("actions", 0, "one", action=action)[0] == 201
        assert next_version(file) == 1
        line.close()
        file.close()
        assert host.say("undo", 1, "two")[0] == 201
        back, file = open_stream(house.port, seats[1], last=1)
        assert next_version(file) == 2
        back.close()
        file.close()
        for number in range(4):
            host.say("actions", 2 + 2 * number, f"a{number}", action=action)
            host.say("undo", 3 + 2 * number, f"b{number}")
            time.sleep(0.1)
        assert host.get("/healthz")[1]["streams"] == 0, "vanished phones are let go"


@slow
def test_ctrl_c_ends_it_cleanly_even_while_phones_listen(tmp_path):
    with House(tmp_path) as house:
        host, _ = lay_out(house.port, "karma-dice", ["Ana", "Ben"])
        line, file = open_stream(house.port, host)
        assert next_version(file) == 0
        assert house.stop() == 0
        line.close()
        file.close()


def test_a_taken_port_is_said_plainly(app):
    said = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert serve.run(app, "127.0.0.1", port, say=said.append) == 1
    assert f"Port {port} is in use" in said[0]


@pytest.mark.parametrize("port", ["0", "99999", "-1", "eight"])
def test_a_port_that_cannot_be_is_said_plainly(port, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["run", "--port", port])
    assert ended.value.code == 2
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nonexistent/x.db",
        "nonsense",
        "nosuch://host/tables",
        "sqlite:///{file}",
    ],
)
def test_a_database_that_cannot_be_opened_is_said_plainly(tmp_path, url, capsys):
    file = tmp_path / "letter.txt"
    file.write_text("this is no database, but a letter\n" * 100)
    words = ["--database", url.format(file=file), "--data", str(tmp_path)]
    assert main(["run", *words]) == 2
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1
    assert said[0].startswith("The database cannot be opened (")
    assert "check --database" in said[0]


def test_a_folder_that_cannot_be_made_is_said_plainly(tmp_path, capsys):
    (tmp_path / "letter").write_text("no folder")
    assert main(["run", "--data", str(tmp_path / "letter" / "tables")]) == 2
    assert "check --data" in capsys.readouterr().out


@contextmanager
def served(app, **more):
    """Serve an app from a thread of this process."""
    serving = serve.make_server(app, "127.0.0.1", 0, **more)
    serving.prepare()
    thread = threading.Thread(target=serving.serve)
    thread.start()
    try:
        yield serving
    finally:
        serving.stop()
        thread.join()


@pytest.mark.parametrize(
    ("path", "chunked"),
    [("/api/tables/import", False), ("/api/tables/import", True), ("/language", False)],
)
def test_who_sends_too_much_still_reads_why(app, path, chunked):
    body = b'{"padding": "' + b"x" * 9_500_000 + b'"}'
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    pieces = (body[n : n + 100_000] for n in range(0, len(body), 100_000))
    with served(app) as serving:
        line = http.client.HTTPConnection(*serving.bind_addr, timeout=20)
        line.request("POST", path, pieces if chunked else body, form)
        answer = line.getresponse()
        said = json.loads(answer.read())
        line.close()
    assert (answer.status, said["error"]["code"]) == (413, "too_large")


def test_https_with_our_own_authority(app, tmp_path):
    authority = tmp_path / "karma-table-authority.pem"
    with served(app, tls=True) as serving:
        trust = ssl.create_default_context(cafile=str(authority))
        with (
            socket.create_connection(serving.bind_addr) as raw,
            trust.wrap_socket(raw, server_hostname="127.0.0.1") as line,
        ):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in line.recv(1000)
            until = ssl.cert_time_to_seconds(line.getpeercert()["notAfter"])
            assert until - time.time() < 398 * 24 * 3600
    first = authority.read_bytes()
    certificate.context(tmp_path, ["localhost"])
    assert authority.read_bytes() == first, "phones need to trust it only once"
    assert not (tmp_path / "tls-key.pem").stat().st_mode & 0o077


@slow
def test_a_start_loads_no_eyes(tmp_path):
    """Readers are loaded with the first photo, so that the first page comes soon."""
    code = (
        "import sys; from app import create_app;"
        f"app = create_app({{'DATA': {str(tmp_path)!r}}});"
        "assert app.test_client().get('/healthz').status_code == 200;"
        "heavy = {'cv2', 'numpy', 'PIL', 'fpdf', 'qrcode', 'pytesseract'};"
        "eyes = {name for name in sys.modules if name.startswith('vision.')};"
        "eyes -= {'vision.readings'};"  # the values that pass between, no reader
        "sys.exit(', '.join(heavy & set(sys.modules) | eyes))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.stderr.strip() == ""


def test_simulate_speaks_from_the_command_line(capsys):
    words = ["simulate", "karma-dice", "--players", "3", "--games", "2", "--seed", "1"]
    assert main(words) == 0
    first = capsys.readouterr().out.splitlines()
    assert "2 games" in first[0]
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines()[3:] == first[3:]
