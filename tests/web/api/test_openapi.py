"""The document and the routes say the same, and the house keeps to both."""

import re
from dataclasses import replace
from functools import wraps
from tempfile import TemporaryDirectory
from typing import TypedDict

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from jsonschema_rs import Draft202012Validator
from schemathesis import checks
from schemathesis.core.failures import FailureGroup

from app import create_app
from companion.games import GAMES
from companion.table.view import View
from companion.web.api.openapi import JSON, document
from tests import pig
from tests.web.conftest import gather

NOT_ITSELF = "openapi.openapi"

BESIDE = ("/healthz", "/rules/<rule_id>", "/qr/<rule_id>.svg", "/qr/<rule_id>.png")
"""What the README promises to programs outside of /api."""


def routes(app):
    for rule in app.url_map.iter_rules():
        ours = rule.rule.startswith("/api/") or rule.rule in BESIDE
        if ours and rule.endpoint != NOT_ITSELF:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield method.lower(), path


def described(app):
    return document(app, app.extensions["services"].tables.games)


def test_every_route_is_documented_and_every_document_is_a_route(app):
    paths = described(app)["paths"]
    assert set(routes(app)) == {(way, path) for path in paths for way in paths[path]}


def test_the_document_is_served(app, client):
    served = client.get("/api/openapi.json")
    assert served.status_code == 200
    assert served.json == described(app)
    assert served.json["openapi"].startswith("3.")


def test_the_document_describes_the_boards_of_every_real_game(app):
    """A board may be typed in ways that cannot be described: then none is served."""
    shapes = document(app, GAMES)["components"]["schemas"]
    assert len(shapes) > len(described(app)["components"]["schemas"])


@pytest.mark.parametrize("path", ["/qr/none.svg", "/qr/none.png", "/api/none"])
def test_an_error_of_a_call_is_json_whoever_asks(client, path):
    for kinds in ("*/*", "text/html", "application/json"):
        answer = client.get(path, headers={"Accept": kinds})
        assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_an_error_of_a_page_is_a_page_unless_json_is_asked_for(client):
    for kinds, told in (("text/html", "text/html"), (JSON, JSON)):
        answer = client.get("/rules/none", headers={"Accept": kinds})
        assert (answer.status_code, answer.mimetype) == (404, told)


def test_every_shape_that_is_pointed_to_exists(app):
    whole = described(app)
    for name in set(re.findall(r"#/components/schemas/([^'\"]+)", str(whole))):
        assert name in whole["components"]["schemas"], name


def test_the_shapes_are_the_types_of_the_code(app):
    shapes = described(app)["components"]["schemas"]
    assert set(shapes["View"]["required"]) == set(View.__annotations__)
    assert shapes["View"]["properties"]["prompt"] == {"type": "string"}
    assert shapes["Act"]["required"] == ["seen", "id", "action"]
    assert "str" not in "".join(shapes), "words are texts, no more need be said"


def test_every_real_game_is_as_the_document_says(tmp_path):
    """Types of a game may be called as others are: none may take another's place."""
    app = create_app({"DATA": str(tmp_path), "GAMES": GAMES, "TESTING": True})
    shapes = {"components": described(app)["components"]}

    def faults(shape, given):
        where = {"$ref": f"#/components/schemas/{shape}", **shapes}
        found = Draft202012Validator(where).iter_errors(given)
        return [one.message for one in found]

    assert not faults("Games", app.test_client().get("/api/games").json)
    for key in GAMES:
        party = gather(app, game=key)
        for bearer in (party.host, *party.seats):
            view = bearer.look()
            assert view["board"]
            assert not faults("View", view), key
    app.extensions["services"].tables.store.close()


class PigBoard(TypedDict):
    pot: int
    rolling: bool


def test_a_game_that_types_its_board_is_held_to_it(tmp_path):
    typed = {"pig": replace(pig.GAME, board=PigBoard)}
    app = create_app({"DATA": str(tmp_path), "GAMES": typed, "TESTING": True})
    view = gather(app).host.look()
    shapes = described(app)["components"]
    check = Draft202012Validator(
        {"$ref": "#/components/schemas/View", "components": shapes}
    )
    assert check.is_valid(view)
    assert check.is_valid({**view, "board": {}}), "a closed table shows no board"
    assert not check.is_valid({**view, "board": {"pot": "full", "rolling": True}})
    assert check.is_valid({**view, "game": "whist", "board": {"pot": "full"}})
    app.extensions["services"].tables.store.close()


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    """An app with one table whose host sends every request."""
    app = create_app(
        {"DATA": str(tmp_path_factory.mktemp("data")), "GAMES": {"pig": pig.GAME}}
    )
    made = app.test_client().post(
        "/api/tables", json={"game": "pig", "players": ["Ana", "Ben"]}
    )
    yield app, made.json
    app.extensions["services"].tables.store.close()


STREAMS = "/api/tables/{table_id}/events"
"""Never ends by itself; has its own tests."""

checks.load_all_checks()
CHECKS = [
    checks.CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    )
]


def knock(app, made, method, path, examples):
    """Send what the document allows, and hold the answers against it."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    headers = {
        "Authorization": f"Bearer {made['host_ticket']}",
        "Accept-Encoding": "identity",  # the tool does not unpack
    }

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[path][method.upper()].as_strategy())
    def one(case):
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = made["table"]
        app.extensions["services"].guesses.forget()
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    one()


def listed():
    """Every call; the addresses are the same wherever the data lies."""
    with TemporaryDirectory() as data:
        app = create_app({"DATA": data, "GAMES": {"pig": pig.GAME}})
        found = sorted(set(routes(app)))
        app.extensions["services"].tables.store.close()
    return [(method, path) for method, path in found if path != STREAMS]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), listed())
def test_the_house_keeps_to_its_document(open_house, method, path):
    app, made = open_house
    knock(app, made, method, path, examples=15)


def test_the_check_itself_notices_an_undocumented_answer(open_house, monkeypatch):
    app, made = open_house
    odd = wraps(app.view_functions["api.games"])(lambda: ("{}", 418))
    monkeypatch.setitem(app.view_functions, "api.games", odd)
    with pytest.raises(FailureGroup):
        knock(app, made, "get", "/api/games", examples=1)
