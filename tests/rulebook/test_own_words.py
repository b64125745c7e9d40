"""Nothing in the catalogue is copied from the printed rulebooks."""

import re
import unicodedata

import pytest

from companion.rulebook import LANGUAGES, catalogue
from tests.rulebook.shared import SHARED, rulebook_texts

RUN = 8
"""So many words in a row, letter for letter, would be a copied sentence."""

GRAM, SHARE = 5, 0.02
"""At most this share of an edition's five-word runs may occur in the printed text."""

pytestmark = pytest.mark.skipif(
    not (SHARED / "rulebooks").is_dir(),
    reason="the rulebooks are not beside the repository",
)


def words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return re.findall(
        r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c))
    )


def grams(text: str, length: int) -> list[tuple[str, ...]]:
    found = words(text)
    return [tuple(found[i : i + length]) for i in range(len(found) - length + 1)]


@pytest.fixture(scope="module")
def printed() -> str:
    return "\n".join(rulebook_texts().values())


def pieces(entry, lang):
    said = entry.words(lang)
    return (said.title, said.short, said.text, said.example, *said.asks)


def test_the_comparison_finds_a_copied_sentence(printed):
    copied = printed[2000:2400]
    assert set(grams(copied, RUN)) <= set(grams(printed, RUN))


def test_no_sentence_is_copied(printed):
    runs = set(grams(printed, RUN))
    copied = [
        (entry.id, lang, " ".join(gram))
        for entry in catalogue().entries
        for lang in LANGUAGES
        for piece in pieces(entry, lang)
        for gram in grams(piece, RUN)
        if gram in runs
    ]
    assert copied == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", catalogue().games)
def test_short_runs_are_rare_too(printed, game, lang):
    known = set(grams(printed, GRAM))
    ours = [
        gram
        for entry in catalogue().of_game(game)
        for piece in pieces(entry, lang)
        for gram in grams(piece, GRAM)
    ]
    shared = [gram for gram in ours if gram in known]
    assert len(shared) / len(ours) <= SHARE, [" ".join(g) for g in shared[:20]]
