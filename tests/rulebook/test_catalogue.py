"""The catalogue keeps its format, and says what is wrong when it does not."""

from pathlib import Path

import msgspec
import pytest

from companion.core.options import Provenance
from companion.games import GAMES
from companion.rulebook import LANGUAGES, Book, Catalogue, Entry, Kind, Words, catalogue
from companion.rulebook.catalogue import FaultyCatalogue, faults_of, load, shipped_rooms

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


HEADER = 'game = "chess"\nname = "Chess"\nprefix = "CH"\norder = 9\n'
BOOK = Book(game="karma-dice", name="Karma Dice", prefix="KD", order=1, rule=(ENTRY,))


def but(**changes: object) -> Entry:
    return msgspec.structs.replace(ENTRY, **changes)


def holding(*entries: Entry, **changes: object) -> Book:
    return msgspec.structs.replace(BOOK, rule=entries, **changes)


def test_the_shipped_catalogue_is_free_of_faults():
    assert faults_of(catalogue().books) == []


@pytest.mark.parametrize(
    ("books", "fault"),
    [
        ([holding(ENTRY, but(code="KD98"))], "used twice"),
        ([holding(ENTRY, but(id="karma-dice.other"))], "KD99: used twice"),
        ([BOOK, holding(prefix="KE")], "karma-dice: used twice"),
        ([BOOK, holding(game="chess")], "KD: used twice"),
        ([holding(but(id="karma-dice.Higher"))], "kebab"),
        ([holding(but(id="chess.higher"))], "another game"),
        ([holding(but(code="SA01"))], "prefix"),
        ([holding(but(code="KD1"))], "code"),
        ([holding(prefix="K")], "two letters"),
        ([holding(ENTRY, aid=("karma-dice.lower",))], "on the aid is unknown"),
        ([holding(but(related=("karma-dice.lower",)))], "does not exist"),
        ([holding(but(related=(ENTRY.id,)))], "related to itself"),
        (
            [holding(but(it=msgspec.structs.replace(WORDS, text=" ")))],
            "it.text is empty",
        ),
    ],
)
def test_every_fault_is_named(books, fault):
    with pytest.raises(FaultyCatalogue, match=fault):
        Catalogue(books)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rule = []", "game"),
        (HEADER + "[[rule]]\nid = 3", "id"),
        ('[[rule]]\nid = "a', "chess/rulebook.toml"),
        (HEADER + '[[rules]]\nid = "a"', "rule"),
    ],
)
def test_a_file_out_of_format_is_refused(tmp_path: Path, text, fault):
    room = tmp_path / "chess"
    room.mkdir()
    (room / "rulebook.toml").write_text(text)
    with pytest.raises(FaultyCatalogue, match=fault):
        load([room])


def test_a_room_without_rule_texts_adds_nothing(tmp_path: Path):
    assert load([tmp_path]) == ()
    assert catalogue([tmp_path]).games == catalogue().games


def test_every_room_that_holds_rule_texts_is_in_the_catalogue():
    folders = {room.name.replace("_", "-") for room in shipped_rooms()}
    assert set(catalogue().games) == folders
    assert set(GAMES) <= folders
    orders = [book.order for book in catalogue().books]
    assert orders == sorted(set(orders)), "two games want the same place"


def test_an_entry_is_found_by_id_and_by_code_however_typed():
    book = Catalogue([BOOK])
    assert book.get("karma-dice.higher") is ENTRY
    assert book.coded("kd99 ") is ENTRY
    assert book.get("karma-dice.lower") is None
    assert book.coded("KD00") is None
    assert book.game_coded("kd") == "karma-dice"
    assert book.game_coded("ZZ") is None


def test_related_goes_both_ways():
    other = but(id="karma-dice.failure", code="KD98", related=(ENTRY.id,))
    book = Catalogue([holding(ENTRY, other)])
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
