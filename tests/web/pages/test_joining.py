"""Coming in: the code of the terminal, the list of tables, the code of yesterday."""

import pytest

from companion.table.removal import remove
from tests.web.conftest import gather, win

HTML = {"Accept": "text/html"}


def code(party, kind="play_url"):
    return party.invitation[kind].rpartition("/")[2]


def test_the_code_of_the_terminal_leads_where_it_helps(app, client):
    assert client.get("/join").location == "/", "nothing is open: lay out"
    only = gather(app)
    assert client.get("/join").location == f"/p/{code(only)}"
    other = gather(app)
    assert client.get("/join").location == "/", "several: the list"
    client.post(f"/p/{code(other)}", data={"seat": "1"})
    assert client.get("/join").location == f"/t/{other.table}", "its own one first"


def test_the_start_page_lists_open_tables_with_their_seats(app, client):
    party = gather(app)
    page = client.get("/").text
    assert f'href="/p/{code(party)}"' in page
    assert page.index("Open tables") < page.index('class="games"')
    app.test_client().post(f"/p/{code(party)}", data={"seat": "0"})
    listed = client.get("/").text.partition("Open tables")[2]
    assert listed.index("Ana") < listed.index("seated") < listed.index("Ben")
    assert listed.index("Ben") < listed.index("free")


def test_a_page_from_elsewhere_does_not_read_who_plays(app, client):
    gather(app)
    for path in ("/", "/join"):
        strange = client.get(path, headers={"Host": "evil.example"})
        assert strange.status_code == 421
        assert "Open tables" not in strange.text
        assert "--public-url" in strange.text


@pytest.mark.parametrize("kind", ["play", "seat"])
def test_the_code_of_a_finished_game_leads_to_the_next_one(app, client, kind):
    over = gather(app, goal=6)
    seat = over.invitation["seats"][1]["join_url"].rpartition("/")[2]
    path = {"play": f"/p/{code(over)}", "seat": f"/j/{seat}"}[kind]
    win(over)
    told = client.get(path, headers=HTML)
    assert told.status_code == 410
    assert "The game behind this code is over." in told.text
    assert f'href="/w/{code(over, "watch_url")}"' in told.text
    assert 'href="/join"' not in told.text, "nothing is open now"
    gather(app)
    assert 'href="/join"' in client.get(path, headers=HTML).text


def test_the_code_of_a_finished_game_follows_its_people(app, client):
    over, _, _ = gather(app, goal=6), gather(app), gather(app)
    win(over)
    followed = over.host.post("/again").json["table"]
    told = client.get(f"/p/{code(over)}", headers=HTML).text
    way = told.partition('class="button primary wide" href="')[2].partition('"')[0]
    assert client.get(way).status_code == 200
    seat = client.post(way, data={"seat": "1"})
    assert seat.location == f"/t/{followed}"


def test_the_code_of_a_deleted_table_leads_on_too(app, client):
    gone, path = gather(app), "/p/"
    path += code(gone)
    remove(app.extensions["services"].tables, gone.table)
    gather(app)
    told = client.get(path, headers=HTML)
    assert told.status_code == 404
    assert 'href="/join"' in told.text


def test_who_played_sees_the_end_behind_the_old_code(app, client):
    party = gather(app, goal=6)
    client.post(f"/p/{code(party)}", data={"seat": "1"})
    win(party)
    assert client.get(f"/p/{code(party)}").location == f"/t/{party.table}"
    assert client.get(f"/t/{party.table}").status_code == 200
    assert "Open tables" not in client.get("/").text
    assert 'id="continue"' not in client.get("/").text, "over: nothing to continue"
