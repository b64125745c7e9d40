"""Every numbered fact has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

FACTS = 135


def test_every_fact_is_named_by_a_test():
    named = set()
    for file in Path(__file__).parent.glob("test_facts_*.py"):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("def test_"):
                named.update(int(n) for n in re.findall(r"fact_(\d{3})", line))
    assert named == set(range(1, FACTS + 1))
