"""Every sentence of the rule pages and the kit is there in French and Italian."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from companion.rulebook.kit.cards import ABOUT, CORNER_NAMES, STOP

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "companion/web/templates/rules").glob("*.html"))
PRINTED = ("aid", "cards", "kit", "sheet", "stickers")
MODULES = [
    *(ROOT / f"companion/rulebook/kit/{name}.py" for name in PRINTED),
    ROOT / "companion/web/rules/kit.py",
    ROOT / "companion/web/rules/pages.py",
]
KEYWORDS = {"_": None, "ngettext": (1, 2), "say": None, "Malformed": None}


def sentences(path: Path, method: str) -> set[str]:
    found = extract(method, BytesIO(path.read_bytes()), KEYWORDS)
    said = {message for _, message, *_ in found}
    return {one[0] if isinstance(one, tuple) else one for one in said}


def wanted() -> set[str]:
    texts = {s for path in TEMPLATES for s in sentences(path, "jinja2")}
    texts |= {s for path in MODULES for s in sentences(path, "python")}
    return texts | set(ABOUT) | {*CORNER_NAMES, STOP}


@pytest.mark.parametrize("lang", ["fr", "it"])
def test_every_sentence_is_translated(lang):
    known = {}
    for area in ("rules", "web", "core"):
        path = ROOT / f"companion/translations/{area}/{lang}.po"
        if path.exists():
            with path.open("rb") as file:
                for message in read_po(file, locale=lang):
                    key = message.id[0] if isinstance(message.id, tuple) else message.id
                    known[key] = message.string
    missing = [text for text in wanted() if not known.get(text)]
    assert missing == []


@pytest.mark.parametrize("lang", ["fr", "it"])
def test_placeholders_survive_translation(lang):
    path = ROOT / f"companion/translations/rules/{lang}.po"
    with path.open("rb") as file:
        for message in read_po(file, locale=lang):
            if not message.id:
                continue
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string
            for text in said if isinstance(said, tuple) else (said,):
                assert _holes(text) == _holes(ids[0]), message.id


def _holes(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}|%\(\w+\)s", text))
