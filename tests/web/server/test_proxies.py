"""Behind a proxy: whose word on addresses is believed, and what a NUL leads to."""

import pytest

from app import main
from companion.web.server.bridge import address_of
from companion.web.server.lines import Lines
from companion.web.server.network import NOBODY, Proxies, plain_address
from companion.web.server.serve import make_server


def believed(app, peer, told):
    """Return the address that the app sees for a line and what it was told."""
    server = make_server(app, "127.0.0.1", 0)
    server.config.load()
    seen = []

    async def note(scope, _receive, _send):
        seen.append(address_of(scope))

    server.config.loaded_app.app = note
    scope = {
        "type": "http",
        "client": (peer, 1),
        "scheme": "http",
        "headers": [(b"x-forwarded-for", told.encode("latin-1"))],
    }
    call = server.config.loaded_app(scope, None, None)
    with pytest.raises(StopIteration):
        call.send(None)
    return seen[0]


def test_only_named_proxies_say_for_whom_they_ask(app):
    assert believed(app, "203.0.113.9", "10.0.0.1") == "203.0.113.9"
    assert believed(app, "127.0.0.1", "203.0.113.9") == "203.0.113.9"
    app.config["PROXIES"] = ["10.1.0.0/16"]
    assert believed(app, "10.1.2.3", "203.0.113.9") == "203.0.113.9"
    assert believed(app, "10.2.2.3", "203.0.113.9") == "10.2.2.3"


def test_nobody_hides_behind_an_address_he_invents(app):
    app.config["PROXIES"] = ["10.1.0.0/16"]
    told = "127.0.0.1, 198.51.100.1, 203.0.113.9, 10.1.0.4"
    assert believed(app, "10.1.2.3", told) == "203.0.113.9"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        pytest.param("2001:470:1:2:3:4:5:6", "2001:470:1:2::", id="a household"),
        pytest.param("2001:470:1:2:ffff::1", "2001:470:1:2::", id="the same one"),
        pytest.param("2001:470:1:3::1", "2001:470:1:3::", id="the next house"),
        pytest.param("fe80::1", "fe80::1", id="the own network"),
        pytest.param("fd00::17", "fd00::17", id="the own network by name"),
        pytest.param("::ffff:203.0.113.9", "203.0.113.9", id="written otherwise"),
    ],
)
def test_a_household_is_one_address_however_many_it_makes_up(address, counted):
    assert plain_address(address) == counted
    lines = Lines(most=9, of_address=2)
    assert lines.enters(counted)
    assert lines.enters(address)
    assert not lines.enters(address), "counted together"
    lines.leaves(address)
    assert lines.enters(counted)


@pytest.mark.parametrize("told", ["nonsense", "x" * 5000, "1.2.3.4.5", "a\0b"])
def test_what_is_no_address_is_counted_as_nobody(app, told):
    assert believed(app, "127.0.0.1", told) == NOBODY


def test_a_proxy_may_hold_lines_for_everybody():
    some = Lines(most=5, proxies=Proxies(["10.1.0.0/16"]), of_address=2)
    assert [some.enters("10.1.0.4") for _ in range(5)] == [True] * 5
    other = Lines(most=5, of_address=2)
    assert [other.enters("10.1.0.4") for _ in range(3)] == [True, True, False]


def test_a_proxy_that_is_no_address_is_said_plainly(capsys):
    with pytest.raises(SystemExit):
        main(["run", "--proxies", "10.0.0.1,here"])
    assert "'here' does not appear to be" in capsys.readouterr().err


def test_the_database_is_not_even_asked_for_a_nul(app, client, monkeypatch):
    def asked(*_, **__):
        raise AssertionError("the database was asked")

    store = app.extensions["services"].tables.store
    monkeypatch.setattr(store, "ask", asked)
    monkeypatch.setattr(store.glances, "row", asked)
    for path in ("/t/a%00b", "/api/tables/a%00b", "/j/a%00b", "/h/%00", "/w/%00"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/t/a%00b", "/api/tables/a%00b", "/j/a%00b"])
def test_there_is_nothing_at_an_address_with_a_nul(client, path):
    assert client.get(path).status_code == 404
