"""Three languages everywhere: nothing unmarked, nothing untranslated, forms right."""

import re

import pytest
from babel.messages.pofile import read_po

from companion.table import photographer
from companion.web.i18n import LANGUAGES, Vocabulary, vocabulary
from tests.web import wording
from vision import amulets, board
from vision.capture import Light
from vision.cards.reading import ADVICE as OF_CARDS
from vision.dice.problem import ADVICE as OF_DICE

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
PLURALS = {"fr": "(n > 1)", "it": "(n != 1)"}


def name(path):
    return str(path.relative_to(wording.ROOT))


def is_translated(message, lang, shelf=None):
    found = getattr(shelf or vocabulary().translations(lang), "_catalog", {})
    if isinstance(message, tuple):
        return bool(found.get((message[0], 0))) and bool(found.get((message[0], 1)))
    return bool(found.get(message))


@pytest.mark.parametrize("template", wording.TEMPLATES, ids=name)
def test_no_template_has_words_outside_the_catalogue(template):
    assert wording.unmarked_in(template) == []
    messages = list(wording.messages_of(template))
    for lang in OTHERS:
        missing = [m for m in messages if not is_translated(m, lang)]
        assert missing == [], lang


@pytest.mark.parametrize("template", wording.SHARED, ids=name)
def test_shared_pages_do_not_borrow_the_words_of_a_game(template):
    """A house without that game must still speak."""
    messages = list(wording.messages_of(template))
    for lang in OTHERS:
        shelf = Vocabulary({}).translations(lang)
        missing = [m for m in messages if not is_translated(m, lang, shelf)]
        assert missing == [], lang


ROOM_SCRIPTS = [
    script for room in wording.ROOMS for script in sorted(room.glob("*.js"))
]


@pytest.mark.parametrize("script", wording.SCRIPTS + ROOM_SCRIPTS, ids=name)
def test_no_script_speaks_for_itself(script):
    assert wording.sentences_in(script) == []


def offered_in(page):
    text = page.read_text("utf-8") if page.exists() else ""
    return set(re.findall(r'data-word="([^"]+)"', text))


def asked_in(scripts):
    return {key for script in scripts for key in wording.keys_in(script)}


WORDS = wording.ROOT / "companion/web/templates/_words.html"


def test_scripts_and_pages_agree_on_the_sentences():
    asked = asked_in(wording.SCRIPTS)
    assert asked <= offered_in(WORDS)
    chosen_at_run_time = {"live", "soon", "offline"}
    chosen_at_run_time |= {"red", "orange", "yellow", "green", "violet", "white"}
    chosen_at_run_time |= {"light-blue", "dark-blue"}
    chosen_at_run_time |= {f"light-{one.value}" for one in Light}
    assert offered_in(WORDS) - asked == chosen_at_run_time


@pytest.mark.parametrize("room", wording.ROOMS, ids=name)
def test_a_room_brings_the_sentences_of_its_scripts(room):
    own, asked = offered_in(room / "words.html"), asked_in(room.glob("*.js"))
    assert asked <= own | offered_in(WORDS)
    assert own <= asked


ADVICE = [
    *OF_DICE.values(),
    *OF_CARDS.values(),
    *amulets.ADVICE.values(),
    *board.ADVICE.values(),
    photographer.NO_READER,
    photographer.READER_FAILED,
]


@pytest.mark.parametrize("lang", OTHERS)
def test_the_advice_of_every_reader_is_translated(lang):
    assert [advice for advice in ADVICE if not is_translated(advice, lang)] == []


def test_the_finders_find(tmp_path):
    """A test that cannot fail is none: the finders see what was planted."""
    page = tmp_path / "page.html"
    page.write_text('{{ _("Hi") }}<p>Hello there</p><img alt="A die"><code>x y</code>')
    assert wording.unmarked_in(page) == ["Hello there", "A die"]
    assert list(wording.messages_of(page)) == ["Hi"]
    script = tmp_path / "script.js"
    script.write_text('const a = "Sit down please"\nplace.textContent = "ok"\n')
    assert len(wording.sentences_in(script)) == 2


@pytest.mark.parametrize("path", wording.CATALOGUES, ids=name)
def test_every_entry_is_complete_and_keeps_its_places(path):
    lang = path.stem
    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang)
    assert catalogue.num_plurals == 2
    assert catalogue.plural_expr.strip("()") == PLURALS[lang].strip("()")
    for message in catalogue:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        sources = message.id if message.pluralizable else (message.id,)
        strings = message.string if message.pluralizable else (message.string,)
        assert all(text and text.strip() for text in strings), message.id
        for text in strings:
            assert places(text) == places(sources[-1]), message.id


def places(text):
    return sorted(set(re.findall(r"%\(\w+\)[sd]|\{\w*\}", text)))


MODULES = [
    path
    for folder in ("core", "table", "web")
    for path in sorted((wording.ROOT / "companion" / folder).rglob("*.py"))
    if path.name != "serve.py"
]


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_every_phrase_of_the_table_is_translated(module):
    for lang in OTHERS:
        phrases = wording.phrases_of(module)
        assert [said for said in phrases if not is_translated(said, lang)] == [], lang
