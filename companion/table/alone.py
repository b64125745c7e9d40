"""One at a time in a folder: whoever reads a file there, changes it and writes it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

try:
    import fcntl
except ImportError:  # Windows, where one process has the folder for itself
    fcntl = None  # type: ignore[assignment]

FILE = ".lock"

_HERE = Lock()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no thread, worker or server is at this folder, and keep it so."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _HERE:
        file = os.open(folder / FILE, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if fcntl is not None:
                with suppress(OSError):  # a network folder that knows no locks
                    fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)  # which lets the next one in
