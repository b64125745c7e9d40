"""Views in words: kept as long as they are wanted, and never more of them."""

import pytest

from companion.table.bearer import HOST, at_seat
from companion.table.view import LINES
from companion.web.api.views import KeptLines, Views


@pytest.fixture
def table(app, party):
    for seen in range(0, 20, 2):
        party.host.act("roll", seen=seen)
        party.host.say("/undo", seen=seen + 1)
    return app.extensions["services"].tables.open(party.table)


def test_log_lines_are_worded_once_for_each_pair_of_eyes(app, table, monkeypatch):
    views = Views()
    with app.test_request_context():
        first = views.spoken(table, HOST)
        assert len(views.lines) == 20
        monkeypatch.setattr("companion.web.api.views.tell", None)
        assert views.spoken(table, HOST) == first
        monkeypatch.undo()
        views.spoken(table, at_seat(0))
        assert len(views.lines) == 40
    with app.test_request_context("/?lang=fr"):
        french = views.spoken(table, HOST)
    assert french["log"][-1]["text"] != first["log"][-1]["text"]


def test_lines_that_no_view_shows_any_more_are_let_go():
    lines = KeptLines()
    for version in range(200):
        for eyes in (None, 0):
            lines.keep("a", (version, eyes, "en"), "x")
    assert len(lines) == 2 * LINES
    assert (200 - LINES, 0, "en") in lines.of("a")


def test_lines_are_counted_in_bytes_and_the_table_that_waits_longest_makes_room():
    lines = KeptLines(most=100_000)
    for table in "abcd":
        lines.of("a")
        lines.keep(table, (1, None, "en"), "→" * 15_000)
    assert [bool(lines.of(table)) for table in "abcd"] == [True, False, True, True]
    assert 90_000 < lines.size <= 100_000, "an arrow takes two bytes"
    lines.keep("d", (1, None, "en"), "x")
    for table in "ac":
        lines.forget(table)
    assert (len(lines), lines.size < 300) == (1, True)
    lines.forget("d")
    assert (len(lines), lines.size) == (0, 0)


def test_every_house_has_lines_of_its_own(app, party):
    party.host.act("roll")
    kept = app.extensions["services"].views.lines
    before = len(kept)
    party.host.look()
    assert len(kept) >= before > 0
