"""The production server: cheroot, an address for phones, a QR in the terminal."""

from __future__ import annotations

import errno
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask

from companion.web import qr
from companion.web.server import certificate
from companion.web.server.deadlines import PatientServer
from companion.web.server.network import is_loopback, lan_address
from companion.web.server.unread import emptied
from companion.web.services import Services

THREADS = 288
"""Streams hold a thread each (220, see `Live`), requests that trickle in another 32
(see `deadlines`): the rest is for everybody else."""

SWITCH = 0.0005
"""Seconds a busy thread may keep the others waiting: phones are told at once."""

Say = Callable[[str], object]


def run(
    app: Flask, host: str, port: int, tls: bool = False, say: Say = lambda text: None
) -> int:
    """Serve until Ctrl-C; return the exit code."""
    home: Services = app.extensions["services"]
    if port_taken(host, port):
        say(
            f"Port {port} is in use: another table may be open already."
            f" Stop it, or choose another port with --port {port + 1}."
        )
        return 1
    server = make_server(app, host, port, tls)
    try:
        server.prepare()
    except OSError as problem:
        say(f"Cannot listen on {host}:{port}: {problem}")
        return 1
    say(greeting(start_url(home, host, port, tls)))
    sys.setswitchinterval(SWITCH)
    try:
        for ending in (signal.SIGTERM, signal.SIGINT):  # ignored if begun with &
            signal.signal(ending, signal.default_int_handler)
        server.serve()
    except KeyboardInterrupt:
        say("\nStopping. Everything is on disk; the same command goes on from here.")
    finally:
        home.live.close()
        home.photographer.close()
        server.stop()
        home.tables.store.close()
    return 0


def make_server(app: Flask, host: str, port: int, tls: bool = False) -> Any:
    """Return a server that is ready to listen."""
    server = PatientServer(
        (host, port),
        emptied(app),
        numthreads=THREADS,
        request_queue_size=256,
        timeout=30,
        shutdown_timeout=2,
    )
    # Small answers must leave at once: a phone waits for each of them.
    server.nodelay = True
    if tls:
        server.ssl_adapter = certificate.adapter(
            Path(app.config["DATA"]), _names(host, app)
        )
    return server


def start_url(home: Services, host: str, port: int, tls: bool) -> str:
    """Return the address to open first."""
    if home.public_url:
        return home.public_url.rstrip("/") + "/"
    name = lan_address() if host in ("", "0.0.0.0", "::") else host
    return f"{'https' if tls else 'http'}://{name}:{port}/"


def greeting(url: str) -> str:
    """Return what the terminal shows while the table is open."""
    return (
        f"\nKarma Table is open at {url}\n"
        "Open it on this machine to lay out a table; phones scan this to follow:\n\n"
        f"{qr.terminal(url)}\n"
        "Ctrl-C stops it; nothing is lost.\n"
    )


def port_taken(host: str, port: int) -> bool:
    """Tell whether somebody else listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            # Without it the echo of a server that just stopped would count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            return problem.errno == errno.EADDRINUSE
    return False


def _names(host: str, app: Flask) -> list[str]:
    home: Services = app.extensions["services"]
    names = ["localhost", "127.0.0.1", lan_address(), socket.gethostname()]
    if not is_loopback(host) and host not in ("", "::"):
        names.append(host)
    if home.public_url:
        names.append(home.public_url.partition("://")[2].partition(":")[0].strip("/"))
    return list(dict.fromkeys(names))
