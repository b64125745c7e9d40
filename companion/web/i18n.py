"""Words in the language of each phone: phrases and pages, from plain .po files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, get_locale

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "it": "Italiano"}
"""The languages of the app, each under its own name; English is the source."""

COOKIE = "language"
"""The cookie in which a phone remembers its language."""

TRANSLATIONS = Path(__file__).parents[1] / "translations"

_PHRASE_KEYS = {"say", "many", "with"}


def init_app(app: Flask) -> None:
    """Let Flask-Babel speak from our .po files, in the language of the request."""
    babel = Babel(app, locale_selector=language)
    babel.domain_instance = _Shelf()
    app.jinja_env.globals.update(language=language, languages=LANGUAGES)


def language() -> str:
    """Return the language of this request: asked for, remembered, or understood."""
    if not has_request_context():
        return "en"
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def localise(
    data: Any, lang: str, names: Sequence[str] = (), area: str | None = None
) -> Any:
    """Return this JSON with every phrase in it turned into text.

    `names` are the players by seat; `area` (a game's key) is looked up first.
    """
    if isinstance(data, str | int | float | None):
        return data
    if isinstance(data, Mapping):
        if "say" in data and is_phrase(data):
            return _text(data, lang, names, area)
        if "name_of" in data and len(data) == 1:
            return _name(data["name_of"], lang, names)
        return {key: localise(value, lang, names, area) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [localise(item, lang, names, area) for item in data]
    return data


def is_phrase(data: Mapping[Any, Any]) -> bool:
    """Tell whether this object is the JSON form of a phrase."""
    return isinstance(data.get("say"), str) and data.keys() <= _PHRASE_KEYS


def _text(
    phrase: Mapping[str, Any], lang: str, names: Sequence[str], area: str | None
) -> str:
    values = phrase.get("with")
    if not values:
        return _template(phrase["say"], phrase.get("many"), 0, lang, area).format()
    said = {key: localise(value, lang, names, area) for key, value in values.items()}
    n = said.get("n", 0)
    return _template(phrase["say"], phrase.get("many"), n, lang, area).format(**said)


@lru_cache(maxsize=1 << 13)
def _template(one: str, many: str | None, n: Any, lang: str, area: str | None) -> str:
    for shelf in (translations(lang, area), translations(lang)):
        found = shelf.ungettext(one, many, n) if many else shelf.ugettext(one)
        if found not in (one, many):
            return str(found)
    return str(many if many and n != 1 else one)


def _name(seat: Any, lang: str, names: Sequence[str]) -> str:
    if isinstance(seat, int) and 0 <= seat < len(names):
        return names[seat]
    return str(translations(lang).ugettext("Player {n}")).format(n=int(seat) + 1)


@cache
def translations(lang: str, area: str | None = None) -> NullTranslations:
    """Return every translation into a language, or those of one area alone."""
    found = sorted(TRANSLATIONS.glob(f"{area or '*'}/{lang}.po"))
    if not found:
        return NullTranslations()
    whole = Catalog(locale=lang)
    for path in found:
        with path.open("rb") as file:
            for message in read_po(file, locale=lang):
                if message.id:
                    whole[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return Translations(compiled)


class _Shelf(Domain):  # type: ignore[misc]
    """Flask-Babel's source of translations: ours, kept in memory."""

    def get_translations(self) -> NullTranslations:
        """Return the translations of the language of this request."""
        return translations(str(get_locale() or "en"))
