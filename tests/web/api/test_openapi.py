"""The document and the routes say the same, and the house keeps to both."""

import re

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import checks
from schemathesis.core.failures import FailureGroup

from app import create_app
from companion.web.api.openapi import document
from companion.web.api.operations import OPERATIONS
from tests import pig

NOT_ITSELF = "openapi.openapi"


def routes(app):
    for rule in app.url_map.iter_rules():
        ours = rule.rule.startswith("/api/") or rule.rule == "/healthz"
        if ours and rule.endpoint != NOT_ITSELF:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield method.lower(), path


def test_every_route_is_documented_and_every_document_is_a_route(app):
    described = {(operation.method, operation.path) for operation in OPERATIONS}
    assert set(routes(app)) == described


def test_the_document_is_served(client):
    served = client.get("/api/openapi.json")
    assert served.status_code == 200
    assert served.json == document()
    assert served.json["openapi"].startswith("3.")


def test_every_shape_that_is_pointed_to_exists():
    text = str(document())
    for name in set(re.findall(r"#/components/schemas/(\w+)", text)):
        assert name in document()["components"]["schemas"], name


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


def knock(app, made, operation, examples):
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
    @given(case=schema[operation.path][operation.method.upper()].as_strategy())
    def one(case):
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = made["table"]
        app.extensions["services"].guesses.forget()
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    one()


@pytest.mark.slow
@pytest.mark.parametrize(
    "operation",
    [operation for operation in OPERATIONS if operation.path != STREAMS],
    ids=lambda operation: f"{operation.method} {operation.path}",
)
def test_the_house_keeps_to_its_document(open_house, operation):
    app, made = open_house
    knock(app, made, operation, examples=15)


def test_the_check_itself_notices_an_undocumented_answer(open_house, monkeypatch):
    app, made = open_house
    games = next(o for o in OPERATIONS if o.path == "/api/games")
    monkeypatch.setitem(app.view_functions, "api.games", lambda: ("{}", 418))
    with pytest.raises(FailureGroup):
        knock(app, made, games, examples=1)
