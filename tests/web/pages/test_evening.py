"""A rematch takes every device along; nobody scans anything again."""

from tests.web.conftest import gather


def browser(app, party, *tickets):
    """Return a browser that has these tickets in its pocket."""
    client = app.test_client()
    for who, ticket in tickets:
        client.set_cookie(f"table-{party.table}-{who}", ticket)
    return client


def seat(party, n):
    return f"seat-{n}", party.invitation["seats"][n]["ticket"]


def test_the_host_lays_out_a_rematch_and_phones_follow(app, party):
    host = browser(app, party, ("host", party.invitation["host_ticket"]))
    phone = browser(app, party, seat(party, 0))
    assert phone.get(f"/t/{party.table}/follow").location == f"/t/{party.table}"
    made = host.post(f"/t/{party.table}/again", data={"as": "host", "to": "phone"})
    assert made.status_code == 303
    new = made.location.split("/")[2].partition("?")[0]
    assert new != party.table
    gone = phone.get(f"/t/{party.table}/follow?as=seat-0")
    assert gone.location == f"/t/{new}"
    seen = phone.get(f"/api/tables/{new}").json
    assert seen["you"] == {"role": "seat", "seat": 1}
    assert seen["players"] == ["Ben", "Ana"]
    assert host.get(f"/api/tables/{new}?as=host").json["you"]["role"] == "host"


def test_a_table_screen_follows_to_the_table_screen(app, party):
    host = browser(app, party, ("host", party.invitation["host_ticket"]))
    made = host.post(f"/t/{party.table}/again", data={"as": "host", "to": "screen"})
    assert made.location.endswith("/screen")
    assert host.get(made.location).status_code == 200


def test_a_phone_that_only_asks_is_told_too(app, party):
    host = browser(app, party, ("host", party.invitation["host_ticket"]))
    phone = browser(app, party, seat(party, 0))
    path = f"/t/{party.table}/live?as=seat-0&seen=0"
    assert "Next-Table" not in phone.get(path).headers
    host.post(f"/t/{party.table}/again")
    told = phone.get(path)
    assert told.status_code == 204
    assert told.headers["Next-Table"]


def test_a_stream_says_moved_once(app, party):
    from companion.table.live import Ear
    from companion.web.api.events import MOVED, Stream

    home = app.extensions["services"]
    listener = home.live.join(party.table, Ear())
    stream = Stream(home, party.table, listener, None, 0)
    assert MOVED not in stream.opening()
    home.evenings.rematch(party.table)
    assert stream.news(0) == [MOVED]
    assert stream.news(0) == []
    late = Stream(home, party.table, listener, None, 0)
    assert MOVED in late.opening()


def test_only_the_host_may_and_strangers_follow_nowhere(app, party):
    for one in (*party.seats, party.watcher):
        assert one.post("/again").status_code == 403
    assert party.stranger.post("/again").status_code == 401
    assert party.seats[0].post("/follow").status_code == 403
    assert party.host.post("/again").status_code == 201
    assert party.stranger.post("/follow").status_code == 401
    assert app.test_client().get(f"/t/{party.table}/follow").status_code == 401


def test_programs_follow_with_their_tickets(app, party):
    made = party.host.post("/again").json
    gone = party.seats[0].post("/follow").json
    assert (gone["table"], gone["seat"]) == (made["table"], 1)
    headers = {"Authorization": f"Bearer {gone['ticket']}"}
    seen = party.seats[0].client.get(f"/api/tables/{gone['table']}", headers=headers)
    assert seen.json["you"]["seat"] == 1
    assert party.host.post("/again").json["table"] == made["table"]


def test_a_ticket_of_another_table_does_not_follow(app, party):
    other = gather(app, ("Cleo", "Dan"))
    party.host.post("/again")
    headers = {"Authorization": f"Bearer {other.invitation['seats'][0]['ticket']}"}
    path = f"/api/tables/{party.table}/follow"
    assert app.test_client().post(path, headers=headers).status_code == 403


def test_other_options_take_the_phones_along_too(app):
    host = app.test_client()
    form = {"players": "2", "name-0": "Ana", "name-1": "Ben", "goal": "30"}
    first = host.post("/new/pig", data=form).location.split("/")[2]
    page = host.get(f"/new/pig?again={first}").text
    assert f'name="again" value="{first}"' in page
    again = form | {"again": first, "goal": "60"}
    second = host.post("/new/pig", data=again).location.split("/")[2]
    assert app.extensions["services"].evenings.successor(first) == second


def test_a_stranger_cannot_lead_a_table_away(app, party):
    form = {"players": "2", "name-0": "A", "name-1": "B", "goal": "30"}
    form["again"] = party.table
    assert app.test_client().post("/new/pig", data=form).status_code == 303
    assert app.extensions["services"].evenings.successor(party.table) is None


def test_people_are_offered_next_time(app):
    host = app.test_client()
    form = {"players": "2", "name-0": "Zoé", "name-1": "", "goal": "30"}
    assert host.post("/new/pig", data=form).status_code == 303
    page = host.get("/new/pig").text
    assert 'data-person="Zoé"' in page
    assert 'data-person="Player 2"' not in page
    assert "data-person" not in app.test_client().get("/new/pig").text
