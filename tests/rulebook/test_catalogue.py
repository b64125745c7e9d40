"""The catalogue keeps its format, and says what is wrong when it does not."""

from pathlib import Path

import msgspec
import pytest

from companion.core.options import Provenance
from companion.games import GAMES
from companion.rulebook import LANGUAGES, Catalogue, Entry, Kind, Words, catalogue
from companion.rulebook.catalogue import FaultyCatalogue, faults_of, load

WORDS = Words(title="Higher", short="Beat the roll.", text="Each roll beats the last.")
ENTRY = Entry(
    id="karma-dice.higher",
    code="KD99",
    kind=Kind.RULE,
    provenance=Provenance.RULEBOOK,
    en=WORDS,
    fr=WORDS,
    it=WORDS,
)


def but(**changes: object) -> Entry:
    return msgspec.structs.replace(ENTRY, **changes)


def test_the_shipped_catalogue_is_free_of_faults():
    assert faults_of(catalogue().entries) == []


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([ENTRY, but(code="KD98")], "used twice"),
        ([ENTRY, but(id="karma-dice.other")], "KD99: used twice"),
        ([but(id="karma-dice.Higher")], "kebab"),
        ([but(id="chess.higher", code="CH01")], "unknown"),
        ([but(code="SA01")], "prefix"),
        ([but(code="KD1")], "code"),
        ([but(related=("karma-dice.lower",))], "does not exist"),
        ([but(related=(ENTRY.id,))], "related to itself"),
        ([but(it=msgspec.structs.replace(WORDS, text=" "))], "it.text is empty"),
    ],
)
def test_every_fault_is_named(entries, fault):
    with pytest.raises(FaultyCatalogue, match=fault):
        Catalogue(entries)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[rule]]\nid = 3", "id"),
        ('[[rule]]\nid = "a', "karma-dice.toml"),
        ('[[rules]]\nid = "a"', "rule"),
    ],
)
def test_a_file_out_of_format_is_refused(tmp_path: Path, text, fault):
    (tmp_path / "karma-dice.toml").write_text(text)
    with pytest.raises(FaultyCatalogue, match=fault):
        load(tmp_path)


def test_an_entry_is_found_by_id_and_by_code_however_typed():
    book = Catalogue([ENTRY])
    assert book.get("karma-dice.higher") is ENTRY
    assert book.coded("kd99 ") is ENTRY
    assert book.get("karma-dice.lower") is None
    assert book.coded("KD00") is None


def test_related_goes_both_ways():
    other = but(id="karma-dice.failure", code="KD98", related=(ENTRY.id,))
    book = Catalogue([ENTRY, other])
    assert book.related(ENTRY) == (other,)
    assert book.related(other) == (ENTRY,)


def test_an_unknown_language_reads_english():
    assert ENTRY.words("de") is ENTRY.en


@pytest.mark.parametrize("entry", catalogue().entries, ids=lambda entry: entry.id)
def test_texts_are_small_and_written_per_language(entry):
    for lang in LANGUAGES:
        words = entry.words(lang)
        assert len(words.title) <= 48, f"{lang}: a sticker has no room for more"
        assert len(words.short) <= 160, lang
        assert len(words.text) <= 700, lang
    assert len({entry.words(lang).text for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_an_engine_refuses_with_has_an_entry(game):
    missing = [r.id for r in GAMES[game].rules if catalogue().get(r.id) is None]
    assert missing == []
