"""Phrases become text in the phone's language, plural forms and names included."""

import pytest
from flask import Flask

from companion.core.phrase import NameOf, say, say_n
from companion.core.seats import Seat
from companion.web import i18n

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
FRENCH = {
    "shared/web": 'msgid "Player {n}"\nmsgstr "Joueur {n}"\n\n'
    'msgid "Play"\nmsgstr "Jouer"\n',
    "tarot/translations": 'msgid "{who} throws {what}"\nmsgstr "{who} lance {what}"\n\n'
    'msgid "{n} die"\nmsgid_plural "{n} dice"\n'
    'msgstr[0] "{n} dé"\nmsgstr[1] "{n} dés"\n\n'
    'msgid "Play"\nmsgstr "Abattre"\n',
}


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Shared words and the room of a game that exist only in this test."""
    for folder, body in FRENCH.items():
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "fr.po").write_text(HEADER + body, encoding="utf-8")
    words = i18n.Vocabulary({"tarot": tmp_path / "tarot"}, tmp_path / "shared")
    monkeypatch.setattr(i18n, "vocabulary", lambda: words)


def throws(n):
    return say(
        "{who} throws {what}", who=NameOf(Seat(0)), what=say_n("{n} die", "{n} dice", n)
    ).to_json()


@pytest.mark.parametrize(
    ("lang", "n", "text"),
    [
        ("en", 1, "Ana throws 1 die"),
        ("en", 0, "Ana throws 0 dice"),
        ("fr", 1, "Ana lance 1 dé"),
        ("fr", 2, "Ana lance 2 dés"),
        pytest.param("fr", 0, "Ana lance 0 dé", id="French counts nothing as one"),
    ],
)
@pytest.mark.usefixtures("shelf")
def test_a_phrase_inside_a_phrase_is_counted_and_named(lang, n, text):
    assert i18n.localise(throws(n), lang, ["Ana"]) == text
    assert i18n.localise(throws(n), lang, ["Ana"], area="tarot") == text


@pytest.mark.usefixtures("shelf")
def test_phrases_are_found_anywhere_in_a_view_and_the_rest_is_left_alone():
    view = {"log": [{"text": throws(2)}], "turn": 0, "say": 3, "who": {"name_of": 4}}
    assert i18n.localise(view, "fr", ["Ana"]) == {
        "log": [{"text": "Ana lance 2 dés"}],
        "turn": 0,
        "say": 3,
        "who": "Joueur 5",
    }


@pytest.mark.parametrize(
    ("area", "text"), [("tarot", "Abattre"), (None, "Jouer"), ("chess", "Jouer")]
)
@pytest.mark.usefixtures("shelf")
def test_a_game_may_say_a_shared_word_in_its_own_way(area, text):
    assert i18n.localise(say("Play").to_json(), "fr", area=area) == text


@pytest.mark.parametrize(
    ("query", "cookie", "header", "expected"),
    [
        ("", "", "", "en"),
        ("", "", "fr-CH,fr;q=0.9,en;q=0.8", "fr"),
        ("", "", "de", "en"),
        ("", "it", "fr", "it"),
        ("?lang=en", "it", "fr", "en"),
        ("?lang=xx", "it", "fr", "it"),
    ],
)
def test_the_language_is_asked_for_remembered_or_understood(
    query, cookie, header, expected
):
    app = Flask("phone")
    headers = {"Accept-Language": header}
    if cookie:
        headers["Cookie"] = f"language={cookie}"
    with app.test_request_context(f"/{query}", headers=headers):
        assert i18n.language() == expected
