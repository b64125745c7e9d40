"""Headers on everything, writes only from our own pages, bodies of any kind."""

import json
import logging
import socket
import string
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from app import create_app
from companion.table import schema
from tests.web.conftest import gather


def seat_cookie(app, party, seat=0):
    phone = app.test_client()
    phone.post("/" + party.invitation["seats"][seat]["join_url"].split("/", 3)[3])
    return phone


@pytest.mark.parametrize("path", ["/healthz", "/api/games", "/api/nothing", "/j/none"])
def test_every_answer_is_guarded(client, path):
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


SAYS = {"seen": 0, "id": "x", "action": {"type": "roll"}}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 201, id="no page at all"),
        pytest.param({"Origin": "http://localhost"}, 201),
        pytest.param({"Referer": "http://localhost/t/x"}, 201),
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 201),
        pytest.param({"Origin": "http://evil.example"}, 403),
        pytest.param({"Origin": "null"}, 403, id="sandboxed page"),
        pytest.param({"Origin": "http://[x"}, 403, id="no address at all"),
        pytest.param({"Referer": "http://[x"}, 403),
        pytest.param({"Origin": "http://localhost:99"}, 403, id="other port"),
        pytest.param({"Referer": "http://evil.example/localhost"}, 403),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403),
        pytest.param(
            {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, 403
        ),
    ],
)
def test_a_cookie_writes_only_from_our_own_pages(app, party, headers, status):
    phone = seat_cookie(app, party)
    answer = phone.post(
        f"/api/tables/{party.table}/actions", json=SAYS, headers=headers
    )
    assert answer.status_code == status
    if status == 403:
        assert answer.json["error"]["code"] == "forbidden"


def test_a_ticket_in_a_header_may_come_from_anywhere(party):
    headers = {**party.seats[0].headers(), "Origin": "http://program.example"}
    answer = party.host.client.post(
        f"/api/tables/{party.table}/actions", json=SAYS, headers=headers
    )
    assert answer.status_code == 201


def test_another_site_cannot_lay_out_tables(client):
    body = {"game": "pig", "players": ["Ana"]}
    evil = client.post("/api/tables", json=body, headers={"Origin": "http://evil.x"})
    assert evil.status_code == 403


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic YTpi", "x", ""])
def test_an_odd_authorization_is_no_ticket_even_beside_a_cookie(app, party, header):
    phone = seat_cookie(app, party)
    answer = phone.get(f"/api/tables/{party.table}", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_refusals_speak_the_language_of_the_phone(party):
    headers = {**party.seats[0].headers(), "Accept-Language": "fr"}
    answer = party.host.client.get(f"/api/tables/{party.table}x", headers=headers)
    assert answer.json["error"]["message"] == "Cette table n’existe pas ici."


def test_what_is_too_large_is_not_read(party):
    answer = party.host.post("/actions", {**SAYS, "padding": "x" * 70_000})
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"seen": 0, "id": "\\ud800", "action": {}}', 400),
        (b'{"x": ' + b"[" * 50_000, 400),
        (b"seen=0&id=x", 400),
        (b"null", 422),
        (b"[]", 422),
        (b"{}", 422),
        (b'{"seen": "0", "id": "x", "action": {}}', 422),
        (b'{"seen": 0, "id": "", "action": {}}', 422),
        (b'{"seen": 0, "id": "a b", "action": {}}', 422),
        (b'{"seen": 0, "id": 5, "action": {}}', 422),
        (b'{"seen": 0, "id": "x", "action": []}', 422),
        (b'{"seen": 0, "id": "x", "action": {}}', 422),
        (b'{"seen": 0, "id": "x", "action": {"type": "fly"}}', 422),
        (b'{"seen": 0, "id": "x", "action": {"type": ["roll"]}}', 422),
        (b'{"seen": 0, "id": "x", "action": {"type": "roll", "far": 1}}', 422),
        (b'{"seen": 1.5, "id": "x", "action": {"type": "roll"}}', 422),
        (b'{"seen": 99, "id": "x", "action": {"type": "roll"}}', 409),
    ],
)
def test_a_body_that_cannot_be_used_is_refused_in_the_one_shape(party, body, status):
    answer = party.host.client.post(
        f"/api/tables/{party.table}/actions",
        data=body,
        headers=party.host.headers(),
        content_type="application/json",
    )
    assert answer.status_code == status, answer.text
    assert set(answer.json["error"]) == {"code", "message", "rule", "version"}
    assert party.host.look()["version"] == 0


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(string.printable, max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "face", "seat", "number", "pot", "x"]), inner
        )
    ),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "seen": st.just(0) | anything,
        "id": st.text("abc", min_size=1, max_size=3) | anything,
        "action": anything,
        "patch": anything,
        "state": anything,
        "reason": st.just("because") | anything,
        "game": st.just("pig") | anything,
        "players": st.lists(st.text(max_size=4), max_size=5) | anything,
        "options": anything,
        "code": anything,
        "seat": anything,
        "entries": anything,
        "format": st.just(1) | anything,
        "engine": anything,
    },
)


@given(body=fields | anything, data=st.data())
@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_body_whatever_breaks_the_house(app, body, data):
    """Anything may be sent anywhere: it is done, or refused in the one shape."""
    party = gather(app)
    base = f"/api/tables/{party.table}"
    path = data.draw(
        st.sampled_from(
            [f"{base}/{name}" for name in ("actions", "chance", "undo", "override")]
            + ["/api/tables", "/api/tables/import", "/api/join", f"{base}/photos"]
        )
    )
    answer = party.host.client.post(
        path,
        data=json.dumps(body),
        headers=party.host.headers(),
        content_type="application/json",
    )
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert set(answer.json["error"]) == {"code", "message", "rule", "version"}


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "\t//evil.example",
        "/\n/evil.example",
        "/\r/evil.example",
        "https://evil.example/t/x",
        "javascript:alert(1)",
        "evil.example",
        "",
    ],
)
def test_the_way_back_never_leads_elsewhere(client, back):
    answer = client.post("/language", data={"lang": "fr", "back": back})
    assert (answer.status_code, answer.location) == (303, "/")


@pytest.mark.parametrize("name", ["evil.example", "203.0.113.66"])
def test_no_redirect_believes_the_host_header(app, party, name):
    code = party.invitation["seats"][0]["join_url"].rpartition("/")[2]
    paths = (f"/j/{code}", "//t/x", "/t//x", "/rules", "/static//x", "//evil.example/")
    for path in paths:
        answer = app.test_client().get(path, headers={"Host": name})
        assert answer.headers.get("Location", "/").startswith("/"), path
        assert not answer.headers.get("Location", "/").startswith("//"), path


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "evil.example:80", "localhost.evil.example", "a:b:c", "]"),
        # The own network gives such names, but to whichever machine it likes.
        *("evil", "evil:80", "evil.local"),
    ],
)
def test_no_link_believes_the_host_header(app, party, name):
    seen = app.test_client().get(
        f"/api/tables/{party.table}/seats",
        headers={**party.host.headers(), "Host": name},
    )
    assert "evil" not in seen.text
    made = app.test_client().post(
        "/api/tables",
        json={"game": "pig", "players": ["Ana"]},
        headers={"Host": name},
    )
    assert "evil" not in made.text


def test_another_name_opens_nothing_but_the_sign_of_life(app, party):
    for path in ("/", "/api/games", "/rules/", f"/t/{party.table}", "/history"):
        for name in ("evil.example", "localhost.evil.example", "127.0.0.1.nip.example"):
            answer = app.test_client().get(path, headers={"Host": name})
            assert answer.status_code == 421, (path, name)
    alive = app.test_client().get("/healthz", headers={"Host": "proxy.example"})
    assert alive.status_code == 200
    for name in ("karma", "table.local", "127.0.0.1:8000", "[::1]:8000"):
        assert app.test_client().get("/", headers={"Host": name}).status_code == 200
    posted = app.test_client().post(
        "/api/tables", json={"game": "pig"}, headers={"Host": "evil.example"}
    )
    assert posted.status_code == 421


def test_the_public_name_is_ours(tmp_path):
    config = {"DATA": str(tmp_path), "PUBLIC_URL": "https://tables.example"}
    client = create_app({**config, "TESTING": True}).test_client()
    for name, status in (("tables.example", 200), ("other.example", 421)):
        assert client.get("/", headers={"Host": name}).status_code == status


def test_links_keep_the_names_this_machine_has(app, party):
    own = socket.gethostname().partition(".")[0]
    for name in ("192.0.2.7:8000", "[2001:db8::7]:8000", f"{own}.fritz.box", own):
        headers = {**party.host.headers(), "Host": name}
        path = f"/api/tables/{party.table}/seats"
        seen = app.test_client().get(path, headers=headers).json
        assert seen["play_url"].startswith(f"http://{name}/p/")


@pytest.mark.parametrize("tls", [False, True])
def test_browsers_insist_on_https_only_where_it_is_spoken(app, tls):
    app.config["TLS"] = tls
    headers = app.test_client().get("/healthz").headers
    assert ("Strict-Transport-Security" in headers) == tls


def test_what_is_written_never_reaches_a_log(app, party, caplog):
    store = app.extensions["services"].tables.store
    row = {"key": "key", "value": "a secret"}
    with pytest.raises(IntegrityError) as problem, store.write() as connection:
        connection.execute(insert(schema.settings), row)
    logging.getLogger(__name__).error("unexpected", exc_info=problem.value)
    assert "a secret" not in caplog.text
    assert "settings" in caplog.text


@pytest.mark.parametrize("path", ["/language", "/new/pig", "/api/join"])
@pytest.mark.parametrize("chunked", [False, True])
def test_no_form_is_endless(app, path, chunked):
    client = app.test_client()
    body = b"lang=fr&back=" + b"x" * 200_000
    more = {"environ_overrides": {"wsgi.input_terminated": True}} if chunked else {}
    answer = client.post(
        path,
        input_stream=BytesIO(body),
        content_length=None if chunked else len(body),
        content_type="application/x-www-form-urlencoded",
        **more,
    )
    assert answer.status_code == 413
