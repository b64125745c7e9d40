"""Whatever the core and the table say can be said in every language."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2] / "companion"
SPEAKERS = {"say", "Malformed", "Impossible"}


def sentences(area):
    """Yield every sentence the code of an area can say."""
    for path in sorted((ROOT / area).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", "")
            said = node.args[0]
            if name in SPEAKERS and isinstance(said, ast.Constant):
                yield said.value


def holes(text):
    return sorted(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("lang", ["fr", "it"])
@pytest.mark.parametrize("area", ["core", "table"])
def test_every_sentence_is_translated_with_its_values(area, lang):
    known = {}
    for shelf in ("core", "table", "teach"):
        with (ROOT / "translations" / shelf / f"{lang}.po").open("rb") as file:
            known |= {m.id: m.string for m in read_po(file, locale=lang) if m.id}
    wanted = set(sentences(area))
    assert len(wanted) > 10, "the search itself finds sentences"
    assert wanted - set(known) == set()
    for said, translated in known.items():
        assert translated, said
        assert holes(said) == holes(translated), said
