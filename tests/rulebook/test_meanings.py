"""Words of the table are understood, in three languages and as people text them."""

import re
from pathlib import Path

import pytest

from companion.rulebook import LANGUAGES, catalogue
from companion.rulebook.meanings import EVERYDAY, SHEET, everyday, meanings
from companion.rulebook.meant import Meant, said_elsewhere

WORD = re.compile(r"[^\W_]+(\*|(_[^\W_]+)*)")
"""A word, the beginning of one, or words in a row."""


def lines(sheet: Path = SHEET) -> list[tuple[str, list[list[str]]]]:
    """Return every meaning with its words in each language."""
    told = [one.split(" = ") for one in sheet.read_text("utf-8").splitlines()]
    return [
        (line[0], [part.split() for part in line[1].split("|")])
        for line in told
        if len(line) == 2
    ]


def meant(text: str, lang: str) -> set[str]:
    """Return the names of the meanings a text has."""
    names = [name for name, _ in lines()]
    said = meanings(lang).of(text)
    return {names[int(token[1:])] for token in said if token.startswith("=")}


@pytest.mark.parametrize(("sheet", "least"), [(SHEET, 150), (EVERYDAY, 10)])
def test_every_meaning_has_words_in_every_language_and_each_word_once(sheet, least):
    assert len({name for name, _ in lines(sheet)}) == len(lines(sheet)) > least
    for name, columns in lines(sheet):
        assert len(columns) == len(LANGUAGES), name
        assert all(columns), name
        assert all(len(set(words)) == len(words) for words in columns), name
        words = [word for column in columns for word in column]
        assert [word for word in words if not WORD.fullmatch(word)] == []


@pytest.mark.parametrize(
    ("text", "lang", "meaning"),
    [
        ("how many", "en", "how many"),
        ("cb de cartes", "fr", "how many"),
        ("Quanti dadi?", "it", "how many"),
        ("we are 3 ppl", "en", "player"),
        ("à trois", "fr", "three"),
        ("in tre", "it", "three"),
        ("he can't move", "en", "block"),
        ("he can’t move", "en", "not"),
        ("tt le monde", "fr", "everyone"),
        ("je peux choper", "fr", "take"),
        ("où va ce dé", "fr", "where"),
        ("pescherei", "it", "draw"),
    ],
)
def test_words_as_people_type_them_have_a_meaning(text, lang, meaning):
    assert meaning in meant(text, lang)


def test_the_same_question_means_the_same_in_every_language():
    asked = {
        "en": "how many cards do i draw",
        "fr": "combien de cartes je pioche",
        "it": "quante carte pesco",
    }
    for lang, text in asked.items():
        assert {"how many", "card", "draw"} <= meant(text, lang)


def test_accents_tell_words_apart_where_the_sheet_writes_them():
    assert "die of dice" in meant("un dé", "fr")
    assert "die of dice" not in meant("de la", "fr")


def test_words_without_a_meaning_are_known_by_their_roots():
    said = meanings("en").of("the xylophones")
    assert dict(said) == {"xylop": 1.0}


def test_a_word_that_may_mean_two_things_says_each_less_surely():
    said = meanings("en").of("draw")
    assert meant("draw", "en") == {"draw", "tie"}
    assert {sure for token, sure in said.items() if token != "draw"} == {0.5**0.5}


def test_a_whole_word_outdoes_the_beginning_of_others():
    assert "attack" in meant("contro", "it")
    assert "score" not in meant("contro", "it")


def test_the_rule_most_spoken_of_is_the_likeliest():
    entries = catalogue().of_game("karma-dice")
    likely = Meant(entries, "en").likelihood("it copies another die")
    assert max(likely, key=likely.__getitem__) == "karma-dice.green"
    assert len(likely) == len(entries)


def test_a_language_learns_from_what_the_others_say():
    entry = catalogue().get("karma-dice.green")
    names = [name for name, _ in lines()]
    heard = said_elsewhere(entry, "it")
    assert heard[names.index("copy")] > heard.get(names.index("pay"), 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_an_entry_says_counts_as_everyday(lang):
    said = [
        text
        for entry in catalogue().entries
        for words in (entry.words(lang),)
        for text in (words.title, words.short, words.text, *words.names, *words.asks)
        if everyday(lang).speaks(text)
    ]
    assert said == []
    assert everyday("it").speaks("Che tempo fa?")
