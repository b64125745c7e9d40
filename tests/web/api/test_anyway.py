"""*Do it anyway* is offered exactly where the host's word is then carried out."""

import random

import pytest

from app import create_app
from companion.games import GAMES

STEPS = 60
"""Long enough for every common question of a game to come once."""

TRIES = 6
"""Forbidden words tried at each question: of each kind of action one."""


class Host:
    """Whoever laid out a table of one game."""

    def __init__(self, app, game):
        self.client, self.said = app.test_client(), 0
        players = ["Ana", "Ben", "Cleo"][: GAMES[game].players[-1]]
        laid = {"game": game, "players": players, "options": {}}
        reply = self.client.post("/api/tables", json=laid).get_json()
        self.path = f"/api/tables/{reply['table']}"
        self.head = {"Authorization": f"Bearer {reply['host_ticket']}"}

    def look(self):
        return self.client.get(self.path, headers=self.head).get_json()

    def say(self, what, view, **body):
        self.said += 1
        body |= {"seen": view["version"], "id": f"word-{self.said}"}
        reply = self.client.post(f"{self.path}/{what}", json=body, headers=self.head)
        return reply.status_code, reply.get_json()


def forbidden(rng, met, view):
    """Actions that were open once: one of each kind, at random."""
    kinds = list(met)
    rng.shuffle(kinds)
    tried = [rng.choice(met[kind]) for kind in kinds[:TRIES]]
    return [action for action in tried if action not in view["legal"]]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_insisting_is_offered_where_it_helps(tmp_path, game):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    rng, host, met, asked = random.Random(3), Host(app, game), {}, set()
    promised = []
    for _ in range(STEPS):
        view = host.look()
        if view["outcome"]:
            break
        question = (view["prompt"][:12], frozenset(a["type"] for a in view["legal"]))
        for action in forbidden(rng, met, view) if question not in asked else ():
            status, told = host.say("actions", view, action=action)
            if status != 422 or "anyway" not in told:
                continue  # some words are no move, or are allowed though not listed
            promised.append(told["anyway"])
            word = {"action": action, "reason": "we agreed"}
            status, _ = host.say("override", view, **word)
            assert (status == 201) == told["anyway"], (view["prompt"], action)
            if status == 201:
                host.say("undo", host.look())
                view = host.look()
        asked.add(question)
        view = host.look()
        for action in view["legal"]:
            met.setdefault(action["type"], []).append(action)
        word = {} if view["awaiting"] else {"action": rng.choice(view["legal"])}
        status, told = host.say("actions" if word else "chance", view, **word)
        assert status == 201, told
    assert {True, False} >= set(promised)
    assert promised, "something was forbidden"


def test_a_seat_is_not_told_what_only_the_host_can_do(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    host = Host(app, "karma-dice")
    view = host.look()
    stop = {"action": {"type": "stop"}}
    _, told = host.say("actions", view, **stop)
    assert told["anyway"] is True
    _, told = host.say("actions", view, action={"type": "score", "points": 99})
    assert told["anyway"] is False
