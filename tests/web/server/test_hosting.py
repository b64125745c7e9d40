"""The files of docs/hosting.md, used as they stand there."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from contextlib import closing, suppress

import pytest

from companion.web.server.network import is_loopback, lan_address
from tests.live import ROOT, House, Phone, free_port

PAGE = (ROOT / "docs" / "hosting.md").read_text()


def block(language):
    """Return the one block of the page in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture
def secret(tmp_path):
    """A certificate for the name in the page, and its key."""
    made = [tmp_path / "fullchain.pem", tmp_path / "privkey.pem"]
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    named = ["-subj", "/CN=table.example", "-out", made[0], "-keyout", made[1]]
    made_by = ["openssl", "req", *kind, *named]
    subprocess.run(made_by, check=True, capture_output=True)
    return made


@pytest.fixture
def houses(tmp_path):
    more = ("--public-url", "https://table.example", "--budgets", "0.01")
    with House(tmp_path / "data", *more) as one, House(tmp_path / "data", *more) as two:
        yield one, two


@pytest.fixture
def proxy(tmp_path, secret, houses):
    """nginx with the page's own words, on a free port, before two servers."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    port, words = free_port(), block("nginx")
    for old, new in (
        ("listen 443", f"listen {port}"),
        ("/etc/letsencrypt/live/table.example/fullchain.pem", str(secret[0])),
        ("/etc/letsencrypt/live/table.example/privkey.pem", str(secret[1])),
        ("127.0.0.1:8001", f"127.0.0.1:{houses[0].port}"),
        ("127.0.0.1:8002", f"127.0.0.1:{houses[1].port}"),
    ):
        assert old in words, old
        words = words.replace(old, new)
    folders = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = tmp_path / "nginx.conf"
    conf.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;"
        f"events {{}} http {{ access_log off; {folders} {words} }}"
    )
    nginx = subprocess.Popen(["nginx", "-c", conf, "-e", tmp_path / "error.log"])
    for _ in range(200):
        assert nginx.poll() is None, (tmp_path / "error.log").read_text()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            break
        time.sleep(0.05)
    yield port
    nginx.terminate()
    nginx.wait()


def call(port, method, path, body=None, where="127.0.0.1", **headers):
    """Ask through the proxy as `https://table.example`; return line and answer."""
    trusting = ssl._create_unverified_context()
    line = http.client.HTTPSConnection(where, port, timeout=60, context=trusting)
    data = None if body is None else json.dumps(body)
    line.request(method, path, data, {"Host": "table.example", **headers})
    return line, line.getresponse()


def served(port, path, **ticket):
    """Return the JSON of a page as soon as the proxy has found who is there.

    A server that was gone is looked at again after two seconds (`fail_timeout`).
    """
    for _ in range(100):
        line, answer = call(port, "GET", path, **ticket)
        with closing(line):
            if answer.status == 200:
                return json.loads(answer.read())
        time.sleep(0.1)
    raise AssertionError(answer.status)


def ask(*words, **more):
    """Return the status, the headers and the JSON of an answer."""
    line, answer = call(*words, **more)
    with closing(line):
        return answer.status, answer.headers, json.loads(answer.read())


@pytest.mark.slow
def test_two_servers_behind_nginx_are_one(proxy, houses):
    laid = {"game": "karma-dice", "players": ["Ana", "Ben"], "options": {}}
    status, headers, made = ask(proxy, "POST", "/api/tables", laid)
    assert status == 201, made
    assert headers["Strict-Transport-Security"]
    assert made["watch_url"].startswith("https://table.example/")
    name, ticket = made["table"], {"Authorization": f"Bearer {made['host_ticket']}"}
    line, stream = call(proxy, "GET", f"/api/tables/{name}/events", **ticket)
    with closing(line), closing(stream):
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        while b"id: 0" not in stream.readline():
            pass  # comes at once, or the proxy holds back what it should pass on
        _, _, view = ask(proxy, "GET", f"/api/tables/{name}", **ticket)
        body = {"seen": 0, "id": "a", "action": view["legal"][0]}
        # Said to a server directly: if the stream is at the other, that one hears it.
        phone = Phone(houses[1].port, made["host_ticket"], name)
        assert phone.post(f"/api/tables/{name}/actions", body)[0] == 201
        while b"id: 1" not in stream.readline():
            pass
    for house in houses:  # whoever is left serves the table
        house.kill()
        assert served(proxy, f"/api/tables/{name}", **ticket)["version"] == 1
        house.start()


@pytest.mark.slow
def test_nginx_says_who_asks_and_nobody_else_can(proxy):
    here = lan_address()
    if is_loopback(here):
        pytest.skip("this machine has no address but its own")
    words = (proxy, "POST", "/api/tables")
    laid = {"game": "karma-dice", "players": ["Ana"], "options": {}}
    assert ask(*words, laid, where=here)[0] == 201
    assert ask(*words, laid, where=here)[0] == 429
    forged = {"X-Forwarded-For": "127.0.0.1"}
    assert ask(*words, laid, where=here, **forged)[0] == 429


@pytest.mark.slow
def test_the_container_holds_all_that_the_app_needs(tmp_path):
    """Its steps in a clean folder; the packages are those of this environment."""
    app = tmp_path / "app"
    app.mkdir()
    copied = re.findall(r"^COPY (.+) (\S+)$", block("dockerfile"), re.MULTILINE)
    assert copied
    for sources, target in copied:
        for source in sources.split():
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, app / target)
            else:
                shutil.copy(ROOT / source, app / target)
    port = free_port()
    began = [sys.executable, "app.py", "run", "--host", "127.0.0.1"]
    server = subprocess.Popen(
        [*began, "--port", str(port), "--data", tmp_path / "data"],
        cwd=app,
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            assert server.poll() is None, "it did not stay up"
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
            for path in ("/healthz", "/", "/rules/"):
                line.request("GET", path)
                answer = line.getresponse()
                answer.read()
                assert answer.status == 200, path
    finally:
        server.kill()
        server.wait()


def test_the_unit_is_one_that_systemd_takes(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    words = block("ini").replace(
        "/opt/karma-table/.venv/bin/python", str(shutil.which("python3"))
    )
    words = words.replace("User=karma", "User=root")
    unit = tmp_path / "karma-table@8001.service"
    unit.write_text(words.replace("/opt/karma-table", str(ROOT)))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if unit.name in line]
    assert (done.returncode, said) == (0, []), done.stderr
