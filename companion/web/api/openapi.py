"""The contract as an OpenAPI document, made from the same structs that read it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.web.api import bodies
from companion.web.api.operations import OPERATIONS, Operation
from companion.web.api.schemas import SCHEMAS, Schema, ref
from companion.web.api.views import reply

bp = Blueprint("openapi", __name__, url_prefix="/api")

JSON = "application/json"

REFUSALS = {
    400: "The request cannot be read.",
    401: "No ticket, or one that opens nothing any more.",
    403: "This ticket may not do that, or the write came from another site.",
    404: "There is no such thing here.",
    409: "The table has moved on, or cannot be played on; or the seat is taken.",
    413: "Too large.",
    422: "Readable, but wrong or against a rule; the rule is named.",
    429: "Too many wrong codes; see Retry-After.",
    503: "Busy; see Retry-After.",
}


@bp.get("/openapi.json")
def openapi() -> Response:
    """Serve the document."""
    return reply(document())


@cache
def document() -> dict[str, Any]:
    """Return the whole OpenAPI document."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _describe(operation)
    kinds = (
        bodies.NewTable,
        bodies.Act,
        bodies.Accept,
        bodies.Said,
        bodies.Word,
        bodies.Join,
    )
    _, read = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Karma Table", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": {**read, **SCHEMAS},
            "securitySchemes": {
                "ticket": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _describe(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": operation.does,
        "operationId": _name(operation),
        "parameters": _parameters(operation),
        "responses": _responses(operation),
    }
    if operation.ticket:
        described["security"] = [{"ticket": []}]
    if operation.body:
        described["requestBody"] = {"required": True, "content": _body(operation.body)}
    return described


def _name(operation: Operation) -> str:
    words = re.findall(r"\w+", operation.path.removeprefix("/api/"))
    return "_".join([operation.method, *words])


def _parameters(operation: Operation) -> list[Schema]:
    def parameter(name: str, where: str, kind: Schema) -> Schema:
        needed = where == "path"
        return {"name": name, "in": where, "required": needed, "schema": kind}

    inside = re.findall(r"\{(\w+)\}", operation.path)
    found = [
        parameter(
            name,
            "path",
            {"type": "integer", "minimum": 0} if name == "seat" else _PATH_PART,
        )
        for name in inside
    ]
    found += [parameter(name, "query", _QUERY[name]) for name in operation.query]
    return found


_QUERY: dict[str, Schema] = {
    "format": {"enum": ["json", "csv"]},
    "game": {"type": "string"},
    "q": {"type": "string"},
    "lang": {"enum": ["en", "fr", "it"]},
}


_PATH_PART: Schema = {"type": "string", "pattern": "^[a-zA-Z0-9_-]+$"}


def _responses(operation: Operation) -> dict[str, Any]:
    good: dict[str, Any] = {
        str(status): {"description": operation.does, "content": _content(what)}
        for status, what in operation.answers.items()
    }
    if "format" in operation.query:
        good["200"]["content"]["text/csv"] = {"schema": {"type": "string"}}
    refused = {
        str(status): {
            "description": REFUSALS[status],
            "content": _content("Stale" if status == 409 else "Error"),
        }
        for status in operation.refuses
    }
    return good | refused


def _content(what: str) -> Schema:
    if "/" not in what:
        return {JSON: {"schema": ref(what)}}
    return {what: {"schema": {"type": "string"}}}


def _body(what: str) -> Schema:
    if what != "multipart/form-data":
        return {JSON: {"schema": ref(what)}}
    photo = {"type": "string", "format": "binary"}
    schema = {"type": "object", "properties": {"photo": photo}, "required": ["photo"]}
    return {what: {"schema": schema}}
