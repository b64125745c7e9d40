"""The score sheet: a line for every turn, none for any other step."""

import re
from itertools import pairwise

from app import create_app
from companion.games import GAMES
from tests.games.play import random_states

GAME = GAMES["karma-dice"]


def test_every_turn_leaves_one_line_that_adds_up_to_the_scores():
    options = {"players": 3, "end": "rounds", "rounds": 4}
    states, _ = random_states(GAME, options, seed=2, most=2000)
    lines = [line for step in pairwise(states) if (line := GAME.recap(*step))]
    told = sorted((line["round"], line["seat"]) for line in lines)
    assert told == [(n, seat) for n in range(1, 5) for seat in range(3)]
    scores = GAME.outcome(states[-1]).scores
    for seat, score in enumerate(scores):
        assert sum(line["points"] for line in lines if line["seat"] == seat) == score
    assert all(line["rolls"] for line in lines)


def test_the_rounds_add_up_to_the_total_after_a_correction(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    client = app.test_client()
    laid = {"game": "karma-dice", "players": ["Ana", "Ben"]}
    laid["options"] = {"end": "rounds", "rounds": 1}
    table = client.post("/api/tables", json=laid).get_json()
    host = {"Authorization": f"Bearer {table['host_ticket']}"}

    def say(what, seen, **word):
        path = f"/api/tables/{table['table']}/{what}"
        word |= {"seen": seen, "id": f"word-{seen}"}
        reply = client.post(path, json=word, headers=host)
        assert reply.status_code == 201, reply.text
        return reply.get_json()

    say("actions", 0, action={"type": "score", "points": 1})
    patch, reason = {"score": {"seat": 0, "points": 4}}, "we miscounted"
    told = say("override", 1, patch=patch, reason=reason)
    assert told["log"][-1]["text"] == "Ana 1 → 4: we miscounted"
    assert say("actions", 2, action={"type": "score", "points": 7})["outcome"]
    headers = host | {"Accept": "text/html"}
    page = client.get(f"/t/{table['table']}?as=host", headers=headers).text
    sums = page.split("<tfoot>")[1].split("</tfoot>")[0]
    rows = [re.findall(r">([+\d]*)</(?:b|td)>", row) for row in sums.split("</tr>")]
    assert rows[0] == ["+3", ""]
    assert [number for number in rows[1] if number] == ["4", "7"]
