"""A game from outside brings its rules and words along: nothing else is told of it."""

from dataclasses import replace

import pypdfium2
import pytest

from app import create_app
from companion.core.phrase import say
from companion.web.i18n import localise
from tests import pig

RULES = """
game = "pig"
name = "Pig"
prefix = "PG"
order = 9
aid = ["pig.empty-pot"]

[[rule]]
id = "pig.empty-pot"
code = "PG01"
kind = "rule"
provenance = "rulebook"
[rule.en]
title = "An empty pot"
short = "Nothing can be banked from an empty pot."
text = "Roll at least once before you hold."
[rule.fr]
title = "Un pot vide"
short = "Un pot vide ne rapporte rien."
text = "Lancez au moins une fois avant de garder."
[rule.it]
title = "Un piatto vuoto"
short = "Da un piatto vuoto non si incassa."
text = "Tira almeno una volta prima di fermarti."
"""
WORDS = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Let the pig run"
msgstr "Lâchez le cochon"
"""


@pytest.fixture
def app(tmp_path):
    room = tmp_path / "room"
    (room / "translations").mkdir(parents=True)
    (room / "rulebook.toml").write_text(RULES, encoding="utf-8")
    (room / "translations" / "fr.po").write_text(WORDS, encoding="utf-8")
    games = {"pig": replace(pig.GAME, room=room)}
    return create_app({"DATA": str(tmp_path), "TESTING": True, "GAMES": games})


@pytest.fixture
def client(app):
    return app.test_client()


def test_its_rules_are_found_by_question_and_by_code(client):
    found = client.get("/api/rules?game=pig&q=pott&lang=en").json["rules"]
    assert [rule["id"] for rule in found] == ["pig.empty-pot"]
    assert client.get("/R/PG01").location == "/rules/pig.empty-pot"
    assert client.get("/R/pg").location == "/rules/?game=pig"
    assert "Un pot vide" in client.get("/rules/pig.empty-pot?lang=fr").text
    assert ">Pig<" in client.get("/rules/").text


def test_its_shelf_and_its_codes_are_there(client):
    assert client.get("/rules/index/pig/it.json").json["name"] == "Pig"
    assert client.get("/qr/pig.empty-pot.svg").status_code == 200


def test_its_kit_is_printed(client):
    reply = client.get("/kit.pdf?game=pig&lang=it")
    pages = pypdfium2.PdfDocument(reply.data)
    words = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert "Da un piatto vuoto non si incassa." in words
    assert "PG01" in words


def test_its_words_are_spoken_in_its_own_area_and_nowhere_without_it(app):
    phrase = say("Let the pig run").to_json()
    with app.app_context():
        assert localise(phrase, "fr", area="pig") == "Lâchez le cochon"
    assert localise(phrase, "fr", area="pig") == "Let the pig run"


def test_the_shipped_games_stay_beside_it(client):
    assert client.get("/R/KD07").status_code == 302
