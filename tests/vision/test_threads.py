"""Readers keep to one thread: several would wait for each other on a busy machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADED = "import sys, os; {} ; assert 'numpy' not in sys.modules, 'too early'"
SAID = "import vision, os; print(os.environ['OPENBLAS_NUM_THREADS'])"


def printed(code, **settings):
    kept = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    words = [sys.executable, "-c", code]
    done = subprocess.run(
        words, cwd=ROOT, env=kept | settings, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("first", ["import app", "import companion.games, vision"])
def test_numpy_is_not_loaded_before_it_is_said_how_many_threads_there_are(first):
    printed(LOADED.format(first))


def test_one_thread_unless_somebody_says_otherwise():
    assert printed(SAID) == "1"
    assert printed(SAID, OPENBLAS_NUM_THREADS="4") == "4"
