"""The history belongs to its host, and to whoever the host shows it to."""

import io
import json
import re

import pytest

HOSTED = {"players": "2", "name-0": "Ana", "name-1": "Ben", "goal": "5"}


@pytest.fixture
def host(app):
    return app.test_client()


def play_out(host):
    """Play a short game of Pig to its end; return the table."""
    table = host.post("/new/pig", data=HOSTED).location.split("/")[2]
    words = [{"type": "roll"}, {"type": "landed", "face": 6}, {"type": "hold"}]
    for seen, action in enumerate(words):
        reply = host.post(
            f"/api/tables/{table}/actions?as=host",
            json={"action": action, "seen": seen, "id": f"{seen}"},
        )
        assert reply.status_code == 201, reply.text
    return table


def test_a_finished_game_is_in_the_hosts_history(host):
    assert host.get("/history").status_code == 200
    play_out(host)
    page = host.get("/history").text
    assert "Ana" in page
    assert "★" in page
    game = host.get("/history/games/pig").text
    assert "+2.5" in game
    person = host.get("/history/people/ana").text
    assert "Longest" not in person
    play_out(host)
    person = host.get("/history/people/ana").text
    assert "2 games won in a row" in person
    assert "<svg" in person
    assert 'role="img"' in person


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_page_is_drawn_in_every_language(host, lang):
    play_out(host)
    host.set_cookie("language", lang)
    for path in ("", "/people/ana", "/games/pig"):
        page = host.get(f"/history{path}")
        assert page.status_code == 200
        assert len(re.findall(r"<h1[ >]", page.text)) == 1


def test_nobody_else_sees_it(app, host):
    play_out(host)
    stranger = app.test_client()
    assert "Ana" not in stranger.get("/history").text
    assert stranger.get("/history/people/ana").status_code == 404
    assert stranger.get("/history/export.json").status_code == 404
    stranger.post("/new/pig", data=HOSTED | {"name-0": "X", "name-1": "Y"})
    assert "Ana" not in stranger.get("/history").text
    assert json.loads(stranger.get("/history/export.json").text)["games"] == []


def test_a_shared_history_can_be_read_and_not_changed(app, host):
    play_out(host)
    assert "/shared/" not in host.get("/history").text
    host.post("/history/share", data={"on": "yes"})
    code = re.search(r"/shared/(\w+)", host.get("/history").text)[1]
    guest = app.test_client()
    page = guest.get(f"/shared/{code}").text
    assert "Ana" in page
    assert "delete" not in page.lower()
    assert guest.get(f"/shared/{code}/people/ana").status_code == 200
    assert guest.get(f"/shared/{code}/games/pig").status_code == 200
    host.post("/history/share", data={"on": "no"})
    assert guest.get(f"/shared/{code}").status_code == 404


def test_it_is_saved_deleted_and_brought_back(host):
    table = play_out(host)
    saved = host.get("/history/export.json").data
    assert "Ana" in host.get("/history/export.csv").text
    assert host.get("/history/export.exe").status_code == 404
    host.post("/history/delete", data={"table": table})
    assert json.loads(host.get("/history/export.json").data)["games"] == []
    file = {"file": (io.BytesIO(saved), "history.json")}
    brought = host.post("/history/import", data=file)
    assert brought.location == "/history?added=1"
    assert host.get("/history/export.json").data == saved
    host.post("/history/delete", data={})
    assert host.get("/history/export.json").data == saved
    host.post("/history/delete", data={"all": "yes"})
    assert json.loads(host.get("/history/export.json").data)["games"] == []


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 5000, b"null", b'{"format":1}'])
def test_a_bad_file_is_refused_in_words(host, body):
    play_out(host)
    file = {"file": (io.BytesIO(body), "history.json")}
    refused = host.post("/history/import", data=file)
    assert refused.status_code == 422


def test_a_person_may_have_any_name(host):
    host.post("/new/pig", data={**HOSTED, "name-0": "Ana/Bo?"})
    path = "/history/people/ana/bo%3F"
    assert host.get(path).status_code == 200
    assert host.post(path, data={"colour": "violet"}).location == path
    odd = host.post("/history/people/a%0d%0ab", data={"colour": "violet"})
    assert odd.status_code < 500


def test_a_person_gets_another_colour_or_is_not_offered(host):
    play_out(host)
    host.post("/history/people/ana", data={"colour": "violet"})
    assert re.search(r'data-colour="violet"[^.]*Ana', host.get("/new/pig").text)
    host.post("/history/people/ana", data={"forget": "yes"})
    assert 'data-person="Ana"' not in host.get("/new/pig").text
    assert host.get("/history/people/ana").status_code == 200


@pytest.mark.parametrize(
    ("lang", "name"), [("en", "Player 2"), ("fr", "Joueur 2"), ("it", "Giocatore 2")]
)
def test_whoever_has_no_name_gets_one_of_the_hosts_language(host, lang, name):
    form = {**HOSTED, "name-1": " "}
    laid = host.post(f"/new/pig?lang={lang}", data=form).location
    assert name in host.get(laid).text
    offered = host.get("/new/pig").text
    assert 'data-person="Ana"' in offered
    assert f'data-person="{name}"' not in offered, "nobody is called so"
