"""The rules over HTTP: search, contents, pages, codes, and the phone's own shelf."""

import json

import cv2
import numpy as np
import pytest

from app import create_app
from companion.rulebook import LANGUAGES, catalogue, qr
from tests.rulebook.sheets import decode
from tests.web.pages.test_play import lay_out

RULE = "karma-dice.strictly-higher"


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


@pytest.fixture
def client(app):
    return app.test_client()


def html(client, address, status=200, **headers):
    reply = client.get(address, headers={"Accept": "text/html", **headers})
    assert reply.status_code == status, reply.text
    return reply.text


def test_a_question_is_answered_in_the_language_asked(client):
    reply = client.get("/api/rules?game=karma-dice&q=yoggi&lang=fr")
    first = reply.json["rules"][0]
    assert reply.json["lang"] == "fr"
    assert first["id"] == "karma-dice.yogi"
    assert first["title"] == "Le dé Yogi blanc"
    assert first["url"] == "/rules/karma-dice.yogi?lang=fr"


def test_without_a_question_all_entries_come_in_order(client):
    rules = client.get("/api/rules?game=karma-dice").json["rules"]
    ids = [entry.id for entry in catalogue().of_game("karma-dice")]
    assert [rule["id"] for rule in rules] == ids
    every = client.get("/api/rules").json["rules"]
    assert len(every) == len(catalogue().entries)


def test_a_game_that_does_not_exist_is_told(client):
    reply = client.get("/api/rules?game=chess")
    assert reply.status_code == 422
    assert reply.json["error"]["code"] == "malformed"


def test_a_code_typed_into_the_search_is_enough(client):
    rules = client.get("/api/rules?q=kd07").json["rules"]
    assert [rule["id"] for rule in rules] == [RULE]


@pytest.mark.parametrize("address", ["/rules/", "/rules", "/rules/?game=karma-dice"])
def test_the_contents_are_shown(client, address):
    assert "Karma Dice" in html(client, address)


def test_the_contents_link_every_entry_of_the_game(client):
    page = html(client, "/rules/?game=karma-dice&lang=it")
    for entry in catalogue().of_game("karma-dice"):
        assert f'href="/rules/{entry.id}"' in page
    assert "Che cosa c’è nella scatola" in page


def test_a_question_works_without_scripts(client):
    page = html(client, "/rules/?game=karma-dice&q=copier+un+dé&lang=fr")
    assert page.index("karma-dice.green") < page.index("<nav")
    assert "Nothing found" in html(client, "/rules/?game=karma-dice&q=zzqqy&lang=en")


def test_a_result_tells_its_game_and_its_answer(client):
    page = html(client, "/rules/?q=yogi&lang=en")
    found = page[page.index('class="found') : page.index("<template")]
    first = found[: found.index("</li>")]
    assert "Karma Dice" in first
    assert catalogue().get("karma-dice.yogi").en.short in first


def test_the_contents_are_kept_for_an_evening_but_per_language(client):
    reply = client.get("/rules/?game=karma-dice")
    assert "max-age=43200" in reply.headers["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= set(reply.vary)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_page_tells_everything_about_the_entry(client, lang):
    entry = catalogue().get("karma-dice.yellow")
    page = html(client, f"/rules/{entry.id}?lang={lang}")
    words = entry.words(lang)
    for text in (words.title, words.short, words.text, words.example):
        assert text.replace("'", "&#39;") in page
    assert f'lang="{lang}"' in page
    assert "data-aloud" in page
    assert 'href="/rules/?game=karma-dice"' in page
    for other in catalogue().related(entry):
        assert f'href="/rules/{other.id}"' in page


def test_provenance_and_page_are_told(client):
    assert "Our reading" in html(client, "/rules/karma-dice.end")
    assert "Deduced" in html(client, "/rules/karma-dice.result")
    assert "Page 10" in html(client, "/rules/karma-dice.powers")


def test_the_language_of_the_phone_is_spoken(client):
    french = {"Accept-Language": "fr-CH, fr;q=0.9"}
    assert "Toujours plus haut" in html(client, f"/rules/{RULE}", **french)


def test_a_rule_that_does_not_exist_is_not_found(client):
    html(client, "/rules/karma-dice.nonsense", 404)
    html(client, "/rules/karma-dice.nonsense/now", 404)
    assert client.get("/qr/karma-dice.nonsense.svg").status_code == 404


@pytest.mark.parametrize("address", ["/r/KD07", "/R/KD07", "/r/kd07", "/R/Kd07"])
def test_a_scanned_code_opens_its_rule(client, address):
    reply = client.get(address)
    assert reply.status_code == 302
    assert reply.location == f"/rules/{RULE}"


def test_the_code_of_a_game_opens_its_contents(client):
    assert client.get("/R/KD").location == "/rules/?game=karma-dice"


def test_an_unknown_code_is_explained(client):
    page = html(client, "/R/ZZ99", 404)
    assert "ZZ99" in page
    assert 'role="search"' in page


def test_codes_lead_to_the_public_address(tmp_path):
    public = "https://karma.example.org"
    app = create_app({"DATA": str(tmp_path), "TESTING": True, "PUBLIC_URL": public})
    reply = app.test_client().get(f"/qr/{RULE}.png")
    image = cv2.imdecode(np.frombuffer(reply.data, np.uint8), 0)
    assert decode(image) == "HTTPS://KARMA.EXAMPLE.ORG/R/KD07"


def test_codes_are_drawn_as_svg_too(client):
    reply = client.get(f"/qr/{RULE}.svg")
    assert reply.mimetype == "image/svg+xml"
    assert reply.data == qr.svg("HTTP://LOCALHOST/R/KD07")


def test_an_address_too_long_for_small_codes_is_told(tmp_path):
    long = "https://example.org/" + "x" * 60
    app = create_app({"DATA": str(tmp_path), "TESTING": True, "PUBLIC_URL": long})
    reply = app.test_client().get(f"/qr/{RULE}.svg")
    assert reply.status_code == 422
    assert "--public-url" in reply.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_shelf_holds_one_language_whole_and_the_others_to_find(client, lang):
    reply = client.get(f"/rules/index/karma-dice/{lang}.json")
    shelf = json.loads(reply.data)
    entry = catalogue().get(RULE)
    mine = next(one for one in shelf["entries"] if one["id"] == RULE)
    assert mine["words"][lang][3] == entry.words(lang).text
    others = [mine["words"][other] for other in LANGUAGES if other != lang]
    assert all(words[2] and words[3:] == ["", "", []] for words in others)
    assert mine["words"][lang][5] == list(entry.words(lang).asks)
    assert mine["elsewhere"], "what the other languages say travels as numbers"
    assert shelf["settings"]["fields"]


def test_the_shelf_travels_zipped_and_only_once(client):
    address = "/rules/index/karma-dice/en.json"
    reply = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    again = client.get(address, headers={"If-None-Match": reply.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("game", catalogue().games)
def test_a_shelf_is_small_enough_for_a_phone(client, game):
    reply = client.get(
        f"/rules/index/{game}/fr.json", headers={"Accept-Encoding": "gzip"}
    )
    assert len(reply.data) < 80_000


def test_unknown_shelves_are_not_found(client):
    assert client.get("/rules/index/chess/en.json").status_code == 404
    assert client.get("/rules/index/karma-dice/de.json").status_code == 404


def test_a_phone_without_a_seat_sees_no_game(client):
    assert "In your game now" not in html(client, f"/rules/{RULE}")
    assert client.get(f"/rules/{RULE}/now").status_code == 204


def test_a_seated_phone_sees_what_the_rule_touches_now(client):
    table = lay_out(client)
    page = html(client, "/rules/karma-dice.first-roll?lang=en")
    assert "In your game now" in page
    assert "It touches what you can do now" in page
    assert f'href="/t/{table}"' in page
    quiet = html(client, "/rules/karma-dice.solo-escape?lang=en")
    assert "Nothing you can do right now depends on it." in quiet


def test_a_page_with_a_game_in_it_is_never_kept(client):
    assert "max-age" in client.get(f"/rules/{RULE}").headers["Cache-Control"]
    lay_out(client)
    assert client.get(f"/rules/{RULE}").headers["Cache-Control"] == "no-store"
    assert client.get(f"/rules/{RULE}/now").headers["Cache-Control"] == "no-store"


def test_another_game_has_no_box(client):
    lay_out(client)
    assert "In your game now" not in html(client, "/rules/samsara.toll")


def test_a_foreign_or_forged_ticket_opens_nothing(client):
    client.set_cookie("table-abc-seat-0", "forged")
    assert "In your game now" not in html(client, f"/rules/{RULE}")
