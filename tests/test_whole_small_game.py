"""A whole game from outside the house: nothing else has a line about it.

Pig lives under `tests/` in a room like those of the shipped games. Here it is laid
out, played, photographed, searched, printed and put right, through the same doors.
"""

import io
import re

import pypdfium2
import pytest
from PIL import Image, ImageDraw

from app import create_app
from companion.table.simulate import check_state
from companion.web.i18n import LANGUAGES
from tests import pig
from tests.games.play import random_states
from tests.web import wording

ROOM = pig.GAME.room
SCREENS = sorted((ROOM / "screens").glob("*.html"))


@pytest.fixture
def app(tmp_path):
    app = create_app(
        {"DATA": str(tmp_path), "GAMES": {"pig": pig.GAME}, "TESTING": True}
    )
    yield app
    app.extensions["services"].tables.store.close()


@pytest.fixture
def host(app):
    return app.test_client()


def page(client, address, lang="en"):
    headers = {"Accept": "text/html", "Accept-Language": lang}
    reply = client.get(address, headers=headers)
    assert reply.status_code == 200, (address, reply.text[:500])
    return reply.text


def lay_out(client, goal=20):
    form = {"players": "2", "name-0": "Ana", "name-1": "Ben", "goal": str(goal)}
    reply = client.post("/new/pig", data=form)
    assert reply.status_code == 303, reply.text
    return reply.location.split("/")[2]


def look(client, table):
    return client.get(f"/api/tables/{table}?as=host").json


def say(client, table, what, **body):
    view = look(client, table)
    word = {"seen": view["version"], "id": f"word-{view['version']}", **body}
    reply = client.post(f"/api/tables/{table}/{what}?as=host", json=word)
    assert reply.status_code == 201, reply.text
    return reply.json


def roll(client, table, face):
    say(client, table, "actions", action={"type": "roll"})
    return say(client, table, "actions", action={"type": "landed", "face": face})


def test_it_keeps_the_promises_of_every_game():
    states, _ = random_states(pig.GAME, {"players": 3}, seed=1, most=60)
    for number, state in enumerate(states):
        check_state(pig.GAME, state, f"step {number}")


@pytest.mark.parametrize(
    ("lang", "tagline"),
    [
        ("en", "Roll on or hold."),
        ("fr", "Relancer ou garder."),
        ("it", "Tirare ancora o fermarsi."),
    ],
)
def test_the_start_page_introduces_it(host, lang, tagline):
    start = page(host, "/", lang)
    card = start.split('href="/new/pig"')[0]
    assert tagline in card
    assert 'class="pig-mark"' in card, "with the mark of its own room"


def test_it_is_laid_out_from_its_record(host):
    new = page(host, "/new/pig", "it")
    assert "Si gioca fino a" in new
    assert "La maggior parte dei tavoli gioca fino a cento." in new
    table = lay_out(host)
    assert "Prenez un dé." in page(host, f"/t/{table}/ready", "fr")


def test_it_is_played_on_its_own_screens_to_the_end(host):
    table = lay_out(host, goal=10)
    roll(host, table, 6)
    phone = page(host, f"/t/{table}?as=host", "fr")
    assert "6 points dans l’auge" in phone
    assert 'width="120"' in phone, "drawn by its own helper"
    assert "jusqu’à 10" in phone.split("</header>")[0]
    assert "6 points in the trough" in page(host, f"/t/{table}/screen")
    say(host, table, "actions", action={"type": "hold"})
    roll(host, table, 1)
    roll(host, table, 5)
    assert say(host, table, "actions", action={"type": "hold"})["outcome"]
    over = page(host, f"/t/{table}?as=host")
    turns = over.split('<ol class="turns">')[1].split("</ol>")[0]
    assert re.findall(r"<li>(.*?)</li>", turns) == ["Ana: 6", "Ben: 0", "Ana: 5"]


def test_its_refusals_are_its_own_rules_in_any_language(host):
    table = lay_out(host)
    word = {"seen": 0, "id": "too-early", "action": {"type": "hold"}}
    reply = host.post(
        f"/api/tables/{table}/actions?as=host",
        json=word,
        headers={"Accept-Language": "it"},
    )
    assert reply.status_code == 422
    assert reply.json["error"]["rule"]["title"] == "Non si incassa un piatto vuoto"


def test_the_host_corrects_what_the_room_lets_correct(host):
    table = lay_out(host)
    assert 'data-patch="pot"' in page(host, f"/t/{table}?as=host")
    told = say(host, table, "override", patch={"pot": 7}, reason="we miscounted")
    assert told["board"]["pot"] == 7


@pytest.mark.parametrize(
    ("name", "kind"), [("game.js", "text/javascript"), ("style.css", "text/css")]
)
def test_its_files_are_served_like_our_own(host, name, kind):
    table = lay_out(host)
    assert f"/rooms/pig/{name}" in page(host, f"/t/{table}?as=host")
    with host.get(f"/rooms/pig/{name}") as reply:
        assert (reply.status_code, reply.mimetype) == (200, kind)
    with host.get("/static/css/base.css") as ours:
        for header in ("Cache-Control", "Content-Security-Policy"):
            assert reply.headers[header] == ours.headers[header]
    kept = {"If-None-Match": reply.headers["ETag"]}
    with host.get(f"/rooms/pig/{name}", headers=kept) as again:
        assert again.status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "phone.html",
        "../__init__.py",
        "..%2frulebook.toml",
        "nothing.js",
        "../../live.py",
    ],
)
def test_nothing_else_of_a_room_leaves_it(host, name):
    assert host.get(f"/rooms/pig/{name}").status_code == 404
    assert host.get("/rooms/chess/game.js").status_code == 404


def a_die(face, colour):
    """Draw a photo of a die on a cloth."""
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}[face]
    image = Image.new("RGB", (900, 700), "#5b7f5b")
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((320, 220, 580, 480), 36, fill=colour)
    for spot in spots:
        row, column = divmod("abcdefghi".index(spot), 3)
        x, y = 380 + 70 * column, 280 + 70 * row
        pen.ellipse((x - 22, y - 22, x + 22, y + 22), fill="#1c1a17")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=92)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("face", [2, 5])
def test_its_die_is_photographed_with_its_own_prior(host, face):
    table = lay_out(host)
    say(host, table, "actions", action={"type": "roll"})
    photo = {"photo": (io.BytesIO(a_die(face, "#f4f1e8")), "die.jpg")}
    reply = host.post(f"/api/tables/{table}/photos?as=host", data=photo)
    assert reply.status_code == 200, reply.text
    best = reply.json["candidates"][0]["action"]
    assert best == {"type": "landed", "face": face}
    assert say(host, table, "actions", action=best)["board"]["pot"] == face


def test_its_box_is_calibrated_and_the_next_game_starts_with_it(host):
    sheet = page(host, "/box/pig", "fr")
    assert "Couleur du dé" in sheet
    assert re.search(r'name="die" value="white" checked', sheet)
    assert host.post("/box/pig", data={"die": "violet"}).location == "/box/pig?kept=1"
    assert re.search(r'name="die" value="violet" checked', page(host, "/box/pig"))
    table = lay_out(host)
    view = say(host, table, "actions", action={"type": "roll"})
    assert view["awaiting"]["dice"][0]["colour"] == "violet"
    refused = host.post("/box/pig", data={"die": "pink"})
    assert refused.status_code == 422
    assert "one of the eight colours" in refused.text


def test_hands_are_told_what_to_do_in_their_language(host):
    table = lay_out(host)
    roll(host, table, 1)
    told = page(host, f"/t/{table}?as=host", "it")
    assert "<b>Ben:</b> Prendi il dado da Ana." in told
    assert "Prenez le dé d’Ana." in page(host, f"/t/{table}/screen", "fr")


def test_its_rules_are_searched_in_three_languages_and_kept_on_phones(host):
    for lang, asked in (("en", "bank"), ("fr", "garder"), ("it", "incassare")):
        found = host.get(f"/api/rules?game=pig&q={asked}&lang={lang}").json["rules"]
        assert found[0]["id"] == "pig.empty-pot", lang
    shelf = host.get("/rules/index/pig/fr.json").json
    assert [entry["code"] for entry in shelf["entries"]][:2] == ["PG01", "PG02"]
    assert host.get("/R/PG05").location == "/rules/pig.over"
    assert "Pig" in page(host, "/rules/")


def test_its_rules_speak_of_the_running_game(host):
    table = lay_out(host)
    assert "You cannot bank an empty pot" in page(host, f"/t/{table}?as=host")
    assert "<li>roll</li>" in page(host, "/rules/pig.empty-pot")


def test_its_kit_is_printed(host):
    reply = host.get("/kit.pdf?game=pig&lang=fr")
    assert reply.mimetype == "application/pdf"
    sheets = pypdfium2.PdfDocument(reply.data)
    words = " ".join(sheet.get_textpage().get_text_range() for sheet in sheets)
    assert "PG01" in words
    assert "Qui atteint le but a gagné." in words


def test_its_room_is_complete_in_every_language(app):
    """The finders of the house find what a room forgot."""
    said = [m for file in sorted(ROOM.glob("*.py")) for m in wording.phrases_of(file)]
    said += [m for file in SCREENS for m in wording.messages_of(file)]
    assert [w for file in SCREENS for w in wording.unmarked_in(file)] == []
    vocabulary = app.extensions["vocabulary"]
    for lang in LANGUAGES.keys() - {"en"}:
        known = vocabulary.translations(lang)._catalog
        ones = [m if isinstance(m, str) else (m[0], 0) for m in said]
        assert [m for m in ones if not known.get(m)] == [], lang
