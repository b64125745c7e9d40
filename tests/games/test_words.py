"""Every phrase an engine can say exists in every language, with its placeholders."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.games import GAMES
from tests.web.wording import messages_of

COMPANION = Path(__file__).parents[2] / "companion"
LANGUAGES = ("fr", "it")
CODE = {"core": COMPANION / "core"} | {key: game.room for key, game in GAMES.items()}
WORDS = {"core": COMPANION / "translations" / "core"} | {
    key: game.room / "translations" for key, game in GAMES.items()
}
TALKING = {"say": 1, "say_n": 2, "Malformed": 1, "Impossible": 1}


def phrases(folder):
    """Return the templates of all phrases in the code of a folder: one or two each."""
    found = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = node.args[: TALKING.get(node.func.id, 0)]
                if texts and all(isinstance(text, ast.Constant) for text in texts):
                    found.add(tuple(text.value for text in texts))
    return found


def spoken_in(area):
    titles = {(rule.title,) for rule in GAMES[area].rules} if area in GAMES else set()
    return phrases(CODE[area]) | titles


def shown_in(area):
    """Return the words on the screens of a room."""
    pages = CODE[area].rglob("*.html")
    found = {message for page in pages for message in messages_of(page)}
    return {(one,) if isinstance(one, str) else one for one in found}


def read(area, lang):
    path = WORDS[area] / f"{lang}.po"
    with path.open("rb") as file:
        messages = [message for message in read_po(file, locale=lang) if message.id]
    return {
        (message.id,) if isinstance(message.id, str) else tuple(message.id): message
        for message in messages
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("area", WORDS)
def test_every_phrase_is_translated(area, lang):
    there = read("core", lang) | read(area, lang)
    missing = sorted(spoken_in(area) - set(there))
    assert missing == []
    empty = [key for key, message in there.items() if not message.string]
    assert empty == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("area", WORDS)
def test_translations_keep_the_placeholders(area, lang):
    for key, message in read(area, lang).items():
        strings = message.string
        texts = (strings,) if isinstance(strings, str) else strings
        wanted = set(re.findall(r"{\w*}", key[-1]))
        for text in texts:
            assert set(re.findall(r"{\w*}", text)) == wanted, key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("area", WORDS)
def test_no_translation_outlives_its_phrase(area, lang):
    assert sorted(set(read(area, lang)) - spoken_in(area) - shown_in(area)) == []
