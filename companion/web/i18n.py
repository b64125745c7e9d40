"""Words in the language of each phone: phrases and pages, from plain .po files.

What all games share stands in `companion/translations/<area>/`, what one game says in
the `translations/` of its room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, has_app_context, has_request_context, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.web.templating import templates

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "it": "Italiano"}
"""The languages of the app, each under its own name; English is the source."""

SPOKEN = "karma-table.language"
"""Where a request remembers its language: a page asks a dozen times."""

LONGEST_WISH = 500
"""Letters of a browser's languages that are read."""

COOKIE = "language"
"""The cookie in which a phone remembers its language."""

SHARED = Path(__file__).parents[1] / "translations"
"""A folder per area that belongs to no game: core, table, web, rules."""

ROOMS = Path(__file__).parents[1] / "games"
"""A folder per shipped game, its key with underscores."""

_PHRASE_KEYS = {"say", "many", "with"}

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What most of a view is made of, and holds no words to be found."""


class Vocabulary:
    """Every translation an app can need: the shared ones and those of its rooms."""

    def __init__(self, rooms: Mapping[str, Path], shared: Path = SHARED) -> None:
        # The shared words come first: where nobody names a game, they win.
        self._folders = {area.name: area for area in sorted(shared.glob("*/"))}
        self._folders |= {key: room / "translations" for key, room in rooms.items()}
        self.translations = cache(self._translations)
        # So many different sentences are on the screens of one evening.
        self.template = lru_cache(maxsize=1 << 13)(self._template)

    def _translations(self, lang: str, area: str | None = None) -> NullTranslations:
        """Return all translations into a language; those of one area come first."""
        if area is None:
            return _compiled(lang, self._folders.values())
        if area not in self._folders:
            return self.translations(lang)
        found = _compiled(lang, [self._folders[area]])
        found.add_fallback(self.translations(lang))
        return found

    def _template(
        self, one: str, many: str | None, n: Any, lang: str, area: str | None
    ) -> str:
        """Return a sentence with its places still open, in the form for a number."""
        shelf = self.translations(lang, area)
        return str(shelf.ungettext(one, many, n) if many else shelf.ugettext(one))


def init_app(app: Flask, rooms: Mapping[str, Path]) -> None:
    """Let an app speak from the shared .po files and those of these games' rooms."""
    app.extensions["vocabulary"] = Vocabulary({**shipped_rooms(), **rooms})
    babel = Babel(app, locale_selector=language)
    babel.domain_instance = _Shelf()
    app.jinja_env.globals.update(language=language, languages=LANGUAGES)


def shipped_rooms() -> dict[str, Path]:
    """Return the rooms beside this package that hold translations, by game."""
    found = sorted(folder.parent for folder in ROOMS.glob("*/translations"))
    return {room.name.replace("_", "-"): room for room in found}


@cache
def _shipped() -> Vocabulary:
    return Vocabulary(shipped_rooms())


def vocabulary() -> Vocabulary:
    """Return the words of this app; without an app those of the shipped games."""
    if not has_app_context():
        return _shipped()
    return cast(Vocabulary, current_app.extensions["vocabulary"])


def language() -> str:
    """Return the language of this request: asked for, remembered, or understood."""
    if not has_request_context():
        return "en"
    known: str | None = request.environ.get(SPOKEN)
    if known is None:
        known = request.environ[SPOKEN] = _understood()
    return known


def _understood() -> str:
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    return _best(request.headers.get("Accept-Language", "")[:LONGEST_WISH])


@lru_cache(maxsize=256)
def _best(wishes: str) -> str:
    """Return what suits a browser best; there are a few dozen kinds of them."""
    known = parse_accept_header(wishes, LanguageAccept)
    return known.best_match(list(LANGUAGES)) or "en"


def localise(
    data: Any, lang: str, names: Sequence[str] = (), area: str | None = None
) -> Any:
    """Return this JSON with every phrase in it turned into text.

    `names` are the players by seat; `area` (a game's key) is looked up first.
    """
    kind = type(data)
    if kind in _PLAIN:
        return data
    if kind is list or kind is tuple:
        return [localise(item, lang, names, area) for item in data]
    if kind is dict or isinstance(data, Mapping):
        if "say" in data and is_phrase(data):
            return _text(data, lang, names, area)
        if "name_of" in data and len(data) == 1:
            return _name(data["name_of"], lang, names)
        return {key: localise(value, lang, names, area) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [localise(item, lang, names, area) for item in data]
    return data  # an enum, or another kind of number or text


def is_phrase(data: Mapping[Any, Any]) -> bool:
    """Tell whether this object is the JSON form of a phrase."""
    return isinstance(data.get("say"), str) and data.keys() <= _PHRASE_KEYS


def _text(
    phrase: Mapping[str, Any], lang: str, names: Sequence[str], area: str | None
) -> str:
    values, template = phrase.get("with"), vocabulary().template
    if not values:
        return template(phrase["say"], phrase.get("many"), 0, lang, area).format()
    said = {key: localise(value, lang, names, area) for key, value in values.items()}
    n = said.get("n", 0)
    text = template(phrase["say"], phrase.get("many"), n, lang, area)
    if lang in _BEFORE_VOWELS:
        text = _run_on(text, said, *_BEFORE_VOWELS[lang])
    return text.format(**said)


_BEFORE_VOWELS = {
    "fr": ((("de {", "d’{"), ("que {", "qu’{")), "aàâeéèêiîoôuûyh"),
    "it": (((" a {", " ad {"),), "a"),
}
"""Small words that change before a name: *la main d’Ana*, *dai la carta ad Ana*."""


def _run_on(
    text: str,
    said: Mapping[str, Any],
    small: Iterable[tuple[str, str]],
    vowels: str,
) -> str:
    """Return a sentence whose small words fit what is put in after them."""
    for word, short in small:
        if word in text:
            for key, value in said.items():
                if isinstance(value, str) and value[:1].lower() in vowels:
                    text = text.replace(f"{word}{key}}}", f"{short}{key}}}")
    return text


def typographic(text: str, lang: str) -> str:
    """Return a text of the rule books with the apostrophes of the screens."""
    return text if lang == "en" else text.replace("'", "’")


def draw(page: str, area: str, **context: Any) -> str:
    """Draw a page in the language of this request; one game's words come first."""
    lang = language()
    shelf = vocabulary().translations(lang, area)
    return templates().draw(page, lang, area, shelf, context)


def _name(seat: Any, lang: str, names: Sequence[str]) -> str:
    if isinstance(seat, int) and 0 <= seat < len(names):
        return names[seat]
    template = vocabulary().template("Player {n}", None, 0, lang, None)
    return template.format(n=int(seat) + 1)


def _compiled(lang: str, folders: Iterable[Path]) -> NullTranslations:
    """Return the translations in these folders together; the first one wins."""
    found = [folder / f"{lang}.po" for folder in folders]
    found = [path for path in found if path.exists()]
    if not found:
        return NullTranslations()
    whole = Catalog(locale=lang)
    for path in found:
        with path.open("rb") as file:
            for message in read_po(file, locale=lang):
                if message.id and message.id not in whole:
                    whole[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return Translations(compiled)


class _Shelf(Domain):  # type: ignore[misc]
    """Flask-Babel's source of translations: ours, kept in memory."""

    def get_translations(self) -> NullTranslations:
        """Return those of this request's language; its table's game comes first."""
        table = g.get("table")
        area = table.charter.game if table else None
        return vocabulary().translations(str(get_locale() or "en"), area)
