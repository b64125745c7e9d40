"""What single pages say: every name in the phone's language, nothing left unsaid."""

import re

import pytest

from app import create_app
from companion.web.i18n import LANGUAGES

SPACE = "\u00a0"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    data = str(tmp_path_factory.mktemp("data"))
    app = create_app({"DATA": data, "TESTING": True})
    yield app.test_client()
    app.extensions["services"].tables.store.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["karmaka", "samsara", "samusara"])
def test_a_box_has_a_name_for_every_field(client, game, lang):
    page = client.get(f"/box/{game}?lang={lang}").text
    assert not re.search(r"\bNone\b", page)


def test_a_card_stands_above_the_field_for_its_name_with_what_it_does(client):
    page = client.get("/box/karmaka?lang=en").text
    field = page.partition('for="name-spite"')[2].partition("</div>\n")[0]
    assert field.partition(">")[2].startswith("Spite<")
    assert "Ruin" in field.partition("<p")[2]


def test_a_label_has_the_spaces_of_its_language(client):
    assert f'"Jann{SPACE}: clairs"' in client.get("/box/samsara?lang=fr").text
    assert '"Jann: light"' in client.get("/box/samsara?lang=en").text


def test_cards_without_a_known_print_are_called_as_on_the_screens(client):
    page = client.get("/teach/samsara?lang=it").text
    assert "Karma Buono" in page
    assert "Good Karma" not in page
    assert "Bon Karma" in client.get("/teach/samsara?lang=fr").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_is_not_there_is_called_what_it_says(client, lang):
    page = client.get(f"/nowhere?lang={lang}", headers={"Accept": "text/html"}).text
    said = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.S)[1]
    title = re.search(r"<title>(.*?)</title>", page, re.S)[1]
    assert title.startswith(f"{said} ·")
