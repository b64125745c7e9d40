"""A whole game of Pig over HTTP, and everything that can stand in its way."""

from dataclasses import replace

import pytest

from app import create_app
from tests.web.conftest import Someone, gather


def test_a_deleted_table_is_gone_for_everybody_and_no_page_stumbles(app, party):
    phone = app.test_client()
    code = party.invitation["play_url"].rpartition("/")[2]
    phone.post("/api/join", json={"code": code, "seat": 0})
    assert len(phone.get("/api/tables").json["tables"]) == 1
    assert party.host.delete().status_code == 200
    assert phone.get("/api/tables").json == {"tables": []}
    assert phone.get("/").status_code == 200
    assert phone.get("/kit").status_code == 200
    assert party.seats[0].get("/events").status_code == 404
    assert party.host.delete().status_code == 404


def test_a_whole_game_is_played_by_two_phones_and_the_app(party):
    host = party.host
    for _ in range(400):
        view = host.look()
        if view["outcome"]:
            break
        if view["awaiting"]:
            assert host.say("/chance").status_code == 201
            continue
        phone = party.seats[view["turn"]]
        action = phone.look()["legal"][-1]
        answer = phone.say("/actions", action=action)
        assert answer.status_code == 201
        assert answer.json["version"] == view["version"] + 1
    assert view["outcome"]["ending"] == "goal"
    assert view["outcome"]["reason"].endswith(
        f"reaches {max(view['outcome']['scores'])}"
    )
    assert view["legal"] == []


def test_the_view_carries_the_whole_contract(party):
    party.seats[0].act("roll")
    view = party.seats[0].look()
    assert view["you"] == {"role": "seat", "seat": 0}
    assert (view["version"], view["game"], view["turn"]) == (1, "pig", 0)
    assert view["prompt"] == "Ana to play"
    assert view["awaiting"]["kind"] == "dice"
    assert view["players"] == ["Ana", "Ben"]
    assert view["photo"] == "dice"
    assert view["undo"] == {"allowed": True, "what": "Ana: roll"}
    line = view["log"][0]
    assert line["text"] == "Ana: roll"
    assert line["who"] == {"role": "seat", "seat": 0}
    assert line["kind"] == "action"


def test_legal_lists_what_this_bearer_may_post(party):
    assert party.seats[0].look()["legal"] == [{"type": "roll"}]
    assert party.seats[0].look()["labels"] == ["roll"]
    assert party.seats[1].look()["legal"] == []
    assert party.watcher.look()["legal"] == []
    assert party.host.look()["legal"] == [{"type": "roll"}]


def test_a_refusal_names_its_rule(party):
    answer = party.seats[0].act("hold")
    assert answer.status_code == 422
    assert answer.json == {
        "error": {
            "code": "illegal_move",
            "message": "You cannot bank an empty pot",
            "rule": {
                "id": "pig.empty-pot",
                "title": "You cannot bank an empty pot",
                "url": "/rules/pig.empty-pot?lang=en",
            },
            "version": 0,
        }
    }


def test_a_stale_word_gets_the_fresh_view(party):
    party.seats[0].act("roll", seen=0)
    answer = party.seats[0].act("roll", seen=0)
    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "stale"
    assert answer.json["error"]["version"] == 1
    assert answer.json["view"]["version"] == 1
    assert answer.json["view"]["you"] == {"role": "seat", "seat": 0}


def test_the_same_id_twice_is_one_action(party):
    first = party.seats[0].act("roll", seen=0, once="tap")
    again = party.seats[0].act("roll", seen=0, once="tap")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert party.host.look()["version"] == 1


def test_the_app_rolls_only_what_is_awaited_and_says_so(party):
    nothing = party.seats[0].say("/chance")
    assert (nothing.status_code, nothing.json["error"]["code"]) == (
        422,
        "nothing_awaited",
    )
    party.seats[0].act("roll")
    other = party.seats[1].say("/chance")
    assert (other.status_code, other.json["error"]["code"]) == (403, "not_yours")
    rolled = party.seats[0].say("/chance")
    assert rolled.status_code == 201
    assert rolled.json["log"][-1]["kind"] == "chance"
    assert rolled.json["log"][-1]["text"].endswith("(by the app)")


@pytest.mark.parametrize(
    ("taker", "status"),
    [
        ("owner", 201),
        ("other", 403),
        ("host", 201),
        ("watcher", 403),
    ],
)
def test_who_may_take_back_a_roll(party, taker, status):
    party.seats[0].act("roll")
    party.host.act("landed", face=4)
    people = {
        "owner": party.seats[0],
        "other": party.seats[1],
        "host": party.host,
        "watcher": party.watcher,
    }
    answer = people[taker].say("/undo")
    assert answer.status_code == status
    if status == 403:
        assert "ask" in answer.json["error"]["message"].lower() or taker == "watcher"
        return
    assert answer.json["version"] == 3, "taking back is a new entry"
    assert answer.json["board"]["rolling"] is True
    assert answer.json["log"][-1]["text"].endswith("Ana rolls 4")
    assert [line["standing"] for line in answer.json["log"]] == [True, False, False]


def test_an_untouched_table_has_nothing_to_undo(party):
    answer = party.host.say("/undo")
    assert (answer.status_code, answer.json["error"]["code"]) == (
        422,
        "nothing_to_undo",
    )


@pytest.mark.parametrize(
    ("word", "status", "code"),
    [
        pytest.param({"action": {"type": "hold"}, "reason": "house rule"}, 201, None),
        pytest.param({"patch": {"pot": 7}, "reason": "miscounted"}, 201, None),
        pytest.param({"state": {"pot": 7}, "reason": "miscounted"}, 201, None),
        pytest.param({"patch": {"pot": 7}}, 422, "malformed", id="no reason"),
        pytest.param({"patch": {"pot": 7}, "reason": "  "}, 422, "malformed"),
        pytest.param({"reason": "because"}, 422, "malformed", id="no word"),
        pytest.param(
            {"patch": {"pot": 7}, "action": {"type": "hold"}, "reason": "both"},
            422,
            "malformed",
        ),
        pytest.param({"patch": {"pot": -1}, "reason": "x"}, 422, "impossible"),
        pytest.param({"patch": {"sky": 1}, "reason": "x"}, 422, "malformed"),
        pytest.param(
            {"action": {"type": "landed", "face": 9}, "reason": "x"}, 422, "impossible"
        ),
    ],
)
def test_the_hosts_word_needs_a_reason_and_cannot_do_the_impossible(
    party, word, status, code
):
    answer = party.host.say("/override", **word)
    assert answer.status_code == status, answer.json
    if code:
        assert answer.json["error"]["code"] == code
        return
    assert word["reason"] in answer.json["log"][-1]["text"]
    assert answer.json["log"][-1]["kind"] == "override"


def test_only_the_host_takes_back_the_hosts_word(party):
    party.host.say("/override", patch={"pot": 7}, reason="miscounted")
    assert party.seats[0].look()["undo"] == {
        "allowed": False,
        "what": "The host corrects the table: miscounted",
    }
    assert party.seats[0].say("/undo").status_code == 403
    assert party.host.say("/undo").json["board"]["pot"] == 0


def test_secrets_stay_with_their_seat_in_views_logs_and_undo(app):
    """Two tables that differ only in Ana's note look the same to everyone else."""

    def everything(number):
        party = gather(app)
        party.seats[0].act("note", seat=0, number=number)
        party.seats[0].say("/undo")
        party.seats[0].act("note", seat=0, number=number)
        illegal = party.seats[1].act("hold", seen=3)
        stale = party.seats[1].act("roll", seen=0)
        seen = [party.seats[1].look(), party.watcher.look(), party.host.look()]
        own = party.seats[0].look()
        assert own["board"]["note"] == number
        assert own["log"][0]["text"] == f"You note {number}"
        texts = [str(view) for view in (*seen, illegal.json, stale.json)]
        return [scrub(text, party.table) for text in texts]

    def scrub(text, table):
        import re

        return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "", text.replace(table, ""))

    assert everything(31415) == everything(27182)


def test_a_host_who_plays_alone_reads_the_own_log(app):
    party = gather(app, ("Ana",))
    party.host.act("note", seat=0, number=31415)
    seen = party.host.look()
    assert seen["log"][0]["text"] == "You note 31415"
    assert seen["undo"]["what"] == "You note 31415"
    assert "31415" not in str(party.watcher.look()["log"])
    house = app.extensions["services"]
    newer = {"pig": replace(house.tables.games["pig"], engine=99)}
    same = {key: app.config[key] for key in ("DATA", "DATABASE")}
    shelf = create_app({**same, "GAMES": newer, "TESTING": True})
    old = Someone(shelf.test_client(), party.table, party.host.ticket).look()
    shelf.extensions["services"].tables.store.close()
    assert old["closed"]
    assert old["log"][0]["text"] == "Ana notes something", "as it was kept for all"


def test_games_are_listed_with_options_and_provenance(client):
    listed = client.get("/api/games").json["games"]
    assert listed[0]["game"] == "pig"
    assert listed[0]["players"] == {"least": 1, "most": 4}
    option = listed[0]["options"][0]
    assert (option["key"], option["default"]) == ("goal", 20)
    assert option["provenance"] == "default"
    assert option["note"] == "Most tables play to a hundred."


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "pig", "players": ["Ana"]}, 201),
        ({"game": "pig", "players": ["", ""]}, 201),
        ({"game": "chess", "players": ["Ana"]}, 422),
        ({"game": "pig", "players": []}, 422),
        ({"game": "pig", "players": ["A", "A"]}, 422),
        ({"game": "pig", "players": list("ABCDE")}, 422),
        ({"game": "pig", "players": ["A"], "options": {"goal": 1}}, 422),
        ({"game": "pig", "players": ["A"], "options": {"goal": "20"}}, 422),
        ({"game": "pig", "players": ["A"], "options": {"players": 2}}, 422),
        ({"game": "pig", "players": "AB"}, 422),
        ({"players": ["A"]}, 422),
    ],
)
def test_a_table_is_laid_out_or_the_fault_is_named(client, body, status):
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == status, answer.json
    if status == 422:
        assert answer.json["error"]["code"] == "malformed"
        assert answer.json["error"]["message"]


def test_a_file_of_another_engine_is_refused_in_the_one_shape(party):
    data = {**party.host.get("/export").json, "engine": 99}
    answer = party.stranger.client.post("/api/tables/import", json=data)
    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "other_engine"
    assert answer.json["error"]["version"] is None


def test_setup_tells_what_to_take_out_of_the_box(party):
    assert party.watcher.get("/setup").json == {"setup": ["Take one die."]}


def test_long_answers_travel_packed_for_whoever_can_unpack_them(party):
    import gzip
    import json

    party.seats[0].act("roll")
    party.host.say("/chance")
    plain = party.host.get()
    assert "Content-Encoding" not in plain.headers
    headers = {**party.host.headers(), "Accept-Encoding": "gzip, br"}
    path = f"/api/tables/{party.table}"
    short = party.host.client.get("/healthz", headers=headers)
    assert "Content-Encoding" not in short.headers
    for _ in range(12):
        party.host.say("/override", patch={"pot": 3}, reason="again and again")
    packed = party.host.client.get(path, headers=headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert json.loads(gzip.decompress(packed.data)) == party.host.look()


def test_a_refusal_of_a_real_game_speaks_from_the_catalogue(tmp_path):
    from companion.games import GAMES
    from companion.rulebook import catalogue

    app = create_app({"DATA": str(tmp_path), "GAMES": GAMES, "TESTING": True})
    client = app.test_client()
    body = {"game": "karma-dice", "players": ["Ana", "Ben"]}
    made = client.post("/api/tables", json=body).json
    answer = client.post(
        f"/api/tables/{made['table']}/actions",
        json={"seen": 0, "id": "x", "action": {"type": "stop"}},
        headers={
            "Authorization": f"Bearer {made['host_ticket']}",
            "Accept-Language": "it",
        },
    )
    app.extensions["services"].tables.store.close()
    assert answer.status_code == 422
    error = answer.json["error"]
    words = catalogue().get(error["rule"]["id"]).words("it")
    assert error["rule"]["title"] == words.title
    assert error["message"] == words.short
    assert error["rule"]["url"] == f"/rules/{error['rule']['id']}?lang=it"


def test_a_reason_is_a_sentence_and_no_book(party):
    word = {"patch": {"pot": 3}}
    refused = party.host.say("/override", reason="x" * 301, **word)
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "malformed")
    assert party.host.look()["version"] == 0
    assert party.host.say("/override", reason="x" * 300, **word).status_code == 201


def test_no_table_is_opened_for_who_has_no_ticket(app, party, monkeypatch):
    """To replay a long log costs time: strangers must not be able to ask for it."""
    tables = app.extensions["services"].tables
    opened = []
    monkeypatch.setattr(
        type(tables.opening), "find", lambda _, name: opened.append(name)
    )
    calls = [
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/export"),
        ("GET", "/seats"),
        ("POST", "/actions"),
        ("POST", "/chance"),
        ("POST", "/undo"),
        ("POST", "/override"),
        ("POST", "/photos"),
    ]
    for method, path in calls:
        address = f"/api/tables/{party.table}{path}"
        for ticket in ({}, {"Authorization": "Bearer invented"}):
            answer = app.test_client().open(address, method=method, headers=ticket)
            assert answer.status_code == 401, path
    assert app.test_client().get(f"/t/{party.table}").status_code in (401, 403)
    assert opened == []
