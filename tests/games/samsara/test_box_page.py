"""Calibrate your box: what a host reads from the pieces is kept for the next game."""

import re
from dataclasses import replace

import pytest

from app import create_app
from companion.games.samsara import GAME


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


def form(page):
    """Return what a browser would send if nothing was changed."""
    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"(?! checked)', page))
    picked = re.findall(r'name="([\w-]+)" value="([^"]*)" checked', page)
    fields |= dict(re.findall(r'name="((?:light|dark)-[\w-]+)" value="(\d+)"', page))
    fields.pop("reset", None)
    return fields | dict(picked)


def page_of(client):
    reply = client.get("/box/samsara")
    assert reply.status_code == 200
    return reply.text


def lay_out(client):
    fields = {"players": "1", "name-0": "Ana", "length": "normal", "first": "1"}
    reply = client.post("/new/samsara", data=fields | {"hands": "private"})
    table = reply.location.split("/")[2]
    return client.get(f"/api/tables/{table}?as=host").json


def zone_colours(view):
    return {zone["key"]: zone["colour"] for zone in view["board"]["wheel"]["zones"]}


def test_the_page_shows_every_default_and_where_it_comes_from(app):
    page = page_of(app.test_client())
    assert page.count('type="radio"') == 64
    assert page.count(" checked") == 8
    assert len(re.findall(r'name="(?:gold|copper|copper_back)-\d+"', page)) == 60
    assert page.count('class="provenance">our default') == 3
    assert page.count('class="provenance">deduced') == 1
    assert form(page)["gold-0"] == "J4V4"


def test_what_one_host_corrects_starts_the_next_game_of_that_host_alone(app):
    ana, ben = app.test_client(), app.test_client()
    told = form(page_of(ana))
    told |= {"colour-jann": "white", "colour-maut": "red", "light-yugal": "3"}
    told |= {"gold-0": "j3v5", "ancestral-4": "M6"}
    reply = ana.post("/box/samsara", data=told)
    assert reply.location == "/box/samsara?kept=1"
    page = page_of(ana)
    assert page.count('class="provenance">your box') == 4
    assert form(page)["gold-0"] == "J3V5"
    assert form(page)["light-yugal"] == "3"
    assert "the box you calibrated" in ana.get("/new/samsara").text
    mine = lay_out(ana)
    assert zone_colours(mine)["jann"] == "white"
    assert mine["options"]["box"]["symbols"] == {"yugal": {"light": "Y3", "dark": "Y2"}}
    theirs = lay_out(ben)
    assert zone_colours(theirs)["jann"] == "red"
    assert "box" not in theirs["options"]


def test_what_cannot_be_is_told_and_nothing_typed_is_lost(app):
    host = app.test_client()
    told = form(page_of(host)) | {
        "colour-jann": "white",
        "gold-3": "J4",
        "dark-maut": "4",
    }
    reply = host.post("/box/samsara", data=told)
    assert reply.status_code == 422
    assert "Every zone has a colour of its own." in reply.text
    again = host.post("/box/samsara", data=told | {"colour-maut": "red"})
    assert again.status_code == 422
    assert "8" in again.text.split('role="alert">')[1].split("<")[0]
    assert form(again.text)["gold-3"] == "J4"
    assert form(again.text)["dark-maut"] == "4"
    assert ">your box<" not in page_of(host)


def test_the_defaults_come_back(app):
    host = app.test_client()
    told = form(page_of(host)) | {"light-good-karma": "2"}
    host.post("/box/samsara", data=told)
    assert ">your box<" in page_of(host)
    host.post("/box/samsara", data=told | {"reset": "1"})
    assert ">your box<" not in page_of(host)
    assert "box" not in lay_out(host)["options"]


def test_only_games_with_something_to_correct_have_the_page(tmp_path):
    plain = replace(GAME, box=None)
    games = {"DATA": str(tmp_path), "GAMES": {"samsara": plain}, "TESTING": True}
    client = create_app(games).test_client()
    assert client.get("/new/samsara").status_code == 200
    assert client.get("/box/samsara").status_code == 404
    assert client.get("/box/chess").status_code == 404
