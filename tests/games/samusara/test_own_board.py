"""A table's own board: typed, opened or drawn, checked before it is kept."""

from __future__ import annotations

import json

import pytest

from app import create_app
from companion.core import calibration
from companion.core.errors import Malformed
from companion.games.samusara import GAME
from companion.games.samusara.board import BOARDS, read_board, shipped
from companion.games.samusara.own_board import drawn, ours, plain, shipped_text


@pytest.fixture
def client(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    yield app.test_client()
    app.extensions["services"].tables.store.close()


def typed(text):
    return GAME.box.corrections({"board": text})


@pytest.mark.parametrize("name", BOARDS)
def test_our_boards_come_through_their_text_unchanged(name):
    again = read_board(json.loads(shipped_text(name)))
    assert again == shipped(name)


def test_our_default_is_no_correction():
    (part,) = GAME.box.sheet(None)
    assert part.provenance == "default"
    assert typed(calibration.values((part,))["board"]) == {}


def test_another_board_is_kept_and_played_on():
    box = typed(shipped_text("diamond"))
    assert GAME.box.sheet(box)[0].provenance == "table"
    state = GAME.start({"players": 2, "box": box})
    assert state.board == shipped("diamond")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "an object"),
        ("{}", "1 to 200 cells"),
    ],
)
def test_a_faulty_file_says_what_is_wrong(text, says):
    with pytest.raises(Malformed, match=says):
        typed(text)
    assert drawn(text) is None


def test_what_a_stranger_adds_to_a_file_is_not_kept():
    data = plain(shipped("diamond")) | {"virus": "x" * 1000}
    assert "virus" not in typed(json.dumps(data))["board"]


def test_the_drawing_shows_the_start_and_its_doubts():
    board = drawn(shipped_text("rhombus"))
    assert sum(cell["disc"] == "yellow" for cell in board["cells"]) == 10
    assert board["doubts"] == ()
    lone = plain(shipped("rhombus"))
    lone["cells"][0]["kind"] = "plain"
    assert "uneven-power" in drawn(json.dumps(lone))["doubts"]


def test_the_page_keeps_a_board_and_draws_it(client):
    page = client.get("/box/samusara").text
    assert page.count("data-start-from") == len(ours())
    assert 'data-cell="M1"' in page
    kept = client.post("/box/samusara", data={"board": shipped_text("rectangle")})
    assert kept.status_code == 303
    page = client.get("/box/samusara?kept=1").text
    assert 'data-cell="a1"' in page
    names = {"players": "2", "name-0": "Ana", "name-1": "Ben", "repetition": "on"}
    names |= {"board": "rhombus", "colour": "yellow"}
    table = client.post("/new/samusara", data=names)
    assert table.status_code == 303, table.text
    seen = client.get(table.headers["Location"].replace("/ready", "")).text
    assert 'data-cell="a1"' in seen


def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(client):
    answer = client.post("/box/samusara", data={"board": '{"cells": []}'})
    assert answer.status_code == 422
    assert "1 to 200 cells" in answer.text
    assert "&#34;cells&#34;: []" in answer.text


def test_another_box_is_forgotten_on_request(client):
    client.post("/box/samusara", data={"board": shipped_text("diamond")})
    client.post("/box/samusara", data={"board": "", "reset": "1"})
    assert 'data-cell="M1"' in client.get("/box/samusara").text
