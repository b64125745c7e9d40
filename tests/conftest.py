"""What the tests of several folders share: both databases."""

import pytest

from tests.postgres import Postgres, why_not

BOTH = {
    "tests.table.test_bookmarks",
    "tests.table.test_checks",
    "tests.table.test_evenings",
    "tests.table.test_neighbours",
    "tests.table.test_removal",
    "tests.table.test_results",
    "tests.table.test_table",
    "tests.web.api.test_events",
    "tests.web.api.test_join",
    "tests.web.api.test_play",
    "tests.web.server.test_proxies",
    "tests.web.test_limits",
    "tests.web.test_two_servers",
}
"""Suites that run on both databases; the others do not ask which one it is."""


def pytest_generate_tests(metafunc):
    if "engine" in metafunc.fixturenames:
        # Whoever asks for the file of the database is about SQLite alone.
        both = metafunc.module.__name__ in BOTH and "path" not in metafunc.fixturenames
        metafunc.parametrize("engine", ["sqlite", *["postgresql"] * both])


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL for this run; a test gets a database of its own by `new`."""
    if reason := why_not():
        pytest.skip(reason)
    # Nothing of these databases is kept, so they need not wait for the disk.
    server = Postgres("fsync=off", "max_connections=40")
    yield server
    server.remove()
