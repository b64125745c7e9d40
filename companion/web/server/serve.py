"""The production server: uvicorn, an address for phones, a QR in the terminal."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from flask import Flask

from companion.table.neighbours import Neighbours
from companion.web.api.events import HEARTBEAT
from companion.web.server import certificate, tidying
from companion.web.server.bridge import Bridge
from companion.web.server.greeting import greeting, host_link, start_url
from companion.web.server.keepers import Keepers
from companion.web.server.lines import (
    HEAD_SECONDS,
    HEAD_SIZE,
    SILENT_SECONDS,
    lines_of,
    open_files,
)
from companion.web.server.network import Proxies, is_loopback, lan_address
from companion.web.server.overheard import (
    look_around,
    look_at_photos,
    look_at_tickets,
)
from companion.web.server.workers import Watch
from companion.web.services import Services

SPARE_FILES = 512
"""Open files that are kept for the database, pictures and ordinary requests."""

BACKLOG = 1024
"""Phones that may knock in the same moment: a hall comes back after a restart."""

STOP_SECONDS = 2
"""For what is being said when Ctrl-C is pressed."""

SWITCH = 0.002
"""Seconds a busy thread may keep the others waiting. It draws a page meanwhile: with
less, threads take turns in the middle of pages, and all of them are later."""

AT_ONCE = 4
"""Lines that a worker takes in one go, so that the others get their share."""

GOODBYE = "\nStopping. Everything is on disk; the same command goes on from here."

Say = Callable[[str], object]


def run(
    app: Flask,
    host: str,
    port: int,
    *,
    tls: bool = False,
    say: Say = lambda text: None,
    workers: int = 1,
) -> int:
    """Serve until Ctrl-C, with so many processes; return the exit code."""
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
    url = start_url(home, host, port, tls)
    say(greeting(url, host_link(app, url)))
    sys.setswitchinterval(SWITCH)
    tidying.settle()
    if workers > 1:
        server.share(workers)
        home.tables.store.close()  # an open SQLite file does not survive a fork
        Watch(workers, server.work, say).keep()
        say(GOODBYE)
        return 0
    try:
        for ending in (signal.SIGTERM, signal.SIGINT):  # ignored if begun with &
            signal.signal(ending, signal.default_int_handler)
        server.serve()
    except KeyboardInterrupt:
        say(GOODBYE)
    finally:
        server.tidy_up()
    return 0


def make_server(app: Flask, host: str, port: int, tls: bool = False) -> Server:
    """Return a server that is ready to listen."""
    data = Path(app.config["DATA"])
    secure = certificate.context(data, _names(host, app)) if tls else None
    return Server(app, host, port, secure)


class Server(uvicorn.Server):
    """uvicorn with our lines, our threads and our streams."""

    def __init__(
        self, app: Flask, host: str, port: int, secure: ssl.SSLContext | None = None
    ) -> None:
        self._home: Services = app.extensions["services"]
        self.bridge = Bridge(app)
        home = self._home
        self.neighbours = Neighbours(
            home.tables.store.database,
            home.live.hear,
            missed=partial(look_around, home),
            photos=partial(look_at_photos, home),
            tickets=partial(look_at_tickets, home),
        )
        self._secure, self._address = secure, (host, port)
        self._parent: int | None = None
        files, proxies = open_files(), Proxies(app.config["PROXIES"])
        live = self._home.live
        live.most = min(live.most, files - SPARE_FILES)
        live.most_of_address = min(live.most_of_address, -(-live.most // 2))
        self._line_class = lines_of(files - SPARE_FILES // 2, proxies)
        super().__init__(
            uvicorn.Config(
                cast(Any, self.bridge),
                http=self._line_class,
                forwarded_allow_ips=proxies.names(),
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",  # strangers must not fill the log with nonsense
                access_log=False,
                server_header=False,
                timeout_keep_alive=int(SILENT_SECONDS),
                timeout_graceful_shutdown=STOP_SECONDS,
                h11_max_incomplete_event_size=HEAD_SIZE,
            )
        )

    @property
    def bind_addr(self) -> tuple[str, int]:
        """Where it listens."""
        name, port, *_ = self._socket.getsockname()
        return name, port

    def prepare(self) -> None:
        """Begin to listen.

        Raises:
            OSError: if this address cannot be had.
        """
        host, port = self._address
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server(
            (host, port), family=family, backlog=BACKLOG
        )

    def serve(self) -> None:  # type: ignore[override]
        """Answer until it is told to stop."""
        asyncio.run(self._until_told())

    def share(self, workers: int) -> None:
        """Make ready for so many processes that count together and keep tables."""
        self._home.guesses.share(workers)
        for tally in (self._home.live.of_address, self._line_class.lines.open):
            tally.share(workers)
        if self._secure is None:  # what is encrypted can be read by one process alone
            self._line_class.keepers = Keepers(workers)

    def work(self, number: int, parent: int) -> None:
        """Be one of several that answer, until told to stop or the parent is gone."""
        self._parent = parent
        for tally in (self._home.live.of_address, self._line_class.lines.open):
            tally.begin(number)
        if self._line_class.keepers:
            self._line_class.keepers.own = number
        try:
            self.serve()
        finally:
            self.tidy_up()

    def tidy_up(self) -> None:
        """Let go of everything."""
        if self._line_class.keepers:
            self._line_class.keepers.close()
        self._home.live.close()
        if self._home.eyes:
            self._home.eyes.close()
        self._home.photographer.close()
        self._home.tables.store.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when a signal says so; a worker listens to its parent alone."""
        if self._parent is None:
            with super().capture_signals():
                yield
            return
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self.stop)
        loop.add_reader(self._parent, self._orphaned, loop, self._parent)
        yield

    def _orphaned(self, loop: asyncio.AbstractEventLoop, parent: int) -> None:
        loop.remove_reader(parent)
        self.stop()

    def stop(self) -> None:
        """End soon; may be called from any thread."""
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        """Listen, with a deadline for handshakes that uvicorn does not know."""
        loop = asyncio.get_running_loop()
        patience = {"ssl_handshake_timeout": HEAD_SECONDS} if self._secure else {}
        listening = await loop.create_server(
            self._line,
            sock=self._socket,
            ssl=self._secure,
            backlog=AT_ONCE,
            **cast(Any, patience),
        )
        # asyncio takes one number for two things: how many lines it accepts in one
        # go, and how many may wait. Only the first was to be small.
        self._socket.listen(BACKLOG)
        self.servers = [listening]
        if keepers := self._line_class.keepers:
            loop.add_reader(keepers.door, self._take_over, loop, keepers)
        self.neighbours.start()
        self.started = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Let every stream end, then everything else."""
        if keepers := self._line_class.keepers:
            keepers.leave()
            asyncio.get_running_loop().remove_reader(keepers.door)
        self.neighbours.stop()
        self._home.live.close()
        await super().shutdown(sockets)
        self.bridge.crews.leave()

    async def on_tick(self, counter: int) -> bool:
        """Tell other workers, ten times a second, that lines may be handed here."""
        if keepers := self._line_class.keepers:
            if self._line_class.lines.has_room:
                keepers.stay()
            else:
                keepers.leave()
        return await super().on_tick(counter)

    def _line(self, begun: bytes = b"") -> asyncio.Protocol:
        return self._line_class(
            config=self.config,
            server_state=self.server_state,
            app_state={},
            begun=begun,
        )

    def _take_over(self, loop: asyncio.AbstractEventLoop, keepers: Keepers) -> None:
        """Go on with the lines that other workers have handed here."""
        tasks = self.server_state.tasks
        for line, begun in keepers.arrivals():
            coming = loop.connect_accepted_socket(partial(self._line, begun), line)
            task = loop.create_task(cast(Any, coming))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def _until_told(self) -> None:
        beside = (
            asyncio.create_task(self._look_around()),
            asyncio.create_task(tidying.tidy(self.bridge.is_quiet)),
        )
        try:
            with self.capture_signals():
                await self._serve()
        finally:
            for task in beside:
                task.cancel()

    async def _look_around(self) -> None:
        """Tell of what was overheard; most of it `Neighbours` have told at once."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.bridge.crews.rest.work(partial(look_around, self._home))


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
