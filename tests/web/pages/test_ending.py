"""A result leaves the house in forms that others read."""

import json
import re
from urllib.parse import unquote, urlsplit

import pytest

from companion.table.results import Result
from companion.table.table import Charter
from companion.web.pages.ending import bg_stats, in_words
from tests.web.pages.test_history import play_out

DOCUMENTED = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": str,
    "durationMin": int,
    "game": dict,
    "players": list,
}
"""The keys of a pushed play, as the page of BG Stats for other apps lists them."""

PLAYER = {
    "name": str,
    "sourcePlayerId": str,
    "score": str,
    "winner": bool,
    "startPlayer": bool,
}


@pytest.fixture
def result():
    charter = Charter("abc", "karma-dice", 1, ("Ana", "Ben & Co"), {}, "")
    return Result(
        charter, (54, 41), (0,), "x", "2026-11-17T20:00:00.000Z", 34 * 60, version=9
    )


def test_bg_stats_gets_a_play_in_its_documented_form(result):
    address = bg_stats(result, "Karma Dice")
    assert urlsplit(address).netloc == "app.bgstatsapp.com"
    assert urlsplit(address).path == "/createPlay.html"
    play = json.loads(unquote(address.partition("?data=")[2]))
    assert {key: type(value) for key, value in play.items()} == DOCUMENTED
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["playDate"] == "2026-11-17 20:34:00"
    assert play["durationMin"] == 34
    assert play["game"]["name"] == "Karma Dice"
    for player in play["players"]:
        assert {key: type(value) for key, value in player.items()} == PLAYER
    assert [one["winner"] for one in play["players"]] == [True, False]
    assert play["players"][1]["name"] == "Ben & Co"
    assert not re.search(r"[\s&\"{]", address)


def test_a_forum_gets_plain_lines(result):
    assert in_words(result, "Karma Dice").splitlines() == [
        "[b]Karma Dice[/b], 2026-11-17, 34 min",
        "Ana: 54 (won)",
        "Ben & Co: 41",
    ]


def test_the_last_page_tells_it_all(app):
    host = app.test_client()
    table = play_out(host)
    page = host.get(f"/t/{table}?as=host").text
    assert "createPlay.html" in page
    assert 'class="chart scores-chart"' in page
    assert "+2.5" in page
    assert "The turning point" in page
    screen = host.get(f"/t/{table}/screen").text
    assert 'class="chart scores-chart"' in screen


def test_luck_is_told_of_whoever_had_it(app):
    host = app.test_client()
    table = host.post(
        "/new/pig", data={"players": "2", "name-0": "Ana", "name-1": "Ben", "goal": "5"}
    ).location.split("/")[2]
    words = [
        ("actions", {"action": {"type": "roll"}}),
        ("override", {"action": {"type": "landed", "face": 1}, "reason": "unseen"}),
        ("actions", {"action": {"type": "roll"}}),
        ("actions", {"action": {"type": "landed", "face": 6}}),
        ("actions", {"action": {"type": "hold"}}),
    ]
    for seen, (path, body) in enumerate(words):
        reply = host.post(
            f"/api/tables/{table}/{path}?as=host",
            json={**body, "seen": seen, "id": f"{seen}"},
        )
        assert reply.status_code == 201, reply.text
    page = host.get(f"/t/{table}?as=host").text
    assert "Ben +2.5" in page
    assert "Ana +2.5" not in page
