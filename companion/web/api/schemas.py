"""The shapes of what this server answers, as JSON Schema."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Point to a named shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def an_object(required: Schema, **optional: Schema) -> Schema:
    """An object with these keys; more may come later."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
    }


def a_list(of: Schema) -> Schema:
    """A list of one kind of thing."""
    return {"type": "array", "items": of}


def maybe(schema: Schema) -> Schema:
    """This or null."""
    return {"anyOf": [schema, {"type": "null"}]}


TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
SHARE: Schema = {"type": "number"}
SETTING: Schema = {"type": ["string", "integer", "boolean"]}
FLAG: Schema = {"type": "boolean"}
ANYTHING: Schema = {"type": "object"}

BEARER = an_object({"role": {"enum": ["host", "seat", "watch"]}, "seat": maybe(NUMBER)})

SCHEMAS: dict[str, Schema] = {
    "Error": an_object(
        {
            "error": an_object(
                {
                    "code": TEXT,
                    "message": TEXT,
                    "rule": maybe(an_object({"id": TEXT, "title": TEXT, "url": TEXT})),
                    "version": maybe(NUMBER),
                }
            )
        }
    ),
    "Stale": {
        "allOf": [ref("Error"), an_object({}, view=ref("View"))],
        "description": "The fresh view comes along, so that the phone can go on.",
    },
    "Bearer": BEARER,
    "Line": an_object(
        {
            "version": NUMBER,
            "kind": {"enum": ["action", "chance", "undo", "override"]},
            "who": ref("Bearer"),
            "text": TEXT,
            "at": TEXT,
            "standing": FLAG,
        }
    ),
    "Outcome": an_object(
        {
            "winners": a_list(NUMBER),
            "scores": a_list(NUMBER),
            "ending": TEXT,
            "reason": TEXT,
        }
    ),
    "View": an_object(
        {
            "table": TEXT,
            "version": NUMBER,
            "game": TEXT,
            "you": ref("Bearer"),
            "players": a_list(TEXT),
            "options": ANYTHING,
            "turn": maybe(NUMBER),
            "prompt": TEXT,
            "why": maybe(TEXT),
            "scores": a_list(an_object({"seat": NUMBER, "score": NUMBER})),
            "board": ANYTHING,
            "awaiting": maybe(an_object({"kind": TEXT})),
            "legal": a_list(ANYTHING),
            "labels": a_list(TEXT),
            "photo": maybe(TEXT),
            "log": a_list(ref("Line")),
            "outcome": maybe(ref("Outcome")),
            "undo": an_object({"allowed": FLAG, "what": maybe(TEXT)}),
            "closed": maybe(TEXT),
        }
    ),
    "Games": an_object(
        {
            "games": a_list(
                an_object(
                    {
                        "game": TEXT,
                        "name": TEXT,
                        "engine": NUMBER,
                        "players": an_object({"least": NUMBER, "most": NUMBER}),
                        "options": a_list(
                            an_object(
                                {
                                    "key": TEXT,
                                    "default": {
                                        "type": ["string", "integer", "boolean"]
                                    },
                                    "label": TEXT,
                                    "provenance": {
                                        "enum": ["rulebook", "deduced", "default"]
                                    },
                                    "note": maybe(TEXT),
                                    "choices": a_list(
                                        an_object({"value": TEXT, "label": TEXT})
                                    ),
                                    "least": NUMBER,
                                    "most": NUMBER,
                                    "players": a_list(NUMBER),
                                }
                            )
                        ),
                    }
                )
            )
        }
    ),
    "Invitation": an_object(
        {
            "table": TEXT,
            "version": NUMBER,
            "host_ticket": TEXT,
            "seats": a_list(
                an_object(
                    {"seat": NUMBER, "name": TEXT, "ticket": TEXT, "join_url": TEXT}
                )
            ),
            "play_url": TEXT,
            "watch_url": TEXT,
        }
    ),
    "MyTables": an_object(
        {
            "tables": a_list(
                an_object(
                    {
                        "table": TEXT,
                        "game": TEXT,
                        "players": a_list(TEXT),
                        "version": NUMBER,
                        "created": TEXT,
                        "outcome": maybe(TEXT),
                        "closed": FLAG,
                        "you": a_list(ref("Bearer")),
                    }
                )
            )
        }
    ),
    "Setup": an_object({"setup": a_list(TEXT)}),
    "Seats": an_object(
        {
            "seats": a_list(
                an_object(
                    {
                        "seat": NUMBER,
                        "name": TEXT,
                        "taken": FLAG,
                        "join_url": maybe(TEXT),
                    }
                )
            ),
            "play_url": maybe(TEXT),
            "watch_url": maybe(TEXT),
        }
    ),
    "Code": an_object(
        {
            "table": TEXT,
            "game": TEXT,
            "role": {"enum": ["seat", "play", "watch"]},
            "seat": maybe(NUMBER),
            "used": FLAG,
            "seats": a_list(an_object({"seat": NUMBER, "name": TEXT, "taken": FLAG})),
        }
    ),
    "Joined": an_object({"table": TEXT, "you": ref("Bearer"), "ticket": TEXT}),
    "Proposal": an_object(
        {
            "id": TEXT,
            "version": NUMBER,
            "by": ref("Bearer"),
            "yours": FLAG,
            "reader": TEXT,
            "readings": a_list(ANYTHING),
            "candidates": a_list(
                an_object(
                    {
                        "action": ANYTHING,
                        "confidence": {"type": "number"},
                        "label": TEXT,
                    }
                )
            ),
            "certain": FLAG,
            "question": {},
            "problem": maybe(TEXT),
            "picture_url": TEXT,
            "size": a_list(NUMBER),
            "ms": {"type": "number"},
        }
    ),
    "Export": an_object(
        {
            "format": NUMBER,
            "game": TEXT,
            "engine": NUMBER,
            "players": a_list(TEXT),
            "options": ANYTHING,
            "entries": a_list(ANYTHING),
        },
        created=TEXT,
    ),
    "Results": an_object(
        {
            "table": TEXT,
            "game": TEXT,
            "created": TEXT,
            "version": NUMBER,
            "outcome": maybe(ref("Outcome")),
            "players": a_list(
                an_object(
                    {
                        "seat": NUMBER,
                        "name": TEXT,
                        "score": maybe(NUMBER),
                        "winner": FLAG,
                    }
                )
            ),
        }
    ),
    "Rules": an_object(
        {
            "game": maybe(TEXT),
            "lang": TEXT,
            "rules": a_list(
                an_object(
                    {
                        "id": TEXT,
                        "code": TEXT,
                        "game": TEXT,
                        "kind": TEXT,
                        "title": TEXT,
                        "short": TEXT,
                        "text": TEXT,
                        "page": maybe(NUMBER),
                        "provenance": TEXT,
                        "url": TEXT,
                    }
                )
            ),
        }
    ),
    "Health": an_object({"ok": FLAG, "streams": NUMBER}),
}
"""Every shape by its name; the bodies that are read come from `bodies`."""
