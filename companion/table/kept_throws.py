"""Pictures of throws that were accepted, kept with their line of the log.

Only what everybody at the table could see is kept: a dispute can be looked at. They
stand beside the database, bounded in number, and a host may delete them at any time.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from shutil import rmtree
from threading import Lock

from companion.table.proposals import Proposal

EACH = 200
"""Pictures of one table: more throws than a long evening has, about 100 KB each."""

MOST = 2_000
"""Pictures in all, about 200 MB; the oldest go first."""

_log = logging.getLogger(__name__)


class KeptThrows:
    """The pictures of accepted throws, by table and version."""

    def __init__(self, root: Path, each: int = EACH, most: int = MOST) -> None:
        self._root, self._each, self._most = root, each, most
        self._lock = Lock()

    def keep(self, made: Proposal, version: int) -> None:
        """Keep the picture of what was accepted as this entry, unless it is secret.

        The throw counts already, so a disk without room for its picture is only noted.
        """
        if made.secret_of is not None or made.unshown:
            return
        try:
            self._write(made, version)
        except OSError as problem:
            _log.warning("the picture of a throw was not kept: %s", problem)

    def _write(self, made: Proposal, version: int) -> None:
        with self._lock:
            folder = self._folder(made.table)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / f"{version}.jpg").write_bytes(made.picture)
            _drop_oldest(folder.glob("*.jpg"), self._each)
            _drop_oldest(self._root.glob("*/*.jpg"), self._most)

    def versions(self, table: str) -> frozenset[int]:
        """Return the entries of a table that have a picture."""
        try:
            names = os.listdir(self._folder(table))
        except OSError:
            return frozenset()  # most tables have none, and every page asks
        return frozenset(int(name[:-4]) for name in names if name.endswith(".jpg"))

    def picture(self, table: str, version: int) -> bytes | None:
        """Return the picture of an entry, None if there is none."""
        path = self._folder(table) / f"{version}.jpg"
        try:
            return path.read_bytes()
        except OSError:
            return None

    def forget(self, table: str) -> None:
        """Delete every picture of a table."""
        with self._lock:
            rmtree(self._folder(table), ignore_errors=True)

    def _folder(self, table: str) -> Path:
        # Names of tables are made here of plain letters; nothing else finds a way out.
        return self._root / (table if table.isalnum() else "none")


def _drop_oldest(found: object, most: int) -> None:
    paths = sorted(found, key=lambda path: path.stat().st_mtime_ns)  # type: ignore
    for path in paths[: max(0, len(paths) - most)]:
        path.unlink(missing_ok=True)
