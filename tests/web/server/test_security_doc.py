"""The threat model and the figures keep their word: what they name is there."""

import re

import pytest

from companion.web.limits import ALLOWANCES
from tests.live import ROOT

TEXT = (ROOT / "docs/security.md").read_text("utf-8")
FIGURES = (ROOT / "docs/reliability.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT + FIGURES)))
COMMANDS = sorted(set(re.findall(r"`python -m (tests[\w.]+)", FIGURES)))


def test_it_names_tests():
    assert len(NAMED) > 30


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_named_test_exists(path, name):
    assert f"def {name}(" in (ROOT / path).read_text("utf-8")


def test_every_threat_is_prevented_by_a_test_or_said_to_be_open():
    rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    threats = [
        row for row in rows if row.count("|") == 4 and "somebody could" not in row
    ]
    assert len(threats) > 30
    for row in threats:
        assert "::test_" in row or "*open*" in row, row


def test_the_budgets_are_the_ones_of_the_code():
    rows = re.findall(r"\| ([\d,]+) \| ([\d,]+) \| an? (hour|day) \|", TEXT)
    told = [(int(a.replace(",", "")), int(h.replace(",", ""))) for a, h, _ in rows]
    assert told == [(one.of_address, one.of_host) for one in ALLOWANCES.values()]


def test_every_figure_has_a_command_that_is_there():
    assert len(COMMANDS) >= 3
    for module in COMMANDS:
        assert (ROOT / f"{module.replace('.', '/')}.py").exists(), module
