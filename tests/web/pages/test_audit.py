"""Where the points came from: read back once, and only so many are kept."""

from companion.web.pages.audit import Audits


def played(app, party):
    party.host.act("roll")
    party.host.act("landed", face=6)
    party.host.act("hold")
    return app.extensions["services"].tables.open(party.table)


def test_every_change_of_a_score_is_told_with_its_entry(app, party):
    table = played(app, party)
    with app.test_request_context():
        told = Audits().spoken(table)
    [change] = told["changes"]
    assert (change["seat"], change["points"], change["score"]) == (0, 6, 6)
    assert "Ana" in change["text"]


def test_only_the_last_few_are_kept(app, party):
    table, audits = played(app, party), Audits(kept=2)
    with app.test_request_context():
        first = audits.spoken(table)
        for _ in range(3):
            party.host.say("/undo")
            party.host.act("hold")
            table = app.extensions["services"].tables.open(party.table)
            assert audits.spoken(table) == first
    assert len(audits) == 2
