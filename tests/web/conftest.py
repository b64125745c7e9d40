"""A house with a table of Pig, and people who hold its tickets."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from tests import pig

_ids = count()


@dataclass
class Someone:
    """A program that holds one ticket, sends words and remembers its last view."""

    client: FlaskClient
    table: str
    ticket: str | None
    seen: int = 0
    view: dict[str, Any] = field(default_factory=dict)

    def headers(self):
        return {"Authorization": f"Bearer {self.ticket}"} if self.ticket else {}

    def get(self, path="", **kwargs):
        return self.client.get(
            f"/api/tables/{self.table}{path}", headers=self.headers(), **kwargs
        )

    def post(self, path, body=None, **kwargs):
        return self.client.post(
            f"/api/tables/{self.table}{path}",
            json=body,
            headers=self.headers(),
            **kwargs,
        )

    def delete(self, path=""):
        return self.client.delete(
            f"/api/tables/{self.table}{path}", headers=self.headers()
        )

    def look(self):
        answer = self.get()
        assert answer.status_code == 200, answer.json
        self.view = answer.json
        self.seen = self.view["version"]
        return self.view

    def say(self, path, seen=None, once=None, **body):
        if seen is None:
            seen = self.look()["version"]
        once = once or f"once-{next(_ids)}"
        return self.post(path, {"seen": seen, "id": once, **body})

    def act(self, kind, seen=None, once=None, **fields):
        action = {"type": kind, **fields}
        return self.say("/actions", seen, once, action=action)


@dataclass
class Party:
    """Everyone at one table."""

    table: str
    invitation: dict[str, Any]
    host: Someone
    seats: list[Someone]
    watcher: Someone
    stranger: Someone


@pytest.fixture
def games():
    return {"pig": pig.GAME}


@pytest.fixture
def database(engine, request):
    """Where the tables are; empty for the file in the data folder."""
    shared = engine == "postgresql"
    return request.getfixturevalue("postgres").new() if shared else ""


@pytest.fixture
def app(tmp_path, games, database):
    config = {"DATA": str(tmp_path), "GAMES": games, "TESTING": True}
    app = create_app({**config, "DATABASE": database})
    yield app
    app.extensions["services"].tables.store.close()


@pytest.fixture
def client(app):
    return app.test_client()


def gather(app, players=("Ana", "Ben"), game="pig", **options):
    client = app.test_client()
    answer = client.post(
        "/api/tables",
        json={"game": game, "players": list(players), "options": options},
    )
    assert answer.status_code == 201, answer.json
    made = answer.json
    table = made["table"]
    code = made["watch_url"].rpartition("/")[2]
    watch = client.post("/api/join", json={"code": code}).json["ticket"]
    fresh = app.test_client()
    return Party(
        table=table,
        invitation=made,
        host=Someone(fresh, table, made["host_ticket"]),
        seats=[Someone(fresh, table, seat["ticket"]) for seat in made["seats"]],
        watcher=Someone(fresh, table, watch),
        stranger=Someone(fresh, table, None),
    )


def win(party):
    """Let the first seat reach a goal of 6 in one turn."""
    ana = party.seats[0]
    for kind, more in (("roll", {}), ("landed", {"face": 6}), ("hold", {})):
        assert ana.act(kind, **more).status_code == 201


@pytest.fixture
def party(app):
    return gather(app)
