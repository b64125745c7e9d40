"""The threat model and the figures keep their word: what they name is there."""

import re
import tomllib

import pytest

from app import main
from companion.table import database, live, removal, waiting
from companion.web.limits import ALLOWANCES
from companion.web.server import bridge, carrier, lines, security
from tests.live import ROOT

KB = 1024
TEXT = (ROOT / "docs/security.md").read_text("utf-8")
FIGURES = (ROOT / "docs/reliability.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT + FIGURES)))
COMMANDS = sorted(set(re.findall(r"`python -m (tests[\w.]+)", FIGURES)))


def test_who_reports_a_hole_can_say_which_version_it_is(capsys):
    assert "`python app.py --version`" in (ROOT / "SECURITY.md").read_text("utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert capsys.readouterr().out == f"Karma Table {project['version']}\n"


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


SAID = (
    f"headers have {lines.HEAD_SECONDS:g} seconds",
    f"bodies have {bridge.BODY_SECONDS:g} seconds",
    f"{lines.SILENT_SECONDS:g} seconds without a byte",
    f"{lines.HEAD_SECONDS:g} for a handshake",
    f"the line ends after {carrier.WRITE_SECONDS:g} seconds",
    f"{lines.HEAD_SIZE // KB} KB (431)",
    f"{bridge.BODY_SIZE // KB**2} MB (413)",
    f"all bodies together {bridge.BODIES_SIZE // KB**2} MB (503)",
    f"{security.FORM_LIMIT // KB} KB unless a call allows more",
    f"{lines.LINES_OF_ADDRESS:,} lines",
    f"{live.MOST_OF_ADDRESS:,} streams for one address",
    f"{live.MOST_OF_TICKET} streams for one ticket",
    f"go after {removal.UNPLAYED_DAYS} days",
    f"{waiting.EACH} photos of one table",
    f"{waiting.OF_PLACE} of one address",
    f"at most {waiting.MOST} in all",
    f"waits {database.WAIT:g} seconds for it",
)
"""What the page says of limits, in the figures of the code."""


@pytest.mark.parametrize("words", SAID)
def test_the_limits_are_the_ones_of_the_code(words):
    assert words in TEXT


def test_every_figure_has_a_command_that_is_there():
    assert len(COMMANDS) >= 3
    for module in COMMANDS:
        assert (ROOT / f"{module.replace('.', '/')}.py").exists(), module
