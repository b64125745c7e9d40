"""Full searches for garbage wait for a quiet moment, but not for ever."""

import asyncio
import gc

import pytest

from companion.web.server import tidying


@pytest.fixture
def searches(monkeypatch):
    """Let moments be short; return the times at which everything was searched."""
    found = []
    monkeypatch.setattr(tidying.gc, "collect", lambda: found.append(1))
    monkeypatch.setattr(tidying, "LOOK", 0.001)
    return found


def run(is_quiet, searches, most=0.5):
    async def until_found():
        tidying_up = asyncio.create_task(tidying.tidy(is_quiet))
        async with asyncio.timeout(most):
            while not searches:
                await asyncio.sleep(0.001)
        tidying_up.cancel()

    asyncio.run(until_found())


def test_it_searches_when_nobody_waits(searches, monkeypatch):
    monkeypatch.setattr(tidying, "OFTEN", 0.0)
    run(lambda: True, searches)
    assert searches


def test_it_leaves_a_busy_server_alone(searches, monkeypatch):
    monkeypatch.setattr(tidying, "OFTEN", 0.0)
    with pytest.raises(TimeoutError):
        run(lambda: False, searches, 0.1)


def test_one_that_is_always_busy_is_searched_at_last(searches, monkeypatch):
    monkeypatch.setattr(tidying, "SELDOM", 0.01)
    run(lambda: False, searches)
    assert searches


def test_a_server_that_begins_leaves_out_what_was_there():
    before = gc.get_threshold()
    try:
        tidying.settle()
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold() == (tidying.YOUNG, tidying.MIDDLE, tidying.NEVER)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


@pytest.mark.parametrize("missing", [AttributeError, OSError, TypeError])
def test_a_system_without_glibc_is_left_alone(monkeypatch, missing):
    def library(name):
        raise missing

    monkeypatch.setattr(tidying.ctypes, "CDLL", library)
    tidying._ask_libc("malloc_trim", 0)


def test_free_memory_is_handed_back_after_a_search(searches, monkeypatch):
    asked = []
    monkeypatch.setattr(tidying, "OFTEN", 0.0)
    monkeypatch.setattr(tidying, "_ask_libc", lambda *what: asked.append(what))
    run(lambda: True, searches)
    assert asked[0] == ("malloc_trim", 0)
