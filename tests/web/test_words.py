"""One word for each thing: the glossary of docs/words.md holds in every language.

It holds in what the screens say (`.po` files) and in the rule texts of the rooms.
What people type (`names` and `asks` of a rule) is theirs and is not looked at.
"""

import re
from itertools import chain

import pytest
from babel.messages.pofile import read_po

from companion.rulebook import catalogue
from tests.web import wording

SECTIONS = {"English": "en", "Français": "fr", "Italiano": "it"}
SPACE = "\u00a0"


def glossary():
    """Yield a language, a word that is not said, and the rooms where it is not."""
    lang = ""
    for line in (wording.ROOT / "docs/words.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            lang = SECTIONS[line[3:]]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and not cells[0].startswith("---"):
            rooms = frozenset(room.strip() for room in cells[3].split(","))
            for word in cells[2].split(","):
                yield lang, word.strip(), rooms


HEADS = {"not", "pas", "non"}
FORBIDDEN = [row for row in glossary() if row[1] not in HEADS]


def room_of(path):
    return (
        path.parents[1].name if path.parent.name == "translations" else path.parent.name
    )


QUOTED = re.compile("«[^»]*»")
"""A rule may quote the word of the printed book to say what is meant by it."""


def rules_of(lang):
    """Yield the room and every text of a rule that is read, not typed."""
    for entry in catalogue().entries:
        said = entry.words(lang)
        for text in (said.title, said.short, said.text, said.example):
            yield entry.game.replace("-", "_"), text


def texts_of(lang):
    """Yield the room and every text in a language; English is what is translated."""
    yield from rules_of(lang)
    for path in wording.CATALOGUES:
        if path.stem != ("fr" if lang == "en" else lang):
            continue
        with path.open("rb") as file:
            for message in read_po(file):
                said = message.id if lang == "en" else message.string
                for text in said if isinstance(said, tuple) else (said,):
                    if message.id:
                        yield room_of(path), text


def said_in(word, text):
    """Tell whether a text holds a word: places to fill in are no words."""
    plain = re.sub(r"%\(\w+\)[sd]|\{\w*\}", "", text)
    return re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", plain, re.IGNORECASE)


@pytest.mark.parametrize("lang", SECTIONS.values())
def test_nothing_is_called_by_a_second_name(lang):
    unwanted = [(word, rooms) for one, word, rooms in FORBIDDEN if one == lang]
    assert len(unwanted) > 5, "the glossary was read"
    found = [
        f"{room}: {word!r} in {text!r}"
        for room, text in texts_of(lang)
        for plain in [QUOTED.sub("", text)]
        for word, rooms in unwanted
        if ("*" in rooms or room in rooms) and said_in(word, plain)
    ]
    assert found == []


def faults_of_french(text):
    """Return what a French typesetter would mark in a text."""
    loose = re.findall(rf"[^{SPACE}\s][;!?»]|[^{SPACE}]:(?=\s|$)| [;!?»]", text)
    return loose + re.findall(rf"«[^{SPACE}]", text) + re.findall(r"\w'\w", text)


CODE = re.compile(r"`[^`]*`|https?://\S*|Authorization: Bearer")


def test_french_has_its_spaces_and_apostrophes():
    texts = [CODE.sub("x", text) for _, text in texts_of("fr")]
    assert [text for text in texts if faults_of_french(text)] == []


def test_italian_has_its_apostrophes():
    assert [text for _, text in texts_of("it") if re.search(r"\w'", text)] == []


COLON = re.compile(r'\}\}\s?[:;!?](?=[\s"<]|$)')
"""A sign after something filled in: before it French wants a space, others none."""


@pytest.mark.parametrize("template", wording.TEMPLATES, ids=lambda path: path.name)
def test_no_template_sets_a_sign_that_french_spaces_otherwise(template):
    assert COLON.findall(template.read_text("utf-8")) == []


def test_rule_texts_are_read_too():
    rooms = {room for room, _ in rules_of("it")}
    assert rooms == {"karma_dice", "karmaka", "samsara", "samusara"}
    assert min(sum(1 for _ in rules_of(lang)) for lang in SECTIONS.values()) > 1000


def test_the_finders_find():
    """A test that cannot fail is none."""
    wrong = ["Quoi ?", "Quoi?", "ici : là", "ici: là", "« non »", "l'eau"]
    assert all(faults_of_french(text) for text in wrong)
    right = [
        f"Quoi{SPACE}?",
        f"ici{SPACE}: là",
        f"«{SPACE}non{SPACE}»",
        "l’eau",
        "a{b}:c",
    ]
    assert not list(chain(*(faults_of_french(text) for text in right)))
    assert COLON.search('aria-label="{{ card }}: {{ side }}"')
    assert not COLON.search("{{ card }}:{{ side }}")
    assert said_in("deck", "Votre Deck.")
    assert not said_in("deck", "{deck} cartes")
