"""A real PostgreSQL of our own on loopback: made for the tests, gone after them."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from companion.table import schema
from companion.table.database import connect
from tests.live import free_port

HOMES = "/usr/lib/postgresql/*/bin"
"""Where Debian keeps its versions; elsewhere the tools are on the path."""

_names = count(1)


def tool(name: str) -> str | None:
    """Return where a tool of PostgreSQL is, None if it is not installed."""
    found = sorted(Path("/").glob(f"{HOMES[1:]}/{name}"))
    return str(found[-1]) if found else shutil.which(name)


def why_not() -> str:
    """Return why no PostgreSQL can be started here; nothing if one can."""
    if tool("initdb") is None:
        return "PostgreSQL is not installed (Debian: apt install postgresql)"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed (pip install -r requirements-postgres.txt)"
    return ""


class Postgres:
    """One server with as many databases as the tests like."""

    def __init__(self, *settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="karma-postgres-"))
        self.port = free_port()
        self.settings = settings
        self._user, self._swept = _user(), ""
        shutil.chown(self.folder, self._user)
        self._run("initdb", "-U", "karma", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def start(self) -> None:
        words = f"-h 127.0.0.1 -p {self.port} -k {self.folder}"
        chosen = "".join(f" -c {one}" for one in self.settings)
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-l", log, "-o", words + chosen, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it; `immediate` is its kill -9."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def restart(self, how: str = "fast") -> None:
        self.stop(how)
        self.start()

    def new(self) -> str:
        """Return the URL of a database that has our schema and nothing in it.

        It is the same one each time: to copy one takes longer than a test.
        """
        if not self._swept:
            self._swept = self.empty()
            connect(self._swept).engine.dispose()
        names = [table.name for table in schema.metadata.tables.values()]
        sweep = ";".join(f"DELETE FROM {name}" for name in names)
        self.do(sweep, self._swept.rpartition("/")[2])
        return self._swept

    def empty(self) -> str:
        """Return the URL of a new database."""
        name = f"tables{next(_names)}"
        self.do(f"CREATE DATABASE {name}", "postgres")
        return f"postgresql+psycopg://karma@127.0.0.1:{self.port}/{name}"

    def do(self, statement: str, database: str) -> list[Any]:
        """Run one statement and return its rows."""
        import psycopg

        where = f"host=127.0.0.1 port={self.port} user=karma dbname={database}"
        with psycopg.connect(where, autocommit=True) as connection:
            found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name: str, *words: str) -> None:
        path = tool(name)
        assert path is not None
        where = str(self.folder / "data")
        command = [path, "-D", where, *words]
        done = subprocess.run(
            command,
            user=self._user if os.getuid() == 0 else None,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def _user() -> str:
    """PostgreSQL refuses to be root: then its own user runs it, else nobody."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    known = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
