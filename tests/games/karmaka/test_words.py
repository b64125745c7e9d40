"""Every phrase of the room exists in French and Italian, with its placeholders."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.games.karmaka import GAME
from companion.games.karmaka.words import CARD_NAMES
from tests.games.test_words import phrases, read

LANGUAGES = ("fr", "it")
LEXICON = Path(__file__).parents[3] / "vision/lexicons/karmaka.json"


def room(lang):
    with (GAME.room / "translations" / f"{lang}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=lang) if message.id]
    return {
        (message.id,) if isinstance(message.id, str) else tuple(message.id): message
        for message in messages
    }


def spoken():
    return phrases(GAME.room) | {(rule.title,) for rule in GAME.rules}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phrase_is_translated_and_none_outlives_its_phrase(lang):
    there, shared = room(lang), set(read("core", lang))
    assert sorted(spoken() - set(there) - shared) == []
    assert sorted(set(there) - spoken()) == []
    assert [key for key, message in there.items() if not message.string] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translations_keep_the_placeholders(lang):
    for key, message in room(lang).items():
        strings = message.string
        texts = (strings,) if isinstance(strings, str) else strings
        wanted = set(re.findall(r"{\w*}", key[-1]))
        for text in texts:
            assert set(re.findall(r"{\w*}", text)) == wanted, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_called_what_is_printed_on_them(lang):
    names = json.loads(LEXICON.read_text("utf-8"))["cards"]
    there = room(lang)
    for card, phrase in CARD_NAMES.items():
        wanted = names[card][lang] or names[card]["en"]
        assert there[(phrase.one,)].string == wanted
