"""The challenge of the week is begun with one tap, and compared by who tried it."""

import pytest

from companion.games import GAMES


@pytest.fixture
def games():
    return GAMES


def test_it_is_begun_with_a_name_and_compared_when_it_was_tried(app):
    ana, ben = app.test_client(), app.test_client()
    assert "Challenge of the week" in ana.get("/challenge").text
    begun = ana.post("/challenge/karma-dice", data={"name": "Ana"})
    table = begun.location.split("/")[2].partition("?")[0]
    tables = app.extensions["services"].tables
    from companion.table.bearer import HOST

    now, n = tables.open(table), 0
    while now.game.outcome(now.state) is None:
        n += 1
        if now.game.chance(now.state) is not None:
            now, _ = tables.chance(table, HOST, now.version, str(n))
        else:
            word = now.game.to_json(now.game.legal_actions(now.state)[-1])
            now, _ = tables.act(table, HOST, word, now.version, str(n))
    assert "Ana</th>" in ana.get("/challenge").text
    stranger = ben.get("/challenge").text
    assert "Ana" not in stranger
    assert "1 person has played it" in stranger


def test_its_page_offers_the_apps_throws_alone_and_no_seat_to_others(app):
    ana = app.test_client()
    begun = ana.post("/challenge/karma-dice", data={"name": "Ana"}).location
    page = ana.get(begun).text
    assert 'data-show-way="app"' in page
    assert 'data-show-way="announce"' in page
    for told in ("dice", "score"):
        assert f'data-show-way="{told}"' not in page
        assert f'data-way="{told}"' not in page
    table = begun.split("/")[2].partition("?")[0]
    throw = {"action": {"type": "throw", "dice": ["red"]}, "seen": 0, "id": "a"}
    reply = ana.post(f"/api/tables/{table}/actions?as=host", json=throw)
    assert reply.status_code == 201
    page = ana.get(begun).text
    assert 'data-say="chance"' in page
    assert "data-face-pad" not in page
    stranger = app.test_client()
    assert stranger.get("/join").location == "/"
    assert "Ana" not in stranger.get("/").text


def test_whoever_has_begun_goes_on_and_does_not_begin_anew(app):
    ana = app.test_client()
    first = ana.post("/challenge/karma-dice", data={"name": "Ana"}).location
    again = ana.post("/challenge/karma-dice", data={"name": "Other"}).location
    assert first == again
    table = first.split("/")[2].partition("?")[0]
    made = ana.post(f"/t/{table}/again", data={"as": "host"}).location
    new = made.split("/")[2].partition("?")[0]
    charter = app.extensions["services"].tables.charter(new)
    assert "challenge" not in charter.options
    ben = app.test_client().post("/challenge/karma-dice", data={"name": "Ben"})
    assert ben.location != first


def test_other_games_have_none(app):
    client = app.test_client()
    assert client.post("/challenge/karmaka", data={"name": "A"}).status_code == 404
    assert client.post("/challenge/nothing", data={"name": "A"}).status_code == 404


def test_a_challenge_of_cards_offers_no_entry_that_it_would_refuse(app):
    ana = app.test_client()
    begun = ana.post("/challenge/samsara", data={"name": "Ana"}).location
    table = begun.split("/")[2].partition("?")[0]
    address = f"/api/tables/{table}"

    def say(what, **word):
        seen = ana.get(f"{address}?as=host").json["version"]
        body = {"seen": seen, "id": f"{what}-{seen}", **word}
        return ana.post(f"{address}/{what}?as=host", json=body)

    laid = ana.get(begun).text
    assert 'data-say="chance"' in laid
    assert 'data-mount="lay"' not in laid
    assert 'data-open="correct"' not in laid
    assert say("actions", action={"type": "lay", "faces": []}).status_code == 403
    assert say("chance").status_code == 201
    choice = ana.get(f"{address}?as=host").json["legal"][0]
    assert say("actions", action=choice).status_code == 201
    drawn = ana.get(begun).text
    assert 'data-say="chance"' in drawn
    assert 'data-mount="picker"' not in drawn
    assert say("chance").status_code == 201
    playing = ana.get(begun)
    assert 'data-mount="picker"' not in playing.text
    hand = ana.get(f"{address}?as=host").json["board"]["me"]["hand"]["seen"]
    shown = {"type": "show", "seat": 0, "cards": [hand[0]["card"]]}
    assert say("actions", action=shown).status_code == 403
