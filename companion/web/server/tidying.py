"""Memory tidied up, out of the way of those who play.

A full search for garbage in circles looks at every object of every open table: with a
hundred tables it stops the whole server for 200 to 400 ms. Nearly everything is freed
without it; what is not are small circles left by requests, and those are young.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

YOUNG, MIDDLE = 20_000, 10
"""New objects until the young ones are looked at (2 ms), and how often that until the
middle ones are; Python's own 700 and 10 take a tenth of a busy server's time."""

NEVER = 1_000_000
"""Full searches are ours to begin."""

LOOK = 5.0
"""Seconds between two looks whether it is quiet."""

OFTEN, SELDOM = 60.0, 900.0
"""Seconds between two full searches: in quiet moments, and if there are none."""


ARENA_MAX, ARENAS = -8, 2
"""glibc's name for how many heaps threads spread over, and so many. Left alone it makes
one for nearly every thread, each with holes of its own: 6 MB more (measured)."""


def settle() -> None:
    """Leave out for ever what was made at the start; call it once, before serving."""
    _ask_libc("mallopt", ARENA_MAX, ARENAS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def tidy(is_quiet: Callable[[], bool]) -> None:
    """Search everything now and then, best when nobody waits; never ends."""
    last = monotonic()
    while True:
        await asyncio.sleep(LOOK)
        passed = monotonic() - last
        if passed >= SELDOM or (passed >= OFTEN and is_quiet()):
            gc.collect()
            _ask_libc("malloc_trim", 0)  # 10 MB of holes in 2 ms (measured)
            last = monotonic()


def _ask_libc(name: str, *values: int) -> None:
    """Call something that only glibc has; elsewhere nothing happens."""
    with suppress(AttributeError, OSError, TypeError):  # musl, or no such library
        getattr(ctypes.CDLL(None), name)(*values)
