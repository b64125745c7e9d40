"""Every numbered fact and every reading has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

FACTS, READINGS = 74, 30


def named(pattern):
    found = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for line in file.read_text("utf-8").splitlines():
            if match := re.match(pattern, line):
                found.update(int(n) for n in re.findall(r"\d\d", match[1]))
    return found


def test_every_fact_is_named_by_a_test():
    assert named(r"def test_fact((?:_\d\d)+)_") == set(range(1, FACTS + 1))


def test_every_reading_is_named_by_a_test():
    assert named(r"def test_reading_a(\d\d)_") == set(range(1, READINGS + 1))
