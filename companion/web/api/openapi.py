"""The contract as an OpenAPI document: derived from the routes and their types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app
from werkzeug.routing import Rule

from companion.core.game import Game
from companion.web.api.answers import Error, Refused, Stale
from companion.web.api.contract import FORM, HTML, Contract, contract_of, reply
from companion.web.i18n import LANGUAGES
from companion.web.services import services

bp = Blueprint("openapi", __name__, url_prefix="/api")

Schema = dict[str, Any]

JSON = "application/json"
SCHEMAS = "#/components/schemas/"

TEXTS = "_str_"
"""How the name of a type ends whose words are texts."""

PHOTO: Schema = {
    "type": "object",
    "properties": {
        "photo": {"type": "string", "format": "binary"},
        "taps": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["photo"],
}
CONVERTED: Mapping[str, Schema] = {
    "int": {"type": "integer", "minimum": 0},
    "default": {"type": "string", "pattern": "^[a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*$"},
}
"""What the converters of our addresses take."""

FAULTS: Mapping[int, Any] = {409: Stale, 422: Refused}
"""What comes along with an error, by its status; with all others nothing does."""

QUERY: Mapping[str, Schema] = {
    "format": {"enum": ["json", "csv"]},
    "pages": {"enum": ["1"]},
    "seen": {"type": "integer", "minimum": 0},
    "game": {"type": "string"},
    "q": {"type": "string"},
    "lang": {"enum": list(LANGUAGES)},
}


@bp.get("/openapi.json")
def openapi() -> Response:
    """Serve the document."""
    games = services().tables.games
    return reply(document(current_app._get_current_object(), games))  # type: ignore[attr-defined]


def document(app: Flask, games: Mapping[str, Game[Any, Any]]) -> Schema:
    """Return the whole OpenAPI document of an app."""
    listed = list(calls(app))
    types = [kind for _, _, promised in listed for kind in _types(promised)]
    boards = {key: game.board for key, game in games.items() if game.board}
    faults = (Error, *FAULTS.values())
    refs, named = msgspec.json.schema_components(
        [*types, Error, *FAULTS.values(), *boards.values()],
        ref_template=SCHEMAS + "{name}",
    )
    shapes = dict(zip([*types, *faults], refs, strict=False))
    paths: dict[str, Schema] = {}
    for method, rule, promised in listed:
        described = _describe(method, rule, promised, shapes)
        paths.setdefault(_path(rule), {})[method] = described
    if boards:
        drawn = dict(zip(boards, refs[-len(boards) :], strict=True))
        named["View_str_"]["allOf"] = [_board(key, ref) for key, ref in drawn.items()]
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Karma Table", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {"ticket": {"type": "http", "scheme": "bearer"}},
        },
    }
    plain: Schema = msgspec.json.decode(
        _plain(msgspec.json.encode(whole).decode(), named)
    )
    return plain


def _plain(text: str, named: Mapping[str, Schema]) -> str:
    """Return a document in which `View[str]` is simply the view: all words are texts.

    Where another type has that name already (a game's own `Choice[str]`), it gets one
    that says so: one of the two would be lost.
    """
    for name in named:
        short = name.removesuffix(TEXTS)
        if short != name and short in named:
            text = re.sub(rf'(?<=["/]){name}(?=")', f"{short}_in_words", text)
    return text.replace(TEXTS, "").replace("[str]", "")


def calls(app: Flask) -> Iterator[tuple[str, Rule, Contract]]:
    """Yield every call of the contract: method, address and promise."""
    for rule in app.url_map.iter_rules():
        promised = contract_of(app.view_functions[rule.endpoint])
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if promised:
                yield method.lower(), rule, promised


def _types(promised: Contract) -> list[Any]:
    kinds = (promised.body, promised.gives)
    return [kind for kind in kinds if kind and not isinstance(kind, str)]


def _board(game: str, board: Schema) -> Schema:
    """Tell what the board of one game looks like; closed tables show an empty one."""
    empty = {"maxProperties": 0}
    return {
        "if": {"properties": {"game": {"const": game}}},
        "then": {"properties": {"board": {"anyOf": [board, empty]}}},
    }


def _describe(
    method: str, rule: Rule, promised: Contract, shapes: Mapping[Any, Schema]
) -> Schema:
    words = re.findall(r"\w+", _path(rule).removeprefix("/api/"))
    described: Schema = {
        "summary": promised.does,
        "operationId": "_".join([method, *words]),
        "parameters": _parameters(rule, promised),
        "responses": _responses(method, rule, promised, shapes),
    }
    if "table_id" in rule.arguments:
        described["security"] = [{"ticket": []}]
    if promised.body == FORM:
        described["requestBody"] = _required({FORM: {"schema": PHOTO}})
    elif promised.body:
        read = {JSON: {"schema": shapes[promised.body]}}
        described["requestBody"] = _required(read)
    return described


def _required(content: Schema) -> Schema:
    return {"required": True, "content": content}


def _path(rule: Rule) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


def _parameters(rule: Rule, promised: Contract) -> list[Schema]:
    inside = re.findall(r"<(?:(\w+):)?(\w+)>", rule.rule)
    found = [
        {"name": name, "in": "path", "required": True, "schema": CONVERTED[kind]}
        for kind, name in ((kind or "default", name) for kind, name in inside)
    ]
    return found + [
        {"name": name, "in": "query", "required": False, "schema": QUERY[name]}
        for name in promised.query
    ]


def _responses(
    method: str, rule: Rule, promised: Contract, shapes: Mapping[Any, Schema]
) -> Schema:
    text = {"schema": {"type": "string"}}
    gives = promised.gives
    content = (
        {gives: text} if isinstance(gives, str) else {JSON: {"schema": shapes[gives]}}
    )
    content |= dict.fromkeys(promised.also, text)
    good = {
        str(status): {"description": promised.does, "content": content}
        for status in promised.statuses
    }
    page = {HTML: text} if gives == HTML else {}
    refused = {
        str(status): {
            "description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": shapes[FAULTS.get(status, Error)]}} | page,
        }
        for status in _refusals(method, rule, promised)
    }
    return good | refused


def _refusals(method: str, rule: Rule, promised: Contract) -> list[int]:
    """Return what a call may refuse with: most of it follows from its kind."""
    found = set(promised.refuses)
    if "table_id" in rule.arguments:
        found |= {401, 403, 404}
    if method == "post":
        # A write from another site, or a body that cannot be read.
        found |= {400, 403, 413, 422}
    return sorted(found)
