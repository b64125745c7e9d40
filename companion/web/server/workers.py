"""Several processes that are one server, and a parent that watches over them.

The parent listens and never answers; its workers are forked with the open socket, and
whoever has time takes the next line. A worker that ends is replaced, and phones that
knock meanwhile wait in the socket that all of them share.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep

LOOK = 0.1
"""Seconds between two looks whether every worker lives."""

SOON = 5.0
"""Seconds: a worker that ends sooner would only end again, and waits its turn."""

PAUSES = (0.0, 0.5, 2.0, 5.0)
"""Seconds until a worker is replaced that lived for a while, that ended soon, that
ended soon twice in a row, and so on."""

START = 10.0
"""Seconds to wait for threads of the start, before the first worker is made."""

GOODBYE = 7.0
"""Seconds for workers to end what they are saying; then they are ended."""

Say = Callable[[str], object]
Work = Callable[[int, int], object]
"""What a worker does, given its number (from 0 on) and a file that is at its end when
the parent is gone."""


def why_not(workers: int, camera: str | None, database: str) -> str:
    """Return why so many workers cannot run, nothing if they can."""
    if workers < 2:
        return ""
    if camera:
        return (
            "A camera belongs to one process, and phones ask whichever has time:"
            " leave out --workers, or start a second server with --camera on another"
            " port and the same --data."
        )
    if database in ("sqlite://", "sqlite:///:memory:"):
        return "A database in memory cannot be shared: leave out --workers."
    if not hasattr(os, "fork"):
        return "Workers need a system that can fork (Linux, macOS): leave out --workers"
    return ""


@dataclass
class _Place:
    """A worker's place, whoever fills it just now."""

    number: int
    began: float = 0.0
    soon: int = 0
    """How often in a row its worker ended soon."""

    due: float = 0.0


@dataclass
class Watch:
    """Starts workers, replaces those that end, and ends them all."""

    count: int
    work: Work
    say: Say
    _alive: dict[int, _Place] = field(default_factory=dict)
    _told: bool = False

    def keep(self) -> None:
        """Keep so many workers until Ctrl-C or SIGTERM."""
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, self._end)
        # Begun with it ignored, as by some who start servers, none could be waited for.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _be_alone()
        ours, theirs = os.pipe()
        waiting = [_Place(number + 1) for number in range(self.count)]
        while not self._told:
            now = monotonic()
            for place in [one for one in waiting if one.due <= now]:
                if self._start(place, ours, theirs):
                    waiting.remove(place)
            sleep(LOOK)
            waiting += self._ended()
        self._send_home()

    def _end(self, *_: object) -> None:
        self._told = True

    def _start(self, place: _Place, ours: int, theirs: int) -> bool:
        """Fill a place; return whether the system had room for another process."""
        sys.stdout.flush()
        sys.stderr.flush()
        place.began = monotonic()
        try:
            pid = os.fork()
        except OSError as problem:
            place.due = place.began + PAUSES[-1]
            self.say(f"Worker {place.number} cannot be started yet: {problem}")
            return False
        if pid:
            self._alive[pid] = place
            return True
        code = 1
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            # A terminal sends Ctrl-C to everybody; workers leave when the parent says.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os.close(theirs)
            self.work(place.number - 1, ours)
            code = 0
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)  # what is behind us on the stack is the parent's

    def _ended(self) -> list[_Place]:
        """Return the places that are empty now, each with the time to fill it."""
        found = []
        while pid := self._reaped():
            place = self._alive.pop(pid)
            now = monotonic()
            place.soon = place.soon + 1 if now - place.began < SOON else 0
            pause = PAUSES[min(place.soon, len(PAUSES) - 1)]
            place.due = now + pause
            found.append(place)
            if not self._told:
                self.say(f"Worker {place.number} has ended and is started again.")
        return found

    def _reaped(self) -> int:
        """Return a worker of ours that has ended; 0 if there is none."""
        for pid in self._alive:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return pid
        return 0

    def _send_home(self) -> None:
        """Let every worker end what it is saying, but not for ever."""
        for last in (signal.SIGTERM, signal.SIGKILL):
            for pid in self._alive:
                with suppress(ProcessLookupError):
                    os.kill(pid, last)
            until = monotonic() + GOODBYE
            while self._alive and monotonic() < until:
                self._ended()
                sleep(LOOK / 2)


def _be_alone() -> None:
    """Wait for threads of the start: a fork would keep their locks, and not them."""
    until = monotonic() + START
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, until - monotonic()))
