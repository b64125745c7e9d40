"""The cards are called what is printed on them, in every language."""

from __future__ import annotations

import json

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka.words import CARD_NAMES
from tests.games.test_words import LANGUAGES, read

LEXICON = GAME.room / "lexicon.json"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_called_what_is_printed_on_them(lang):
    names = json.loads(LEXICON.read_text("utf-8"))["cards"]
    there = read("karmaka", lang)
    for card, phrase in CARD_NAMES.items():
        wanted = names[card][lang] or names[card]["en"]
        # The reader compares plain letters; people see their own apostrophe.
        wanted = wanted if lang == "en" else wanted.replace("'", "’")
        assert there[(phrase.one,)].string == wanted
