"""Lexicons: every card once, every title tells its card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision import lexicon

KARMAKA = 23
SAMSARA = 8 + 2 + 16


def test_the_games_are_there_whole() -> None:
    assert {"samsara", "karmaka"} <= set(lexicon.names())
    assert len(lexicon.load("karmaka").keys()) == KARMAKA
    assert len(lexicon.load("samsara").keys()) == SAMSARA


@pytest.mark.parametrize("name", lexicon.names())
@pytest.mark.parametrize("lang", lexicon.LANGUAGES)
def test_no_title_belongs_to_two_cards(name: str, lang: str) -> None:
    known = lexicon.load(name, (lang,))
    folded = [spelling for spelling, _ in known.spellings]
    assert len(folded) == len(set(folded))
    assert {card for _, card in known.spellings} == set(known.keys())


def test_keys_of_karmaka_are_its_english_titles() -> None:
    for key, title in lexicon.load("karmaka", ("en",)).titles.items():
        assert lexicon.slug(title) == key


def test_a_missing_language_falls_back_to_english() -> None:
    known = lexicon.load("karmaka", ("it",))
    assert known.titles["panic"] == "Panico"
    assert known.titles["another-day"] == "Another Day"


def test_folding_forgives_what_readers_confuse() -> None:
    assert lexicon.fold("Coup d'œil") == lexicon.fold("COUP D OEIL")
    assert lexicon.fold("Rêves Brisés") == "revesbrises"


def test_an_own_list_of_titles_is_a_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(["Sol Ring", "Runechanter's Pike"]))
    assert lexicon.load(path).titles == {
        "sol-ring": "Sol Ring",
        "runechanters-pike": "Runechanter's Pike",
    }


@pytest.mark.parametrize(
    "text", ["", "{", "3", '{"cards": {"x": {}}}', '{"cards": []}']
)
def test_what_is_no_lexicon_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(lexicon.UnknownLexicon, match="karmaka"):
        lexicon.load(path)
