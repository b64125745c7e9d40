"""Finds every sentence a person can read: in templates, scripts and phrases."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.extract import extract

ROOT = Path(__file__).parents[2]
SHARED = sorted((ROOT / "companion/web/templates").rglob("*.html"))
TEMPLATES = SHARED + sorted((ROOT / "companion/games").glob("*/screens/*.html"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))
ROOMS = sorted((ROOT / "companion/games").glob("*/screens"))
"""The screens of each game, with scripts and words of their own."""

CATALOGUES = sorted(
    [
        *(ROOT / "companion/translations").glob("*/*.po"),
        *(ROOT / "companion/games").glob("*/translations/*.po"),
    ]
)

READ_ALOUD = {"aria-label", "alt", "title", "placeholder", "content", "label"}
LETTERS = re.compile(r"[^\W\d_]{2,}")


def messages_of(template: Path):
    """Yield the sentences a template marks for translation."""
    with template.open("rb") as file:
        options = {"encoding": "utf-8", "silent": "false"}
        keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
        found = extract(
            "jinja2.ext.babel_extract", file, keywords=keywords, options=options
        )
        for _line, message, _comments, _context in found:
            yield message


def unmarked_in(template: Path):
    """Return the words in a template that nobody could translate."""
    text = template.read_text("utf-8")
    text = re.sub(r"\{#.*?#\}", "", text, flags=re.S)
    text = re.sub(r"\{% block body_attributes.*?endblock", "{%", text, flags=re.S)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.S)
    reader = _Reader()
    reader.feed(text)
    return reader.words


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.words = []
        self._silent = []

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "style", "code"):
            self._silent.append(tag)
        self.words += [
            value
            for name, value in attrs
            if name in READ_ALOUD and tag != "meta" and LETTERS.search(value or "")
        ]

    def handle_endtag(self, tag):
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()

    def handle_data(self, data):
        if not self._silent and LETTERS.search(data):
            self.words.append(data.strip())


def sentences_in(script: Path):
    """Return the literals of a script that look like words for people."""
    text = re.sub(r"^\s*//.*$|\s//\s.*$", "", script.read_text("utf-8"), flags=re.M)
    literals = re.findall(r'"([^"\n]*)"|`([^`]*)`', text)
    texts = [re.sub(r"\$\{.*?\}", "", a or b).strip() for a, b in literals]
    shown = r'(?:textContent|innerText|title|ariaLabel)\s*=\s*"([^"]+)"'
    spoken = r'\b(?:toast|tell|readAloud|alert|confirm)\(\s*["`]([^"`$]+)'
    return [text for text in texts if re.match(r"[A-Z][a-z]+[ ,.!?]", text)] + [
        text for text in re.findall(f"{shown}|{spoken}", text) if any(text)
    ]


def keys_in(script: Path):
    """Return the keys of sentences that a script asks the page for."""
    return re.findall(r'\bword\("([^"]+)"', script.read_text("utf-8"))


def phrases_of(module: Path):
    """Yield the sentences a module says, as (one, many) or as one."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        if name in ("say", "Malformed", "Impossible") and texts:
            yield texts[0]
        elif name == "say_n":
            yield tuple(texts[:2])
