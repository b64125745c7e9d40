"""Codes, cookies and seats: one use, one device, and the host's way out."""

import pytest


def path_of(url):
    return "/" + url.split("/", 3)[3]


def join_path(party, seat=0):
    return path_of(party.invitation["seats"][seat]["join_url"])


def test_a_join_link_becomes_a_cookie_and_leads_to_the_table(app, party):
    phone = app.test_client()
    asked = phone.get(join_path(party))
    assert asked.status_code == 200
    assert "Ana" in asked.text
    assert "Take this seat" in asked.text
    assert "Set-Cookie" not in asked.headers
    answer = phone.post(join_path(party))
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{party.table}"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    view = phone.get(f"/api/tables/{party.table}").json
    assert view["you"] == {"role": "seat", "seat": 0}


def test_a_used_link_is_dead_for_others_and_leads_home_for_its_owner(app, party):
    phone, other = app.test_client(), app.test_client()
    phone.post(join_path(party))
    assert other.post(join_path(party)).status_code == 409
    refused = other.get(join_path(party))
    assert refused.status_code == 409
    assert "This seat is taken" in refused.text
    assert other.get(f"/api/tables/{party.table}").status_code == 401
    assert phone.get(join_path(party)).status_code == 303


@pytest.mark.parametrize(
    "robot",
    [
        {"User-Agent": "WhatsApp/2.2 W"},
        {"User-Agent": "facebookexternalhit/1.1"},
        {"Sec-Purpose": "prefetch"},
        {},
    ],
)
def test_whoever_only_looks_does_not_use_up_a_link(app, party, robot):
    for _ in range(3):
        assert app.test_client().get(join_path(party), headers=robot).status_code == 200
    phone = app.test_client()
    assert phone.head(join_path(party)).status_code == 200
    assert phone.head(join_path(party) + "x").status_code == 404
    assert phone.post(join_path(party)).status_code == 303


def test_another_site_cannot_tap_for_somebody(app, party):
    evil = {"Origin": "http://evil.example"}
    assert app.test_client().post(join_path(party), headers=evil).status_code == 403
    assert app.test_client().post(join_path(party)).status_code == 303


def test_the_play_code_opens_any_free_seat_once(app, party):
    code = party.invitation["play_url"].rpartition("/")[2]
    peek = app.test_client().get(f"/api/join/{code}").json
    assert [seat["taken"] for seat in peek["seats"]] == [False, False]
    phone, other = app.test_client(), app.test_client()
    taken = phone.post("/api/join", json={"code": code, "seat": 1})
    assert taken.status_code == 201
    assert taken.json["you"] == {"role": "seat", "seat": 1}
    assert other.post("/api/join", json={"code": code, "seat": 1}).status_code == 409
    assert other.post(join_path(party, 1)).status_code == 409
    assert other.post("/api/join", json={"code": code}).status_code == 404
    assert other.post("/api/join", json={"code": code, "seat": 9}).status_code == 409
    assert other.post("/api/join", json={"code": code, "seat": 0}).status_code == 201


@pytest.mark.parametrize("seat", [-1, 100, 10**30])
def test_a_seat_that_cannot_be_is_refused(app, party, seat):
    code = party.invitation["play_url"].rpartition("/")[2]
    phone = app.test_client()
    refused = phone.post("/api/join", json={"code": code, "seat": seat})
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "malformed")
    tapped = phone.post(f"/p/{code}", data={"seat": str(seat)})
    assert tapped.headers["Location"] == f"/p/{code}?taken=1"


def test_the_watch_link_may_be_shared(app, party):
    path = path_of(party.invitation["watch_url"])
    for _ in range(3):
        eyes = app.test_client()
        assert eyes.get(path).status_code == 303
        assert eyes.get(f"/api/tables/{party.table}").json["you"]["role"] == "watch"


def test_the_host_frees_a_seat_and_the_old_device_is_out(app, party):
    phone = app.test_client()
    phone.post(join_path(party))
    assert party.seats[1].post("/seats/0/free").status_code == 403
    freed = party.host.post("/seats/0/free")
    assert freed.status_code == 200
    assert freed.json["seats"][0]["taken"] is False
    gone = phone.get(f"/api/tables/{party.table}")
    assert gone.status_code == 401
    assert party.seats[0].get().status_code == 401
    new = app.test_client()
    assert new.post(path_of(freed.json["seats"][0]["join_url"])).status_code == 303
    assert new.get(f"/api/tables/{party.table}").json["you"]["seat"] == 0


def test_the_link_of_a_seat_dies_when_it_is_freed_before_anybody_came(app, party):
    sent = join_path(party)
    freed = party.host.post("/seats/0/free").json["seats"][0]["join_url"]
    assert app.test_client().post(sent).status_code == 409
    assert app.test_client().post(path_of(freed)).status_code == 303


def test_links_are_shown_to_the_host_alone(party):
    plan = party.host.get("/seats").json
    assert plan["play_url"]
    assert all(seat["join_url"] for seat in plan["seats"])
    others = party.seats[0].get("/seats").json
    assert others["play_url"] is None
    assert not any(seat["join_url"] for seat in others["seats"])
    assert others["watch_url"] == plan["watch_url"]


@pytest.mark.parametrize(
    ("link", "host", "seat"),
    [("play", 200, 404), ("watch", 200, 200), ("seat-0", 200, 404), ("x", 404, 404)],
)
def test_links_are_drawn_as_qr(party, link, host, seat):
    drawn = party.host.get(f"/qr/{link}.svg")
    assert drawn.status_code == host
    assert party.seats[0].get(f"/qr/{link}.svg").status_code == seat
    if host == 200:
        assert drawn.mimetype == "image/svg+xml"
        assert b"<path" in drawn.data


def test_guessing_codes_is_slowed_down(client):
    statuses = [client.get(f"/j/wrong{n}").status_code for n in range(25)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    last = client.get("/api/join/wrong")
    assert last.json["error"]["code"] == "too_many_tries"
    assert int(last.headers["Retry-After"]) > 0


def test_a_browser_with_several_tickets_says_which_one_it_means(app, party):
    phone = app.test_client()
    phone.post(join_path(party, 0))
    phone.post(join_path(party, 1))
    phone.get(path_of(party.invitation["watch_url"]))
    base = f"/api/tables/{party.table}"
    assert phone.get(base).json["you"]["seat"] == 0
    assert phone.get(f"{base}?as=seat-1").json["you"]["seat"] == 1
    assert phone.get(f"{base}?as=watch").json["you"]["role"] == "watch"
    assert phone.get(f"{base}?as=host").status_code == 401


def test_a_browser_is_told_its_tables(app, party):
    phone = app.test_client()
    assert phone.get("/api/tables").json == {"tables": []}
    phone.post(join_path(party, 0))
    mine = phone.get("/api/tables").json["tables"]
    assert [(one["table"], one["players"]) for one in mine] == [
        (party.table, ["Ana", "Ben"])
    ]
