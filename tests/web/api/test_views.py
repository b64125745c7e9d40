"""Views in words: kept as long as they are wanted, and never more of them."""

from companion.table.bearer import HOST
from companion.web.api.views import Views


def test_log_lines_are_worded_once_and_only_so_many_are_kept(app, party, monkeypatch):
    for seen in range(0, 20, 2):
        party.host.act("roll", seen=seen)
        party.host.say("/undo", seen=seen + 1)
    table = app.extensions["services"].tables.open(party.table)
    views = Views(kept=8)
    with app.test_request_context():
        first = views.spoken(table, HOST)
        assert len(views) == 8
        assert views.spoken(table, HOST) == first
    with app.test_request_context("/?lang=fr"):
        french = views.spoken(table, HOST)
    assert french["log"][-1]["text"] != first["log"][-1]["text"]


def test_every_house_has_lines_of_its_own(app, party):
    party.host.act("roll")
    kept = app.extensions["services"].views
    before = len(kept)
    party.host.look()
    assert len(kept) >= before > 0
