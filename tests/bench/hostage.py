"""How soon a phone is answered while strangers hold as many lines as they like.

`python -m tests.bench.hostage --lines 260 1000`
"""

from __future__ import annotations

import argparse
import http.client
import socket
import ssl
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.live import House

HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
BODY = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"

PATIENCE = 20.0
"""Seconds after which a phone has given up."""

KINDS: dict[str, tuple[bytes, bool]] = {
    "silent lines": (b"", False),
    "half requests": (HEAD, False),
    "half bodies": (BODY, False),
    "silent TLS lines": (b"", True),
    "half TLS handshakes": (b"\x16\x03\x01", True),
}


def measure(lines: int, said: bytes, tls: bool) -> float | None:
    """Return the milliseconds of an answer beside so many lines; None without one."""
    more = ("--tls",) if tls else ()
    with tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        house = Tls(Path(data), *more) if tls else House(Path(data))
        stack.enter_context(house)
        for _ in range(lines):
            line = socket.create_connection(("127.0.0.1", house.port), timeout=10)
            stack.callback(line.close)
            line.sendall(said)
        began = time.perf_counter()
        try:
            answered = ask(house.port, tls)
        except OSError:
            return None
        assert answered == 200
        return (time.perf_counter() - began) * 1000


class Tls(House):
    """A house that speaks https; it is up when its port is."""

    def start(self, patience: float = 120) -> float:
        self._spawn()
        return wait_for(lambda: ask(self.port, tls=True) == 200, patience)


def wait_for(is_so: Callable[[], bool], patience: float) -> float:
    """Return after how many seconds something came true."""
    began = time.perf_counter()
    while time.perf_counter() - began < patience:
        try:
            if is_so():
                return time.perf_counter() - began
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not come up")


def ask(port: int, tls: bool) -> int:
    """Ask as a phone would; return the status."""
    line: http.client.HTTPConnection
    if tls:
        trusting = ssl._create_unverified_context()
        line = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=PATIENCE, context=trusting
        )
    else:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status
    finally:
        line.close()


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, nargs="+", default=[260, 1000])
    for lines in parser.parse_args().lines:
        for name, (said, tls) in KINDS.items():
            took = measure(lines, said, tls)
            told = "no answer" if took is None else f"{took:.0f} ms"
            print(f"{lines:>5} {name}: {told}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
